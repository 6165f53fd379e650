import { describe, expect, test } from 'vitest';
import { currentScope, inScope, type RunContext } from '../client/context.js';
import type { Response } from '../client/message.js';
import { runOf } from '../client/run.fixture.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, UnclearResponse } from '../client/verdicts.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from './context.fixture.js';
import { serverErrors, settled } from './fixture.js';
import { confirmed, repeatedAfterErrors } from './server-errors.js';
import { settlementOf } from './settled.js';

/** A run whose pauses take no time, and what they were. */
function patient() {
  const run = contextFor([]);
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  return { run: { ...run, clock: { ...run.clock, sleep } } as RunContext, pauses };
}

/** A probe that ends in one way after the other, and then in the last again; and how often it began. */
function ending<T>(ways: readonly (T | Error)[]) {
  const began = { times: 0 };
  const probe = async () => {
    const way = ways[Math.min(began.times, ways.length - 1)];
    began.times += 1;
    if (way instanceof Error) throw way;
    return way as T;
  };
  return Object.assign(probe, { began });
}

const reset = new TransportError('the connection was reset');
let exchanges = 0;
const returned = (status: number): Response => {
  exchanges += 1;
  return { ...created({ status }), exchange: `x${exchanges}` };
};

describe('a probe that meets a transport error', () => {
  test('begins anew, five times at most, and each is noted', async () => {
    const scope = async () => {
      expect(await settled(ending([reset, reset, reset, reset, reset, 'done']))).toBe('done');
      expect(currentScope().retried).toBe(5);
      const never = ending([Object.assign(new TransportError('Reset'), { request: '`POST /customers`' })]);
      await expect(settled(never)).rejects.toThrow('response was received to `POST /customers`: Reset.');
      expect(never.began.times).toBe(6);
    };
    await inScope('a check', scope, patient().run);
  });

  test.each([
    ['that asked to wait', new TransportError('429', 0), undefined, 'received: 429.'],
    ['in a run that has stopped', reset, 'Stopped.', 'Stopped.'],
    ['that is none', new TypeError('a slip'), undefined, 'a slip'],
  ])('%s ends there', async (_, error, stopped, message) => {
    const { run } = patient();
    if (stopped) run.stopped = stopped;
    const probe = ending([error, 'done']);
    const ended = inScope('a check', () => settled(probe), run);
    await expect(ended).rejects.toThrow(message);
    await expect(ended).rejects.toBeInstanceOf(error instanceof TransportError ? NoResponse : TypeError);
    expect(probe.began.times).toBe(1);
  });
});

describe('a response that is a server error', () => {
  const within = <T>(work: () => Promise<T>) => {
    const { run, pauses } = patient();
    return inScope('a check', async () => ({ made: await work(), pauses, errors: serverErrors() }), run);
  };

  test.each([
    ['is made again, after a longer pause each time, and what stays is the answer', [500, 500, 201], true],
    ['three times over is the answer', [500, 503, 500, 201], false],
  ])('%s', async (_, statuses, areChance) => {
    const [one, two, last] = statuses.map(returned) as [Response, Response, Response];
    const { made, pauses, errors } = await within(() => settled(ending([one, two, last, returned(201)])));
    expect([made, pauses, errors.areChance]).toEqual([last, [200, 400], areChance]);
    expect(errors.before.get(last.exchange)).toEqual([one, two]);
  });

  test('leaves a reading undecided, which is made again, and stays so where the error stays', async () => {
    const unclear = () => new UnclearResponse('Nothing decides.', returned(500), 'it');
    const { made, errors } = await within(() => settled(ending([unclear(), 'a reading'])));
    expect([made, errors.areChance]).toEqual(['a reading', true]);
    const ended = within(() => settled(ending([unclear(), unclear(), unclear(), 'a reading'])));
    await expect(ended).rejects.toThrow(UnclearResponse);
    const clear = within(() => settled(ending([new UnclearResponse('Nothing decides.', returned(422))])));
    await expect(clear).rejects.toThrow(UnclearResponse);
    await expect(within(() => settled(ending([new Inconclusive('No.')])))).rejects.toThrow('No.');
  });

  test('that settled before is not made again', async () => {
    const error = returned(500);
    const inner = ending([returned(500), returned(500), error]);
    const outer = async () => settled(inner);
    const { made } = await within(() => settled(outer));
    expect([made, inner.began.times]).toEqual([error, 3]);
  });

  test('is no other value', async () => {
    for (const value of [null, 'text', { status: 500, request: {} }])
      expect((await within(() => settled(ending([value])))).made).toBe(value);
  });
});

