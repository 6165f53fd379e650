import { describe, expect, test } from 'vitest';
import { claimedIdentity, identityValues, learnIdentity, namesAnother, sameResource } from './resource-identity.js';
import { type Answered, created, learned } from './response.fixture.js';

const location = (path: string): [string, string][] => [['Location', path]];

test.each([
  ['an id among the data', 'c1', { body: { data: { id: 'c1' } } }],
  ['Location', '/v1/customers/c1', { headers: location('/v1/customers/c1') }],
  ['nothing without a digit', undefined, { body: { id: 'abc' } }],
  ['not the tenant', undefined, { body: { id: 'tnt_0123456789' } }],
  ['nothing of what may be another’s', undefined, { body: { client: { id: 'c1' } } }],
  ['no bare text', undefined, { body: 'c1' }],
])('what claims to identify a customer: %s', (_, expected, answer) => {
  expect(claimedIdentity(created(answer))?.value).toBe(expected);
});

test.each([
  ['by its id', '/customer/id', { customer: { id: 1 } }, { customer: { id: 2 } }],
  ['not by the same id', undefined, { customer: { id: 1 } }, { customer: { id: 1 } }],
  ['not by an id of anything', undefined, { id: 1 }, { id: 2 }],
  ['not by a name that says little', undefined, { customer: 'K-1' }, { customer: 'K-2' }],
  ['not by an id of work', undefined, { customer_job: { id: 1 } }, { customer_job: { id: 2 } }],
  ['not in another shape', undefined, { customer: { id: 1 } }, { customer: { id: 2, no: 1 } }],
  ['not before it is created', undefined, { customer: { id: 1 } }, { customer: { id: 2 } }, 202],
])('a response names another customer: %s', (_, expected, one, other, status = 201) => {
  expect(namesAnother(created({ body: one, status }), created({ body: other }))).toBe(expected);
});

test('an id within another thing is not the customer’s, if it has one of its own', () => {
  const of = (id: string, manager: number) => ({ body: { data: { id }, manager: { id: manager } } });
  expect(learned(of('c1', 7), of('c1', 7), of('c2', 8)).identity?.pointers).toEqual(['/data/id']);
});

describe('identities in parts', () => {
  const at = (n: number) => ({ headers: location(`/v1/customers/${n}`) });
  const { from, identity = { pointers: [] } } = learned(at(1), at(1), at(2));

  test('those of an address are the ones that another customer’s lacks', () => {
    expect(identity.common).toEqual(new Set(['v1', 'customers']));
    expect(identityValues(from.original, identity)).toEqual(['1']);
    expect(identityValues(from.original, { pointers: ['header:location'] })).toEqual(['v1', 'customers', '1']);
  });

  test('a configured pointer is named, whatever the status, and has no parts where it is no address', () => {
    expect(learnIdentity(from, '/id')).toEqual({ pointers: ['/id'], isNamed: true, anyStatus: true });
    const of = (id: string) => ({ body: { id } });
    expect(learned(of('a1'), of('a1'), of('a2')).identity).toEqual({ pointers: ['/id'], isNamed: true });
  });
});

test.each<[name: string, isNamed: boolean, body: (n: number) => unknown]>([
  ['an id', true, (n) => ({ id: n, memo: `m${n}` })],
  ['an address of customers', true, (n) => ({ href: `/v1/customers/c${n}` })],
  ['a slug', false, (n) => ({ slug: `ada-${n}` })],
])('whether a name says that it identifies: %s', (_, isNamed, body) => {
  const of = (n: number) => ({ body: body(n) });
  expect(learned(of(1), of(1), of(2)).identity?.isNamed).toBe(isNamed);
});

describe('a repeat of another shape', () => {
  const [original, control] = [{ body: { id: 'cus_1a' } }, { body: { id: 'cus_2a' } }];
  test.each([
    ['under another name', '/customer_number', { customer_number: 'cus_1a' }],
    ['not under a name that says nothing', undefined, { memo: 'cus_1a' }],
    ['not in a text with a slash', undefined, { number: 'x/cus_1a' }],
  ])('shows the value: %s', (_, place, body) => {
    const { identity } = learned(original, { body }, control);
    expect(identity?.aliases?.get(place ?? '')).toBe(place === undefined ? undefined : '/id');
    expect(identity?.shape === undefined).toBe(place !== undefined);
  });

  test('names no other place for what stays', () => {
    const [one, other] = [{ body: { id: 'c1', ref: 'x1' } }, { body: { id: 'c2', ref: 'x2' } }];
    const { identity } = learned(one, { body: { id: 'c1', number: 'x1' } }, other);
    expect(identity).toEqual({ pointers: ['/id'], isNamed: true });
  });
});

test('a repeat may show what only an address of the first response had', () => {
  const of = (id: string) => ({ body: {}, headers: location(`/v1/customers/${id}`) });
  const { from, identity = { pointers: [] } } = learned(of('c1'), { body: { customer_id: 'c1' } }, of('c2'));
  const others = [from.repeat ?? from.control, from.control];
  expect(others.map((other) => sameResource(from.original, other, identity))).toEqual([true, false]);
});

describe('without a repeat that shows it', () => {
  const linked = (n: number, more: object = {}) => ({ body: { href: `/v1/customers/c${n}`, ...more } });
  const [original, control] = [linked(1, { id: 'c1' }), linked(2, { id: 'c2' })];
  test('a name counts before an address', () => {
    expect(learned(original, undefined, control).identity).toMatchObject({ pointers: ['/id'], isNamed: true });
  });

  test('a rejected repeat shows nothing', () => {
    expect(learned(original, { ...original, status: 409 }, control).identity?.shape).toBeDefined();
  });

  test.each([
    ['another collection', { body: { href: '/v2/customers/c9' } }],
    ['no address', { body: { message: 'done' } }],
  ])('an address does not count where the repeat has %s', (_, repeat) => {
    expect(learned(linked(1), repeat, linked(2)).identity).toBeUndefined();
  });
});

describe('a Location that stays, where an id of the body', () => {
  const answer = (n: number, id: string, status = 201): Answered => ({
    ...{ status, body: { id }, headers: location(`/v1/customers/c${n}`) },
  });
  test.each([
    ['changes that it had', false, answer(1, 'c1'), answer(1, 'x2')],
    // Alone in the body, it may be the response's own.
    ['changes that it never had', true, answer(1, 'x1'), answer(1, 'x2')],
    ['changes in an acceptance', true, answer(1, 'c1'), answer(1, 'x2', 202)],
    ['changes after an acceptance', true, answer(1, 'c1', 202), answer(1, 'x2')],
  ])('%s', (_, found, original, repeat) => {
    const { identity } = learned(original, repeat, answer(2, 'x3'));
    expect(identity?.pointers).toEqual(found ? ['header:location'] : undefined);
  });
});

test('a value that says little and echoes the request does not count, though the same body has another', () => {
  const body = (n: number) => ({ customer: `ada-${n}` });
  const of = (n: number, name = 'Ada-') => ({ body: body(n), customer: { first_name: name } });
  expect(learned(of(1), of(1), of(3, 'Grace'), of(2)).identity).toBeUndefined();
});

test('a service that takes the same body for the same customer may count batches', () => {
  const of = (id: number, batch: number) => ({ body: { id, customer: `b-${batch}` } });
  expect(learned(of(1, 1), of(1, 2), of(2, 4), of(1, 3)).identity?.pointers).toEqual(['/id']);
});
