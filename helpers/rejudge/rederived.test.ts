import { describe, expect, test } from 'vitest';
import { renderHar } from '../../reports/formats/har.js';
import { readHar } from '../../reports/formats/har-reader.js';
import {
  at,
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  reseal,
  sealed,
  sealedAs,
  tampered,
  write,
} from '../../reports/integrity/sealed.fixture.js';
import { examine } from '../../reports/integrity/verify.js';
import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { deviationsIn } from './rederived.js';

const { report, evidence } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const index = (id: string) => report.requirements.findIndex((row) => row.id === id);
const untouched = await sealed({});
const inEntries = (place: string, value?: unknown) => at(`/log/entries${place}`, value, 'evidence.har');

/** What `verify` finds in a folder, and what `rejudge` then finds in its report. */
function found(files: Files, suite = known): string[] {
  const { found: altered, report: read } = examine(bundleOf(files), suite);
  if (!read || altered.length > 0) return lines(altered);
  return lines(deviationsIn(read, readHar(String(files.get('evidence.har'))).evidence, fsapi, suite));
}

test.each([
  ['left rows out', {}, /filter/],
  ['was cut short', { complete: false, stopped: 'The run was interrupted (SIGINT).' }, /interrupted \(SIGINT\)/],
])('of a run that %s follows from its checks', async (_, run, reason) => {
  // With a waiver, a settlement and an attestation of rows that it did not come to.
  const cut = consistent(run, (id) => !['AUTH-06', 'CUST-15', 'CUST-19', 'HTTP-01'].includes(id));
  expect(cut.report.requirements[0]?.reason).toMatch(reason);
  expect(found(await sealedAs(cut.report, cut.evidence, ['json', 'har']))).toEqual([]);
});

test('a report follows from its checks, whichever version made it; only its verdicts are compared then', () => {
  expect(found(untouched)).toEqual([]);
  const files = tampered(untouched, (one) => {
    edit(one, 'report.json', (value) => {
      value.requirements[index('CUST-09')].verdict = 'pass';
      value.requirements[index('CUST-09')].title = 'Another title';
    });
    reseal(one);
  });
  const of = `report.json /requirements/${index('CUST-09')}`;
  const other = found(files, { ...known, suiteVersion: '9.0.0' });
  expect(other.filter((line) => line.startsWith(of))).toEqual([expect.stringContaining(`${of}/verdict`)]);
});

test('a report of 0.1 or 0.2 is conformant where a waiver covers something, and stays so', () => {
  const open: readonly string[] = ['fail', 'inconclusive'];
  const requirements = report.requirements.map((row) => {
    if (!open.includes(row.verdict)) return row;
    const checks = row.checks.map((check) => ({ ...check, verdict: 'pass', found: undefined, reason: undefined }));
    return { ...row, verdict: 'pass', checks };
  });
  const verdictIn = (schemaVersion: string, verdict: string) => {
    const passing = { ...report, schemaVersion, summary: { ...report.summary, verdict }, requirements } as Report;
    return lines(deviationsIn(passing, undefined, fsapi)).filter((line) => line.includes('/summary/verdict'));
  };
  expect(verdictIn('1.0', 'conformant')).toEqual([]);
  expect(verdictIn('1.1', 'conformant')).toEqual([expect.stringContaining('expected conformant-with-waivers')]);
  expect(verdictIn('1.1', 'conformant-with-waivers')).toEqual([]);
});

test('a report of 0.1 or 0.2 has decisions that were in force before their date', () => {
  const decisions = report.decisions.map((entry) => ({ ...entry, on: '2025-12-01', expires: '2026-01-01' }));
  const verdicts = (schemaVersion: string) =>
    lines(deviationsIn({ ...report, schemaVersion, decisions } as Report, undefined, fsapi)).filter((line) =>
      /\/requirements\/\d+\/verdict/.test(line),
    );
  expect(decisions.length).toBeGreaterThan(0);
  expect(verdicts('1.0')).toEqual([]);
  expect(verdicts('1.1').length).toBeGreaterThan(0);
});

