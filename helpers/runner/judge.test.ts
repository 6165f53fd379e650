import { describe, expect, test, vi } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, type Observed, type Proof, Skipped } from '../client/verdicts.js';
import { StorageError } from '../evidence/storage-error.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from './context.fixture.js';
import type { Fact, Rests } from './fixture.js';
import { beginChecks, judge } from './judge.js';
import { type Definition, describer } from './suite.js';

const suite = describer<typeof fsapi>();
const shown = { found: 'It failed.', expected: '401', received: '201' } as const;
const failure = { ...shown, outside: true } as const;
const certificate = async () => ({ outside: true }) as const;
const throwing = (error: Error) => () => Promise.reject(error);
const reset = new TransportError('the connection was reset');
const secret = 'sk_sandbox_0123456789abcdef';

async function judged(probe: () => Promise<Proof>, about: Partial<Rests> & { basis?: 'inferred' } = {}) {
  const { definitions } = suite('AUTH-01', ({ test: check }) => check('a check', about, probe));
  const run = contextFor(definitions);
  return { ...(await judge(definitions[0] as Definition, run)), run };
}

describe('a check that', () => {
  const unanswered = { verdict: 'inconclusive', unanswered: true };
  test.each([
    ['returns what it saw', certificate, { kind: 'check', verdict: 'pass', id: 'AUTH-01', name: 'a check' }],
    ['fails', throwing(new Failed(failure)), { ...shown, verdict: 'fail' }],
    ['lacks something', throwing(new Inconclusive('No.', 'No key.')), { verdict: 'inconclusive', unmet: 'No key.' }],
    ['got no response', throwing(new NoResponse('Silence.', 'no target')), { ...unanswered, unmet: 'no target' }],
    ['broke each time', throwing(reset), { ...unanswered, reason: expect.stringContaining('connection was reset') }],
    ['is skipped', throwing(new Skipped('No.', 'second-tenant')), { verdict: 'skipped', lacks: 'second-tenant' }],
    ['slips', throwing(new TypeError('a slip')), { kind: 'harness-fault', message: expect.stringContaining('a slip') }],
    ['is not stored', throwing(new StorageError('Full.')), { kind: 'harness-fault', sentence: 'Full.' }],
  ])('%s', async (_, probe, expected) => {
    expect((await judged(probe)).finding).toMatchObject(expected);
  });

  test('broke once is begun anew', async () => {
    const ways = [throwing(reset)];
    const { finding } = await judged(() => (ways.shift() ?? certificate)());
    expect(finding).toMatchObject({ verdict: 'pass', retried: 1 });
  });

  test('fails shows the failing response first, as sent and as a command, without the key', async () => {
    const response = created({ status: 201, body: { key: secret } });
    const details = { found: `It returned ${secret}.`, expected: '401', received: '201', response };
    const { finding } = await judged(throwing(new Failed(details)));
    const sent = { request: expect.stringContaining('POST') };
    expect(finding).toMatchObject({ exchanges: [response.exchange], sent, again: expect.stringContaining('curl') });
    expect(JSON.stringify(finding)).not.toContain(secret);
  });

  test('passes shows what its probe returned, what fixtures sent, and the requirement where it says no more', async () => {
    const [response, control] = [created({ status: 401 }), created({ status: 201 })];
    const beside = { request: 'with the valid key', response: control };
    const { finding } = await judged(async () => ({ response, control: beside }));
    expect(finding).toMatchObject({
      ...{ verdict: 'pass', status: 401, received: '401', deciding: response.exchange },
      expected: expect.stringContaining('401'),
      control: { request: 'with the valid key', status: 201, exchange: control.exchange },
      exchanges: [...new Set([response.exchange, control.exchange])],
    });
  });

  test('passes hands what it noted of an invalid value to the observations, once it has passed', async () => {
    const about = { pointer: '/email', mutation: 'no @', became: 'rejected' } as const;
    const noted = { response: created({ status: 422 }), ...about };
    const { run } = await judged(async () => ({ response: noted.response, noted }));
    expect(run.noted).toEqual([noted]);
  });

  test('passes shows no more than there is', async () => {
    const { finding, run } = await judged(certificate, { basis: 'inferred' });
    for (const name of ['witnesses', 'identity', 'unanswered', 'unmet'])
      expect(finding).not.toMatchObject({ [name]: expect.anything() });
    expect(finding).toMatchObject({ basis: 'inferred', expected: expect.stringContaining('401') });
    expect(run.noted).toEqual([]);
  });

  test.each([
    ['header:location', 'header:location'],
    ['', undefined],
  ])('repeats a request says by what %j the customers are distinguished', async (identity, shown) => {
    const response = created({ status: 201 });
    const control = { request: 'with the key', response, outcome: 'one customer' };
    const repeated = { times: 2, atOnce: false, identity };
    const details = { ...failure, outside: undefined, response, control, repeated };
    const { finding } = await judged(throwing(new Failed(details as never)));
    expect((finding as CheckFinding).identity).toBe(shown);
    expect(finding).toMatchObject({ control: { outcome: 'one customer' }, again: expect.stringContaining('seq 2') });
  });
});

