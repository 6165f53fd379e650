import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from '../formats/formats.js';
import { readEnvelope } from './envelope.js';
import { renderManifest } from './manifest.js';
import {
  at,
  consistent,
  examined,
  type Files,
  foundIn,
  newSigner,
  reseal,
  sealed,
  tampered,
  write,
} from './sealed.fixture.js';

const { report } = consistent();
const [ours, theirs] = [newSigner(), newSigner()];
const signed = await sealed({ signer: ours });
const unsigned = tampered(signed, (files) => reseal(files));
const attestation = 'attestation.dsse.json';

describe('an untouched folder', () => {
  test('is intact and signed, with every format; without the key its signature is not said to hold', async () => {
    const every = await sealed({ names: formats.map(({ name }) => name), signer: ours });
    const { found, seal, report: read, files } = examined(every, theirs, ours);
    expect([found, seal, read]).toEqual([[], { by: 'signature', keyid: ours.keyid, holds: true }, report]);
    expect(files).toEqual(['evidence.har', 'junit.xml', 'report.html', 'report.json', 'summary.md']);
    expect(examined(signed)).toMatchObject({ found: [], seal: { by: 'signature', holds: false } });
    expect(examined(unsigned)).toMatchObject({ found: [], seal: { by: 'digests' } });
  });

  test('is intact without evidence.har, whose digest the report keeps, and where the run names what it tested', async () => {
    const { found, report: read } = examined(await sealed({ names: ['json', 'md'], signer: ours }), ours);
    expect([found, read?.run.evidence?.sha256]).toEqual([[], report.run.evidence?.sha256]);
    expect(foundIn(await sealed({ signer: ours }, { subject: `sha256:${'a'.repeat(64)}` }), ours)).toEqual([]);
  });
});

test('manifest.json is an in-toto Statement, about files, what was tested and what the run goes by', () => {
  const digest = 'a'.repeat(128);
  const run = { ...report.run, subject: `sha512:${digest}`, job: 'https://ci.example/1' };
  const files = new Map(Object.entries({ 'b.md': '2', 'a.md': '1' }));
  const statement = JSON.parse(renderManifest({ ...report, run }, files));
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'a.md', digest: { sha256: '1' } },
      { name: 'b.md', digest: { sha256: '2' } },
      { name: 'tested', digest: { sha512: digest } },
    ],
    predicate: { result: 'FAILED', url: 'https://ci.example/1', failedTests: ['AUTH-06', 'IDEM-02', 'CUST-09'] },
  });
  expect(statement.predicate.configuration.map(({ name }: { name: string }) => name)).toEqual([
    ...['exam', 'configuration', 'decisions', 'previous report'],
  ]);
  expect(readEnvelope(String(signed.get(attestation))).payload).toEqual(signed.get('manifest.json'));
});

const manifest = (place: string, value: unknown) => at(place, value, 'manifest.json');
const signedBy = (signer?: typeof ours) => (files: Files) => reseal(files, signer);
const withPayload = (files: Files) => {
  manifest('/predicate/result', 'PASSED')(files);
  at('/payload', files.get('manifest.json')?.toString('base64'), attestation)(files);
};
const first = { name: 'a.md', digest: { sha256: 'a'.repeat(64) } };

test.each([
  ['nobody signed it anew', signedBy(), `${attestation} is missing: expected a signature by key ${ours.keyid}`],
  ['another key signed', signedBy(theirs), `is not signed by key ${ours.keyid}: it names key ${theirs.keyid}`],
  ['another key signed under our name', signedBy({ ...theirs, keyid: ours.keyid }), 'is not signed by key'],
  ['our key signed under another name', signedBy({ ...ours, keyid: theirs.keyid }), 'made the signature'],
  ['the manifest is edited', manifest('/predicate/result', 'PASSED'), 'was not made for this manifest.json'],
  ['the manifest is edited, and so is the payload', withPayload, 'is not signed by key'],
  ['its signature is respelt', write(attestation, (text) => text.replace(/=+(?="\n)/, '')), 'is not written the way'],
  ['there is no signature', at('/signatures', [], attestation), 'is not a DSSE envelope'],
  ['there is no manifest', (files) => files.delete('manifest.json'), 'manifest.json is missing'],
  ['its manifest is none', manifest('/subject', 1), 'manifest.json does not match its schema'],
  ['a file is edited', write('summary.md', (text) => `${text}.`), 'summary.md was modified: SHA-256 '],
  ['a file is gone', (files) => files.delete('summary.md'), 'summary.md is missing (listed in manifest.json)'],
  ['a file is added', (files) => files.set('junit.xml', Buffer.from('x')), 'junit.xml is not listed in manifest.json'],
])('a signed folder is modified where %s', (_, tamper, line) => {
  const files = tampered(signed, tamper);
  expect(foundIn(files, ours).join('\n')).toContain(line);
  expect(examined(files, ours).report).toBeUndefined();
});

test('a signed folder is not intact with any bit of any file flipped', () => {
  const place = fc.record({ file: fc.constantFrom(...signed.keys()), at: fc.nat(), bit: fc.nat({ max: 7 }) });
  const property = fc.property(place, ({ file, at: byte, bit }) => {
    const files = tampered(signed, (copy) => {
      const content = copy.get(file) as Buffer;
      content[byte % content.length] = (content[byte % content.length] as number) ^ (1 << bit);
    });
    expect(foundIn(files, ours)).not.toEqual([]);
  });
  fc.assert(property, { seed: 20251120, numRuns: 25 });
});

test.each([
  ['without a report', (files) => files.delete('report.json'), 'report.json is missing'],
  ['with a report that is none', at('/requirements/0/verdict', 'fine'), 'report.json does not match its schema'],
  ['with a cut report', write('report.json', (text) => text.slice(1)), 'report.json is not well-formed JSON'],
  ['with a byte order mark', write('report.json', (text) => `\ufeff${text}`), 'report.json is not well-formed JSON'],
  ['with other evidence', write('evidence.har', (text) => `${text} `), 'har is not the evidence of report.json'],
  ['that named its signer', at('/run/signingKey', ours.keyid), `report.json names key ${ours.keyid} as the signer`],
])('a folder that was sealed %s is none of a run', (_, tamper, line) => {
  const files = tampered(unsigned, (copy) => {
    tamper(copy);
    reseal(copy);
  });
  expect(foundIn(files).join('\n')).toContain(line);
});

test('a manifest states the outcome of the report, each file once, and none that no run writes, whoever signed it', () => {
  const made = (change: Parameters<typeof reseal>[2]) => {
    const files = tampered(signed, (copy) => reseal(copy, ours, change));
    return foundIn(files, ours);
  };
  expect(made(({ predicate }) => Object.assign(predicate, { result: 'PASSED' }))).toEqual([
    'manifest.json states an outcome that differs from report.json',
  ]);
  expect(made(({ subject }) => subject.push(subject[0] ?? first)).join()).toContain('twice');
  for (const name of ['.profile', 'Report.html', 'con.json', 'extra.exe', attestation])
    expect(made(({ subject }) => subject.push({ ...first, name })).join('\n'), name).toMatch(
      /which is no file of a run|does not match its schema/,
    );
});
