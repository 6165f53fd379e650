import { expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import type { JournalEntry } from '../evidence/journal.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { drawingOf } from './draw-report.js';
import { asGuest } from './environment.js';
import { preparedRun } from './prepared.fixture.js';

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

async function drawn(asked: Partial<Asked>, started?: StartedTarget, stopped?: string, named: object = {}) {
  const { run, environment } = await preparedRun(named);
  return drawingOf(run, { ...nothing, ...asked }, { environment, started, notices: [] }).draw(stopped).report;
}

test.each<[name: string, asked: Partial<Asked>, silent: string | undefined, stopped: string | undefined, why?: string]>(
  [
    ['nothing', {}, undefined, undefined],
    ['its end', { entries: [ended()] }, undefined, undefined],
    ['a signal', { early: { sentence: 'A signal.' } }, undefined, undefined, 'A signal.'],
    ['a target that does not respond', {}, 'It is silent.', undefined, 'It is silent.'],
    ['its own reason', { entries: [ended('Too many errors.')] }, undefined, undefined, 'Too many errors.'],
    [
      'a signal first',
      { early: { sentence: 'A signal.' }, entries: [ended('Errors.')] },
      'Silent.',
      undefined,
      'A signal.',
    ],
    ['a target before its own reason', { entries: [ended('Errors.')] }, 'Silent.', undefined, 'Silent.'],
    ['a signal while it is drawn', { entries: [ended('Errors.')] }, undefined, 'A late signal.', 'A late signal.'],
  ],
)('a run that ended by %s is complete, or says why it stopped', async (_, asked, silent, stopped, why) => {
  const started = silent === undefined ? undefined : ({ silent } as StartedTarget);
  const { run } = await drawn(asked, started, stopped);
  expect([run.complete, run.stopped]).toEqual([why === undefined, why]);
});

test('a run without a verdict of each check is not complete, and says of which', async () => {
  const { run, requirements } = await drawn({ findings: all.slice(1), early: { sentence: 'A signal.' } });
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
  const unkept = await drawn({ entries: [{ entry: 'unkept', requests: 3 }, { entry: 'retried' }] });
  expect(unkept.summary.requests).toBe(3);
});

test('a report names what was configured, and nothing that was not', async () => {
  const plain = await drawn({});
  for (const name of [
    'operator',
    'classification',
    'subject',
    'signingKey',
    'decisions',
    'required',
    'cases',
    'notices',
    'strict',
    'job',
  ])
    expect(plain.run).not.toHaveProperty(name);
  expect(plain.target).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1/', embedded: false, tenants: 1 });
  expect(plain.target).not.toHaveProperty('certificate');
  const [member] = fsapi.members ?? [];
  const only = ['AUTH-01', 'AUTH-02', member?.requirement];
  const named = {
    only,
    operator: 'Ada',
    classification: 'internal',
    require: ['AUTH-01'],
    otherTenantId: 'tnt_2',
    cases: 2,
  };
  const full = await drawn({ only: ['AUTH-01'] }, undefined, undefined, { ...named, failOnDrift: true });
  expect(full.run).toMatchObject({
    operator: 'Ada',
    classification: 'internal',
    required: ['AUTH-01'],
    strict: ['drift'],
  });
  expect(full.run.cases).toMatchObject({ each: 2, asked: 0, unkept: { requests: 0, customers: 0 } });
  expect(full.run.cases?.planned).toBeGreaterThanOrEqual(4);
  expect(full.run.notices?.join()).toContain('were generated with seed');
  expect(full.target.tenants).toBe(2);
});

test('notices come in order, and a guest names no job of CI', async () => {
  const env = { CI: 'true', CI_JOB_URL: 'https://ci.example.com/7' };
  const { run, environment } = await preparedRun({}, env);
  const about = { started: undefined, notices: ['One.'] };
  const asked = { ...nothing, entries: [{ entry: 'in part', exchange: 'x0001' } as const] };
  const { report } = drawingOf(run, asked, { ...about, environment }).draw();
  expect(report.run.notices).toEqual(['One.', expect.stringContaining('only in part (x0001)')]);
  const guest = drawingOf(run, asked, { ...about, environment: { ...environment, terms: asGuest } }).draw().report;
  expect([report.run.job, guest.run.job]).toEqual(['https://ci.example.com/7', undefined]);
});