const fails = throwing(new Failed(failure));
const holds = async () => [created({})];
const unknown = throwing(new Inconclusive('Every response shows one customer.'));
/** A requirement's check that rests on one fact, beside one of the requirement that owns the fact. */
async function resting(
  position: keyof Rests,
  fact: Partial<Fact>,
  probe: () => Promise<Proof> = certificate,
  ofOwner: () => Promise<Proof> = certificate,
) {
  const facts = { [position]: [{ name: 'two customers differ', establish: holds, ...fact }] };
  const definitions = [
    suite('ACCT-03', ({ test: check }) => check('a check', facts, probe)),
    suite('ACCT-02', ({ test: check }) => check('of the owner', { phase: 'last' }, ofOwner)),
  ].flatMap((one) => one.definitions);
  const [finding] = await Promise.all(beginChecks(contextFor(definitions), definitions));
  return finding;
}

describe('a fact', () => {
  test('that is shown stands beside the pass', async () => {
    const witnesses = [{ name: 'two customers differ', exchanges: ['x0001'] }];
    expect(await resting('shown', {})).toMatchObject({ verdict: 'pass', witnesses });
  });

  test.each(['given', 'shown'] as const)('%s that is unknown, or refuted, decides nothing', async (position) => {
    const [unseen, refuted] = [{ establish: unknown }, { establish: fails, owner: 'ACCT-02' } as const];
    const reason = 'Every response shows one customer.';
    expect(await resting(position, unseen)).toMatchObject({ verdict: 'inconclusive', reason });
    expect(await resting(position, refuted)).toMatchObject({ verdict: 'inconclusive', unmet: 'ACCT-02' });
  });

  test('that should be shown softens no contradiction', async () => {
    expect(await resting('shown', { establish: unknown }, fails)).toMatchObject({ verdict: 'fail' });
    expect(await resting('given', { establish: unknown }, fails)).toMatchObject({ verdict: 'inconclusive' });
  });

  test('that explains a failure does so where it is refuted and its owner fails in this run, and nowhere else', async () => {
    const refuted = { establish: fails, owner: 'ACCT-02' };
    expect(await resting('unless', refuted, fails, fails)).toMatchObject({ verdict: 'inconclusive', unmet: 'ACCT-02' });
    const alone = await resting('unless', refuted, fails);
    expect(alone).toMatchObject({ verdict: 'fail', likelyCause: expect.stringContaining('ACCT-02') });
    for (const other of [{ establish: unknown, owner: 'ACCT-02' }, { owner: 'ACCT-02' }])
      expect(await resting('unless', other, fails, fails)).toMatchObject({ verdict: 'fail' });
  });

  test('is established once a run, and anew after each failure that it may explain', async () => {
    const establish = vi.fn(holds);
    const fact: Fact = { name: 'it is so', establish };
    const two = [{ name: 'one' }, { name: 'two' }];
    const passing = suite('ACCT-03', ({ test: check }) =>
      check.each(two)('$name', { shown: [fact], given: [fact] }, certificate));
    await Promise.all(beginChecks(contextFor(passing.definitions), passing.definitions));
    expect(establish).toHaveBeenCalledTimes(1);
    const failing = suite('ACCT-03', ({ test: check }) => check.each(two)('$name', { unless: [fact] }, fails));
    await Promise.all(beginChecks(contextFor(failing.definitions), failing.definitions));
    expect(establish).toHaveBeenCalledTimes(3);
  });
});

