import { expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.js';
import { emptyJournal, evidenceOf } from '../evidence/journal.js';
import { type Asked, unfinished } from './ask-target.js';
import type { Prepared } from './prepare.js';
import { preparedRun } from './prepared.fixture.js';
import { noticesOf, reportOf, withoutDoubtful } from './report-of.js';

const expected = ['AUTH-01', 'AUTH-02'].map((id) => ({ id, name: 'n' }));
const check = (verdict: 'pass' | 'fail', exchanges: string[] = [], id = 'AUTH-01'): Finding => ({
  ...{ kind: 'check', id, name: 'n', verdict, exchanges, durationMs: 5, retried: 1 },
  ...(verdict === 'fail' && { found: 'The service accepted it.', sent: { request: 'POST' }, received: '201' }),
});
const evidence = evidenceOf(emptyJournal());
const whole = { expected, findings: [check('pass'), check('pass', [], 'AUTH-02')], isComplete: true };
const nothing: Asked = { ...whole, faults: [], evidence, stopped: undefined, unproven: new Set() };

async function drawn(asked: Partial<Asked>, silent?: string, named: object = {}, env: NodeJS.ProcessEnv = {}) {
  return reportOf(await preparedRun(named, env), { ...nothing, ...asked }, { silent, notices: ['One.'] });
}

test.each<[isComplete: boolean, stopped: string | undefined, silent: string | undefined, why?: string]>([
  [true, undefined, undefined],
  [false, undefined, 'The target is silent.', 'The target is silent.'],
  [false, 'A signal.', 'The target is silent.', 'A signal.'],
  // A target that no longer responds has nothing more to say.
  [true, 'Stopped after 8 errors.', undefined, 'Stopped after 8 errors.'],
])('a run is complete (%j), and says why it stopped: %j, %j', async (isComplete, stopped, silent, why) => {
  const { run } = await drawn({ isComplete, stopped: stopped === undefined ? stopped : { sentence: stopped } }, silent);
  expect([run.complete, run.stopped]).toEqual([isComplete, why]);
});

test('a run names why the target could not be tested, with its history', async () => {
  const rejected = { caller: 'first', operation: 'list accounts', status: 401, became: 'It returned 401' } as const;
  const lost = { evidence: { ...evidence, valid: [rejected] } };
  const { run, history, open } = await drawn(lost);
  expect(run.unavailable).toMatchObject({ cause: 'key-rejected', whole: true });
  expect(history.at(-1)?.unavailable).toBe('key-rejected');
  expect((await drawn({ ...lost, isComplete: false })).run.unavailable).toBeUndefined();
  expect(open).toMatchObject([{ id: 'key-rejected', kind: 'target' }]);
});

test('a run without a verdict of each check is not complete, and says of which', async () => {
  const cut = unfinished({ kind: 'check', id: 'AUTH-02', name: 'other' }, { sentence: 'A signal.' });
  expect(cut).toMatchObject([{ verdict: 'inconclusive', unanswered: true, exchanges: [] }]);
  const { run, requirements } = await drawn({ findings: [check('pass'), ...cut], isComplete: false });
  expect([run.complete, run.stopped]).toEqual([false, undefined]);
  const [, second] = requirements.flatMap((row) => row.checks ?? []);
  expect(second).toMatchObject({ name: 'other', reason: 'Not finished. A signal.' });
  expect(unfinished({ kind: 'observation', id: 'CUST-19', name: 'status' })).toEqual([]);
});

const common = { kind: 'observation', id: 'VER-02', name: 'one', durationMs: 5, retried: 0, exchanges: ['x0002'] };
test.each([
  ['failure', true, check('fail', ['x0001', 'x0002'])],
  ['pass', true, check('pass', ['x0002'])],
  ['pass that rests on another one', false, check('pass', ['x0001'])],
  ['observation', true, { ...common, verdict: 'observed', observation: {}, sentences: ['So.'] } as Finding],
  ['observation that was not made', false, { ...common, verdict: 'not-asked', reason: 'Off.' } as Finding],
])('of a %s, an answer that may be of another request leaves no verdict: %s', (_, isUndecided, finding) => {
  const { kind, id, name, durationMs, retried, exchanges } = finding;
  const reason = expect.stringMatching(/connection/);
  const undecided = { kind, id, name, durationMs, retried, exchanges, verdict: 'inconclusive', reason };
  expect(withoutDoubtful([finding], new Set(['x0002']))).toEqual([isUndecided ? undecided : finding]);
});

test('a report names what was configured, and nothing that was not', async () => {
  const plain = await drawn({});
  for (const name of ['operator', 'classification', 'subject', 'signingKey', 'decisions', 'strict', 'job'])
    expect(plain.run).toHaveProperty(name, undefined);
  expect(plain.target).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1/', embedded: false, tenants: 1 });
  expect(plain.target.certificate).toBeUndefined();
  const named = { operator: 'Ada', classification: 'internal', otherTenantId: 'tnt_2', failOnDrift: true };
  const inPart = { evidence: { ...evidence, inPart: 2 } };
  const full = await drawn(inPart, undefined, named, { CI_JOB_URL: 'https://ci.example.com/7' });
  expect(full.run).toMatchObject({ operator: 'Ada', classification: 'internal', strict: ['drift'] });
  expect(full.run.job).toBe('https://ci.example.com/7');
  expect(full.target.tenants).toBe(2);
  expect(full.run.notices).toEqual(['One.', expect.stringContaining('2 responses only in part')]);
});

const target = {
  ...{ baseUrl: 'https://api.example.com/v1/', environment: 'sandbox' },
  ...{ allowInsecureHttp: false, allowLiveWrites: false, failOnDrift: false },
};
const noticed = (configuration: object, embedded: boolean, baseline?: object) => {
  const run = { target: { configuration: { ...target, embedded, ...configuration } }, tested: { basePath: '/v1/' } };
  return noticesOf({ ...run, baseline } as unknown as Prepared);
};

test.each([
  [{ environment: 'live' }, [/^Live: nothing is written/]],
  [{ environment: 'live', allowLiveWrites: true }, [/^Live: this run writes/]],
  [{ baseUrl: 'https://api.example.com/' }, [/^The base address has no .*Probably meant: .*\/v1/]],
  [{ baseUrl: 'https://api.example.com/' }, [], true],
  [{ baseUrl: 'http://10.0.0.1/v1/', allowInsecureHttp: true }, [/^Keys travel over plain HTTP/]],
  [{ baseUrl: 'http://127.0.0.1/v1/', allowInsecureHttp: true }, [], true],
  [{ allowInsecureHttp: true }, []],
  [{ baseUrl: 'http://127.0.0.1/v1/' }, []],
  [{ publicKeys: ['apiKey'] }, [/CONFORMANCE_API_KEY.*counts as public/]],
  [{ failOnDrift: true }, [], false, {}],
  [{ failOnDrift: true }, [/no earlier run/]],
  [{ failOnDrift: true, baseline: 'none' }, [/--baseline is none\./]],
])('the report of a run with %j says %j', (configuration, said, embedded = false, baseline?) => {
  expect(noticed(configuration, embedded, baseline)).toEqual(said.map((one) => expect.stringMatching(one)));
});
