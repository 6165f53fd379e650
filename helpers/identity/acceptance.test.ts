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
    ['200 with an identity', { status: 200, body: customer(3) }, 'accepted'],
    ['202 with an identity and one more member', { status: 202, body: { ...customer(3), queued: true } }, 'accepted'],
    ['201 without a member that is no identity', { body: { id: 'cus_1003a', status: 'active' } }, 'accepted'],
    ['200 with `success: false`', { status: 200, body: { success: false } }, 'rejected'],
    ['200 with an identity and errors', { status: 200, body: { ...customer(3), errors: ['email'] } }, 'rejected'],
    ['200 without an identity', { status: 200, body: { status: 'noted' } }, 'rejected'],
    ['201 with an empty object', { body: {} }, 'rejected'],
    ['204', { status: 204 }, 'rejected'],
    ['200 with a page of HTML', { status: 200, body: 'raw:<p>Thank you</p>' }, 'rejected'],
    ['400', { status: 400, body: { error: 'bad' } }, 'rejected'],
    ['403', { status: 403 }, 'rejected'],
    ['409 with an identity', { status: 409, body: customer(3) }, 'rejected'],
    ['422', { status: 422, body: { errors: [{ field: 'email' }] } }, 'rejected'],
    ['401: it is about the key', { status: 401 }, 'unclear'],
    ['429: it is about the pace', { status: 429 }, 'unclear'],
    ['302 to a page', { status: 302, headers: [['Location', '/login']] }, 'unclear'],
    ['500', { status: 500, body: { error: 'oops' } }, 'unclear'],
    ['503 with an identity', { status: 503, body: customer(3) }, 'unclear'],
  ])('%s', (_, answer, expected) => {
    expect(acceptanceOf(created(answer), [original, control], identity)).toBe(expected);
  });
});

describe('beside a control without an identity', () => {
  const plain = { ok: true, code: '00', request_id: 'r-1' };
  const [first, second] = [created({ body: plain }), created({ body: { ...plain, request_id: 'r-2' } })];

  test.each<Row>([
    ['the same members and the same code', { body: { ...plain, request_id: 'r-3' } }, 'accepted'],
    ['another code', { body: { ...plain, code: '17', request_id: 'r-3' } }, 'unclear'],
    ['another member', { body: { ...plain, warning: 'late' } }, 'unclear'],
    ['`ok: false`', { body: { ...plain, ok: false } }, 'rejected'],
    ['no body', { status: 204 }, 'unclear'],
    ['a rejection', { status: 422 }, 'rejected'],
  ])('%s', (_, answer, expected) => {
    expect(acceptanceOf(created(answer), [first, second], undefined)).toBe(expected);
  });

  test('without a second control the members alone decide', () => {
    expect(acceptanceOf(created({ body: { ...plain, code: '17' } }), [first, undefined], undefined)).toBe('accepted');
  });

  test('a control that says `success: false` itself makes that no rejection', () => {
    const odd = created({ body: { success: false } });
    expect(acceptanceOf(created({ body: { success: false } }), [odd, odd], undefined)).toBe('accepted');
  });
});

describe('a body says that it is a rejection', () => {
  test.each<[body: unknown, expected: boolean]>([
    [{ success: false }, true],
    [{ meta: { isValid: false } }, false],
    [{ data: { valid: false } }, true],
    [{ errors: ['email'] }, true],
    [{ problems: { email: 'taken' } }, true],
    [{ errors: [] }, false],
    [{ error: null }, false],
    [{ error: '' }, false],
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
    [{ ok: false, message: 'no such tenant' }, true],
    [{ error: { code: 'forbidden' } }, true],
    [{ errors: ['no such tenant'], data: null }, true],
    [{ success: false, accounts: [] }, true],
    // Data may say no of themselves, and come with complaints about others.
    [{ id: 'c1', valid: false }, false],
    [{ accounts: [{ id: 'a1', success: false }] }, false],
    [{ accounts: [{ id: 'a1' }], errors: ['one bank is late'] }, false],
    [{ accounts: [], errors: [] }, false],
    [{ success: true, error: null }, false],
    [[], false],
    ['raw:no JSON', false],
  ])('%j: %s', (body, expected) => {
    expect(reportsRejection(created({ status: 200, body }))).toBe(expected);
  });
});
