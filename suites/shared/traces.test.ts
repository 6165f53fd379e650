import { expect, test } from 'vitest';
import { created, listed, listingOf } from '../../helpers/identity/response.fixture.js';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import { read } from './listing.js';
import { areCountedTogether, disclosed, held, recordsOf, tracesOf, without } from './traces.js';

const account = (number: number, change: object = {}) => ({
  ...{ id: `acc_100${number}`, iban: `DE8937040044053201300${number}`, balance: number * 100 },
  ...change,
});
const [one, other] = [read(listed({ data: [account(1), account(2)] })), read(listed({ data: [account(2)] }))] as const;
const alone = () => without(tracesOf(one, other), tracesOf(other, one));

test.each([
  ['in a rejection', created({ status: 403, body: { error: `not for ${account(1).iban}` } }), true],
  ['in a header', created({ status: 404, headers: [['X-Last', account(1).id]] }), true],
  ['not in what both have', listed({ data: [account(2)] }), false],
])('what one tenant alone has is found: %s', async (_, response, isFound) => {
  expect(await inCheck(() => held(response, alone()).length > 0)).toBe(isFound);
});

const shared = { manager_ref: 'RM-88412-Kx' };
const settled = { settlement_account_id: 'acc_9f3k27Qm' };
test.each<[what: string, ids: readonly string[], more: object, texts: readonly string[], isFound: boolean]>([
  ['a number of its own', ['acc_7Tq52Lx9', 'acc_3Vb81Kd0'], {}, ['acc_7Tq52Lx9'], true],
  ['no number of a count', ['ACC-2026-0004', 'ACC-2026-0005'], {}, ['ACC-2026-0004'], false],
  ['nothing that accounts share', ['a1', 'a2'], shared, Object.values(shared), false],
  ['no other account that they name', ['a1'], settled, Object.values(settled), false],
])('accounts are known by %s', async (_, ids, more, texts, isFound) => {
  const own = read(listed({ data: ids.map((id) => ({ id, ...more })) }));
  const found = () => held(created({ body: { texts } }), without(tracesOf(own, other), tracesOf(other, own)));
  expect((await inCheck(found)).length > 0).toBe(isFound);
});

test.each([
  ['in a second array', (one: object) => ({ data: [account(2)], suspended: [one] })],
  ['as a member of the envelope', (one: object) => ({ data: [account(2)], default_account: one })],
])('an account of a counter and a short number is found %s', async (_, body) => {
  const weak = { id: 4, number: '31926819', sort_code: '60-16-13', balance: '1204.55' };
  const [a, b] = [weak, { ...weak, id: 5 }].map((one) => read(listed({ data: [one] })));
  const found = (one: object) => inCheck(() => a && b && held(listed(body(one)), tracesOf(a, b)).length);
  expect([await found(weak), await found({ ...weak, id: 6 })]).toEqual([1, 0]);
});

const counted = (balance: string) => ({ id: 1, no: '**4321', balance });

test.each<[name: string, a: object, b: object, least: 2 | 3, isSame: boolean]>([
  ['but for its balance', account(1), account(1, { balance: 7 }), 3, true],
  ['not under another number', account(1), account(1, { iban: 'DE02' }), 3, false],
  ['not by a counter and a word', { id: 1, currency: 'EUR' }, { id: 1, currency: 'EUR' }, 3, false],
  ['by its money, where all are counted', counted('87.65'), counted('87.65'), 2, true],
  ['not by another’s money', counted('87.65'), counted('87.66'), 2, false],
])('an account is known again: %s', async (_, a, b, least, isSame) => {
  const recordsIn = (of: object) => listingOf([of]).items.flatMap((item) => recordsOf(item, least));
  const isShared = () => recordsIn(a).some((record) => recordsIn(b).includes(record));
  expect(await inCheck(isShared)).toBe(isSame);
});

test.each([
  ['12', '34', true],
  ['123', '34', true],
  ['12', '123', false],
])('accounts %s and %s are counted over both tenants: %s', async (one, other, isTogether) => {
  const counting = (ids: string) => listed({ data: [...ids].map((id) => ({ id: Number(id), currency: 'EUR' })) });
  expect(await inCheck(() => areCountedTogether(counting(one), counting(other)))).toBe(isTogether);
});

const secret = 'acc_9XQ27Kd';

test.each<[name: string, isShown: boolean, body: unknown, headers?: [string, string][]]>([
  ['in a member', true, { data: [{ id: secret }] }],
  ['within a text', true, { message: `Account ${secret} is not yours.` }],
  ['in the name of a member', true, { [secret]: { currency: 'EUR' } }],
  ['in a body that is no JSON', true, `raw:<b>${secret}</b>`],
  ['escaped in JSON', true, 'raw:{"id":"acc_9XQ27K\\u0064"}'],
  ['escaped with percent', true, 'raw:/accounts/acc%5F9XQ27Kd'],
  ['in a header', true, {}, [['Location', `/v1/accounts/${secret}`]]],
  ['behind a part of another word', true, { id: `x${secret} (${secret})` }],
  ['in a longer word', false, { id: `${secret}7` }],
  ['as a part of a word', false, { id: `x${secret}` }],
])('a value of somebody else: %s is disclosed: %s', (_, isShown, body, headers = []) => {
  expect(disclosed(listed(body, headers), [secret])).toEqual(isShown ? [secret] : []);
});

test.each<[name: string, written: (uuid: string) => string]>([
  ['in capitals', (uuid) => uuid.toUpperCase()],
  ['in capitals, without hyphens', (uuid) => uuid.replaceAll('-', '').toUpperCase()],
])('a UUID is disclosed %s', (_, written) => {
  const uuid = '3e7d51fa-0c8b-4b6e-9d02-c7a9158be4f6';
  expect(disclosed(listed({ data: [{ ref: written(uuid) }] }), [uuid])).toEqual([uuid]);
  expect(disclosed(created({ key: written(uuid), body: { ref: uuid } }), [uuid])).toEqual([]);
});

test('a value too short to tell is not disclosed', () => expect(disclosed(listed({ id: 'a1' }), ['a1'])).toEqual([]));

test('an answer that repeats its own request discloses nothing but its other values', () => {
  const [key, email] = ['5f0c9d1e-51c4-4d0e-9d1b-5b21e0a4b21e', 'ada.lovelace@example.com'];
  const body = { id: `cus-${key}`, handle: 'ada.lovelace.example.com', seen: secret };
  const values = [`cus-${key}`, 'ada.lovelace.example.com', secret, 'cus_77aa32'];
  expect(disclosed(created({ key, customer: { email }, body }), values)).toEqual([secret]);
});
