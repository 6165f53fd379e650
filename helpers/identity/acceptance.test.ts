import { describe, expect, test } from 'vitest';
import { type Acceptance, acceptanceOf, isRejectionBody, reportsRejection } from './acceptance.js';
import { learnIdentity } from './resource-identity.js';
import { created } from './response.fixture.js';

const customer = (number: number) => ({ id: `cus_100${number}a`, status: 'active', created_at: `2026-01-0${number}` });
const key = 'f0a1c2d3-0000-4000-8000-000000000001';
const original = created({ body: customer(1), key });
const repeat = created({ body: customer(1), key });
const control = created({ body: customer(2) });
const identity = learnIdentity({ original, repeat, control, rejections: [] });

type Row = readonly [name: string, answer: Parameters<typeof created>[0], expected: Acceptance];

test.each<Row>([
  ['202 with an identity and one more member', { status: 202, body: { ...customer(3), queued: true } }, 'accepted'],
  ['201 without a member that is no identity', { body: { id: 'cus_1003a', status: 'active' } }, 'accepted'],
  ['201 with an identity and `success: false`', { body: { ...customer(3), success: false } }, 'rejected'],
  ['201 with errors of something else', { body: { ...customer(3), review: { errors: ['late'] } } }, 'accepted'],
  ['201 with a no to something else', { body: { ...customer(3), accepted: { terms: false } } }, 'accepted'],
  ['200 with an identity and errors', { status: 200, body: { ...customer(3), errors: ['email'] } }, 'rejected'],
  ['200 without an identity', { status: 200, body: { status: 'noted' } }, 'rejected'],
  ['409 with an identity', { status: 409, body: customer(3) }, 'rejected'],
  ['401: it is about the key', { status: 401 }, 'unclear'],
  ['503 with an identity', { status: 503, body: customer(3) }, 'unclear'],
])('beside a control with an identity: %s', (_, answer, expected) => {
  expect(acceptanceOf(created(answer), [original, control], identity)).toBe(expected);
});

const whole = (n: number) => ({ ...customer(n), email: `ada${n}@example.com` });
const [first, second] = [created({ body: whole(1) }), created({ body: whole(2) })];
const named = learnIdentity({ original: first, control: second, rejections: [] });

test.each([
  ['most members', { body: customer(3) }, 'accepted'],
  ['half of the members', { body: { id: 'cus_1003a', status: 'active' } }, 'rejected'],
  ['most members without an identity', { body: { ...whole(3), id: null } }, 'rejected'],
  ['an identity among other members', { body: { id: 'cus_1003a', a: 1, b: 2, c: 3 } }, 'rejected'],
])('beside a control whose identity rests on names alone: %s', (_, answer, expected) => {
  expect(named?.shape).toBeDefined();
  expect(acceptanceOf(created(answer), [first, second], named)).toBe(expected);
});

describe('beside a control without an identity', () => {
  const plain = { ok: true, code: '00', request_id: 'r-1' };
  const [first, second] = [created({ body: plain }), created({ body: { ...plain, request_id: 'r-2' } })];

  test.each([
    ['the same members and the same code', { body: { ...plain, request_id: 'r-3' } }, 'accepted'],
    ['another code', { body: { ...plain, code: '17', request_id: 'r-3' } }, 'unclear'],
    ['`ok: false`', { body: { ...plain, ok: false } }, 'rejected'],
    ['a no further down', { body: { ...plain, data: { valid: false } } }, 'rejected'],
    ['a rejection', { status: 422 }, 'rejected'],
  ])('%s', (_, answer, expected) => {
    expect(acceptanceOf(created(answer), [first, second], undefined)).toBe(expected);
  });

  const [active, denied] = [{ ...plain, active: true }, { success: false }];
  test.each([
    ['without a second control the members alone decide', plain, { ...plain, code: '17' }, 'accepted'],
    ['a yes is no no', active, { ...plain, active: false }, 'unclear'],
    ['an empty body is the same as another', undefined, undefined, 'accepted'],
    ['an empty body is no page', undefined, 'raw:<p>Thank you</p>', 'unclear'],
    ['`success: false` is no rejection beside a control that says so', denied, denied, 'accepted'],
  ])('%s', (_, control, answer, expected) => {
    const controls = [created({ body: control }), undefined] as const;
    expect(acceptanceOf(created({ body: answer }), controls, undefined)).toBe(expected);
  });
});

test.each([
  [{ problems: { email: 'taken' } }, true],
  [{ errors: [] }, false],
  [{ error: null }, false],
  [{ error: false }, false],
])('a body says that it is a rejection, %j: %s', (body, expected) => {
  expect(isRejectionBody(created({ body }))).toBe(expected);
});

describe('a success that reports a rejection by itself', () => {
  test.each([
    [{ success: false }, true],
    [{ errors: ['no such tenant'], data: null }, true],
    [{ error: { code: 'forbidden' }, data: '', count: 0 }, true],
    // Data may say no of themselves, and come with complaints about others.
    [{ id: 'c1', valid: false }, false],
    [{ accounts: [{ id: 'a1', success: false }] }, false],
    [{ accounts: [{ id: 'a1' }], errors: ['one bank is late'] }, false],
  ])('%j: %s', (body, expected) => {
    expect(reportsRejection(created({ status: 200, body }))).toBe(expected);
  });

  test('any other status does not', () => {
    expect(reportsRejection(created({ status: 400, body: { success: false } }))).toBe(false);
  });
});