test('a pass shows what was received, as a failure does, and is none', () => {
  const passed = report.requirements.flatMap(({ checks }) => checks).find(({ verdict }) => verdict === 'pass');
  const received = { ...report, requirements: report.requirements.map((row) => ({ ...row })) } as Report;
  Object.assign(passed ?? {}, { received: '201' });
  const said = lines(deviationsIn(received, undefined, fsapi, known)).join('\n');
  Reflect.deleteProperty(passed ?? {}, 'received');
  expect(said).not.toContain('describes a failure');
});

test('a run does not end before it begins', async () => {
  expect(found(await sealed({}, { finishedAt: '2025-11-19T00:00:00.000Z' }))).toContainEqual(
    expect.stringMatching(/report\.json \/run\/finishedAt is .*, before the start of the run/),
  );
});

const rowOf = (id: string) => `/requirements/${index(id)}`;
const waiver = { kind: 'waive', by: 'nobody', on: '2025-11-01', expires: '2026-01-01', reason: 'none' };
const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
const entries = JSON.parse(String(untouched.get('evidence.har'))).log.entries;
const other = consistent({ id: 'another' });

describe('a report is contradicted by itself or its evidence, though all digests were made anew, where', () => {
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
    [
      'a check stands twice',
      (files) => edit(files, 'report.json', ({ requirements: [{ checks }] }) => checks.push(checks[0])),
      'report.json /requirements/0/checks/',
    ],
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
    ['an exchange is removed', inEntries('/99'), 'report.json /run/evidence/sha256'],
    ['exchanges are counted otherwise', at('/run/evidence/exchanges', 1), 'report.json /run/evidence/exchanges'],
    [
      'two exchanges are swapped',
      (files) => [inEntries('/9', entries[10]), inEntries('/10', entries[9])].forEach((swap) => void swap(files)),
      'report.json /run/evidence/sha256',
    ],
    ['a status is edited', inEntries('/0/response/status', 401), 'report.json /run/evidence/sha256'],
    [
      'the evidence is of another run',
      write('evidence.har', () => renderHar(other.report, other.evidence)),
      'report.json /run/evidence/sha256',
    ],
    [
      'a member stands twice',
      write('report.json', (text) => text.replace('{', '{\n  "created": [],')),
      'report.json is not in the form',
    ],
    ['a member is added', at('/approved', true), 'report.json /'],
    ['the report is no JSON', write('report.json', () => '{'), 'report.json is not well-formed'],
    ['the report is a thousand levels deep', at('/requirements/1/observation', deep), 'report.json is nested deeper'],
    ['the evidence is no HAR', write('evidence.har', () => '[]'), 'report.json /run/evidence/sha256'],
  ])('%s', async (_, tamper, line) => {
    const files = tampered(untouched, tamper);
    reseal(files);
    expect(found(files)).toContainEqual(expect.stringContaining(line));
  });

  test('a required requirement was skipped, and the report does not say so', async () => {
    const files = await sealed({}, { required: ['AUTH-09'] });
    expect(found(files)).toEqual([]);
    edit(files, 'report.json', ({ run }) => delete run.notices);
    reseal(files);
    expect(found(files)).toContainEqual(expect.stringContaining('report.json /run/notices'));
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

/** What is found about the created customers of the sample run, were they others. */
const ofCreated = (created: Report['created']) =>
  lines(deviationsIn({ ...report, created }, evidence, fsapi, known)).filter((line) =>
    line.startsWith('report.json /created'),
  );

test('where no customer has an identity, every write is listed', () => {
  const created = report.created.map(({ identity: _, ...rest }) => rest);
  const wrote = evidence.filter((one) => one.wrote).map(({ id }) => id);
  expect(created.length).toBeGreaterThan(2);
  expect(ofCreated(created)).toEqual([]);
  expect(ofCreated(created.slice(1))).toEqual([`report.json /created lacks the customer that ${wrote[0]} created`]);
});

test('an answer without an identity created nothing, where answers carry them', () => {
  expect(ofCreated(report.created.slice(1))).toEqual([]);
});
