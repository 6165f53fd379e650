import { describe, expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { context } from '../client/context.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, type Proof, Skipped } from '../client/verdicts.js';
import { StorageError } from '../evidence/storage-error.js';
import { created } from '../identity/response.fixture.js';
import { beginChecks } from './begin-checks.js';
import { contextFor } from './context.fixture.js';
import type { Fact, Rests } from './fact.js';
import { judge } from './judge.js';
import { suite } from './suite.js';

const failure = { found: 'It failed.', expected: '401', received: '201', outside: true } as const;
const certificate = async () => ({ outside: true }) as const;
const secret = 'sk_sandbox_0123456789abcdef';

/** What becomes of one check with this probe. */
async function judged(probe: () => Promise<Proof>, configuration = {}) {
  const { check, definitions } = suite<typeof fsapi>();
  check('AUTH-01', 'a check', probe);
  const run = contextFor(definitions, configuration);
  const [definition] = definitions;
  if (!definition) throw new Error('no definition');
  return { ...(await judge(definition, run)), run };
}

describe('a check', () => {
  test.each([
    [
      'returns what it saw outside of any exchange',
      certificate,
      { kind: 'check', verdict: 'pass', id: 'AUTH-01', name: 'a check' },
    ],
    [
      'throws Failed',
      async () => {
        throw new Failed(failure);
      },
      { verdict: 'fail', found: 'It failed.', expected: '401', received: '201' },
    ],
    [
      'throws Inconclusive',
      async () => {
        throw new Inconclusive('Nothing decides.');
      },
      { verdict: 'inconclusive', reason: 'Nothing decides.' },
    ],
    [
      'throws Inconclusive for a missing prerequisite',
      async () => {
        throw new Inconclusive('Nothing decides.', 'The key was rejected.');
      },
      { verdict: 'inconclusive', reason: 'Nothing decides.', unmet: 'The key was rejected.' },
    ],
    [
      'throws Skipped',
      async () => {
        throw new Skipped('Set a variable.', 'second-tenant');
      },
      { verdict: 'skipped', reason: 'Set a variable.', lacks: 'second-tenant' },
    ],
    [
      'throws anything else',
      async () => {
        throw new TypeError('a slip');
      },
      { kind: 'harness-fault', message: expect.stringContaining('TypeError: a slip') },
    ],
  ])('%s', async (_, probe, expected) => {
    const { finding } = await judged(probe);
    expect(finding).toMatchObject(expected);
  });

  test('is begun anew after a transport error, and is inconclusive where each try breaks', async () => {
    let tries = 0;
    const once = async () => {
      tries += 1;
      if (tries === 1) throw new TransportError('the connection was reset');
      return certificate();
    };
    expect((await judged(once)).finding).toMatchObject({ verdict: 'pass', retried: 1 });
    const never = async () => {
      throw new TransportError('the connection was reset');
    };
    const { finding } = await judged(never);
    expect(finding).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the connection was reset'),
    });
  });

  test('shows the failing response first, as sent and as a command, without the key', async () => {
    const response = created({ status: 201, body: { key: secret } });
    const { finding } = await judged(async () => {
      throw new Failed({ found: `It returned ${secret}.`, expected: '401', received: '201', response });
    });
    expect(finding).toMatchObject({
      exchanges: [response.exchange],
      sent: { request: expect.stringContaining('POST') },
      again: expect.stringContaining('curl'),
    });
    expect(JSON.stringify(finding)).not.toContain(secret);
  });

  test('shows what its probe returned, what fixtures sent, and the requirement where it says no more', async () => {
    const [response, control] = [created({ status: 401 }), created({ status: 201 })];
    const { finding } = await judged(async () => ({
      response,
      control: { request: 'with the valid key', response: control },
    }));
    expect(finding).toMatchObject({
      ...{ verdict: 'pass', status: 401, received: '401', deciding: response.exchange },
      expected: expect.stringContaining('401'),
      control: { request: 'with the valid key', status: 201, exchange: control.exchange },
      exchanges: [...new Set([response.exchange, control.exchange])],
    });
  });

  test('hands what it noted of an invalid value to the observations, once it has passed', async () => {
    const noted = {
      response: created({ status: 422 }),
      pointer: '/email',
      mutation: 'no @',
      became: 'rejected',
    } as const;
    const { run } = await judged(async () => ({ response: noted.response, noted }));
    expect(run.noted).toEqual([noted]);
  });

  test('leaves out what there is none of, and shows what there is', async () => {
    const { finding, run } = await judged(certificate);
    for (const name of ['witnesses', 'identity', 'basis', 'unanswered', 'unmet'])
      expect(finding).not.toMatchObject({ [name]: expect.anything() });
    expect(finding).toMatchObject({ expected: expect.stringContaining('401') });
    expect(run.noted).toEqual([]);
    expect((finding as CheckFinding).durationMs).toBeLessThan(1000);
    const silent = await judged(async () => {
      throw new NoResponse('It is silent.', 'the target is unreachable');
    });
    expect(silent.finding).toMatchObject({ unanswered: true, unmet: 'the target is unreachable' });
    const plain = await judged(async () => {
      throw new Inconclusive('Nothing decides.');
    });
    for (const name of ['unanswered', 'unmet']) expect(plain.finding).not.toMatchObject({ [name]: expect.anything() });
  });

  test.each([
    ['header:location', 'header:location'],
    ['', undefined],
  ])('of a repeated request says by what %j the customers are told apart', async (identity, shown) => {
    const response = created({ status: 201 });
    const control = { request: 'with the key', response, outcome: 'one customer' };
    const { finding } = await judged(async () => {
      throw new Failed({
        found: 'It failed.',
        expected: '401',
        received: '201',
        response,
        control,
        repeated: { times: 2, atOnce: false, identity },
      });
    });
    expect((finding as CheckFinding).identity).toBe(shown);
    expect(finding).toMatchObject({ control: { outcome: 'one customer' }, again: expect.stringContaining('seq 2') });
  });

  test('that cannot be stored is a fault in a sentence, and of any other there is none', async () => {
    const fault = async (error: Error) => (await judged(() => Promise.reject(error))).finding;
    const stored = await fault(new StorageError(`The disk is full of ${secret}.`));
    expect(stored).toMatchObject({
      id: 'AUTH-01',
      name: 'a check',
      sentence: expect.stringMatching(/^The disk is full of /),
    });
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(await fault(new TypeError('a slip'))).toMatchObject({ sentence: undefined });
  });

  test('that rests on an inference says so', async () => {
    const { check, definitions } = suite<typeof fsapi>();
    check('AUTH-01', 'a check', { basis: 'inferred' }, certificate);
    expect((await judge(definitions[0] as never, contextFor(definitions))).finding).toMatchObject({
      basis: 'inferred',
    });
  });
});

