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

// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inReport = (edited: (value: any) => void) => (files: Files) => edit(files, 'report.json', edited);
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inEntries = (edited: (entries: any[]) => void) => (files: Files) =>
  edit(files, 'evidence.har', ({ log }) => edited(log.entries));
const waiver = { kind: 'waive', by: 'nobody', on: '2025-11-01', expires: '2026-01-01', reason: 'none' };

describe('an unsigned folder of report, summary and evidence, with all digests made anew, is not intact', async () => {
  const untouched = await sealed({});
  const cust09 = `report.json /requirements/${index('CUST-09')}`;

  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    ['a failure is called a pass', inReport((value) => passed(value, 'CUST-09')), `${cust09}/checks/0/verdict`],
    ['a failure is called waived', inReport((value) => value.decisions.push({ id: 'CUST-09', ...waiver })), cust09],
    [
      'a waiver lasts longer',
      inReport(({ decisions }) => {
        for (const one of decisions) if (one.id === 'CUST-15') one.expires = '2026-10-31';
      }),
      `report.json /requirements/${index('CUST-15')}/decision/expires`,
    ],
    [
      'a waiver is useless',
      inReport((value) => value.decisions.push({ id: 'HTTP-01', ...waiver })),
      'report.json /decisions/',
    ],
    [
      'a decision is none',
      inReport((value) => Object.assign(value.decisions[0], { kind: 'forget' })),
      'report.json /decisions/0',
    ],
    [
      'the outcome is edited',
      inReport(({ summary }) => Object.assign(summary, { verdict: 'conformant' })),
      'report.json /summary/verdict',
    ],
    [
      'a failing check is removed',
      inReport(({ requirements }) => requirements[index('CUST-09')].checks.splice(0, 1)),
      `${cust09}/reason`,
    ],
    [
      'a check is without its failure',
      inReport(({ requirements }) => delete requirements[index('CUST-09')].checks[0].found),
      `${cust09}/checks/0/verdict`,
    ],
    [
      'a requirement has no check',
      inReport(({ requirements }) => Object.assign(requirements[0], { checks: [] })),
      'report.json cannot be derived',
    ],
    [
      'a requirement is removed',
      inReport(({ requirements }) => requirements.splice(3, 1)),
      'report.json /requirements',
    ],
    [
      'a requirement is open for fewer nights',
      inReport(({ requirements }) => Object.assign(requirements[index('CUST-09')], { since: '2025-11-20' })),
      `${cust09}/since`,
    ],
    [
      'a customer is invented',
      inReport(({ created }) => created.push({ ...created[0], idempotencyKey: 'none' })),
      `report.json /created/${report.created.length}`,
    ],
    [
      'a check names an exchange that is not there',
      inReport(({ requirements }) => requirements[0].checks[0].exchanges.push('x9999')),
      'report.json /requirements/0/checks/0/exchanges/',
    ],
    ['an exchange is removed', inEntries((entries) => entries.splice(99, 1)), 'report.json /run/evidence/exchanges'],
    [
      'two exchanges are swapped',
      inEntries((entries) => entries.splice(9, 2, entries[10], entries[9])),
      'report.json /run/evidence/sha256',
    ],
    [
      'a status is edited',
      inEntries(([{ response }]) => Object.assign(response, { status: 401 })),
      'report.json /run/evidence/sha256',
    ],
    [
      'the evidence is of another run',
      (files) => {
        const other = consistent({ id: 'another' });
        files.set('evidence.har', Buffer.from(renderHar(other.report, other.evidence)));
      },
      'evidence.har /log/_run',
    ],
    [
      'a member stands twice',
      (files) =>
        files.set('report.json', Buffer.from(String(files.get('report.json')).replace('{', '{\n  "created": [],'))),
      'report.json differs in line 2',
    ],
    ['a member is added', inReport((value) => Object.assign(value, { approved: true })), 'report.json /'],
    ['the report is no JSON', (files) => files.set('report.json', Buffer.from('{')), 'report.json is not well-formed'],
    [
      'the report is a thousand levels deep',
      inReport(({ requirements }) => {
        requirements[1].observation = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
      }),
      'report.json is nested deeper',
    ],
    ['the evidence is no HAR', (files) => files.set('evidence.har', Buffer.from('[]')), 'evidence.har cannot be read'],
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
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inEnvelope = (edited: (envelope: any) => void) => (files: Files) => edit(files, attestation, edited);
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inPayload = (edited: (statement: any) => void) =>
  inEnvelope((envelope) => {
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    edited(statement);
    envelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
  });

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
    [
      'the outcome is edited',
      inPayload(({ predicate }) => Object.assign(predicate, { result: 'PASSED' })),
      `${attestation} /signatures/0/sig is invalid`,
    ],
    ['a file is taken out', inPayload(({ subject }) => subject.pop()), `${attestation} /payload/subject/4`],
    [
      'the payload is no statement',
      inEnvelope((envelope) => Object.assign(envelope, { payload: 'MQ==' })),
      `${attestation} /signatures/0/sig`,
    ],
    [
      'there is no signature',
      inEnvelope((envelope) => Object.assign(envelope, { signatures: [] })),
      `${attestation} is not a DSSE`,
    ],
    [
      'the signature is spelt otherwise',
      inEnvelope(({ signatures: [one] }) => Object.assign(one, { sig: one.sig.replace(/=+$/, '') })),
      attestation,
    ],
    ['the attestation is gone', (files) => files.delete(attestation), `${attestation} is missing`],
    [
      'the manifest names no key',
      (files) => edit(files, 'manifest.json', (manifest) => delete manifest.signedBy),
      `${attestation} /signatures/0/keyid`,
    ],
    [
      'the manifest names a file elsewhere',
      (files) => edit(files, 'manifest.json', ({ files: [one] }) => Object.assign(one, { name: '../a' })),
      'manifest.json is not a manifest',
    ],
    [
      'the manifest names a file twice',
      (files) => edit(files, 'manifest.json', ({ files: list }) => list.push(list.at(-1))),
      'not sorted',
    ],
  ])('%s', async (_, tamper, line) => {
    expect(await found(tampered(signed, tamper))).toContainEqual(expect.stringContaining(line));
  });

  test('its outcome was edited, though nobody names a key: the public key in the manifest does not fit', async () => {
    const edited = tampered(
      signed,
      inPayload(({ predicate }) => Object.assign(predicate, { result: 'PASSED' })),
    );
    expect((await foundUnsigned(edited)).join()).toContain('is invalid for the public key in manifest.json');
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
