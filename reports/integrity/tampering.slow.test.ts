import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderHar } from '../formats/har.js';
import { envelop, readEnvelope } from './envelope.js';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  newSigner,
  reseal,
  sealed,
  tampered,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const [ours, theirs] = [newSigner(), newSigner()];
const index = (id: string) => report.requirements.findIndex((row) => row.id === id);
const signed = await sealed({ names: ['json', 'html', 'md', 'har'], signer: ours });

async function found(files: Files, publicKey = ours.publicKey): Promise<string[]> {
  return lines((await examine(bundleOf(files), { ...known, publicKeys: [publicKey] })).found);
}

async function foundUnsigned(files: Files): Promise<string[]> {
  return lines((await examine(bundleOf(files), known)).found);
}

/** Every place in a JSON value, as the names that lead to it. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => places(member, [...path, name]))];
}

/** Changes one place in a JSON value: a leaf becomes another, or the member goes. */
function change(value: unknown, path: readonly string[], removes: boolean): void {
  // biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
  const parent = path.slice(0, -1).reduce<any>((inner, name) => inner[name], value);
  const name = path.at(-1) as string;
  const old = parent[name];
  if (removes && Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (removes) delete parent[name];
  else if (typeof old === 'string') parent[name] = `${old}1`;
  else if (typeof old === 'number') parent[name] = old + 1;
  else if (typeof old === 'boolean') parent[name] = !old;
  else parent[name] = null;
}

const seeded = { seed: 20251120, numRuns: 25 };

describe('a signed folder', () => {
  test('is not intact with any byte flipped', async () => {
    const place = fc.record({ file: fc.constantFrom(...signed.keys()), at: fc.nat(), bit: fc.nat({ max: 7 }) });
    const property = fc.asyncProperty(place, async ({ file, at, bit }) => {
      const files = tampered(signed, (copy) => {
        const content = copy.get(file) as Buffer;
        content[at % content.length] = (content[at % content.length] as number) ^ (1 << bit);
      });
      expect(await found(files)).not.toEqual([]);
    });
    await fc.assert(property, seeded);
  });

  test.each([...signed.keys(), undefined])('is not intact with a file removed, renamed or added: %s', async (file) => {
    const content = signed.get(file ?? 'summary.md') as Buffer;
    const renamed = tampered(signed, (copy) => file !== undefined && copy.delete(file));
    if (file !== undefined) expect((await found(renamed)).join('\n')).toContain(`${file} is missing`);
    if (file !== 'manifest.json')
      expect((await found(renamed.set('other.md', content))).join('\n')).toContain('other.md is not listed');
  });
});

describe.each(['report.json', 'evidence.har'])('%s', (file) => {
  const all = places(JSON.parse(String(signed.get(file)))).slice(1);

  test('with any member edited is not intact, nor with all digests made anew', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...all), fc.boolean(), async (path, removes) => {
      const files = tampered(signed, (copy) => edit(copy, file, (value) => change(value, path, removes)));
      expect(await foundUnsigned(files)).not.toEqual([]);
      reseal(files);
      expect(await foundUnsigned(files)).not.toEqual([]);
    });
    await fc.assert(property, seeded);
  });
});

/** An edit of one place in report.json: another value, one more at the end of a list (`/-`), or none at all. */
function at(place: string, value?: unknown, file = 'report.json'): (files: Files) => void {
  return (files) =>
    edit(files, file, (whole) => {
      const path = place.split('/').slice(1);
      const name = path.pop() as string;
      const parent = path.reduce((inner, step) => inner[step], whole);
      if (value === undefined && Array.isArray(parent)) parent.splice(Number(name), 1);
      else if (value === undefined) delete parent[name];
      else parent[name === '-' ? parent.length : name] = value;
    });
}
const inEntries = (place: string, value?: unknown) => at(`/log/entries${place}`, value, 'evidence.har');
const write = (file: string, change: (text: string) => string) => (files: Files) =>
  void files.set(file, Buffer.from(change(String(files.get(file)))));
const rowOf = (id: string) => `/requirements/${index(id)}`;
const waiver = { kind: 'waive', by: 'nobody', on: '2025-11-01', expires: '2026-01-01', reason: 'none' };
const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
const entries = JSON.parse(String(signed.get('evidence.har'))).log.entries;
const other = consistent({ id: 'another' });

