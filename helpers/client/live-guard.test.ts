import { describe, expect, test } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { RunContext } from './context.js';
import { mayWrite, readOnlyOnLive } from './live-guard.js';
import type { BuiltRequest, RequestChange } from './message.js';
import { Skipped } from './verdicts.js';

const apiKey = 'sk live/"7f3a';
const keys = { apiKey, otherApiKey: 'sk_other_81', publicKey: 'pk_public_5', revokedKey: 'sk_revoked_4' };
const runOn = (configuration: object) => ({ configuration: { ...keys, ...configuration } }) as unknown as RunContext;
const live = runOn({ environment: 'live', allowLiveWrites: false });

test.each([
  [{ environment: 'sandbox' }, true],
  [{ environment: 'sandbox', profile: 'read-only' }, false],
  [{ environment: 'live', allowLiveWrites: true, profile: 'read-only' }, false],
])('a run with %j may write: %s', (configuration, may) => {
  expect(mayWrite(runOn(configuration))).toBe(may);
});

function creation(raw: Partial<BuiltRequest['raw']>, change: RequestChange = {}): BuiltRequest {
  const headers = [['Api-Key', 'invalid']] as const;
  return {
    ...{ operation: createCustomer, change, apiKey: null, tenant: null, idempotencyKey: null, body: { a: 1 } },
    raw: { method: 'POST', path: 'customers', headers, body: '{"a":1}', ...raw },
  };
}

describe('on live', () => {
  test('a write without a key that works has an empty object for its body, and one without a body none', () => {
    const guarded = readOnlyOnLive(live, creation({}));
    expect([guarded.body, guarded.raw]).toEqual([undefined, { ...creation({}).raw, body: '{}' }]);
    const { body: _, ...bare } = creation({}).raw;
    expect(readOnlyOnLive(live, { ...creation({}), raw: bare }).raw.body).toBeUndefined();
  });

  test.each<[name: string, raw: Partial<BuiltRequest['raw']>]>([
    ['a header, one character percent-encoded', { headers: [['Api-Key', apiKey.replace('s', '%73')]] }],
    ['a public key', { headers: [['Api-Key', keys.publicKey]] }],
    ['a revoked key', { headers: [['Api-Key', keys.revokedKey]] }],
    ['Basic credentials', { headers: [['Authorization', `Basic ${btoa(`user:${apiKey}`)}`]] }],
    ['the path', { path: `customers/${keys.otherApiKey}` }],
    ['the path, percent-encoded', { path: `customers?key=${encodeURIComponent(apiKey)}` }],
    ['the path, encoded as in a form', { path: 'customers?key=sk+live%2f%227f3a' }],
    ['the body', { body: `key=${keys.otherApiKey}` }],
    ['the body, escaped as JSON', { body: JSON.stringify({ key: apiKey }) }],
  ])('a write with a key that works is not sent: %s', (_, raw) => {
    expect(() => readOnlyOnLive(live, creation(raw))).toThrow('CONFORMANCE_ALLOW_LIVE_WRITES=true');
    const allowed = runOn({ environment: 'live', allowLiveWrites: true });
    expect(readOnlyOnLive(allowed, creation(raw))).toEqual(creation(raw));
  });

  test.each([
    ['a body of its own', { body: {} }],
    ['a text', { text: '' }],
  ])('a write that is about %s is not sent without it', (_, change) => {
    expect(() => readOnlyOnLive(live, creation({}, change))).toThrow(Skipped);
  });

  test.each([
    ['a GET of a reading', { ...creation({ method: 'GET' }), operation: listAccounts }, true],
    ['another method of a reading', { ...creation({ method: 'PUT' }), operation: listAccounts }, false],
    ['HEAD of a writing', creation({ method: 'HEAD' }), true],
    ['GET of a writing', creation({ method: 'GET' }), false],
  ])('%s', (_, request, isSame) => {
    expect(readOnlyOnLive(live, request) === request).toBe(isSame);
  });
});
