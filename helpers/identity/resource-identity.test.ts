import { describe, expect, test } from 'vitest';
import { learnIdentity, sameResource } from './resource-identity.js';
import { type Answered, created, learned } from './response.fixture.js';

type Body = (customer: number, answer: number) => unknown;
const nothing = { pointers: [] };
/** Whether a response, by default the repeat, shows the customer of the first one. */
const isShown = ({ from, identity }: ReturnType<typeof learned>, response = from.repeat) =>
  sameResource(from.original, response, identity ?? nothing);

function learn(body: Body, headers: (customer: number, answer: number) => [string, string][] = () => []) {
  const answer = (n: number, a: number): Answered => ({ body: body(n, a), headers: headers(n, a) });
  return learned(answer(1, 1), answer(1, 2), answer(2, 3));
}

test.each<[name: string, pointer: string, body: Body]>([
  ['a number beyond 2^53', '/id', (n) => `raw:{"id": 900719925474099312${n}}`],
  ['in an array', '/data/0/customerId', (n) => ({ data: [{ customerId: `C${n}` }] })],
  ['in a map keyed by it', '/customers/{}', (n) => ({ customers: { [`cus_100${n}`]: { status: 'new' } } })],
  // Both are counted from 1, and it is the first customer.
  ['equal to the tenant’s id', '/id', (n) => ({ id: `tnt_012345678${10 - n}` })],
  ['under a name that says little', '/customer', (n) => ({ customer: `K-${n}` })],
])('identities are found wherever they stand: %s', (_, pointer, body) => {
  const found = learn(body);
  expect(found.identity?.pointers).toContain(pointer);
  expect(found.identity?.shape).toBeUndefined();
  expect([isShown(found), isShown(found, found.from.control)]).toEqual([true, false]);
});

describe('what claims to identify and changes in the repeat', () => {
  const location = (n: number): [string, string][] => [['Location', `/v1/customers/c100${n}`]];

  test.each<[name: string, body: Body]>([
    ['that the Location names', (n, a) => ({ id: a === 1 || n === 2 ? `c100${n}` : `c${a}00` })],
    ['beside a reference, too', (n, a) => ({ id: a === 1 || n === 2 ? `c100${n}` : `c${a}00`, reference: `r${n}` })],
    ['of the customer', (_, a) => ({ customer: { customer_id: `cus_${a}a` } })],
  ])('an id %s leaves open what a Location identifies', (_, body) => {
    const { from, identity } = learn(body, location);
    expect(identity).toBeUndefined();
    const rejections = [created({ status: 400, body: body(9, 9) })];
    expect(learnIdentity({ ...from, rejections })?.pointers).toBeDefined();
  });

  test.each<[name: string, body: Body]>([
    ['alone', (_, a) => ({ id: `cus_${a}a`, status: 'ok' })],
    ['beside a reference that stays', (n, a) => ({ id: `cus_${a}a`, reference: `r${n}` })],
  ])('an id %s is the response’s own: the Location identifies', (_, body) => {
    expect(learn(body, location).identity?.pointers).toEqual(['header:location']);
  });

  test.each<[leads: string, address: (customer: number, answer: number) => string, pointers: string[] | undefined]>([
    ['to another customer', (_, a) => `/v1/customers/c100${a}`, undefined],
    ['to another customer, by its query', (_, a) => `/v1/find?customer_id=c100${a}`, undefined],
    ['to the customer, with a signature behind it', (n, a) => `/v1/customers/c100${n}/s900${a}`, ['header:location#3']],
    ['to a job', (_, a) => `/v1/customers/jobs/900${a}`, ['/reference']],
    ['elsewhere', (_, a) => `/v1/verifications/900${a}`, ['/reference']],
  ])('a Location beside a reference that stays: where it leads %s', (_, address, pointers) => {
    const { identity } = learn(
      (n) => ({ reference: `r${n}` }),
      (n, a) => [['Location', address(n, a)]],
    );
    expect(identity?.pointers).toEqual(pointers);
  });

  test.each<[name: string, body: Body, pointers: string[] | undefined]>([
    ['an id of the customer', (n, a) => ({ reference: `r${n}`, customer: { id: `c${a}00` } }), undefined],
    ['a member customer_id', (n, a) => ({ reference: `r${n}`, customer_id: `c${a}00` }), undefined],
    ['an id beside what was sent', (n, a) => ({ reference: `r${n}`, id: `c${a}00`, first_name: 'Ada' }), undefined],
    ['an id alone', (n, a) => ({ reference: `r${n}`, id: `c${a}00` }), ['/reference']],
  ])('a reference that stays, beside %s that changes', (_, body, pointers) => {
    expect(learn(body).identity?.pointers).toEqual(pointers);
  });

  test('a Location beside an id of the body that stays', () => {
    const { identity } = learn(
      (n) => ({ id: `c${n}` }),
      (_, a) => [['Location', `/v1/customers/c100${a}`]],
    );
    expect(identity?.pointers).toEqual(['/id']);
  });
});

