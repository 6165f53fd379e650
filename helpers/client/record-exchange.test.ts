import { describe, expect, test } from 'vitest';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { StorageError } from '../evidence/storage-error.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from '../runner/context.fixture.js';
import { currentScope } from './context.js';
import type { RequestChange } from './message.js';
import { recordUnderWay, written } from './record-exchange.js';
import { runOf, type Turn } from './run.fixture.js';
import { send } from './send.js';
import { TransportError } from './transport-error.js';

const says =
  (body: string, headers: Record<string, string> = {}, status = 200): Turn =>
  (response) =>
    void response.writeHead(status, 'Odd Reason', headers).end(body);

describe('an exchange', () => {
  test('stands in the evidence with its request, its response and the time, without the key', async () => {
    const { run, create, exchanges } = await runOf([says('{"id":1}', { 'x-a': 'b' }, 201)]);
    const before = Date.now();
    await create({ body: { email: 'a@example.com' } });
    const [entry] = exchanges;
    expect(entry).toMatchObject({
      ...{ id: 'x0001', by: 'a check', purpose: 'baseline request' },
      request: { method: 'POST', url: `${run.connection.base.href}customers`, body: '{"email":"a@example.com"}' },
      response: { status: 201, reason: 'Odd Reason', httpVersion: '1.1', body: '{"id":1}', bodyBytes: 8, cut: false },
      wrote: { email: 'a@example.com', resource: 'customer', tenant: 'first' },
    });
    expect(entry?.response?.headers).toContainEqual(['x-a', 'b']);
    expect(entry?.response).not.toHaveProperty('reused');
    expect(Math.abs(Date.parse(entry?.startedAt ?? '') - before)).toBeLessThan(2000);
    expect(entry?.offsetMs).toBe(Date.parse(entry?.startedAt ?? '') - run.startedAt);
    expect(entry?.durationMs).toBeGreaterThan(0);
    expect(entry?.durationMs).toBeLessThan(2000);
    expect(JSON.stringify(entry)).not.toContain(run.configuration.apiKey);
    expect([run.requests, run.underWay.size, run.responses.length]).toEqual([1, 0, 1]);
  });

  test('of a large body that came before has its value: a run holds a long listing once', async () => {
    const listing = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: `acc_${at}` })));
    const { list } = await runOf([says(listing(10_000)), says(listing(10_001)), says(listing(10_000))]);
    const [first, other, again] = [await list(), await list(), await list()];
    expect(first.json).toHaveLength(10_000);
    expect(other.json).toHaveLength(10_001);
    expect(again.json).toBe(first.json);
    expect(again.exchange).not.toBe(first.exchange);
  });

  test('is evidence of the check that made it, and numbered in order', async () => {
    const { within, exchanges } = await runOf([says('{}')]);
    await within(async () => {
      await send(listAccounts);
      await send(listAccounts, { purpose: 'once more' });
      const scope = currentScope();
      expect([scope.exchanges, scope.own]).toEqual(Array(2).fill(['x0001', 'x0002']));
    });
    expect(exchanges.map(({ by }) => by)).toEqual(Array(2).fill('a check'));
    expect(exchanges.map(({ purpose }) => purpose)).toEqual(['baseline request', 'once more']);
    expect(exchanges.map(({ response }) => response?.reused)).toEqual([undefined, true]);
  });

  test('that broke stands there with what happened', async () => {
    const { create, exchanges } = await runOf(['break']);
    await expect(create({ idempotencyKey: null })).rejects.toThrow(TransportError);
    const [entry] = exchanges;
    expect(entry).toMatchObject({ id: 'x0001', fault: 'the connection was reset' });
    expect(entry).not.toHaveProperty('response');
  });

  test('of a response that is nested too deep is counted', async () => {
    const { list, run } = await runOf([says('['.repeat(30) + ']'.repeat(30)), says('[[]]')]);
    await list();
    await list();
    expect(run.journal.inPart).toBe(1);
  });

  test('that is under way when the run ends is recorded without a response', async () => {
    const { run, list, exchanges } = await runOf([() => undefined], { timeoutMs: 300 });
    const listing = list({ purpose: 'cut short' }).catch(() => undefined);
    while (run.underWay.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    recordUnderWay(run);
    const entry = { purpose: 'cut short', fault: 'the run ended before the response' };
    expect(exchanges).toMatchObject([entry]);
    recordUnderWay(run);
    expect(exchanges).toHaveLength(1);
    run.stopped = 'Stopped.';
    await listing;
  });

  test('that cannot be recorded stops the run', async () => {
    const { run, list, requests } = await runOf([says('{}')]);
    const hear = () => {
      throw new StorageError('The disk is full.');
    };
    Object.assign(run, { created: { hear } });
    await expect(list()).rejects.toThrow(StorageError);
    expect([run.stopped, requests.length]).toEqual(['The disk is full.', 1]);
  });
});

