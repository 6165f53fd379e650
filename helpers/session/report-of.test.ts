import { expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import type { JournalEntry } from '../evidence/journal.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { Stopped } from './ending.js';
import { preparedRun } from './prepared.fixture.js';
import { reportOf } from './report-of.js';

const expected = [
  { id: 'AUTH-01', name: 'one' },
  { id: 'AUTH-02', name: 'other' },
];
const passed = ({ id, name }: { id: string; name: string }): CheckFinding => ({
  ...{ kind: 'check', id, name, verdict: 'pass', exchanges: [], durationMs: 1, retried: 0, expected: '401' },
});
const all = [...expected].reverse().map(passed);
const nothing: Asked = { expected, findings: all, faults: [], entries: [] };
const ended = (stopped?: string): JournalEntry => ({ entry: 'end', ...(stopped !== undefined && { stopped }) });

async function drawn(asked: Partial<Asked>, started?: StartedTarget, named: object = {}) {
  const run = await preparedRun(named);
  return reportOf(run, { ...nothing, ...asked }, { env: {}, started, notices: [] }).report;
}

test.each<[name: string, asked: Partial<Asked>, silent: string | undefined, why?: string]>([
  ['nothing', {}, undefined],
  ['its end', { entries: [ended()] }, undefined],
  ['a signal', { stopped: new Stopped('A signal.') }, undefined, 'A signal.'],
  ['a target that does not respond', {}, 'It is silent.', 'It is silent.'],
  ['its own reason', { entries: [ended('Too many errors.')] }, undefined, 'Too many errors.'],
  ['a signal first', { stopped: new Stopped('A signal.'), entries: [ended('Errors.')] }, 'Silent.', 'A signal.'],
  ['a target before its own reason', { entries: [ended('Errors.')] }, 'Silent.', 'Silent.'],
])('a run that ended by %s is complete, or says why it stopped', async (_, asked, silent, why) => {
  const { run } = await drawn(asked, silent === undefined ? undefined : ({ silent } as StartedTarget));
  expect([run.complete, run.stopped]).toEqual([why === undefined, why]);
});

test('a run without a verdict of each check is not complete, and says of which', async () => {
  const { run, requirements } = await drawn({ findings: all.slice(1), stopped: new Stopped('A signal.') });
  expect(run.complete).toBe(false);
  const checks = requirements.flatMap(({ checks = [] }) => checks);
  expect(checks.map(({ name, reason }) => [name, reason])).toEqual([
    ['one', undefined],
    ['other', 'Not finished. A signal.'],
  ]);
  const unsaid = await drawn({ findings: all.slice(1) });
  expect([unsaid.run.complete, unsaid.run.stopped]).toEqual([false, undefined]);
});

test('what rests on responses of other requests counts for nothing', async () => {
  const response = { status: 401, reason: '', httpVersion: '1.1', headers: [], body: '', bodyBytes: 0, cut: false };
  const exchange = (id: string, status: number): JournalEntry => ({
    ...{
      entry: 'exchange',
      id,
      startedAt: new Date().toISOString(),
      offsetMs: 0,
      durationMs: 1,
      by: 'a',
      purpose: 'b',
    },
    request: { method: 'GET', url: 'http://127.0.0.1:9/v1/accounts', headers: [], body: undefined },
    response: { ...response, status },
  });
  const answered = await drawn({ entries: [exchange('x0001', 401), exchange('x0002', 503)] });
  expect(answered.summary.requests).toBe(2);
  const [only503, none] = [await drawn({ entries: [exchange('x0001', 503)] }), await drawn({})];
  expect([only503.summary.requests, none.summary.requests]).toEqual([1, 0]);
});

test('a report names what was configured, and nothing that was not', async () => {
  const plain = await drawn({});
  for (const name of ['operator', 'classification', 'subject', 'signingKey', 'decisions', 'notices', 'strict', 'job'])
    expect(plain.run).toHaveProperty(name, undefined);
  expect(plain.target).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1/', embedded: false, tenants: 1 });
  expect(plain.target.certificate).toBeUndefined();
  const named = { operator: 'Ada', classification: 'internal', otherTenantId: 'tnt_2' };
  const full = await drawn({}, undefined, { ...named, failOnDrift: true });
  expect(full.run).toMatchObject({ operator: 'Ada', classification: 'internal', strict: ['drift'] });
  expect(full.target.tenants).toBe(2);
});

test('notices come in order, and the job of CI is named', async () => {
  const run = await preparedRun();
  const about = { env: { CI_JOB_URL: 'https://ci.example.com/7' }, started: undefined, notices: ['One.'] };
  const { report } = reportOf(run, { ...nothing, entries: [{ entry: 'in part', exchange: 'x0001' }] }, about);
  expect(report.run.notices).toEqual(['One.', expect.stringContaining('only in part (x0001)')]);
  expect(report.run.job).toBe('https://ci.example.com/7');
});
