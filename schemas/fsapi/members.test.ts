import { expect, test } from 'vitest';
import { catalogue } from './catalogue.js';
import { members } from './members.js';

test('the members of a customer are those of the schemas, each with its requirement, in the order of the catalogue', () => {
  expect(members.map(({ requirement, pointer }) => `${requirement} ${pointer}`)).toEqual([
    'CUST-02 /first_name',
    'CUST-03 /last_name',
    'CUST-04 /middle_name',
    'CUST-05 /email',
    'CUST-06 /phone',
    'CUST-07 /type',
    'CUST-08 /gender',
    'CUST-09 /date_of_birth',
    'CUST-10 /address',
    'CUST-11 /address/address_line1',
    'CUST-12 /address/city',
    'CUST-13 /address/country',
    'CUST-14 /address/postal_code',
    'CUST-15 /address/state',
  ]);
});

test('the title of each requirement begins with the name of its member', () => {
  for (const { name, requirement: id } of members) {
    const { title } = catalogue.find((one) => one.id === id) ?? { title: '' };
    expect(title, id).toContain(name.split('.').at(-1));
  }
});
