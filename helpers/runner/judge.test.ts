import { describe, expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { context, currentScope, type Waived } from '../client/context.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, type Proof, Skipped } from '../client/verdicts.js';
import { StorageError } from '../evidence/storage-error.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from './context.fixture.js';
import { judge } from './judge.js';
import { suite } from './suite.js';
import type { Witness } from './witness.js';

const failure = { found: 'It failed.', expected: '401', received: '201', outside: true } as const;
const certificate = async () => ({ outside: true }) as const;
const secret = 'sk_sandbox_0123456789abcdef';

/** What becomes of one check with this probe. */
async function judged(probe: () => Promise<Proof>, configuration = {}) {
  const { check, definitions } = suite<typeof fsapi>();
  check('AUTH-01', 'a check', { witnesses: [] }, probe);
  const run = contextFor(definitions, configuration);
  const [definition] = definitions;
  if (!definition) throw new Error('no definition');
  return { finding: await judge(definition, run), run };
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
    for (const name of ['witnesses', 'identity', 'basis', 'cases', 'unanswered', 'unmet'])
      expect(finding).not.toHaveProperty(name);
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
    for (const name of ['unanswered', 'unmet']) expect(plain.finding).not.toHaveProperty(name);
    const counts = { planned: 4, asked: 3 } as never;
    const withCases = await judged(async () => {
      currentScope().cases = counts;
      return certificate();
    });
    expect(withCases.finding).toMatchObject({ cases: counts });
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
    expect(await fault(new TypeError('a slip'))).not.toHaveProperty('sentence');
  });

  test('that rests on an inference says so', async () => {
    const { check, definitions } = suite<typeof fsapi>();
    check('AUTH-01', 'a check', { witnesses: [], basis: 'inferred' }, certificate);
    expect(await judge(definitions[0] as never, contextFor(definitions))).toMatchObject({ basis: 'inferred' });
  });

  test.each<[name: string, waived: readonly Waived[], stops: boolean]>([
    ['another requirement', [{ id: 'AUTH-02' }], true],
    ['the requirement', [{ id: 'AUTH-02' }, { id: 'AUTH-01' }], false],
    ['the check', [{ id: 'AUTH-01', check: 'a check' }], false],
    ['another check', [{ id: 'AUTH-01', check: 'another' }], true],
    ['the sentence', [{ id: 'AUTH-01', found: 'It failed.' }], false],
    ['another sentence', [{ id: 'AUTH-01', found: 'It was slow.' }], true],
    ['nothing', [], true],
  ])('with --bail stops the run unless waived: %s', async (_, waived, stops) => {
    const { check, definitions } = suite<typeof fsapi>();
    check('AUTH-01', 'a check', { witnesses: [] }, async () => {
      throw new Failed(failure);
    });
    const run = { ...contextFor(definitions, { bail: true }), waived };
    await judge(definitions[0] as never, run);
    expect(run.stopped !== undefined).toBe(stops);
  });

  test('a failure ends the run with --bail, and only then', async () => {
    const fail = async () => {
      throw new Failed(failure);
    };
    expect((await judged(fail)).run.stopped).toBeUndefined();
    expect((await judged(fail, { bail: true })).run.stopped).toContain('AUTH-01');
  });
});

describe('a pass needs its witnesses', () => {
  const witness = (establish: Witness['establish']): Witness => ({ name: 'two customers differ', establish });
  const finding = async (witnesses: readonly Witness[], probe = certificate as () => Promise<Proof>) => {
    const { check, definitions } = suite<typeof fsapi>();
    check('IDEM-01', 'a check', { witnesses }, probe);
    const [definition] = definitions;
    if (!definition) throw new Error('no definition');
    return judge(definition, contextFor(definitions));
  };
  const missing = witness(async () => {
    throw new Inconclusive('Every response shows one customer.');
  });

  test('it stands beside the pass', async () => {
    const sentence = 'Two customers differ.';
    expect(await finding([witness(async () => ({ sentence, responses: [created({})] }))])).toMatchObject({
      verdict: 'pass',
      witnesses: [{ name: 'two customers differ', sentence, exchanges: ['x0001'] }],
    });
  });

  test('a pass without it is withheld, and says what is missing', async () => {
    expect(await finding([missing])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'Every response shows one customer.',
    });
  });

  test('a contradiction stands without it', async () => {
    const probe = async () => {
      throw new Failed(failure);
    };
    expect(await finding([missing], probe)).toMatchObject({ verdict: 'fail' });
  });
});

test('a probe asks on behalf of its own run: several at once do not see each other', async () => {
  const { check, definitions } = suite<typeof fsapi>();
  const marks: string[] = [];
  check('AUTH-01', 'a check', { witnesses: [] }, async () => {
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
