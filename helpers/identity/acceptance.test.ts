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

describe('beside a control with an identity', () => {
  test('the identity is learned', () => expect(identity?.pointers).toContain('/id'));

  test.each<Row>([
    ['201 with an identity', { body: customer(3) }, 'accepted'],
    ['202 with an identity and one more member', { status: 202, body: { ...customer(3), queued: true } }, 'accepted'],
    ['201 without a member that is no identity', { body: { id: 'cus_1003a', status: 'active' } }, 'accepted'],
    ['201 with an identity and `success: false`', { body: { ...customer(3), success: false } }, 'rejected'],
    ['201 with errors of something else', { body: { ...customer(3), review: { errors: ['late'] } } }, 'accepted'],
    ['201 with a no to something else', { body: { ...customer(3), accepted: { terms: false } } }, 'accepted'],
    ['200 with `success: false`', { status: 200, body: { success: false } }, 'rejected'],
    ['200 with an identity and errors', { status: 200, body: { ...customer(3), errors: ['email'] } }, 'rejected'],
    ['200 without an identity', { status: 200, body: { status: 'noted' } }, 'rejected'],
    ['204', { status: 204 }, 'rejected'],
    ['409 with an identity', { status: 409, body: customer(3) }, 'rejected'],
    ['422', { status: 422, body: { errors: [{ field: 'email' }] } }, 'rejected'],
    ['401: it is about the key', { status: 401 }, 'unclear'],
    ['302 to a page', { status: 302, headers: [['Location', '/login']] }, 'unclear'],
    ['503 with an identity', { status: 503, body: customer(3) }, 'unclear'],
  ])('%s', (_, answer, expected) => {
    expect(acceptanceOf(created(answer), [original, control], identity)).toBe(expected);
  });
});

describe('beside a control whose identity rests on names alone', () => {
  const whole = (n: number) => ({ ...customer(n), email: `ada${n}@example.com` });
  const [first, second] = [created({ body: whole(1) }), created({ body: whole(2) })];
  const named = learnIdentity({ original: first, control: second, rejections: [] });

  test.each<Row>([
    ['all members', { body: whole(3) }, 'accepted'],
    ['most members', { body: customer(3) }, 'accepted'],
    ['half of the members', { body: { id: 'cus_1003a', status: 'active' } }, 'rejected'],
    ['most members without an identity', { body: { ...whole(3), id: null } }, 'rejected'],
    ['an identity among other members', { body: { id: 'cus_1003a', a: 1, b: 2, c: 3 } }, 'rejected'],
  ])('%s', (_, answer, expected) => {
    expect(named?.shape).toBeDefined();
    expect(acceptanceOf(created(answer), [first, second], named)).toBe(expected);
  });
});

describe('beside a control without an identity', () => {
  const plain = { ok: true, code: '00', request_id: 'r-1' };
  const [first, second] = [created({ body: plain }), created({ body: { ...plain, request_id: 'r-2' } })];

  test.each<Row>([
    ['the same members and the same code', { body: { ...plain, request_id: 'r-3' } }, 'accepted'],
    ['another code', { body: { ...plain, code: '17', request_id: 'r-3' } }, 'unclear'],
    ['`ok: false`', { body: { ...plain, ok: false } }, 'rejected'],
    ['a no further down', { body: { ...plain, data: { valid: false } } }, 'rejected'],
    ['no body', { status: 204 }, 'unclear'],
    ['a rejection', { status: 422 }, 'rejected'],
  ])('%s', (_, answer, expected) => {
    expect(acceptanceOf(created(answer), [first, second], undefined)).toBe(expected);
  });

  test('without a second control the members alone decide', () => {
    expect(acceptanceOf(created({ body: { ...plain, code: '17' } }), [first, undefined], undefined)).toBe('accepted');
  });

  test('a yes is no no', () => {
    const control = created({ body: { ...plain, active: true } });
    const answer = created({ body: { ...plain, active: false } });
    expect(acceptanceOf(answer, [control, undefined], undefined)).toBe('unclear');
  });

  test('an empty body is no page', () => {
    const control = created({});
    expect(acceptanceOf(created({}), [control, control], undefined)).toBe('accepted');
    expect(acceptanceOf(created({ body: 'raw:<p>Thank you</p>' }), [control, control], undefined)).toBe('unclear');
  });

  test('a control that says `success: false` itself makes that no rejection', () => {
    const odd = created({ body: { success: false } });
    expect(acceptanceOf(created({ body: { success: false } }), [odd, odd], undefined)).toBe('accepted');
  });
});

describe('a body says that it is a rejection', () => {
  test.each<[body: unknown, expected: boolean]>([
    [{ success: false }, true],
    [{ data: { valid: false } }, true],
    [{ errors: ['email'] }, true],
    [{ problems: { email: 'taken' } }, true],
    [{ errors: [] }, false],
    [{ error: null }, false],
    [{ error: false }, false],
    [{ success: true, active: false }, false],
    ['raw:no JSON', false],
  ])('%j: %s', (body, expected) => {
    expect(isRejectionBody(created({ body }))).toBe(expected);
  });
});

describe('a success that reports a rejection by itself', () => {
  test.each<[body: unknown, expected: boolean]>([
    [{ success: false }, true],
    [{ error: { code: 'forbidden' } }, true],
    [{ errors: ['no such tenant'], data: null }, true],
    [{ error: { code: 'forbidden' }, data: '', count: 0 }, true],
    // Data may say no of themselves, and come with complaints about others.
    [{ id: 'c1', valid: false }, false],
    [{ accounts: [{ id: 'a1', success: false }] }, false],
    [{ accounts: [{ id: 'a1' }], errors: ['one bank is late'] }, false],
    [{ accounts: [], errors: [] }, false],
    ['raw:no JSON', false],
  ])('%j: %s', (body, expected) => {
    expect(reportsRejection(created({ status: 200, body }))).toBe(expected);
  });

  test('any other status does not', () => {
    expect(reportsRejection(created({ status: 400, body: { success: false } }))).toBe(false);
  });
});
