import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { expect, test } from 'vitest';
import { envelop, preAuthenticated, readEnvelope } from './envelope.js';
import { newSigner, sealed } from './sealed.fixture.js';

// The vector of the standard: lengths are in bytes, not in characters.
test('what is signed is the pre-authentication encoding of DSSE', () => {
  const encoded = preAuthenticated('http://example.com/HelloWorld', Buffer.from('hello world'));
  expect(encoded.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  expect(preAuthenticated('é', Buffer.from('ü')).toString()).toBe('DSSEv1 2 é 2 ü');
});

test('an envelope is read back, and any other spelling of it is refused', () => {
  const signer = newSigner();
  const text = envelop('{"a":"ü"}', signer);
  const { keyid, payload, isBy } = readEnvelope(text);
  expect(payload.toString()).toBe('{"a":"ü"}');
  expect([keyid, isBy(signer.publicKey), isBy(newSigner().publicKey)]).toEqual([signer.keyid, true, false]);
  const edited = [text.trimEnd(), text.replace('in-toto', 'other'), text.replace('{', '{ "more": 1,')];
  for (const other of [...edited, JSON.stringify(JSON.parse(text)), '[]', ''])
    expect(() => readEnvelope(other)).toThrow(SyntaxError);
});

test('a library that is not ours verifies the attestation, and refuses it for another key and another payload', async () => {
  const [signer, other] = [newSigner(), newSigner()];
  const text = String((await sealed({ signer })).get('attestation.dsse.json'));
  expect(() => verifyOutside(text, signer)).not.toThrow();
  expect(() => verifyOutside(text, other)).toThrow(/signature/);
  const envelope = JSON.parse(text);
  const statement = Buffer.from(envelope.payload, 'base64').toString().replace('"FAILED"', '"PASSED"');
  const altered = JSON.stringify({ ...envelope, payload: Buffer.from(statement).toString('base64') });
  expect(() => verifyOutside(altered, signer)).toThrow(/signature/);
});

function verifyOutside(envelope: string, { publicKey }: Pick<ReturnType<typeof newSigner>, 'publicKey'>): void {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.1',
    verificationMaterial: { publicKey: { hint: 'ours' }, tlogEntries: [], timestampVerificationData: null },
    dsseEnvelope: JSON.parse(envelope),
  });
  const trust = toTrustMaterial(
    { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] },
    () => ({ publicKey, validFor: () => true }),
  );
  const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, tsaThreshold: 0 });
  verifier.verify(toSignedEntity(bundle));
}
