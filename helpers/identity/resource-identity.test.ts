import { describe, expect, test } from 'vitest';
import { byResource } from './by-resource.fixture.js';
import { learnIdentity, sameResource } from './resource-identity.js';
import { created } from './response.fixture.js';

type Answer = ReturnType<typeof created>;
type Answers = readonly [Answer, Answer, Answer, Answer];

/** Two writes, the first of them repeated: bodies as a function of the customer's number and of the answer's. */
function learn(
  body: (customer: number, answer: number) => unknown,
  headers: (customer: number) => [string, string][] = () => [],
) {
  const key = 'f0a1c2d3-0000-4000-8000-000000000001';
  const [first, again, other] = [
    created({ body: body(1, 1), headers: headers(1), key }),
    created({ body: body(1, 2), headers: headers(1), key }),
    created({ body: body(2, 3), headers: headers(2) }),
  ];
  const from = { original: first, repeat: again, control: other, rejections: [] };
  return { from, identity: learnIdentity(from) };
}

describe('identities are found wherever they stand', () => {
  test.each<[name: string, pointer: string, body: (customer: number, answer: number) => unknown]>([
    ['at the top', '/id', (n) => ({ id: `cus_${n}a` })],
    ['a number beyond 2^53', '/id', (n) => `raw:{"id": 900719925474099312${n}}`],
    ['in an array', '/data/0/customerId', (n) => ({ data: [{ customerId: `C${n}` }] })],
    [
      'beside a request id and a moment',
      '/data/id',
      (n, a) => ({ requestId: `r${a}`, time: a, data: { id: `c${n}`, created_at: `2026-01-0${a}` } }),
    ],
    ['beside an id of the answer', '/data/id', (n, a) => ({ meta: { id: `m${a}` }, data: { id: `c${n}` } })],
    ['a bare string', '', (n) => `cus-${n}`],
    ['in a map keyed by it', '/customers/{}', (n) => ({ customers: { [`cus_100${n}`]: { status: 'new' } } })],
    // Both are counted from 1, and it is the first customer.
    ['equal to the tenant’s id', '/id', (n) => ({ id: `tnt_012345678${10 - n}` })],
    ['under a name that says little', '/customer', (n) => ({ customer: `K-${n}` })],
  ])('%s', (_, pointer, body) => {
    const { identity, from } = learn(body);
    expect(identity?.pointers).toContain(pointer);
    expect(identity?.shape).toBeUndefined();
    const of = identity ?? { pointers: [] };
    expect(sameResource(from.original, from.repeat, of)).toBe(true);
    expect(sameResource(from.original, from.control, of)).toBe(false);
  });

  test('in Location, whatever its query', () => {
    const { identity } = learn(
      () => ({ status: 'ok' }),
      (n) => [['Location', `/v1/customers/${n}?trace=${Math.random()}`]],
    );
    expect(identity?.pointers).toEqual(['header:location']);
  });
});

describe('what claims to identify and changes in the repeat', () => {
  type Body = (customer: number, answer: number) => unknown;
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

  test.each<[name: string, body: Body]>([
    ['beside one that stays', (n, a) => ({ id: `e${a}`, customer_id: `c${n}` })],
    ['of the request', (_, a) => ({ request_id: `r${a}`, operation_id: `o${a}` })],
  ])('claims nothing: %s', (_, body) => {
    expect(learn(body, location).identity?.pointers).toBeDefined();
  });

  test.each<[leads: string, address: (customer: number, answer: number) => string, pointers: string[] | undefined]>([
    ['to another customer', (_, a) => `/v1/customers/c100${a}`, undefined],
    ['to another customer, by its query', (_, a) => `/v1/find?customer_id=c100${a}`, undefined],
    ['to the customer, with a signature behind it', (n, a) => `/v1/customers/c100${n}/s900${a}`, ['header:location#3']],
    ['to a job', (_, a) => `/v1/customers/jobs/900${a}`, ['/reference']],
    ['elsewhere', (_, a) => `/v1/verifications/900${a}`, ['/reference']],
  ])('a Location beside a reference that stays: where it leads %s', (_, address, pointers) => {
    const answer = (n: number, a: number) =>
      created({ body: { reference: `r${n}` }, headers: [['Location', address(n, a)]] });
    const from = { original: answer(1, 1), repeat: answer(1, 2), control: answer(2, 3), rejections: [] };
    expect(learnIdentity(from)?.pointers).toEqual(pointers);
  });

  test.each<[name: string, body: Body, pointers: string[] | undefined]>([
    ['an id of the customer', (n, a) => ({ reference: `r${n}`, customer: { id: `c${a}00` } }), undefined],
    ['a member customer_id', (n, a) => ({ reference: `r${n}`, customer_id: `c${a}00` }), undefined],
    ['an id beside what was sent', (n, a) => ({ reference: `r${n}`, id: `c${a}00`, first_name: 'Ada' }), undefined],
    ['an id alone', (n, a) => ({ reference: `r${n}`, id: `c${a}00` }), ['/reference']],
    ['an id of the request', (n, a) => ({ reference: `r${n}`, request_id: `c${a}00` }), ['/reference']],
  ])('a reference that stays, beside %s that changes', (_, body, pointers) => {
    expect(learn(body).identity?.pointers).toEqual(pointers);
  });

  test('a Location beside an id of the body that stays', () => {
    const answer = (n: number, a: number) =>
      created({ body: { id: `c${n}` }, headers: [['Location', `/v1/customers/c100${a}`]] });
    const from = { original: answer(1, 1), repeat: answer(1, 2), control: answer(2, 3), rejections: [] };
    expect(learnIdentity(from)?.pointers).toEqual(['/id']);
  });
});

