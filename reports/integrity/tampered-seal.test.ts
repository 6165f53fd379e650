import { describe, expect, test } from 'vitest';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  matching,
  newSigner,
  reseal,
  sealed,
  type Tampering,
  tampered,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const [ours, theirs] = [newSigner(), newSigner()];
const few = await sealed({ signer: ours });

function examined(files: Files, publicKey = ours.publicKey) {
  return examine(bundleOf(files), { ...known, publicKey });
}

const attestation = 'attestation.dsse.json';
// biome-ignore lint/suspicious/noExplicitAny: whoever tampers with a file keeps to no type
const inPayload = (change: (statement: any) => void, signer?: typeof ours) => (files: Files) =>
  edit(files, attestation, (envelope) => {
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    change(statement);
    const payload = Buffer.from(JSON.stringify(statement));
    envelope.payload = payload.toString('base64');
    const head = `DSSEv1 28 application/vnd.in-toto+json ${payload.length} `;
    if (signer)
      envelope.signatures[0].sig = Buffer.from(signer.sign(Buffer.concat([Buffer.from(head), payload]))).toString(
        'base64',
      );
  });

const ofSeal: readonly Tampering[] = [
  [
    'the manifest is made anew and the signature left out',
    (files) => {
      files.set('summary.md', Buffer.from('Conformant.'));
      reseal(files);
    },
    `attestation.dsse.json is not there: nobody signed the folder, and key ${ours.keyid} should have`,
  ],
  [
    'the manifest is made anew and the attestation kept',
    (files) => {
      const kept = files.get(attestation) as Buffer;
      reseal(files, undefined, (manifest) => {
        manifest.signedBy = ours.keyid;
        manifest.suiteVersion = '1.0.1';
      });
      files.set(attestation, kept);
    },
    /^attestation\.dsse\.json \/payload\/subject\/0\/digest\/sha256 is [0-9a-f]{64}, and manifest\.json says [0-9a-f]{64}$/,
  ],
  [
    'everything is signed by another key',
    (files) => reseal(files, theirs),
    `attestation.dsse.json /signatures/0/sig is not of key ${ours.keyid}: it names key ${theirs.keyid}`,
  ],
  [
    'everything is signed by another key, under the id of ours',
    (files) => reseal(files, { ...theirs, keyid: ours.keyid }),
    `attestation.dsse.json /signatures/0/sig does not hold: payload or signature was changed after key ${ours.keyid} signed it`,
  ],
  [
    'the outcome in the payload is edited',
    inPayload((statement) => {
      statement.predicate.result = 'PASSED';
    }),
    'attestation.dsse.json /payload/predicate/result is PASSED, and report.json says FAILED',
  ],
  [
    'the outcome in the payload is edited and signed by another key',
    inPayload((statement) => {
      statement.predicate.failedTests = [];
    }, theirs),
    /^attestation\.dsse\.json \/payload\/predicate\/failedTests\/0 is missing: report\.json says AUTH-06$/,
  ],
  [
    'a subject is taken out of the payload',
    inPayload((statement) => statement.subject.pop()),
    /^attestation\.dsse\.json \/payload\/subject\/3 is missing: manifest\.json says /,
  ],
  [
    'the payload is laid out otherwise',
    inPayload((statement) => {
      const { predicate } = statement;
      delete statement.predicate;
      delete statement.predicateType;
      Object.assign(statement, { predicate, predicateType: 'https://in-toto.io/attestation/test-result/v0.1' });
    }),
    'attestation.dsse.json /payload is not written as this suite writes it',
  ],
  [
    'the payload is no statement',
    (files) =>
      edit(files, attestation, (envelope) => {
        envelope.payload = Buffer.from('"PASSED"').toString('base64');
      }),
    /^attestation\.dsse\.json \/signatures\/0\/sig does not hold/,
  ],
  [
    'the base64 of the signature ends in another digit for the same bytes',
    (files) =>
      edit(files, attestation, ({ signatures: [signature] }) => {
        signature.sig = signature.sig.replace(/=+$/, '');
      }),
    'attestation.dsse.json was changed: it is not written as this suite writes it',
  ],
  [
    'the signatures are emptied',
    (files) =>
      edit(files, attestation, (envelope) => {
        envelope.signatures = [];
      }),
    'attestation.dsse.json is no DSSE envelope with one signature',
  ],
  [
    'a second signature is added',
    (files) => edit(files, attestation, ({ signatures }) => signatures.push(signatures[0])),
    'attestation.dsse.json is no DSSE envelope with one signature',
  ],
  [
    'the attestation is removed',
    (files) => files.delete(attestation),
    `attestation.dsse.json was removed: manifest.json says that key ${ours.keyid} signed it`,
  ],
  [
    'the id of the key is edited',
    (files) =>
      edit(files, attestation, ({ signatures: [signature] }) => {
        signature.keyid = theirs.keyid;
      }),
    `attestation.dsse.json /signatures/0/keyid is ${theirs.keyid}, and manifest.json says ${ours.keyid}`,
  ],
  [
    'the type of the payload is edited',
    (files) =>
      edit(files, attestation, (envelope) => {
        envelope.payloadType = 'text/plain';
      }),
    'attestation.dsse.json is no DSSE envelope with one signature',
  ],
  [
    'the manifest names nobody who signs',
    (files) =>
      edit(files, 'manifest.json', (manifest) => {
        manifest.signedBy = undefined;
      }),
    `attestation.dsse.json /signatures/0/keyid is ${ours.keyid}, and manifest.json says that nobody signs`,
  ],
  [
    'the manifest forgets a file',
    (files) => edit(files, 'manifest.json', (manifest) => manifest.files.pop()),
    /^attestation\.dsse\.json \/payload\/subject\/3 is .*summary\.md.*, and manifest\.json says that there is none$/,
  ],
  [
    'the manifest names a file twice',
    (files) => edit(files, 'manifest.json', ({ files: list }) => list.push(list.at(-1))),
    'manifest.json /files/3/name is summary.md, out of order after summary.md',
  ],
  [
    'the manifest names a file of another folder',
    (files) =>
      edit(files, 'manifest.json', (manifest) => {
        manifest.files[0].name = '../report.json';
      }),
    /^manifest\.json is no manifest: files\[0\]\.name must match pattern/,
  ],
  [
    'the manifest has another head of the chain',
    (files) =>
      edit(files, 'manifest.json', ({ evidence }) => {
        evidence.head = 'b'.repeat(64);
      }),
    /^manifest\.json \/evidence\/head is b{64}, and report\.json says [0-9a-f]{64}$/,
  ],
  [
    'the manifest has another digest',
    (files) =>
      edit(files, 'manifest.json', (manifest) => {
        manifest.files[1].sha256 = 'c'.repeat(64);
      }),
    /^report\.json was changed: its SHA-256 is [0-9a-f]{64}, and manifest\.json says c{64}$/,
  ],
  [
    'a file is added',
    (files) => files.set('approval.txt', Buffer.from('Approved.')),
    'approval.txt was added: manifest.json does not name it',
  ],
  [
    'a file is added under the name of a format',
    (files) => files.set('junit.xml', Buffer.from('<testsuites/>')),
    'junit.xml was added: manifest.json does not name it',
  ],
];

describe('manifest and signature altered', () => {
  test.each(ofSeal)('%s', async (_, tamper, line) => {
    const { found, seal } = await examined(tampered(few, tamper));
    expect(matching(found, line), lines(found).join('\n')).toHaveLength(1);
    if (seal.by === 'signature' && seal.holds) expect(lines(found).join('\n')).not.toMatch(/signatures/);
  });

  test('an untouched folder does not hold for another key', async () => {
    const { found, seal } = await examined(few, theirs.publicKey);
    expect(lines(found)).toEqual([
      `attestation.dsse.json /signatures/0/sig is not of key ${theirs.keyid}: it names key ${ours.keyid}`,
    ]);
    expect(seal).toMatchObject({ holds: false });
  });
});
