import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import type { JournalEntry } from './journal.js';
import { evidenceOf } from './journal-to-evidence.js';

const exchange = (id: string): JournalEntry => ({
  entry: 'exchange',
  id,
  startedAt: '2026-01-01T00:00:00.000Z',
  offsetMs: 0,
  durationMs: 1,
  purpose: 'baseline request',
  request: { method: 'POST', url: 'https://a.example/v1/customers', headers: [] },
});
const known = (id: string, idempotencyKey: string, identity: string): JournalEntry => ({
  entry: 'identity',
  tenant: 'first',
  exchange: id,
  idempotencyKey,
  identity,
});

test('tries under one key have a letter for each customer, and no exchange holds an identity', () => {
  const { exchanges } = evidenceOf([
    ...['x0004', 'x0003', 'x0002', 'x0001'].map(exchange),
    known('x0001', 'k', 'cus_1'),
    known('x0002', 'k', 'cus_2'),
    known('x0003', 'k', 'cus_1'),
    known('x0004', 'another', 'cus_3'),
  ]);
  expect(exchanges.map(({ id, customer }: Exchange) => [id, customer])).toEqual([
    ['x0001', 'A'],
    ['x0002', 'B'],
    ['x0003', 'A'],
    ['x0004', undefined],
  ]);
  expect(JSON.stringify(exchanges)).not.toContain('cus_');
});

test('two operations under one key are two writes: each is listed with its own identity, and has no letter', () => {
  const made = [
    ['x0001', 'customer', 'cus_1'],
    ['x0002', 'transfer', 'trf_1'],
  ] as const;
  const { created, exchanges } = evidenceOf(
    made.flatMap(([id, resource, identity]): JournalEntry[] => [
      { ...exchange(id), wrote: { idempotencyKey: 'k', email: '', tenant: 'first', resource } } as JournalEntry,
      { ...known(id, 'k', identity), resource } as JournalEntry,
    ]),
  );
  expect(created.map(({ resource, identity }) => [resource, identity])).toEqual([
    ['customer', 'cus_1'],
    ['transfer', 'trf_1'],
  ]);
  expect(exchanges.map(({ customer }) => customer)).toEqual([undefined, undefined]);
});