describe('an observation', () => {
  const observed = async (probe: () => Promise<Observed>, more: object = {}, names = ['one'], configuration = {}) => {
    const { definitions } = suite('IDEM-06', ({ observe }) => {
      for (const name of names) observe(name, probe);
    });
    return (await judge(definitions[0] as Definition, { ...contextFor(definitions, configuration), ...more })).finding;
  };
  const inTurn = (values: readonly unknown[]) => {
    let times = 0;
    return async (): Promise<Observed> => {
      times += 1;
      const value = values[times - 1];
      if (value instanceof Error) throw value;
      return { observation: value ?? { times }, sentences: [], outside: true };
    };
  };
  const bare = async () => ({ observation: {}, sentences: [] });

  test('carries its value in its normal form, and is not made with --observe none', async () => {
    expect(JSON.stringify(await observed(inTurn([{ b: 1, a: 2 }])))).toContain('"observation":{"a":2,"b":1}');
    const kept = await observed(inTurn([{}]), {}, ['one'], { observe: 'none' });
    expect(kept).toMatchObject({ verdict: 'not-asked', reason: expect.stringContaining('--observe none') });
  });

  test('has the responses to other requests that it was read off as evidence', async () => {
    const response = created({ status: 201 });
    const finding = await observed(async () => ({ ...(await bare()), seen: [response] }));
    expect(finding).toMatchObject({ verdict: 'observed', exchanges: [response.exchange] });
    expect(finding).not.toHaveProperty('seen');
  });

  test('is made once more where it differs from the baseline, and the second counts where there is one', async () => {
    const baseline = { 'IDEM-06': { a: 1 } };
    expect(await observed(inTurn([{ a: 2 }, { a: 3 }]), { baseline })).toMatchObject({ observation: { a: 3 } });
    expect(await observed(inTurn([{ a: 1 }]), { baseline })).toMatchObject({ observation: { a: 1 } });
    expect(await observed(inTurn([{ a: 1 }]))).toMatchObject({ observation: { a: 1 }, exchanges: [] });
    const again = inTurn([{ a: 2 }, new Skipped('No room.')]);
    expect(await observed(again, { baseline })).toMatchObject({ verdict: 'observed', observation: { a: 2 } });
  });

  test.each([
    [{ one: { times: 1 }, other: { times: 9 } }, 1],
    [{ one: { times: 9 }, other: { times: 1 } }, 2],
    [null, 1],
  ])('of two is compared under its name: %j', async (then, times) => {
    const baseline = { 'IDEM-06': then };
    expect(await observed(inTurn([]), { baseline }, ['one', 'other'])).toMatchObject({ observation: { times } });
  });

  test.each([
    ['that is not conclusive', throwing(new Inconclusive('No.')), {}, { verdict: 'inconclusive', reason: 'No.' }],
    ['that is a slip', throwing(new TypeError('a slip')), {}, { kind: 'harness-fault' }],
    ['of nothing', bare, {}, { reason: 'This check received no response of the target.' }],
    ['of a stopped run', bare, { stopped: 'Stopped.' }, { reason: 'Stopped.' }],
  ])('%s is none', async (_, probe, more, expected) => {
    const finding = await observed(probe, more);
    expect(finding).toMatchObject(expected);
    expect(finding).not.toHaveProperty('observation');
  });
});