test('at the end of a link in a repeat of another shape', () => {
  const linked = (n: number) => ({ body: { note: 'done', resource: `/v1/customers/cus_${n}a` } });
  const { from, identity } = learned({ body: { id: 'cus_1a' } }, linked(1), { body: { id: 'cus_2a' } });
  expect(sameResource(from.original, from.repeat, identity ?? nothing)).toBe(true);
  expect(sameResource(from.repeat, created(linked(2)), identity ?? nothing)).toBe(false);
});

describe('a customer’s own address, alone', () => {
  const address = (n: number) => `/v1/customers/cus_${n}a`;
  const places: readonly (readonly [name: string, body: (customer: number) => unknown])[] = [
    ['resource_uri', (n) => ({ resource_uri: `https://api.example.com${address(n)}/` })],
    ['composed', (n) => ({ id: `cus:${n}:acme` })],
  ];

  test.each(places)('%s: a repeat shows it, and a duplicate another', (_, body) => {
    const of = (n: number) => ({ body: body(n) });
    expect(isShown(learned(of(1), of(1), of(3)))).toBe(true);
    expect(isShown(learned(of(1), of(2), of(3)))).toBe(false);
  });

  test.each<[name: string, body: (answer: number) => unknown]>([
    ['a link that is made anew, to verify the customer', (a) => ({ verification_url: `/v1/customers/token-${a}` })],
    ['an address within a session', (a) => ({ href: `/v1/sessions/${a}/customers/x` })],
  ])('%s is none where it differs in a repeat', (_, body) => {
    expect(learn((_, a) => body(a)).identity).toBeUndefined();
  });
});

test('a slug of the name, where the same body under another key has another', () => {
  const of = (n: number, name = 'Ada-') => ({
    ...{ body: { slug: `ada-${n}`, greeting: 'Hello Ada 1' }, customer: { first_name: name } },
  });
  expect(learned(of(1), of(1), of(3, 'Grace'), of(2)).identity?.pointers).toEqual(['/slug']);
  expect(learned(of(1), of(1), of(3, 'Grace')).identity).toBeUndefined();
});

describe('what is no identity', () => {
  test('what every customer has', () => {
    expect(learn(() => ({ id: 'example', tenant_id: 't-1' })).identity).toBeUndefined();
  });

  test('what is made from the body, where the same body under another key gives it too', () => {
    const of = (id: number, person: number) => ({ body: { id, person_id: `p${person}` } });
    expect(learned(of(1, 1), of(1, 1), of(2, 2), of(3, 1)).identity?.pointers).toEqual(['/id']);
    // A service that takes a second customer with the same address for the first is still recognised by its id.
    expect(learned(of(1, 1), of(1, 1), of(2, 2), of(1, 1)).identity?.pointers).toContain('/id');
  });
});

describe('what is no second customer', () => {
  test('a link that is signed anew, beside an id that agrees', () => {
    const of = (n: number, token: string) => ({ body: { customer: { id: n, customer_number: `N-${n}-${token}` } } });
    expect(isShown(learned(of(1, 'a'), of(1, 'a'), of(2, 'b')), created(of(1, 'z')))).toBe(true);
  });

  test('an id of the answer, where the repeat does not show the customer', () => {
    const whole = (id: number) => ({ body: { id, data: { ok: true } } });
    expect(isShown(learned(whole(1), { status: 200, body: { id: 2 } }, whole(3)))).toBeUndefined();
  });

  test.each<[name: string, answer: (n: number) => Answered]>([
    ['work that is accepted', (n) => ({ status: 202, body: { id: n } })],
    ['work that each try sets in motion', (n) => ({ body: { operation: { id: n } } })],
    ['an id that a gateway adds', (n) => ({ body: { success: true }, headers: [['x-amz-cf-id', `cf${n}`]] })],
  ])('%s', (_, answer) => {
    expect(learned(answer(1), answer(2), answer(3)).identity).toBeUndefined();
  });

  test('what is accepted first and done later', () => {
    const identity = { pointers: ['/id'] };
    const accepted = created({ status: 202, body: { id: 'op_1' } });
    expect(sameResource(accepted, created({ status: 200, body: { id: 'cus_1' } }), identity)).toBeUndefined();
    // Equal identities prove; others only where it is known that the pointer is a customer's under any status.
    expect(sameResource(accepted, created({ status: 200, body: { id: 'op_1' } }), identity)).toBe(true);
    const another = created({ status: 200, body: { id: 'cus_1' } });
    const from = { original: accepted, control: another, rejections: [] };
    const named = learnIdentity(from, '/id') ?? identity;
    expect(sameResource(accepted, another, named)).toBe(false);
    const repeated = { ...from, repeat: created({ status: 200, body: { id: 'op_1' } }) };
    expect(learnIdentity(repeated)).toEqual({ pointers: ['/id'], isNamed: true, anyStatus: true });
  });
});
