import { describe, expect, test } from 'vitest';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { disclosed, holdsWord } from './search.js';

const secret = 'acc_9XQ27Kd';
const named = (body: unknown, headers: [string, string][] = []) => disclosed(listed(body, headers), [secret]);

describe('a value of somebody else is disclosed', () => {
  test.each<[name: string, body: unknown, headers?: [string, string][]]>([
    ['in a member', { data: [{ id: secret }] }],
    ['within a text', { message: `Account ${secret} is not yours.` }],
    ['within an address', { link: `/accounts/${secret}/balance` }],
    ['in the name of a member', { [secret]: { currency: 'EUR' } }],
    ['in a body that is no JSON', `raw:<b>${secret}</b>`],
    ['escaped in JSON', 'raw:{"id":"acc_9XQ27K\\u0064"}'],
    ['escaped with percent', 'raw:/accounts/acc%5F9XQ27Kd'],
    ['in a header', {}, [['Location', `/v1/accounts/${secret}`]]],
  ])('%s', (_, body, headers) => {
    expect(named(body, headers)).toEqual([secret]);
  });
});

test.each<[name: string, written: (uuid: string) => string]>([
  ['in capitals', (uuid) => uuid.toUpperCase()],
  ['without hyphens', (uuid) => uuid.replaceAll('-', '')],
  ['in capitals, without hyphens', (uuid) => uuid.replaceAll('-', '').toUpperCase()],
])('a UUID is disclosed %s', (_, written) => {
  const uuid = '3e7d51fa-0c8b-4b6e-9d02-c7a9158be4f6';
  expect(disclosed(listed({ data: [{ ref: written(uuid) }] }), [uuid])).toEqual([uuid]);
  expect(disclosed(created({ key: written(uuid), body: { ref: uuid } }), [uuid])).toEqual([]);
});

describe('nothing is disclosed', () => {
  test.each<[name: string, body: unknown]>([
    ['by an answer without it', { data: [] }],
    ['by a longer word', { id: `${secret}7` }],
    ['by a part of a word', { id: `x${secret}` }],
  ])('%s', (_, body) => {
    expect(named(body)).toEqual([]);
  });

  test('by a value too short to tell', () => expect(disclosed(listed({ id: 'a1' }), ['a1'])).toEqual([]));

  test('by an answer that repeats its own request', () => {
    const [key, email] = ['5f0c9d1e-51c4-4d0e-9d1b-5b21e0a4b21e', 'ada.lovelace@example.com'];
    const response = created({
      key,
      customer: { email },
      body: { id: `cus-${key}`, handle: 'ada.lovelace.example.com' },
    });
    expect(disclosed(response, [`cus-${key}`, 'ada.lovelace.example.com'])).toEqual([]);
  });

  test('but the other values of that answer are', () => {
    const response = created({ body: { id: 'cus_77aa31', seen: secret } });
    expect(disclosed(response, [secret, 'cus_77aa32'])).toEqual([secret]);
  });
});

test.each<[text: string, value: string, expected: boolean]>([
  ['id 1234567', '1234567', true],
  ['id 12345678', '1234567', false],
  ['(a-1)', 'a-1', true],
  ['ba-1 a-1', 'a-1', true],
  ['', 'a-1', false],
])('%j holds %j as a word: %s', (text, value, expected) => {
  expect(holdsWord(text, value)).toBe(expected);
});

test.each<[value: string, expected: boolean]>([
  ['5f0c9d1e-51c4-4d0e-9d1b-5b21e0a4b21e', true],
  ['cus_5f0c9d1e-51c4-4d0e-9d1b-5b21e0a4b21e', true],
  ['01JZ3N8K2V7Q4R5T6W8X9Y0ZAB', true],
  ['cus_NffrFeUfNV2Hib7x', true],
  ['00000000-0000-4000-8000-000000000017', false],
  ['9007199254740000017', false],
  ['CUS-000000000000017', false],
  ['customer-of-the-north', false],
  ['17', false],
  ['cus_gH4-oXvqF2R6di-3C8rtI_haiMyioagu-c35BYpPDG8', true],
  ['Conformance-Test-Customer-Number-12', false],
])('%j has no equal by chance: %s', (value, expected) => {
  expect(isUnguessable(value)).toBe(expected);
});
