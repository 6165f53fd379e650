import type { DecidableId } from '../../schemas/catalogue.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { memberAt, withMember, without } from './member.js';

/** One malformed value of one member, all else valid. */
export interface Mutation {
  /** The requirement that names the form. */
  readonly row: DecidableId;
  /** Unique within the requirement. */
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The malformed value, from the well-formed one. */
  readonly bend: (value: string, customer: Customer) => unknown;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: 'type' | 'format' | 'pattern';
  /** Whether a service may put the value right, if the answer shows it so. Never dates, e-mail addresses, arrays, objects. */
  readonly mendable: boolean;
  /** A member left out, in the bend and in its control alike, so that a comparison with it does not refuse for the bend. */
  readonly without?: string;
  /** Also bent in the same way, because a service may compare the two. */
  readonly together?: { readonly pointer: string; readonly bend: (value: string) => unknown };
  /** A possible neighbour of an impossible value: let in where only the bend is wrong. */
  readonly neighbour?: string;
}

/** Members of the specification's tables that are strings, with the requirement of each. */
export const strings: readonly (readonly [pointer: string, row: DecidableId])[] = [
  ['/first_name', 'CUST-02'],
  ['/last_name', 'CUST-03'],
  ['/middle_name', 'CUST-04'],
  ['/email', 'CUST-05'],
  ['/phone', 'CUST-06'],
  ['/type', 'CUST-07'],
  ['/gender', 'CUST-08'],
  ['/date_of_birth', 'CUST-09'],
  ['/address/address_line1', 'CUST-11'],
  ['/address/city', 'CUST-12'],
  ['/address/country', 'CUST-13'],
  ['/address/postal_code', 'CUST-14'],
  ['/address/state', 'CUST-15'],
];

const digits = (text: string) => text.replace(/\D/g, '');

/** Every string member as a number, a boolean, an array of two and an object. */
const types: readonly Mutation[] = strings.flatMap(([pointer, row]): Mutation[] => {
  const mutated = (name: string, mutation: Mutation['bend'], scalar: boolean): Mutation => ({
    row,
    name,
    pointer,
    bend: mutation,
    keyword: 'type',
    mendable: scalar && row !== 'CUST-05' && row !== 'CUST-09',
  });
  return [
    mutated('a number', (value) => Number(digits(value).slice(0, 12)) || 12345, true),
    mutated('a boolean', () => true, true),
    mutated('an array of two', (value) => [value, value], false),
    mutated('an object', (value) => ({ value }), false),
  ];
});