test('at the end of a link in a repeat of another shape', () => {
  const key = 'f0a1c2d3-0000-4000-8000-000000000001';
  const repeatOf = (n: number) => created({ body: { note: 'done', resource: `/v1/customers/cus_${n}a` }, key });
  const original = created({ body: { id: 'cus_1a' }, key });
  const control = created({ body: { id: 'cus_2a' } });
  const of = learnIdentity({ original, repeat: repeatOf(1), control, rejections: [] }) ?? { pointers: [] };
  expect(sameResource(original, repeatOf(1), of)).toBe(true);
  expect(sameResource(repeatOf(1), repeatOf(2), of)).toBe(false);
});

describe('a customer’s own address, alone', () => {
  const address = (n: number) => `/v1/customers/cus_${n}a`;
  const places: readonly (readonly [name: string, body: (customer: number) => unknown])[] = [
    ['href', (n) => ({ href: address(n), status: 'active' })],
    ['of JSON:API', (n) => ({ data: { type: 'customers', links: { self: address(n) } } })],
    ['resource_uri', (n) => ({ resource_uri: `https://api.example.com${address(n)}/` })],
    ['composed', (n) => ({ id: `cus:${n}:acme` })],
  ];

  test.each(places)('%s: a repeat shows it, and a duplicate another', (_, body) => {
    const [original, control, repeat, duplicate] = [1, 3, 1, 2].map((n) =>
      created({ body: body(n) }),
    ) as unknown as Answers;
    const from = { original, control, rejections: [] };
    const right = learnIdentity({ ...from, repeat }) ?? { pointers: [] };
    expect(sameResource(original, repeat, right)).toBe(true);
    const wrong = learnIdentity({ ...from, repeat: duplicate }) ?? { pointers: [] };
    expect(sameResource(original, duplicate, wrong)).toBe(false);
  });

  test.each<[name: string, body: (answer: number) => unknown]>([
    ['a link that is made anew, to verify the customer', (a) => ({ verification_url: `/v1/customers/token-${a}` })],
    ['an address within a session', (a) => ({ href: `/v1/sessions/${a}/customers/x` })],
    ['the address of an answer', (a) => ({ href: `/v1/requests/${a}` })],
  ])('%s is none where it differs in a repeat', (_, body) => {
    const [original, repeat, control] = [1, 2, 3].map((a) => created({ body: body(a) })) as unknown as Answers;
    expect(learnIdentity({ original, repeat, control, rejections: [] })).toBeUndefined();
  });
});

test('a slug of the name, where the same body under another key has another', () => {
  const body = (n: number) => ({ slug: `ada-${n}`, greeting: 'Hello Ada 1' });
  const [original, repeat, sameBody, control] = [1, 1, 2, 3].map((n) =>
    created({ body: body(n), customer: { first_name: n === 3 ? 'Grace' : 'Ada-' } }),
  ) as unknown as Answers;
  expect(learnIdentity({ original, repeat, control, sameBody, rejections: [] })?.pointers).toEqual(['/slug']);
  expect(learnIdentity({ original, repeat, control, rejections: [] })).toBeUndefined();
});

