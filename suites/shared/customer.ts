import { createHash } from 'node:crypto';
// The package's root would load all locales.
import { faker } from '@faker-js/faker/locale/en';
import { context, currentScope, perRun } from '../../helpers/client/context.js';
import { type Leaf, valueAt, wordsOf } from '../../helpers/json/json-leaves.js';
import { freshPart } from '../../helpers/settings/customer-file.js';
import { isObject } from '../../schemas/common/is-object.js';
import type { Customer } from '../../schemas/types.js';

/** Places whose parts belong together: a service may compare them. */
const places = [
  { city: 'Sacramento', country: 'US', postal_code: '95814', state: 'US-CA' },
  { city: 'Albany', country: 'US', postal_code: '12207', state: 'US-NY' },
  { city: 'Austin', country: 'US', postal_code: '78701', state: 'US-TX' },
  { city: 'Chicago', country: 'US', postal_code: '60602', state: 'US-IL' },
];

/**
 * A made-up customer, every member of the table well-formed; members of CONFORMANCE_CUSTOMER replace its own. The e-mail
 * address, in a domain reserved by RFC 2606, and the phone number are always new; the rest follows from seed, scope, purpose
 * and number of calls. Last name and street end in letters that no other customer has.
 * @param purpose distinguishes requests that overlap, whose order is chance
 * @param destiny whether the service should store it, which uses its number up
 */
export function freshCustomer(purpose = '', destiny: Destiny = 'stored'): Customer {
  const { configuration, mark } = context();
  const scope = currentScope();
  const before = scope.customers.get(purpose) ?? 0;
  scope.customers.set(purpose, before + 1);
  counters().customers += 1;
  faker.seed(hash(`${configuration.seed}\n${scope.name}\n${purpose}\n${before}`));
  const ownLetters = () => faker.string.alpha({ length: 6, casing: 'lower' });
  const customer: Customer = {
    first_name: plainName(faker.person.firstName()).padEnd(4, 'a'),
    last_name: plainName(faker.person.lastName()) + ownLetters(),
    middle_name: 'Conformance',
    email: `conformance.${mark}.${counters().customers}@example.com`,
    phone: nextPhone(destiny),
    type: 'individual',
    gender: 'female',
    // No rule of age rejects it.
    date_of_birth: '1990-02-28',
    address: {
      address_line1: `${faker.number.int({ min: 1, max: 999 })} Test Street ${ownLetters()}`,
      ...faker.helpers.arrayElement(places),
    },
  };
  return withPart(customer, configuration.customer ?? {});
}

/** Without letters beyond ASCII, which the specification leaves open, and without a capital inside. */
function plainName(name: string) {
  const rest = name.slice(1).replace(/[^A-Za-z]/g, '');
  return name.slice(0, 1) + rest.toLowerCase();
}

/** Replaces members as CONFORMANCE_CUSTOMER does: objects by member, each `{fresh}` by digits of this customer. */
export function withPart(customer: Customer, part: Readonly<Record<string, unknown>>): Customer {
  const token = `${(hash(context().mark) + counters().customers) % 10_000_000}`.padStart(7, '0');
  return merged(customer, part, token) as Customer;
}

function merged(base: unknown, over: unknown, token: string): unknown {
  if (typeof over === 'string') return over.replace(freshPart, (_, digits = '7') => token.slice(-Number(digits)));
  if (Array.isArray(over)) return over.map((item) => merged(undefined, item, token));
  if (!isObject(over)) return over;
  const under = isObject(base) ? base : {};
  const own = Object.entries(over).map(([name, value]) => [name, merged(under[name], value, token)]);
  return { ...under, ...Object.fromEntries(own) };
}

/** Area codes of the United States by their first digit. In each, 555-0100 to 555-0199 belong to nobody. */
const areaCodes = Object.entries({
  2: '01-03 05-10 12-19 23-25 28-29 31 39-40 51-54 60 69-70 76',
  3: '01-05 07-10 12-21 25-26 30-32 34 36-37 46-47 51-52 60-61 80 85-86',
  4: '01-02 04-10 12-15 23-25 32 34-35 42-43 58 63-64 69-70 78-80',
  5: '01-05 07-10 12-13 15-18 30-31 34 39-41 61-64 70-71 73-75 80 85-86',
  6: '01-03 05-10 14-20 26 28-31 40-41 50-51 56-57 59-62 69 78-82',
  7: '01-04 06-08 12-20 24-27 31-32 40 57 62-63 69-75 81 85-86',
  8: '01-06 12-18 28 30-32 38-40 47-48 54 56-60 62-65',
  9: '01 03-04 06-10 12-20 28-31 36-38 40-41 49 51-52 70-73 78-80 83-86',
}).flatMap(([hundred, ranges]) =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number(hundred + code));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  }),
);

/** By whether a service should store the customer. */
const codesOf = { rejected: areaCodes.slice(0, 40), stored: areaCodes.slice(40) };
type Destiny = keyof typeof codesOf;

/** Customers made so far, and the next number of each kind. Those of a day begin 32 further on: enough for two years. */
const counters = perRun(({ startedAt, mark }) => ({
  customers: 0,
  stored: Math.floor(startedAt / 86_400_000) * 32,
  rejected: hash(mark),
}));

export function nextPhone(destiny: Destiny): string {
  const codes = codesOf[destiny];
  const position = counters()[destiny] % (codes.length * 100);
  counters()[destiny] += 1;
  return `+1${codes[Math.floor(position / 100)]}55501${String(position % 100).padStart(2, '0')}`;
}

/** Goes on with others: an earlier run may have used the next ones. */
export function leaveUsedPhones(): void {
  counters().stored = hash(`${context().mark} ${counters().stored}`);
}

/** A whole number below 2^32 that a text determines. */
export const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

const plain = (name = '') => wordsOf(name).join('');

/** Whether a leaf has the name of a member: `firstName` for `first_name`, too. */
export const isNamedLike = ({ names }: Leaf, pointer: string): boolean =>
  plain(names.at(-1)) === plain(pointer.split('/').at(-1));

export const memberAt: (customer: Customer | undefined, pointer: string) => unknown = valueAt;

export function withMember(customer: Customer, pointer: string, value: unknown): Customer {
  const copy = structuredClone(customer);
  const at = pointer.lastIndexOf('/');
  const holder = valueAt(copy, pointer.slice(0, at)) as Record<string, unknown> | undefined;
  if (!holder) throw new RangeError(`the customer has no object to hold ${pointer}`);
  holder[pointer.slice(at + 1)] = value;
  return copy;
}

/** A copy that JSON writes without the member. */
export const without = (customer: Customer, pointer: string): Customer => withMember(customer, pointer, undefined);