const address: readonly Mutation[] = (
  [
    ['a string', () => '1 Test Street, Springfield'],
    ['a number', () => 12345],
    ['a boolean', () => true],
    ['an array', (_, customer) => [customer.address]],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
).map(([name, mutation]) => ({
  row: 'CUST-10',
  name,
  pointer: '/address',
  bend: mutation,
  keyword: 'type',
  mendable: false,
}));

const local = (value: string) => value.split('@')[0] ?? '';
const domain = (value: string) => value.split('@')[1] ?? '';

const email: readonly Mutation[] = (
  [
    ['no @', (value) => value.replace('@', '.')],
    ['nothing before the @', (value) => `@${domain(value)}`],
    ['nothing after the @', (value) => `${local(value)}@`],
    ['two @', (value) => `${local(value)}@@${domain(value)}`],
    ['a space inside', (value) => `${local(value)} x@${domain(value)}`],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
).map(([name, mutation]) => ({
  row: 'CUST-05',
  name,
  pointer: '/email',
  bend: mutation,
  keyword: 'format',
  mendable: false,
}));

const phone: readonly Mutation[] = (
  [
    ['no plus sign', (value) => value.slice(1)],
    ['00 in place of the plus sign', (value) => `00${value.slice(1)}`],
    ['national form', (value) => `(${value.slice(2, 5)}) ${value.slice(5, 8)}-${value.slice(8)}`],
    ['a plus sign alone', () => '+'],
    ['letters', (value) => `${value.slice(0, -4)}CALL`],
    ['a country code that begins with 0', (value) => `+0${value.slice(1)}`],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
).map(([name, mutation]) => ({
  row: 'CUST-06',
  name,
  pointer: '/phone',
  bend: mutation,
  keyword: 'pattern',
  mendable: true,
}));

const gender: readonly Mutation[] = (
  [
    ['upper case', (value) => value.toUpperCase()],
    ['capitalised', (value) => value.slice(0, 1).toUpperCase() + value.slice(1)],
    ['digits', () => '12'],
    ['two words', (value) => `${value} ${value}`],
    ['empty', () => ''],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
).map(([name, mutation]) => ({
  row: 'CUST-08',
  name,
  pointer: '/gender',
  bend: mutation,
  keyword: 'pattern',
  mendable: true,
}));

const day = (value: string) => value.slice(8);
const month = (value: string) => value.slice(5, 7);
const year = (value: string) => value.slice(0, 4);

const birth: readonly Mutation[] = (
  [
    ['day first', (value) => `${day(value)}-${month(value)}-${year(value)}`],
    ['month first, with slashes', (value) => `${month(value)}/${day(value)}/${year(value)}`],
    ['slashes', (value) => value.replaceAll('-', '/')],
    ['full stops', (value) => value.replaceAll('-', '.')],
    ['no separators', (value) => value.replaceAll('-', '')],
    ['no zero padding', (value) => `${year(value)}-2-8`],
    ['a time appended', (value) => `${value}T00:00:00Z`],
    ['month 13', (value) => `${year(value)}-13-01`],
    ['day 32', (value) => `${year(value)}-01-32`],
    ['30 February', (value) => `${year(value)}-02-30`],
    ['29 February 1990', () => '1990-02-29', '1990-02-28'],
    ['29 February 2023', () => '2023-02-29', '2023-02-28'],
    ['29 February 1900', () => '1900-02-29', '1900-02-28'],
    [
      'digits that are not ASCII',
      (value) => value.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
    ],
  ] as const satisfies readonly (readonly [string, Mutation['bend'], string?])[]
).map(([name, mutation, neighbour]) => ({
  row: 'CUST-09',
  name,
  pointer: '/date_of_birth',
  bend: mutation,
  keyword: 'format',
  mendable: false,
  neighbour,
}));

const lower = (value: string) => value.toLowerCase();

const country: readonly Mutation[] = (
  [
    ['lower case', lower],
    ['three letters', (value) => (value === 'US' ? 'USA' : `${value}X`)],
    ['one letter', (value) => value.slice(0, 1)],
    ['digits', () => '12'],
    ['a name', (value) => (value === 'US' ? 'United States' : 'Country')],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
)
  .map(
    ([name, mutation]): Mutation => ({
      row: 'CUST-13',
      name,
      pointer: '/address/country',
      bend: mutation,
      keyword: 'pattern',
      mendable: true,
    }),
  )
  .concat({
    row: 'CUST-13',
    name: 'lower case, without a state to compare',
    pointer: '/address/country',
    bend: lower,
    keyword: 'pattern',
    mendable: true,
    without: '/address/state',
  });

const subdivision = (value: string) => value.split('-')[1] ?? '';

const state: readonly Mutation[] = (
  [
    ['no country part', (value) => subdivision(value)],
    ['no hyphen', (value) => value.replace('-', '')],
    ['an underscore', (value) => value.replace('-', '_')],
    ['lower case', lower],
    ['empty subdivision', (value) => value.slice(0, 3)],
    ['a subdivision of four characters', (value) => `${value.slice(0, 3)}ABCD`],
  ] as const satisfies readonly (readonly [string, Mutation['bend']])[]
)
  .map(
    ([name, mutation]): Mutation => ({
      row: 'CUST-15',
      name,
      pointer: '/address/state',
      bend: mutation,
      keyword: 'pattern',
      mendable: true,
    }),
  )
  .concat({
    row: 'CUST-15',
    name: 'lower case, with a country to match',
    pointer: '/address/state',
    bend: lower,
    keyword: 'pattern',
    mendable: true,
    together: { pointer: '/address/country', bend: lower },
  });

export const mutations: readonly Mutation[] = [
  ...types,
  ...email,
  ...phone,
  ...gender,
  ...birth,
  ...address,
  ...country,
  ...state,
];

/** A customer with a bend in it, beside the same customer without. */
export interface MutatedCustomer {
  readonly bent: Customer;
  readonly value: unknown;
}

/**
 * Applies a bend, and proves by the schema that it makes the customer malformed at the place it is meant for, by the
 * keyword it is meant to violate, and nowhere else.
 * @throws Error where it does not: a fault of this suite, found before anything is sent
 */
export function mutate(mutation: Mutation, customer: Customer): MutatedCustomer {
  const base = mutation.without === undefined ? customer : without(customer, mutation.without);
  const value = mutation.bend(String(memberAt(base, mutation.pointer)), base);
  let mutated = withMember(base, mutation.pointer, value);
  if (mutation.together) {
    const { pointer } = mutation.together;
    mutated = withMember(mutated, pointer, mutation.together.bend(String(memberAt(base, pointer))));
  }
  const validate = validator('customer');
  const places = [mutation.pointer, ...(mutation.together ? [mutation.together.pointer] : [])];
  const malformed = !validate(mutated);
  const errors = validate.errors ?? [];
  const asMeant =
    malformed &&
    errors.every(({ instancePath }) => places.includes(instancePath)) &&
    errors.some(({ instancePath, keyword }) => instancePath === mutation.pointer && keyword === mutation.keyword);
  if (!asMeant) {
    throw new Error(
      `${mutation.row} ${mutation.name}: meant to violate ${mutation.keyword} at ${mutation.pointer}, but ${complaint(errors)}`,
    );
  }
  return { bent: mutated, value };
}
