import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { RunContext } from './context.js';
import type { RequestChange } from './message.js';
import { runOf, type Turn } from './run.fixture.js';
import { burst, sendPlain } from './send.js';
import { TransportError } from './transport-error.js';
import { NoResponse, Skipped } from './verdicts.js';

const waits = (status: number, seconds: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'Retry-After': seconds }).end();

describe('a request', () => {
  test.each<[name: string, change: RequestChange, turns: Turn[], sent: number]>([
    ['without a key is not sent again after a break', { idempotencyKey: null }, ['break', 201], 1],
    ['under a key is sent again after a 503', {}, [503, 201], 2],
    ['without a key is not, after a 503 either', { idempotencyKey: null }, [503, 201], 1],
    ['without a key is sent again after a 429', { idempotencyKey: null }, [waits(429, '0'), 201], 2],
    ['is sent three times at most', {}, ['break'], 3],
    ['without a key is not, where an earlier try broke', { idempotencyKey: null }, ['break', waits(429, '0'), 201], 1],
  ])('that creates and %s', async (_, change, turns, sent) => {
    const { requests, create, run } = await runOf(turns);
    const outcome = await create(change).catch((error: unknown) => error);
    expect(requests).toHaveLength(sent);
    expect(run.journal.retried).toBe(sent - 1);
    if (turns.at(-1) === 201 && sent === 2) expect(outcome).toMatchObject({ status: 201 });
    else expect(outcome).toMatchObject({ name: 'TransportError', request: '`POST /customers`' });
  });

  test('is sent again after a pause, on a connection of its own, and its response is marked', async () => {
    const { ports, pauses, create } = await runOf([201, 'break', 201]);
    await create();
    expect(await create()).toMatchObject({ status: 201, again: true, alone: false });
    expect(pauses).toEqual([200]);
    const [first, second, third] = ports;
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test.each([
    [201, true],
    [401, true],
    [409, false],
    [500, false],
  ])('whose first try broke is judged by a %i to the second: %s', async (status, isJudged) => {
    const { create } = await runOf(['break', status]);
    const ended = create();
    if (isJudged) expect((await ended).status).toBe(status);
    else await expect(ended).rejects.toThrow('so a rejected retry proves nothing');
  });

  test.each<[name: string, turns: Turn[], expected: object, sent: number]>([
    ['errors beside waits end it alike', [waits(429, '0'), 'break', 'break', 'break', 200], { mayBeDone: true }, 4],
    ['eleven waits end it', [waits(503, '0')], { retryAfterMs: 0, mayBeDone: true }, 11],
    ['a rejection is given, whatever came before', ['break', 404], { status: 404 }, 2],
    ['a 429 without Retry-After is waited for', [429, 200], { status: 200 }, 2],
  ])('that lists: %s', async (_, turns, expected, sent) => {
    const { run, requests, list } = await runOf(turns);
    // What holds all requests after errors in a row is tested with the gate, and would take seconds here.
    run.gate.broke = () => undefined;
    expect(await list().catch((error: unknown) => error)).toMatchObject(expected);
    expect(requests).toHaveLength(sent);
  });

  test('asked to wait beyond the deadline is not sent again, and counts against the target', async () => {
    const { run, requests, create } = await runOf([waits(503, '3600'), 201]);
    run.gate.broke = ({ message }) => `Stopped: ${message}.`;
    await expect(create()).rejects.toThrow(NoResponse);
    expect([requests.length, run.stopped]).toEqual([1, 'Stopped: a gateway returned 503.']);
  });
});

describe('nothing is sent', () => {
  test('with a header that something in front of the target takes', async () => {
    const { run, requests, list } = await runOf([200], { headers: [['X-Gateway', 'secret']] });
    await expect(list({ headers: [['x-gateway', 'a']] })).rejects.toThrow(Skipped);
    expect((await list({ headers: [['x-other', 'a']] })).status).toBe(200);
    expect(requests.map(({ headers }) => [headers['x-gateway'], headers['x-other']])).toEqual([['secret', 'a']]);
    expect(run.stopped).toBeUndefined();
  });

  test('after the run has stopped, its deadline has passed, or its last request is sent', async () => {
    const stopped = await runOf([200]);
    stopped.run.stopped = 'Stopped.';
    await expect(stopped.list()).rejects.toThrow('Stopped.');
    const late = await runOf([200], { deadlineSeconds: 0 });
    await expect(late.list()).rejects.toThrow("The run's deadline of 0 s passed");
    const look = await runOf([200]);
    Object.assign(look.run, { mostRequests: 1 });
    expect((await look.list()).status).toBe(200);
    await expect(look.list()).rejects.toThrow('The limit of 1 requests is reached.');
    expect([stopped, late, look].map(({ requests }) => requests.length)).toEqual([0, 0, 1]);
  });
});

describe('many errors in a row', () => {
  /** As if eleven requests in a row had broken, over more than three seconds. */
  const broken = (run: RunContext) => {
    run.gate.broke = ({ message }) => `Stopped: ${message}.`;
  };

  test('of valid requests stop the run, and no further try is made', async () => {
    const { run, requests, list } = await runOf(['break']);
    broken(run);
    await expect(list()).rejects.toThrow(TransportError);
    expect([requests.length, run.stopped]).toEqual([1, 'Stopped: the connection was reset.']);
    await expect(list()).rejects.toThrow('Stopped: the connection was reset.');
  });

  test('of requests that the target drops for what they hold do not, while it responds to others', async () => {
    const { run, requests, list } = await runOf(['break', 200, 200]);
    broken(run);
    expect((await list({ query: 'q=%00' })).status).toBe(200);
    expect(requests.map(({ url }) => url)).toEqual(['/v1/accounts?q=%00', '/v1/accounts', '/v1/accounts?q=%00']);
    expect(run.stopped).toBeUndefined();
    expect(run.journal.exchanges).toContainEqual(expect.objectContaining({ by: 'whether the target still responds' }));
  });

  test.each([
    ...[{ query: 'a' }, { apiKey: 'b' }, { tenant: 'c' }, { headers: [] }, { path: 'd' }, { method: 'HEAD' }],
    ...[{ body: {} }],
  ])('do stop it where it responds to no other either: %j', async (change) => {
    const { run, requests, create } = await runOf(['break']);
    broken(run);
    await expect(create(change)).rejects.toThrow(TransportError);
    expect([requests.length, run.stopped]).toEqual([2, 'Stopped: the connection was reset.']);
  });

  test.each<[change: RequestChange, turn: Turn, counts: boolean]>([
    [{ mayBreak: true }, 'break', false],
    [{ text: '{' }, 'break', false],
    [{}, 'break', true],
    [{ mayBreak: true }, 502, true],
  ])('%j and %s counts against the target: %s', async (change, turn, counts) => {
    const { run, create } = await runOf([turn]);
    const broke = vi.fn(() => undefined);
    run.gate.broke = broke;
    await expect(create(change)).rejects.toThrow(TransportError);
    expect(broke.mock.calls.length > 0).toBe(counts);
  });
});

describe('several at one moment', () => {
  test('give a response or an error for each, and nothing is sent again', async () => {
    const { run, requests, pauses, within, exchanges } = await runOf([201, 'break', 503]);
    const change = { idempotencyKey: 'one', body: {} };
    const outcomes = await within(() => burst(createCustomer, [change, change, change], [0, 7]));
    const names = outcomes.map((one) => (one instanceof TransportError ? one.message : one.status)).sort();
    expect(names).toEqual([201, 'a gateway returned 503', 'the connection was reset']);
    expect(outcomes.flatMap((one) => ('alone' in one ? [one.alone] : []))).toEqual([false]);
    expect([requests.length, pauses, exchanges.length]).toEqual([3, [7], 3]);
    expect(await run.gate.take(8)).toBeTypeOf('function');
  });

  test('that the run has no places for are an error of the suite, and are not sent', async () => {
    const { requests, within } = await runOf([201], { concurrency: 1 });
    await expect(within(() => burst(createCustomer, [{}, {}]))).rejects.toThrow(RangeError);
    expect(requests).toEqual([]);
  });

  test('stop the run where too many broke', async () => {
    const { run, within } = await runOf(['break']);
    run.gate.broke = () => 'Stopped.';
    await within(() => burst(createCustomer, [{}]));
    expect(run.stopped).toBe('Stopped.');
  });
});

describe('by plain HTTP', () => {
  test('a request goes out once, without any key, and no error counts against the target', async () => {
    const { run, requests, within, exchanges } = await runOf([200, 'break'], { headers: [['X-Gateway', 'secret']] });
    run.gate.broke = () => 'Stopped.';
    expect(await within(() => sendPlain(listAccounts, 'by plain HTTP'))).toMatchObject({ status: 200 });
    expect(await within(() => sendPlain(listAccounts, 'by plain HTTP'))).toBeInstanceOf(TransportError);
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests.map(({ headers }) => headers))).not.toMatch(/"api-key|tenant|gateway|secret/);
    expect([run.stopped, run.responses, exchanges.length]).toEqual([undefined, [], 2]);
    expect(await run.gate.take()).toBeTypeOf('function');
  });

  test('is skipped behind a proxy', async () => {
    const { run, requests, within } = await runOf([200]);
    Object.assign(run, { connection: { ...run.connection, proxied: true } });
    await expect(within(() => sendPlain(listAccounts, 'by plain HTTP'))).rejects.toThrow('HTTPS_PROXY');
    expect(requests).toEqual([]);
  });
});
