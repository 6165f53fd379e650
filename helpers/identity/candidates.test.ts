import { describe, expect, test } from 'vitest';
import { candidates, holdsEcho, sentValues, shapeOf, spokenOf } from './candidates.js';
import { created, listed } from './response.fixture.js';

const key = 'f0a1c2d3-0000-4000-8000-000000000001';

describe('members that may identify', () => {
  test.each([
    ['an id', ['/id'], { id: 'c1', active: true, none: null }],
    ['a reference without a digit', ['/customer_ref'], { customer_ref: 'abc' }],
    ['no other name without one', [], { customer: 'Katrin' }],
    ['no moment', [], { id: '2026-01-02' }],
    ['nothing of the answer', [], { request_id: 'r1', meta: { id: 'm1' } }],
    ['nothing that many share', [], { status: 'new1', country: 'DE1' }],
    ['no Idempotency-Key', [], { reference: key.toUpperCase() }],
  ])('%s', (_, pointers, body) => {
    expect([...candidates(created({ key, body })).keys()]).toEqual(pointers);
  });

  test.each<[what: string, name: string, value: string, found?: Record<string, string>]>([
    ['a header about the customer', 'X-Customer-Id', 'c1', { '': 'c1' }],
    ['no header about anything else', 'X-Amz-Id', 'c1'],
    ['Location, without the host', 'Location', 'https://api.example.com/customers/c1', { '': '/customers/c1' }],
    ['Location, in parts', 'Location', '/customers/c1?v=7', { '': '/customers/c1', '?v': '7' }],
    ['Content-Location', 'Content-Location', '/customers/c1', { '': '/customers/c1' }],
    ['a link to itself', 'Link', '</customers/c1>; rel="self"', { '': '/customers/c1' }],
    ['nothing long', 'Location', `/customers/${'1'.repeat(3000)}`],
  ])('%s', (_, name, value, found = {}) => {
    const leaves = [...candidates(created({ headers: [[name, value]] })).values()];
    const parts = leaves.map((one) => [one.pointer.replace(`header:${name.toLowerCase()}`, ''), one.value]);
    expect(Object.fromEntries(parts)).toEqual(found);
  });
});

test.each([
  ['another order', { id: 1, name: 2 }, { name: 2, id: 1 }, true],
  ['lists of other lengths', { tags: [1] }, { tags: Array(11).fill(1) }, true],
  ['other members', { id: 1 }, { no: 1 }, false],
])('responses with %s have one shape: %#', (_, one, other, same) => {
  expect(shapeOf(created({ body: one })) === shapeOf(created({ body: other }))).toBe(same);
});

test.each([
  ['Hello Grace 1', 'grace', 2, true],
  ['Hello Grace 1', 'grace', 3, false],
  ['Hello Adam 1', 'adam', 1, true],
])('%j holds an echo of %j at rank %i: %s', (value, echo, rank, expected) => {
  expect(holdsEcho({ pointer: '/x', names: ['x'], value }, [echo], rank)).toBe(expected);
});

test('a listing sends its key alone, and creates nothing', () => {
  expect(sentValues(listed([]))).toEqual(['sk_sandbox_0123456789abcdef']);
  expect(sentValues(created({ key })).slice(-2)).toEqual(['sk_sandbox_0123456789abcdef', key]);
  expect(spokenOf(listed([])).about.size).toBe(0);
  expect(spokenOf(created({})).about.has('client')).toBe(true);
});
