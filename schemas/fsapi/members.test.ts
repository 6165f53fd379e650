import { expect, test } from 'vitest';
import { catalogue } from './catalogue.js';
import { members } from './members.js';

test('the members of a customer are those of the schemas, each with its requirement, in the order of the catalogue', () => {
  const ofCustomer = 'first_name last_name middle_name email phone type gender date_of_birth address'.split(' ');
  const ofAddress = 'address_line1 city country postal_code state'.split(' ').map((name) => `address/${name}`);
  const pointers = [...ofCustomer, ...ofAddress].map((name) => `/${name}`);
  const ids = pointers.map((_, at) => `CUST-${String(at + 2).padStart(2, '0')}`);
  expect(members.map(({ pointer }) => pointer)).toEqual(pointers);
  expect(members.map(({ requirement }) => requirement)).toEqual(ids);
});

test('the title of each requirement begins with the name of its member', () => {
  for (const { name, requirement: id } of members) {
    const { title } = catalogue.find((one) => one.id === id) ?? { title: '' };
    expect(title, id).toContain(name.split('.').at(-1));
  }
});