describe('a failure by a server error', () => {
  const failed = (before?: number, response = returned(500)) =>
    new Failed({
      ...{ found: 'It returned 500.', expected: '401', received: '500', response },
      ...(before && { control: { request: 'with the valid key', response: returned(before) } }),
    });
  const pass = { response: returned(401) };
  const thrice = 'It returned 500, 3 times out of 3. 500\nEach attempt started afresh';
  const between = ', and with valid requests accepted in between';
  const judged = async (ways: readonly (object | Error)[], after = 201) => {
    const { within, requests } = await runOf([after]);
    const probe = ending(ways);
    const came = await within(() => repeatedAfterErrors(probe as never)).catch((error: unknown) => error);
    return { came, begun: probe.began.times, sent: requests.length };
  };

  test.each([
    ['three times, between controls, counts', [1, 2, 3].map(() => failed(201)), 201, `${thrice}${between}.`, 3, 3],
    ['three times, of valid requests, counts', [1, 2, 3].map(() => failed()), 201, `${thrice}.`, 3, 0],
    ['the same exchange each time is not', [failed()], 201, '500 once; a repeat was not possible.', 3, 0],
    ['before a valid request that fails is not', [failed(201)], 422, 'after it 422, so this request may not', 1, 1],
    ['beside a control that fails alike counts', [1, 2, 3].map(() => failed(422)), 422, thrice, 3, 3],
  ])('%s', async (_, ways, after, expected, begun, sent) => {
    const ended = await judged(ways, after);
    const { message, details } = ended.came as Failed;
    expect(`${message} ${details?.received}`).toContain(expected);
    expect([ended.begun, ended.sent]).toEqual([begun, sent]);
  });

  test('is none where a repeat passes, and the next one then takes six', async () => {
    const { within } = await runOf([201]);
    await within(async () => {
      await expect(repeatedAfterErrors(ending([failed(201), pass]) as never)).rejects.toMatchObject({
        message: expect.stringMatching(/returned 500 once; a repeat returned 401\.$/),
        unmet: 'server errors come by chance',
      });
      const six = ending([1, 2, 3, 4, 5, 6].map(() => failed(201)));
      await expect(repeatedAfterErrors(six as never)).rejects.toThrow('6 times out of 6');
      const three = ending([1, 2, 3].map(() => failed()));
      await expect(repeatedAfterErrors(three as never)).rejects.toThrow('3 times out of 3');
    });
    const { came } = await judged([failed(), failed(), pass]);
    expect((came as Error).message).toMatch(/returned 500 twice; a repeat returned 401\.$/);
  });

  test.each([
    ['a pass', pass],
    ['a pass by a server error', { response: returned(500) }],
    ['a pass outside of any exchange', { outside: true }],
    ['another failure', failed(undefined, returned(201))],
    ['something else', new Inconclusive('No.')],
  ])('is not %s: that stands at once', async (_, way) => {
    const { came, begun } = await judged([way]);
    expect([came, begun]).toEqual([way, 1]);
  });
});

describe('a failure by a rejection', () => {
  const failed = (status: number) => new Failed({ found: `It returned ${status}.`, response: returned(status) });
  const other = { response: returned(401) };
  const blocked = 'It returned 403. The client may have been blocked: repeats returned 401.';

  test.each([
    ['that may come of a block counts where it comes again', [failed(403), failed(403)], 'It returned 403.', 2],
    ['that one of two instances gives counts', [failed(403), other, failed(403)], 'It returned 403.', 3],
    ['that does not come again decides nothing', [failed(403), other], blocked, 5],
    ['of the body counts at once', [failed(422)], 'It returned 422.', 1],
  ])('%s', async (_, ways, message, begun) => {
    const probe = ending<object>(ways);
    await expect(inScope('a check', () => confirmed(probe as never), patient().run)).rejects.toThrow(message);
    expect(probe.began.times).toBe(begun);
  });
});

test('a settlement of a shape without a response to judge says so', async () => {
  const observation = { kind: 'observation', id: 'ERR-01', name: 'n', phase: 'last', place: new Error() } as const;
  const sample = { contract: {}, isByStatus: true, bodies: [], size: '0 rejections' };
  const check = settlementOf(
    { ...observation, creations: 0, probe: async () => ({ observation, sentences: [] }) },
    sample,
    [],
  );
  await expect(check.probe({} as never)).rejects.toThrow('This run saw 0 rejections, so there was nothing to judge.');
});