describe('an unsigned folder of report, summary and evidence, with all digests made anew, is not intact', async () => {
  const untouched = await sealed({});
  const cust09 = rowOf('CUST-09');
  const cust15 = report.decisions.findIndex(({ id }) => id === 'CUST-15');

  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    [
      'a failure is called a pass',
      (files) => edit(files, 'report.json', (value) => passed(value, 'CUST-09')),
      `report.json ${cust09}/checks/0/verdict`,
    ],
    ['a failure is called waived', at('/decisions/-', { id: 'CUST-09', ...waiver }), `report.json ${cust09}`],
    ['a waiver lasts longer', at(`/decisions/${cust15}/expires`, '2026-10-31'), `${rowOf('CUST-15')}/decision/expires`],
    ['a waiver is useless', at('/decisions/-', { id: 'HTTP-01', ...waiver }), 'report.json /decisions/'],
    ['a decision is none', at('/decisions/0/kind', 'forget'), 'report.json /decisions/0'],
    ['the outcome is edited', at('/summary/verdict', 'conformant'), 'report.json /summary/verdict'],
    ['a failing check is removed', at(`${cust09}/checks/0`), `report.json ${cust09}/reason`],
    ['a check is without its failure', at(`${cust09}/checks/0/found`), `report.json ${cust09}/checks/0/verdict`],
    ['a requirement has no check', at('/requirements/0/checks', []), 'report.json cannot be derived'],
    ['a requirement is removed', at('/requirements/3'), 'report.json /requirements'],
    ['a requirement is open for fewer nights', at(`${cust09}/since`, '2025-11-20'), `report.json ${cust09}/since`],
    [
      'a customer is invented',
      at('/created/-', { ...report.created[0], idempotencyKey: 'none' }),
      `report.json /created/${report.created.length}`,
    ],
    [
      'a check names an exchange that is not there',
      at('/requirements/0/checks/0/exchanges/-', 'x9999'),
      'report.json /requirements/0/checks/0/exchanges/',
    ],
    ['an exchange is removed', inEntries('/99'), 'report.json /run/evidence/exchanges'],
    [
      'two exchanges are swapped',
      (files) => [inEntries('/9', entries[10]), inEntries('/10', entries[9])].forEach((swap) => void swap(files)),
      'report.json /run/evidence/sha256',
    ],
    ['a status is edited', inEntries('/0/response/status', 401), 'report.json /run/evidence/sha256'],
    [
      'the evidence is of another run',
      write('evidence.har', () => renderHar(other.report, other.evidence)),
      'evidence.har /log/_run',
    ],
    [
      'a member stands twice',
      write('report.json', (text) => text.replace('{', '{\n  "created": [],')),
      'report.json differs in line 2',
    ],
    ['a member is added', at('/approved', true), 'report.json /'],
    ['the report is no JSON', write('report.json', () => '{'), 'report.json is not well-formed'],
    ['the report is a thousand levels deep', at('/requirements/1/observation', deep), 'report.json is nested deeper'],
    ['the evidence is no HAR', write('evidence.har', () => '[]'), 'evidence.har cannot be read'],
  ])('%s', async (_, tamper, line) => {
    const files = tampered(untouched, tamper);
    reseal(files);
    expect(await foundUnsigned(files)).toContainEqual(expect.stringContaining(line));
  });

  test('a required requirement was skipped, and the report does not say so', async () => {
    const files = await sealed({}, { required: ['AUTH-09'] });
    expect(await foundUnsigned(files)).toEqual([]);
    edit(files, 'report.json', ({ run }) => delete run.notices);
    reseal(files);
    expect(await foundUnsigned(files)).toContainEqual(expect.stringContaining('report.json /run/notices'));
  });
});

/** A requirement that failed is called a pass, and all that follows from it. */
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
function passed(value: any, id: string): void {
  const row = value.requirements[index(id)];
  for (const check of row.checks) check.verdict = 'pass';
  Object.assign(row, { verdict: 'pass', found: undefined, reason: undefined, since: undefined });
  value.summary.counts.pass += 1;
  value.summary.counts.fail -= 1;
  value.history.at(-1).verdicts[id] = 'pass';
}

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
    ['a file is taken out', inPayload(({ subject }) => subject.pop()), `${attestation} /payload/subject/4`],
    ['the payload is no statement', inEnvelope('/payload', 'MQ=='), `${attestation} /signatures/0/sig`],
    ['there is no signature', inEnvelope('/signatures', []), `${attestation} is not a DSSE`],
    ['the signature is spelt otherwise', write(attestation, (text) => text.replace(/=+(?="\n)/, '')), attestation],
    ['the attestation is gone', (files) => files.delete(attestation), `${attestation} is missing`],
    ['the manifest names no key', inManifest('/signedBy'), `${attestation} /signatures/0/keyid`],
    ['the manifest names a file elsewhere', inManifest('/files/0/name', '../a'), 'manifest.json is not a manifest'],
    ['the manifest names a file twice', inManifest('/files/-', listed.at(-1)), 'not sorted'],
  ])('%s', async (_, tamper, line) => {
    expect(await found(tampered(signed, tamper))).toContainEqual(expect.stringContaining(line));
  });

  test('its outcome was edited, though nobody names a key: the public key in the manifest does not fit', async () => {
    expect((await foundUnsigned(tampered(signed, asPassed))).join()).toContain(
      'is invalid for the public key in manifest.json',
    );
  });

  test('its own signer states another outcome than that of the report', async () => {
    const signedAnew = tampered(signed, (files) => {
      const { payload } = readEnvelope(String(files.get(attestation)));
      const statement = JSON.parse(payload.toString());
      statement.predicate.result = 'PASSED';
      files.set(attestation, Buffer.from(envelop(JSON.stringify(statement), ours)));
    });
    expect(await found(signedAnew)).toContainEqual(expect.stringContaining(`${attestation} /payload/predicate/result`));
  });

  test('it is looked at by another key', async () => {
    expect(await found(signed, theirs.publicKey)).toEqual([expect.stringContaining(`is not by key ${theirs.keyid}`)]);
  });
});
