import { expect, test } from 'vitest';
import type { Manifest, Report } from '../../schemas/types.js';
import { checkFiles, packedOrder, proofFile, proofsIn, uncovered } from './manifest.js';
import { bundleOf, consistent, type Files, lines } from './sealed.fixture.js';
import { sha256 } from './sha256.js';
import { statementOf } from './statement.js';

const { report } = consistent();
const filesOf = (...names: readonly string[]): Files => new Map(names.map((name) => [name, Buffer.from(name)]));
const sealedFile = (name: string) => ({ name, bytes: name.length, sha256: sha256(name) });
const manifest = (suiteVersion: string, ...names: readonly string[]): Manifest => ({
  ...{ schemaVersion: '1.0', run: report.run.id, suiteVersion, files: names.map(sealedFile) },
});
const digest = sha256('minutes');

test.each([
  ['minutes.pdf', '.pdf'],
  ['Minutes.PDF', '.pdf'],
  ['a.jpg', '.jpg'],
  ['a.jpeg', '.jpeg'],
  ['a.pdf.exe', ''],
  ['minutes', ''],
])('evidence of an attestation in %s has its digest for a name, and the ending %j', (file, ending) => {
  expect(proofFile(digest, file)).toBe(`proof-${digest}${ending}`);
});

test('evidence of attestations is what a decision names, under its own digest, once', () => {
  const proof = proofFile(digest, 'minutes.txt');
  const entry = { id: 'AUTH-11', kind: 'attest', evidence: 'minutes.txt', evidenceDigest: digest };
  const withEntries = (...decisions: object[]) => ({ ...report, decisions }) as Report;
  const bundle = bundleOf(new Map([[proof, Buffer.from('minutes')]]));
  expect(proofsIn(bundle, withEntries(entry, entry, { id: 'AUTH-12', kind: 'waive' }))).toEqual([proof]);
  expect(proofsIn(bundle, withEntries({ ...entry, evidenceDigest: sha256('others') }))).toEqual([]);
  expect(proofsIn(bundleOf(new Map([[proof, Buffer.from('forged')]])), withEntries(entry))).toEqual([]);
  expect(proofsIn(bundleOf(filesOf()), withEntries(entry))).toEqual([]);
});

test('a zip has its page first, then sealed files by name, then what pack adds', () => {
  const sealed = manifest('0.3.0', 'report.json', 'summary.md');
  const bundle = bundleOf(filesOf('report.json', 'summary.md', 'manifest.json', 'verify.html', 'START-HERE.html'));
  expect(packedOrder(sealed, bundle, report)).toEqual([
    ...['START-HERE.html', 'manifest.json', 'report.json', 'summary.md'],
  ]);
  const names = ['report.json', 'manifest.json', 'attestation.dsse.json', 'verify.html', 'qualification.pdf'];
  const earlier = bundleOf(filesOf(...names, 'qualification.html'));
  expect(packedOrder(manifest('0.2.1', 'report.json'), earlier, report)).toEqual([
    ...['attestation.dsse.json', 'manifest.json', 'report.json', 'qualification.html', 'qualification.pdf'],
    'verify.html',
  ]);
});

test.each([
  ['0.1.0', true],
  ['0.2.9', true],
  ['0.3.0', false],
  ['10.1.0', false],
])('a zip of version %s may hold what pack of 0.1 and 0.2 added: %s', (version, may) => {
  expect(uncovered(manifest(version), bundleOf(filesOf('verify.html')))).toEqual(may ? ['verify.html'] : []);
});

test('beside the files of a manifest stand only those that pack adds', () => {
  const proof = `proof-${digest}`;
  const names = ['report.json', 'START-HERE.html', proof, `${proof}.txt`, `${proof}.TXT`, `${proof}0`, `x${proof}`];
  const found = checkFiles(manifest('0.3.0', 'report.json'), bundleOf(filesOf(...names, 'START-HERE.htm')));
  expect(found.map(({ file }) => file)).toEqual([`${proof}.TXT`, `${proof}0`, `x${proof}`, 'START-HERE.htm']);
  const [size, content] = [{ bytes: 1 }, { sha256: digest }].map((other) => {
    const changed = { ...manifest('0.3.0'), files: [{ ...sealedFile('report.json'), ...other }] };
    return lines(checkFiles(changed, bundleOf(filesOf('report.json'))));
  });
  expect(size).toEqual(['report.json was modified: 11 bytes, expected 1 (per manifest.json)']);
  expect(content).toEqual([
    `report.json was modified: SHA-256 ${sha256('report.json')}, expected ${digest} (per manifest.json)`,
  ]);
});

test('a statement is about what was tested, and about the digests that a run goes by', () => {
  const { decisions: _, ...bare } = report.run;
  const stated = (run: object, history: object[] = []) =>
    statementOf({ ...report, run, history } as unknown as Report, manifest('0.3.0', 'report.json'), digest);
  const plain = stated(bare);
  expect(plain.subject.map(({ name }) => name)).toEqual(['manifest.json', 'report.json']);
  expect(plain.predicate.configuration.map(({ name }) => name)).toEqual(['exam', 'configuration']);
  const earlier = [{ id: 'r1', report: digest }, { id: 'r2' }];
  const whole = stated({ ...bare, subject: `sha512:${digest}`, decisions: digest }, earlier);
  expect(whole.subject.at(-1)).toEqual({ name: 'tested', digest: { sha512: digest } });
  expect(whole.predicate.configuration.slice(2)).toEqual([
    { name: 'decisions', digest: { sha256: digest } },
    { name: 'earlier run r1', digest: { sha256: digest } },
  ]);
});
