import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventTypesOf } from './event-types.js';
import { isRedelivered } from './redelivery.js';
import { events, notified } from './senders.fixture.js';
import { formOf, proofsIn } from './signature.js';

const hex = createHash('sha256').update('a').digest('hex');
const base64 = createHash('sha256').update('a').digest('base64');

test.each<[value: string, form: string]>([
  [hex, 'hex 64'],
  [hex.toUpperCase(), 'hex 64'],
  [base64, 'base64 44'],
  [createHash('sha512').update('a').digest('base64url'), 'base64 86'],
  ['1764000000', 'digits 10'],
  [`t=1764000000,v1=${hex}`, 't=digits 10,v1=hex 64'],
  [`t=1764000000, v1=${hex}, v1=${hex.replace('a', 'b')}`, 't=digits 10,v1=hex 64'],
  [`sha256=${hex}`, 'sha256=hex 64'],
  [`v1,${base64} v1,${base64.replace('y', 'z')}`, 'v1,base64 44'],
  [`keyId="k",algorithm="hmac-sha256",signature="${base64}"`, 'keyId=text,algorithm=text,signature=base64 44'],
  [`Bearer ${base64}`, 'Bearer,base64 44'],
  ['2b1d7a56-5a2e-4a8c-9a37-5d7a6fd9d1c0', 'uuid'],
  ['2026-11-04T02:00:00.000Z', 'date-time'],
  ['eyJhbGciOiJIUzI1NiJ9..dBjftJeZ4CVP-mB92K27uhbUJU1p1r', 'jws'],
  ['swordfish', 'text'],
  ['Ada Lovelace', 'text'],
  ['', 'empty'],
])('%s is described as %s', (value, form) => {
  expect(formOf(value)).toBe(form);
});

test('chance changes no form: two nights of signatures have one description', () => {
  const night = () => {
    const all = Array.from({ length: 40 }, () => {
      const body = randomBytes(8).toString('hex');
      const signed = (encoding: 'hex' | 'base64' | 'base64url') =>
        createHmac('sha256', 'k').update(body).digest(encoding);
      return notified(body, {
        'x-signature': `v1=${signed('hex')}`,
        'x-digest': signed('base64'),
        'x-hmac': signed('base64url'),
        'x-nonce': randomBytes(8).toString('hex'),
        'webhook-id': `msg_${randomUUID()}`,
      });
    });
    return proofsIn(all, []);
  };
  const first = night();
  expect(first).toEqual({
    'header:webhook-id': { forms: ['id'], present: 'always' },
    'header:x-digest': { forms: ['base64 44'], present: 'always' },
    'header:x-hmac': { forms: ['base64 43'], present: 'always' },
    'header:x-nonce': { forms: ['hex 16'], present: 'always' },
    'header:x-signature': { forms: ['v1=hex 64'], present: 'always' },
  });
  for (let again = 0; again < 50; again += 1) expect(night()).toEqual(first);
});

test('signatures in the body count, names of events and the sender’s other headers do not', () => {
  const all = [notified({ signature: hex, data: { note: 'a' } }, { 'x-webhook-event': 'a.b', 'x-request-id': hex })];
  expect(proofsIn(all, events({ signature: hex, data: { note: 'a' } }))).toEqual({
    '/signature': { forms: ['hex 64'], present: 'sometimes' },
  });
});

const repeated = (bodies: readonly unknown[], headers: readonly Record<string, string>[] = []) => {
  const all = events(...bodies);
  const notifications = bodies.map((body, at) => notified(body, headers[at]));
  return isRedelivered(notifications, all, eventTypesOf(all, new Set()).of);
};

test.each<[what: string, again: boolean, bodies: unknown[], headers?: Record<string, string>[]]>([
  ['the same body', true, [{ a: 1 }, { a: 2 }, { a: 1 }]],
  [
    'the same id of an event',
    true,
    [
      { event_id: 'e1', at: 1 },
      { event_id: 'e2', at: 2 },
      { event_id: 'e1', at: 3 },
    ],
  ],
  ['the same id beside the same kind', true, [1, 2, 3].map((at) => ({ id: `e${at % 2}`, type: 'a.b', at }))],
  ['the same id in a header', true, [1, 2, 3], [1, 2, 1].map((at) => ({ 'svix-id': `m${at}` }))],
  ['different events', false, [{ id: 'e1' }, { id: 'e2' }]],
  [
    'one customer in two kinds of event',
    false,
    [
      { id: 'c1', type: 'a.created' },
      { id: 'c1', type: 'a.updated' },
      { id: 'c2', type: 'a.created' },
    ],
  ],
  ['bodies without content', false, ['', '', '']],
  ['the webhook’s own id in all', false, [1, 2, 3], [1, 2, 3].map(() => ({ 'webhook-id': 'w1' }))],
])('%s: came again %s', (_, again, bodies, headers) => {
  expect(repeated(bodies, headers)).toBe(again);
});
