import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { burstOf } from './bursts.js';

const sent = (id: string, purpose: string, offsetMs: number, more: Partial<Exchange> = {}): Exchange => ({
  id,
  startedAt: '2026-01-01T00:00:00.000Z',
  offsetMs,
  durationMs: 40,
  purpose,
  request: { method: 'POST', url: 'https://a.example/v1/customers', headers: [] },
  response: { status: 201, reason: '', httpVersion: '1.1', headers: [], body: '', bodyBytes: 0, cut: false },
  ...more,
});

const burst = [
  sent('x0012', '3 at once', 101, { customer: 'B' }),
  sent('x0010', '3 at once', 100, { customer: 'A' }),
  sent('x0011', '3 at once', 100, { customer: 'A' }),
];

test('a burst is found among the other exchanges of its check, in the order of sending', () => {
  const found = burstOf([...burst, sent('x0001', 'as it should be', 0), sent('x0013', 'again', 300)]);
  expect(found?.bars.map(({ id, outcome, odd }) => [id, outcome, odd])).toEqual([
    ['x0010', '201, customer A', false],
    ['x0011', '201, customer A', false],
    ['x0012', '201, customer B', true],
  ]);
  expect(found?.aside).toBe('3 requests, released within 1 ms; a bar ends with its response');
});

test('requests of one purpose that came one after the other are no burst', () => {
  expect(burstOf([0, 1, 2].map((at) => sent(`x000${at}`, 'again', at * 100)))).toBeUndefined();
});
