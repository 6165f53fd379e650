import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { emptyJournal, evidenceOf, type Journal } from './journal.js';

const exchange = (id: string, more: object = {}): Exchange => ({
  ...{ id, startedAt: '2026-01-01T00:00:00.000Z', offsetMs: 0, durationMs: 1, purpose: 'baseline request' },
  request: { method: 'POST', url: 'https://a.example/v1/customers', headers: [] },
  ...more,
});
const writing = (id: string, idempotencyKey: string, resource = 'customer') =>
  exchange(id, { wrote: { idempotencyKey, email: '', tenant: 'first', resource } });
const known = (exchange: string, idempotencyKey: string, identity: string, resource = 'customer') =>
  ({ tenant: 'first', exchange, idempotencyKey, identity, resource }) as const;
const evidence = (journal: Partial<Journal>, isDisordered = false) =>
  evidenceOf({ ...emptyJournal(), isOver: true, ...journal }, isDisordered);

test('exchanges stand in the order of their numbers', () => {
  const { exchanges } = evidence({ exchanges: ['x10000', 'x0002', 'x0999'].map((id) => exchange(id)) });
  expect(exchanges).toEqual(['x0002', 'x0999', 'x10000'].map((id) => exchange(id)));
});

const writes = [writing('x0001', 'a'), writing('x0002', 'b'), writing('x0003', 'a'), writing('x0004', '')];
const [one, two, again] = [known('x0001', 'a', 'cus_1'), known('x0002', 'b', 'cus_1'), known('x0003', 'a', 'cus_2')];
const [card, transfer] = [known('x0009', 'z', 'card_1', 'card'), known('x0009', 'a', 'trf_1', 'transfer')];
const [carding, sending] = [writing('x0009', 'z', 'card'), writing('x0009', 'a', 'transfer')];
test.each<[says: string, created: readonly string[], journal: Partial<Journal>, more?: Exchange]>([
  ['responses without identities: each key counts once', ['a', 'b', ''], {}],
  ['one response has an identity: only what has one was created', ['b cus_1'], { identities: [two] }],
  ['the run was cut short before it looked', ['a', 'b cus_1', ''], { identities: [two], isOver: false }],
  ['identities of another kind say nothing', ['a', 'b', '', 'z card_1'], { identities: [card] }, carding],
  ['two identities under one key are two customers', ['a cus_1', 'a cus_2'], { identities: [one, again] }],
  ['two operations under one key are two writes', ['a cus_1', 'a trf_1'], { identities: [one, transfer] }, sending],
])('%s', (_, created, journal, more) => {
  const listed = evidence({ exchanges: [...writes, ...(more ? [more] : [])], ...journal }).created;
  expect(listed.map(({ idempotencyKey, identity = '' }) => `${idempotencyKey} ${identity}`.trim())).toEqual(created);
});

test('after data over an idle connection every response over a reused one may be of another request', () => {
  const exchanges = [exchange('x0001', { response: { reused: true } }), exchange('x0002', { response: {} })];
  expect(evidence({ exchanges }).doubtful).toEqual(new Set());
  expect(evidence({ exchanges }, true).doubtful).toEqual(new Set(['x0001']));
});
