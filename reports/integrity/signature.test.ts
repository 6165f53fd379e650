import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { envelop, readEnvelope } from './envelope.js';
import {
  at,
  bundleOf,
  consistent,
  type Files,
  foundIn,
  known,
  lines,
  newSigner,
  reseal,
  sealed,
  tampered,
  write,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const [ours, theirs] = [newSigner(), newSigner()];
const signed = await sealed({ signer: ours });

const found = (files: Files, ...signers: (typeof ours)[]) => foundIn(files, ...(signers.length > 0 ? signers : [ours]));

const attestation = 'attestation.dsse.json';
const inEnvelope = (place: string, value?: unknown) => at(place, value, attestation);
const inManifest = (place: string, value?: unknown) => at(place, value, 'manifest.json');
/** Another statement in the envelope, under the old signature. */
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inPayload = (edited: (statement: any) => void) => (files: Files) => {
  const statement = JSON.parse(readEnvelope(String(files.get(attestation))).payload.toString());
  edited(statement);
  inEnvelope('/payload', Buffer.from(JSON.stringify(statement)).toString('base64'))(files);
};
const asPassed = inPayload(({ predicate }) => Object.assign(predicate, { result: 'PASSED' }));
const { files: listed } = JSON.parse(String(signed.get('manifest.json')));

describe('a signature does not hold where', () => {
  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    ['nobody signed it anew', (files) => reseal(files), `${attestation} is missing`],
    [
      'the manifest was made anew beside it',
      (files) => {
        const kept = files.get(attestation) as Buffer;
        reseal(files, undefined, (manifest) =>
          Object.assign(manifest, { signedBy: ours.keyid, suiteVersion: '1.0.1' }),
        );
        files.set(attestation, kept);
      },
      `${attestation} /payload/subject/0/digest/sha256`,
    ],
    ['another key signed', (files) => reseal(files, theirs), `names key ${theirs.keyid}`],
    [
      'another key signed under the id of ours',
      (files) => reseal(files, { ...theirs, keyid: ours.keyid }),
      `${attestation} /signatures/0/sig is invalid`,
    ],
    ['the outcome is edited', asPassed, `${attestation} /signatures/0/sig is invalid`],
    ['a file is taken out', inPayload(({ subject }) => subject.pop()), `${attestation} /payload/subject/3`],
    ['the payload is no statement', inEnvelope('/payload', 'MQ=='), `${attestation} /signatures/0/sig`],
    ['there is no signature', inEnvelope('/signatures', []), `${attestation} is not a DSSE`],
    ['the signature is spelt otherwise', write(attestation, (text) => text.replace(/=+(?="\n)/, '')), attestation],
    ['a subject is nothing', inPayload(({ subject }) => subject.push(null)), `${attestation} /payload/subject/4`],
    ['the attestation is gone', (files) => files.delete(attestation), `${attestation} is missing`],
    ['the manifest names no key', inManifest('/signedBy'), `${attestation} /signatures/0/keyid`],
    ['the manifest names a file elsewhere', inManifest('/files/0/name', '../a'), 'manifest.json is not a manifest'],
    ['the manifest names a file twice', inManifest('/files/-', listed.at(-1)), 'not sorted'],
  ])('%s', (_, tamper, line) => {
    expect(found(tampered(signed, tamper))).toContainEqual(expect.stringContaining(line));
  });

  test('its outcome was edited, though nobody names a key: the public key in the manifest does not fit', () => {
    expect(foundIn(tampered(signed, asPassed)).join()).toContain('is invalid for the public key in manifest.json');
  });

  test('its own signer states another outcome than that of the report', () => {
    const signedAnew = tampered(signed, (files) => {
      const { payload } = readEnvelope(String(files.get(attestation)));
      const statement = JSON.parse(payload.toString());
      statement.predicate.result = 'PASSED';
      files.set(attestation, Buffer.from(envelop(JSON.stringify(statement), ours)));
    });
    expect(found(signedAnew)).toContainEqual(expect.stringContaining(`${attestation} /payload/predicate/result`));
  });

  test('it is looked at by another key', () => {
    expect(found(signed, theirs)).toEqual([expect.stringContaining(`is not by key ${theirs.keyid}`)]);
  });

  test('it is by one of two keys, and names the other', () => {
    const files = tampered(signed, (copy) => reseal(copy, { ...theirs, keyid: ours.keyid }));
    expect(found(files, ours, theirs)).toContain(
      `${attestation} /signatures/0/keyid is ${ours.keyid}, but key ${theirs.keyid} made the signature`,
    );
    expect(found(files, newSigner(), ours).join()).toContain('is invalid: payload or signature');
    expect(found(signed, theirs, ours)).toEqual([]);
  });

  test('its statement is in another layout than this suite writes', () => {
    const spaced = tampered(signed, (files) => {
      const { payload } = readEnvelope(String(files.get(attestation)));
      const text = JSON.stringify(JSON.parse(payload.toString()), null, 1);
      files.set(attestation, Buffer.from(envelop(text, ours)));
    });
    expect(found(spaced)).toEqual([`${attestation} /payload is not in the form that this suite writes`]);
  });

  test('its public key is of another kind', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed448');
    const other = { ...ours, publicKey, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
    const files = tampered(signed, (copy) => reseal(copy, other));
    expect(foundIn(files)).toEqual([expect.stringMatching(/^manifest\.json \/publicKey is not key/)]);
  });
});

describe('a folder that nobody signed', () => {
  const unsigned = tampered(signed, (files) => reseal(files));

  test('is rejected where a key is named, unless it will do', () => {
    expect(found(unsigned)).toEqual([
      `${attestation} is missing: the folder is unsigned, expected a signature by key ${ours.keyid}`,
    ]);
    expect(found(unsigned, ours, theirs)[0]).toContain(`${ours.keyid} or ${theirs.keyid}`);
    const lenient = { ...known, publicKeys: [ours.publicKey], allowsUnsigned: true };
    expect(lines(examine(bundleOf(unsigned), lenient).found)).toEqual([]);
  });

  test('may not name a signer', () => {
    const files = tampered(unsigned, inManifest('/signedBy', ours.keyid));
    expect(foundIn(files)).toContain(`${attestation} is missing: manifest.json names key ${ours.keyid} as the signer`);
  });

  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    ['a manifest', (files) => files.delete('manifest.json'), 'manifest.json is missing, so no digest can be checked'],
    ['a manifest that is one', inManifest('/files', 1), 'manifest.json is not a manifest: '],
    ['JSON in its manifest', write('manifest.json', (text) => text.slice(1)), 'manifest.json is not well-formed JSON'],
    ['its manifest as written', write('manifest.json', (text) => `${text}\n`), 'manifest.json is not in the form that'],
    ['files of their sizes', write('summary.md', (text) => `${text}.`), 'summary.md was modified: '],
    [
      'files of their digests',
      write('summary.md', (text) => text.replace('e', 'E')),
      'summary.md was modified: SHA-256',
    ],
    [
      'files in order',
      inManifest('/files/-', { ...listed[0], name: 'a.md' }),
      'is a.md, not sorted: it follows summary.md',
    ],
    ['each file once', inManifest('/files/-', listed.at(-1)), 'is summary.md, not sorted: it follows summary.md'],
    [
      'no seal among its files',
      inManifest('/files/-', { ...listed[0], name: attestation }),
      'which a manifest does not list',
    ],
  ])('has %s', (_, tamper, line) => {
    expect(foundIn(tampered(unsigned, tamper)).join('\n')).toContain(line);
  });

  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    ['a report', (files) => files.delete('report.json'), 'report.json is missing'],
    ['a report that is one', at('/summary', 1), 'report.json /summary does not match the schema of reports'],
    ['JSON in its report', write('report.json', (text) => text.slice(1)), 'report.json is not well-formed JSON'],
    ['its report as written', write('report.json', (text) => `${text}\n`), 'report.json is not in the form that'],
  ])('was sealed with %s', (_, tamper, line) => {
    const files = tampered(unsigned, (copy) => {
      tamper(copy);
      reseal(copy);
    });
    expect(foundIn(files).join('\n')).toContain(line);
  });

  test('holds manifest, report and evidence of one run', () => {
    const other = tampered(unsigned, (files) => {
      at('/run/id', '2020-01-01T00-00-00Z')(files);
      reseal(files, undefined, (manifest) => Object.assign(manifest, { run: report.run.id, suiteVersion: '9.9.9' }));
    });
    expect(foundIn(other)).toEqual([
      `manifest.json /run is ${report.run.id}, expected 2020-01-01T00-00-00Z (per report.json)`,
      `manifest.json /suiteVersion is 9.9.9, expected ${report.run.suiteVersion} (per report.json)`,
    ]);
    const evidence = tampered(unsigned, (files) => {
      write('evidence.har', (text) => `${text} `)(files);
      reseal(files);
    });
    expect(foundIn(evidence)).toEqual([expect.stringContaining('report.json /run/evidence/sha256 is ')]);
  });
});
