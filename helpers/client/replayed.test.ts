import { describe, expect, test } from 'vitest';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { contextFor } from '../runner/context.fixture.js';
import { inScope } from './context.js';
import type { RequestChange } from './message.js';
import type { Replay } from './replay.js';
import { burst, send } from './send.js';
import { opened } from './transport.js';

interface Recorded {
  readonly body?: string;
  readonly headers?: readonly Header[];
  readonly cut?: boolean;
  readonly fault?: string;
}

/** A run that is answered with what was recorded, and what it asked the record for. */
function runOf({ body = '{}', headers = [], cut = false, fault }: Recorded, configuration: object = {}) {
  const taken: { by: string; purpose: string; sent: Exchange['request'] }[] = [];
  const noted: string[] = [];
  const incoming = { status: 200, reason: 'OK', httpVersion: '1.1', headers, body, bodyBytes: 2, cut, reused: false };
  const replay: Replay = {
    take: (by, purpose, sent) => {
      taken.push({ by, purpose, sent });
      return { id: 'x0042', durationMs: 7, arrive: async () => fault ?? incoming };
    },
    lacks: (by, exchange, what) => void noted.push(`${by}, ${exchange}: ${what}`),
    masked: (by, what) => void noted.push(`${by}: ${what}`),
  };
  const live = contextFor([], configuration);
  // The target is asked for nothing: its look is recorded, too.
  const look = async () => ({});
  const run = { ...live, replay, connection: { ...live.connection, look } };
  const within = <T>(work: () => Promise<T>) => inScope('a check', work, run);
  const list = (change: RequestChange = {}) => within(() => send(listAccounts, change));
  return { run, taken, noted, within, list };
}

describe('a recorded exchange', () => {
  test('answers the request that was recorded, as evidence shows it', async () => {
    const { run, taken, noted, within } = runOf({ body: '{"id":1}' });
    await inScope(
      'a check',
      async (scope) => {
        const response = await send(createCustomer, { purpose: 'once more', idempotencyKey: 'a', body: {} });
        expect(response).toMatchObject({ exchange: 'x0042', status: 200, json: { id: 1 }, durationMs: 7 });
        expect(response).toMatchObject({ again: false, alone: true });
        expect([scope.exchanges, scope.own]).toEqual([['x0042'], ['x0042']]);
      },
      run,
    );
    expect(taken).toMatchObject([{ by: 'a check', purpose: 'once more', sent: { method: 'POST', body: '{}' } }]);
    expect(JSON.stringify(taken)).not.toContain(run.configuration.apiKey);
    expect([run.requests, run.responses.length, run.journal.entries, noted]).toEqual([1, 1, [], []]);
    const [one] = await within(() => burst(createCustomer, [{ idempotencyKey: 'b', body: {} }]));
    expect(one).toMatchObject({ alone: false });
  });

  test('of generated cases is none for observations', async () => {
    const { run, list } = runOf({});
    await list({ generated: { keep: () => true, identify: () => undefined } });
    expect(run.responses).toEqual([]);
  });

  test('that broke breaks again', async () => {
    const { run, within } = runOf({ fault: 'the connection was refused' });
    Object.assign(run.clock, { sleep: async () => undefined });
    const ended = within(() => send(createCustomer, { idempotencyKey: null }));
    await expect(ended).rejects.toMatchObject({ message: 'the connection was refused', mayBeDone: false });
  });

  test('opens no connection', async () => {
    const { run } = runOf({});
    const prepared = await opened(run, { method: 'GET', path: 'accounts', headers: [] }, 100);
    await expect(prepared.release()).rejects.toThrow('a recorded run sends nothing');
    await expect(prepared.cut(0)).rejects.toThrow('a recorded run sends nothing');
  });
});

describe('what evidence does not hold', () => {
  const digest = '‹text 6 0123456789›';
  const withheld = (what: string) => `a check, x0042: ${what} of x0042 was withheld`;
  const masked = 'a check: values of x0042 were withheld';

  test.each<
    [name: string, recorded: Recorded, change: RequestChange, evidence: string, text: unknown, notes: string[]]
  >([
    ['a whole body', { body: '"a"' }, {}, 'full', '"a"', []],
    ['a body that was cut', { body: '"a"', cut: true }, {}, 'full', '', ['a check, x0042: the body of x0042 was cut']],
    ['a body that held a secret', { body: '‹withheld: held a key›' }, {}, 'full', '', [withheld('the body')]],
    ['a body of such a look', { body: '‹text of 9 characters›' }, {}, 'full', '‹text of 9 characters›', []],
    ['a body by --evidence shape', { body: '‹text of 9 characters›' }, {}, 'shape', '', [withheld('the body')]],
    ['a body of a guess', { body: '‹text of 9 characters›' }, { guess: true }, 'full', '', [withheld('the body')]],
    ['a body of digests', { body: `"${digest}"` }, { guess: true }, 'full', `"${digest}"`, [masked]],
    ['digests beside more', { body: `${digest} ‹name›` }, { guess: true }, 'full', '', [withheld('the body')]],
    ['digests in the header alone', { headers: [['x-a', digest]], body: '"a"' }, { guess: true }, 'full', '"a"', []],
  ])('%s', async (_, recorded, change, evidence, text, notes) => {
    const { run, noted, within } = runOf(recorded, { evidence });
    await within(async () => {
      const response = await send(listAccounts, change);
      expect(noted).toEqual([]);
      expect(response.text).toBe(text);
      expect(noted).toEqual(notes);
      const { json } = response;
      if (text === '') expect(json).toBeUndefined();
      else if (String(text).startsWith('"')) expect(json).toBe(JSON.parse(String(text)));
      expect(noted).toEqual([...notes, ...notes]);
    });
    expect(run.responses).toHaveLength(1);
  });

  test('of headers is noted for each alone', async () => {
    const headers: Header[] = [
      ['X-Plain', 'a'],
      ['X-Held', '‹withheld: held a key›'],
      ['X-Digest', digest],
    ];
    const { noted, within } = runOf({ headers }, { evidence: 'shape' });
    await within(async () => {
      const response = await send(listAccounts);
      expect([response.headers.get('x-plain'), response.headers.get('x-none')]).toEqual(['a', undefined]);
      expect(noted).toEqual([]);
      expect(response.headers.get('x-held')).toBeUndefined();
      expect(noted).toEqual([withheld('the header x-held')]);
      expect(response.headers.get('x-digest')).toBe(digest);
      expect(noted.slice(1)).toEqual([masked]);
      expect(response.text).toBe('{}');
      expect(noted).toHaveLength(2);
    });
  });
});