const fails = async () => {
  throw new Failed(failure);
};
const sentence = 'Two customers differ.';
const holds = async () => ({ sentence, responses: [created({})] });
const unknown = async () => {
  throw new Inconclusive('Every response shows one customer.');
};
/** A requirement's check that rests on one fact, beside one of the requirement that owns the fact. */
async function resting(
  position: keyof Rests,
  fact: Partial<Fact>,
  probe: () => Promise<Proof> = certificate,
  ofOwner: () => Promise<Proof> = certificate,
) {
  const { check, definitions } = suite<typeof fsapi>();
  check('ACCT-03', 'a check', { [position]: [{ name: 'two customers differ', establish: holds, ...fact }] }, probe);
  // The owner is decided later than what it explains.
  check('ACCT-02', 'of the owner', { phase: 'last' }, ofOwner);
  const [finding] = await Promise.all(beginChecks(contextFor(definitions), definitions));
  return finding;
}

describe('a fact', () => {
  test('that is shown stands beside the pass', async () => {
    expect(await resting('shown', {})).toMatchObject({
      verdict: 'pass',
      witnesses: [{ name: 'two customers differ', sentence, exchanges: ['x0001'] }],
    });
  });

  test.each(['given', 'shown'] as const)(
    '%s that is unknown, or refuted, leaves the check undecided',
    async (position) => {
      const reason = 'Every response shows one customer.';
      expect(await resting(position, { establish: unknown })).toMatchObject({ verdict: 'inconclusive', reason });
      expect(await resting(position, { establish: fails, owner: 'ACCT-02' })).toMatchObject({
        verdict: 'inconclusive',
        unmet: 'ACCT-02',
      });
    },
  );

  test('that should be shown softens no contradiction', async () => {
    expect(await resting('shown', { establish: unknown }, fails)).toMatchObject({ verdict: 'fail' });
    expect(await resting('given', { establish: unknown }, fails)).toMatchObject({ verdict: 'inconclusive' });
  });

  test('that explains a failure does so where it is refuted and its owner fails in this run, and nowhere else', async () => {
    const refuted = { establish: fails, owner: 'ACCT-02' };
    expect(await resting('unless', refuted, fails, fails)).toMatchObject({ verdict: 'inconclusive', unmet: 'ACCT-02' });
    // The owner passed: the failure stays, and names the likely owner.
    const alone = await resting('unless', refuted, fails);
    expect(alone).toMatchObject({ verdict: 'fail', likelyCause: expect.stringContaining('ACCT-02') });
    for (const other of [{ establish: unknown, owner: 'ACCT-02' }, { owner: 'ACCT-02' }])
      expect(await resting('unless', other, fails, fails)).toMatchObject({ verdict: 'fail' });
  });

  test('is established once a run, and anew after each failure that it may explain', async () => {
    const { check, definitions } = suite<typeof fsapi>();
    let asked = 0;
    const establish = async () => {
      asked += 1;
      return holds();
    };
    const fact: Fact = { name: 'it is so', establish };
    for (const name of ['one', 'two']) check('ACCT-03', name, { shown: [fact], given: [fact] }, certificate);
    await Promise.all(beginChecks(contextFor(definitions), definitions));
    expect(asked).toBe(1);
    const failing = suite<typeof fsapi>();
    for (const name of ['one', 'two']) failing.check('ACCT-03', name, { unless: [fact] }, fails);
    await Promise.all(beginChecks(contextFor(failing.definitions), failing.definitions));
    expect(asked).toBe(3);
  });
});

test('a probe asks on behalf of its own run: several at once do not see each other', async () => {
  const { check, definitions } = suite<typeof fsapi>();
  const marks: string[] = [];
  check('AUTH-01', 'a check', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    marks.push(context().mark);
    return certificate();
  });
  const [definition] = definitions;
  if (!definition) throw new Error('no definition');
  await Promise.all(['one', 'two'].map((mark) => judge(definition, { ...contextFor(definitions), mark })));
  expect(marks).toEqual(['one', 'two']);
  expect(() => context()).toThrow('outside of a check');
});
