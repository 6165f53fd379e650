import { expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.js';
import type { JournalEntry } from '../evidence/journal.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { Stopped } from './ending.js';
import { preparedRun } from './prepared.fixture.js';
import { inOrder, reportOf, withoutDoubtful } from './report-of.js';

const expected = [
  { id: 'AUTH-01', name: 'one' },
  { id: 'AUTH-02', name: 'other' },
];
const check = (verdict: 'pass' | 'fail' | 'skipped', exchanges: string[] = [], of = expected[0]): Finding => ({
  ...{ kind: 'check', id: of?.id ?? '', name: of?.name ?? '', verdict, exchanges, durationMs: 5, retried: 1 },
  ...(verdict === 'fail' && { found: 'The service accepted it.', sent: { request: 'POST' }, received: '201' }),
});
const all = [check('pass', [], expected[1]), check('pass')];
const nothing: Asked = { expected, findings: all, faults: [], entries: [] };
const ended = (stopped?: string): JournalEntry => ({ entry: 'end', ...(stopped !== undefined && { stopped }) });

async function drawn(asked: Partial<Asked>, started?: StartedTarget, named: object = {}) {
  const about = { env: {}, started, notices: [] };
  return reportOf(await preparedRun(named), { ...nothing, ...asked }, about).report;
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
  const checks = requirements.flatMap((row) => row.checks ?? []);
  expect(checks.map(({ name, reason }) => [name, reason])).toEqual([
    ['one', undefined],
    ['other', 'Not finished. A signal.'],
  ]);
  const unsaid = await drawn({ findings: all.slice(1) });
  expect([unsaid.run.complete, unsaid.run.stopped]).toEqual([false, undefined]);
});

test('a check that the run was cut off from is unanswered, in its place; an observation is none', () => {
  const asked = [{ id: 'AUTH-01', name: 'unfinished' }, ...expected, { id: 'CUST-19', name: 'status' }];
  expect(inOrder(asked, all, fsapi)).toEqual([
    {
      ...{ kind: 'check', id: 'AUTH-01', name: 'unfinished', verdict: 'inconclusive', unanswered: true },
      ...{ reason: 'Not finished. The run was cut short.', durationMs: 0, retried: 0, exchanges: [] },
    },
    all[1],
    all[0],
  ]);
});

const reason = expect.stringMatching(/connection/);
test.each<[what: string, finding: Finding, isUndecided: boolean]>([
  ['failure', check('fail', ['x0001', 'x0002']), true],
  ['pass', check('pass', ['x0002']), true],
  ['pass that rests on another one', check('pass', ['x0001']), false],
  ['skipped check', check('skipped', ['x0002']), false],
])('of a %s, an answer that may be of another request leaves no verdict: %s', (_, finding, isUndecided) => {
  const { kind, id, name, durationMs, retried, exchanges } = finding;
  const undecided = { kind, id, name, durationMs, retried, exchanges, verdict: 'inconclusive', reason };
  expect(withoutDoubtful([finding], new Set(['x0002']))).toEqual([isUndecided ? undecided : finding]);
});

test('an observation that rests on such an answer says nothing, and one that was not made stays so', () => {
  const common = { kind: 'observation', id: 'VER-02', name: 'one', durationMs: 5, retried: 0 } as const;
  const made = { ...common, verdict: 'observed', exchanges: ['x0002'], observation: {}, sentences: ['So.'] } as const;
  const left = { ...common, verdict: 'not-asked', exchanges: ['x0002'], reason: 'Off.' } as const;
  const doubtful = { ...common, exchanges: ['x0002'], verdict: 'inconclusive', reason };
  expect(withoutDoubtful([left, made], new Set(['x0002']))).toEqual([left, doubtful]);
  expect(withoutDoubtful([left, made], new Set(['x0003']))).toEqual([left, made]);
});

test('a report names what was configured, and nothing that was not', async () => {
  const plain = await drawn({});
  for (const name of ['operator', 'classification', 'subject', 'signingKey', 'decisions', 'notices', 'strict', 'job'])
    expect(plain.run).toHaveProperty(name, undefined);
  expect(plain.target).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1/', embedded: false, tenants: 1 });
  expect(plain.target.certificate).toBeUndefined();
  const named = { operator: 'Ada', classification: 'internal', otherTenantId: 'tnt_2', failOnDrift: true };
  const full = await drawn({}, undefined, named);
  expect(full.run).toMatchObject({ operator: 'Ada', classification: 'internal', strict: ['drift'] });
  expect(full.target.tenants).toBe(2);
});

test('notices come in order, and the job of CI is named', async () => {
  const about = { env: { CI_JOB_URL: 'https://ci.example.com/7' }, started: undefined, notices: ['One.'] };
  const asked: Asked = { ...nothing, entries: [{ entry: 'in part', exchange: 'x0001' }] };
  const { run } = reportOf(await preparedRun(), asked, about).report;
  expect(run.notices).toEqual(['One.', expect.stringContaining('only in part (x0001)')]);
  expect(run.job).toBe('https://ci.example.com/7');
});