describe('values of a response', () => {
  const values = ['acc_7f3a', 'of a stranger', 'acc_9c', 'Odd Reason'];
  test.each<[evidence: 'full' | 'shape' | 'none', change: RequestChange, shown: string[]]>([
    ['full', {}, [...values, 'name']],
    ['full', { guess: true }, ['name']],
    ['shape', {}, ['name']],
    ['shape', { guess: true }, ['name']],
    ['none', {}, []],
  ])('with --evidence %s, %j', async (evidence, change, shown) => {
    const stranger = says('{"id":"acc_7f3a","name":"of a stranger"}', { 'x-id': 'acc_9c' });
    const { list, exchanges } = await runOf([stranger], { evidence });
    await list(change);
    const text = JSON.stringify(exchanges[0]?.response);
    expect([...values, 'name'].filter((value) => text.includes(value))).toEqual(shown);
  });

  test.each([
    ['full', /^\{"a":"secret"\}$/],
    ['shape', /^\{"a":"‹text/],
    ['none', /^undefined$/],
  ] as const)('in a request follow the same rule: --evidence %s', async (evidence, body) => {
    const { create, exchanges } = await runOf([201], { evidence });
    await create({ body: { a: 'secret' } });
    expect(String(exchanges[0]?.request.body)).toMatch(body);
  });
});

test('what an exchange may have created is said of a success, by its key, its e-mail address and its tenant', () => {
  const run = contextFor([]);
  const { request, ...response } = created({ key: 'a key' });
  const of = (change: object, on = run, more = {}) =>
    written(on, { ...response, ...more, request: { ...request, ...change } });
  const ids = { idempotencyKey: 'a key', email: 'probe.a key@example.com' };
  const expected = { ...ids, resource: 'customer', tenant: 'first' };
  expect(of({})).toEqual(expected);
  expect(of({ change: { caller: 'second' } })).toEqual({ ...expected, tenant: 'second' });
  const bare = { idempotencyKey: null, body: undefined };
  expect(of(bare)).toEqual({ ...expected, idempotencyKey: '', email: '' });
  expect(of({}, run, { status: 422 })).toBeUndefined();
  // An empty body leaves nothing behind where the run may not write.
  const live = contextFor([], { environment: 'live', allowLiveWrites: false });
  expect([of(bare, live), of({}, live)]).toEqual([undefined, expected]);
});

test('a request is alone under a new key only, and a creation counts once for each key and tenant', async () => {
  const { run, create } = await runOf([201, 201, 201, 201, 201, 201, 422], { otherTenantId: 'tnt_other' });
  const same = { idempotencyKey: 'a', body: {} };
  const unkeyed = { idempotencyKey: null };
  const changes: RequestChange[] = [same, same, {}, { ...same, caller: 'second' }, unkeyed, unkeyed, {}];
  const responses = [];
  for (const change of changes) responses.push(await create(change));
  expect(responses.map(({ alone }) => alone)).toEqual([true, false, true, false, true, true, true]);
  expect(run.writes.size).toBe(5);
});

test('a request shows the headers of the connection as well', async () => {
  const { list, exchanges } = await runOf([200], { headers: [['X-Gateway', 'by hand']] });
  await list({ purpose: 'one' });
  expect(exchanges[0]?.request.headers[0]).toEqual(['X-Gateway', 'by hand']);
});
