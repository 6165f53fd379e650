import { expect, test } from 'vitest';
import type { Response } from '../../helpers/client/message.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { american } from './customers.fixture.js';
import { membersShown } from './members-shown.js';

const customer = { ...american, first_name: 'Zoë', email: 'Ann.1@example.com' };
const response = (json: unknown, body: object = customer) =>
  ({
    request: { operation: createCustomer, body },
    json,
    text: JSON.stringify(json),
    isJson: true,
  }) as unknown as Response;
const shownBy = (json: unknown) => membersShown([response(json)]);
const withAddress = (change: object) => ({ ...customer, address: { ...customer.address, ...change } });

test.each([
  ['as it was sent', customer, {}],
  ['within an envelope', { status: 'active', data: { state: 'active', type: 'customer', attributes: customer } }, {}],
  ['an e-mail address in lower case', { ...customer, email: 'ann.1@example.com' }, {}],
  ['an international phone in groups', { ...customer, phone: '+1 201-555-0123' }, {}],
  ['decomposed letters', { ...customer, first_name: ' Zoe\u0308 ' }, {}],
  [
    'other data beside',
    {
      ...customer,
      country: 'DE',
      created_by: { ...customer, email: 'x', address: {} },
      branch: { address: { country: 'usa' } },
    },
    {},
  ],
  ['null, and nothing', { ...customer, phone: null, email: '' }, { phone: 'not shown', email: 'not shown' }],
  ['other names', { ...customer, date_of_birth: undefined, dateOfBirth: '28/02/1990' }, { date_of_birth: 'not shown' }],
  [
    'masks',
    { ...customer, email: 'a***@example.com', phone: '0123', date_of_birth: 'XXXX-xx-28' },
    { email: 'masked', phone: 'masked', date_of_birth: 'masked' },
  ],
  [
    'an object for a text',
    { ...customer, email: { address: 'ann.1@example.com', verified: true } },
    { email: 'another structure' },
  ],
  ['another name', { ...customer, last_name: 'Jones' }, { last_name: 'in its form' }],
  ['another day', { ...customer, date_of_birth: '1990-02-27' }, { date_of_birth: 'in its form' }],
  ['a day with a time', { ...customer, date_of_birth: '1990-02-28T00:00:00Z' }, { date_of_birth: 'in another form' }],
  ['a national phone', { ...customer, phone: '(201) 555-0123' }, { phone: 'in another form' }],
  ['a number for a text', withAddress({ postal_code: 78701 }), { 'address.postal_code': 'in another form' }],
  ['a state without its country', withAddress({ state: 'TX' }), { 'address.state': 'in another form' }],
  ['another country', withAddress({ country: 'GB' }), { 'address.country': 'in its form' }],
])('%s', (_, json, others) => {
  const shown = shownBy(json);
  expect(Object.fromEntries(Object.entries(shown).filter(([, form]) => form !== 'as sent'))).toEqual(others);
  expect(Object.keys(shown)).toHaveLength(12);
});

test('an address as one line, two members alone, a list, no object: nothing that could be in another form', () => {
  expect(shownBy({ ...customer, address: '1 Test Street, Austin' })).toMatchObject({
    'address.city': 'another structure',
  });
  for (const json of [{ id: 1, email: 'x', phone: 'y' }, [1], 'x', null])
    expect(new Set(Object.values(shownBy(json)))).toEqual(new Set(['not shown']));
});

test('of several responses the form that asks for an answer; what two customers have in common shows neither', () => {
  const example = { ...customer, date_of_birth: '28/02/1990', email: 'x' };
  const other = { ...customer, first_name: 'Bo' };
  expect(membersShown([response(customer), response({ ...other, email: 'x' }, other)])).toMatchObject({
    first_name: 'as sent',
    email: 'in another form',
  });
  const canned = membersShown([response(example), response(example, other)]);
  expect(new Set(Object.values(canned))).toEqual(new Set(['not shown']));
});