describe('what is no identity', () => {
  test.each<[name: string, body: (customer: number, answer: number) => unknown]>([
    ['nothing but a status', () => ({ status: 'ok' })],
    ['what every customer has', () => ({ id: 'example', tenant_id: 't-1' })],
    ['a count', (_, a) => ({ total: a })],
  ])('%s', (_, body) => {
    expect(learn(body).identity).toBeUndefined();
  });

  test('an echo of the request', () => {
    const answer = (key: string) => created({ key, body: { email: `probe.${key}@example.com`, idempotency_key: key } });
    expect(
      learnIdentity({ original: answer('k1'), repeat: answer('k1'), control: answer('k2'), rejections: [] }),
    ).toBeUndefined();
  });

  test('what is made from the body, where the same body under another key gives it too', () => {
    const answer = (key: string, person: number, n: number) =>
      created({ key, body: { id: n, person_id: `p${person}` } });
    const identity = learnIdentity({
      original: answer('k1', 1, 1),
      repeat: answer('k1', 1, 1),
      control: answer('k2', 2, 2),
      sameBody: answer('k3', 1, 3),
      rejections: [],
    });
    expect(identity?.pointers).toEqual(['/id']);
  });

  test('an id that refusals carry too', () => {
    const answer = (id: number, status = 201) => created({ status, body: { id } });
    const from = { original: answer(1), repeat: answer(2), control: answer(3) };
    expect(learnIdentity({ ...from, rejections: [] })?.pointers).toEqual(['/id']);
    expect(learnIdentity({ ...from, rejections: [answer(4, 400)] })).toBeUndefined();
  });
});

test('a duplicate shows as another value at the pointer, though the rest of the answer is the same', () => {
  const { identity, from } = learn((n) => ({ status: 'created', message: 'ok', data: { id: n } }));
  const duplicate = created({ body: { status: 'created', message: 'ok', data: { id: 9 } } });
  const of = identity ?? { pointers: [] };
  expect(sameResource(from.original, duplicate, of)).toBe(false);
  expect(byResource([from.original, from.repeat, duplicate], of)).toHaveLength(2);
});

describe('what is no second customer', () => {
  test('a link that is signed anew, beside an id that agrees', () => {
    const body = (n: number, token: string) => ({ customer: { id: n, customer_number: `N-${n}-${token}` } });
    const identity = learnIdentity({
      original: created({ key: 'k', body: body(1, 'a') }),
      repeat: created({ key: 'k', body: body(1, 'a') }),
      control: created({ body: body(2, 'b') }),
      rejections: [],
    });
    expect(
      sameResource(created({ body: body(1, 'a') }), created({ body: body(1, 'z') }), identity ?? { pointers: [] }),
    ).toBe(true);
  });

  test('an id of the answer, where the repeat does not show the customer', () => {
    const [original, repeat] = [
      created({ body: { id: 1, data: { ok: true } } }),
      created({ status: 200, body: { id: 2 } }),
    ];
    const identity = learnIdentity({
      original,
      repeat,
      control: created({ body: { id: 3, data: { ok: true } } }),
      rejections: [],
    });
    expect(sameResource(original, repeat, identity ?? { pointers: [] })).toBeUndefined();
  });

  test('work that each try sets in motion, and ids that gateways add', () => {
    const learned = (answer: (n: number) => Parameters<typeof created>[0]) =>
      learnIdentity({
        original: created(answer(1)),
        repeat: created(answer(2)),
        control: created(answer(3)),
        rejections: [],
      });
    expect(learned((n) => ({ status: 202, body: { id: n } }))).toBeUndefined();
    expect(learned((n) => ({ body: { operation: { id: n } } }))).toBeUndefined();
    expect(learned((n) => ({ headers: [['Location', `/v1/jobs/${n}`]] }))).toBeUndefined();
    expect(learned((n) => ({ body: { success: true }, headers: [['x-amz-cf-id', `cf${n}`]] }))).toBeUndefined();
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

test('a service that takes a second customer with the same address for the first is still recognised by its id', () => {
  const answer = (key: string, n: number) => created({ key, body: { id: n, number: `N${n}` } });
  const identity = learnIdentity({
    original: answer('k1', 1),
    repeat: answer('k1', 1),
    control: answer('k2', 2),
    sameBody: answer('k3', 1),
    rejections: [],
  });
  expect(identity?.pointers).toEqual(['/id']);
});
