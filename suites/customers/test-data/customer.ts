// One locale: the package's root would load all of them.

import { faker } from '@faker-js/faker/locale/en';
import { context, currentScope, perRun } from '../../../helpers/client/context.js';
import { freshPart } from '../../../helpers/settings/customer-file.js';
import type { Configuration } from '../../../helpers/settings/settings.js';
import { isObject } from '../../../schemas/is-object.js';
import type { Address, Customer } from '../../../schemas/types.js';
import { type Destiny, hash, nextPhone } from './phone.js';

/** Places whose parts belong together: a service may compare them. Codes as in ISO 3166-2. */
const places: readonly Required<Pick<Address, 'city' | 'country' | 'postal_code' | 'state'>>[] = [
  { city: 'Los Angeles', country: 'US', postal_code: '90012', state: 'US-CA' },
  { city: 'Albany', country: 'US', postal_code: '12207', state: 'US-NY' },
  { city: 'Austin', country: 'US', postal_code: '78701', state: 'US-TX' },
  { city: 'Chicago', country: 'US', postal_code: '60602', state: 'US-IL' },
  { city: 'Seattle', country: 'US', postal_code: '98104', state: 'US-WA' },
  { city: 'Denver', country: 'US', postal_code: '80202', state: 'US-CO' },
];

/** A year in which a customer is of age everywhere and not yet old anywhere, so that rules of age do not interfere. */
const birthYear = 1990;

const made = perRun(() => ({ customers: 0 }));

/**
 * A customer with every member of the specification's table well-formed, made up, and recognisable as ours: the e-mail
 * address, in a domain reserved by RFC 2606, names the suite and the run; the phone number is set apart for fiction.
 * E-mail address and phone are new in every call; the rest depends on the seed, the scope, the purpose, and the number
 * of calls. Last name and street end in letters that no other customer has: a search for them finds this one. The members
 * of CONFORMANCE_CUSTOMER replace those made up.
 * @param purpose distinguishes requests that overlap, whose order is chance
 * @param destiny whether the service should store it, which uses its number up
 */
export function freshCustomer(purpose = '', destiny: Destiny = 'stored'): Customer {
  const { configuration, mark } = context();
  const scope = currentScope();
  const before = scope.customers.get(purpose) ?? 0;
  const dice = `${configuration.seed}\n${scope.name}\n${purpose}\n${before}`;
  scope.customers.set(purpose, before + 1);
  made().customers += 1;
  const { customers: number } = made();
  return customerOf({ dice, mark, number, phone: nextPhone(destiny), part: configuration.customer });
}

/** What the values of a customer follow from. */
interface Origin {
  readonly dice: string;
  readonly mark: string;
  /** Another one for each customer of the run. */
  readonly number: number;
  readonly phone: string;
  readonly part: Configuration['customer'];
}

function customerOf({ dice, mark, number, phone, part = {} }: Origin): Customer {
  faker.seed(hash(dice));
  const place = faker.helpers.arrayElement(places);
  const base: Customer = {
    first_name: plainLetters(faker.person.firstName()),
    last_name: plainLetters(faker.person.lastName()) + ownLetters(),
    middle_name: 'Conformance',
    email: `conformance.${mark}.${number}@example.com`,
    phone,
    type: 'individual',
    gender: faker.helpers.arrayElement(['female', 'male']),
    date_of_birth: `${birthYear}-02-28`,
    address: { address_line1: `${faker.number.int({ min: 1, max: 999 })} Test Street ${ownLetters()}`, ...place },
  };
  return merge(base, part, tokenOf(mark, number));
}

function ownLetters(): string {
  return faker.string.alpha({ length: 6, casing: 'lower' });
}

/** Letters of the basic alphabet only: the specification does not say whether others are allowed. */
function plainLetters(name: string): string {
  return name.replace(/[^A-Za-z]/g, '') || 'Probe';
}

/** A customer with some members replaced, as CONFORMANCE_CUSTOMER replaces them. */
export function withPart(customer: Customer, part: Readonly<Record<string, unknown>>): Customer {
  return merge(customer, part, tokenOf(context().mark, made().customers));
}

const tokenOf = (mark: string, number: number) => `${(hash(mark) + number) % 10_000_000}`.padStart(7, '0');

/** Objects are merged member by member; each `{fresh}` in a string becomes digits of the token, which is new each time. */
function merge(base: Customer, over: Readonly<Record<string, unknown>>, token: string): Customer {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const under = merged[name];
    merged[name] = isObject(under) && isObject(value) ? merge(under, value, token) : filled(value, token);
  }
  return merged;
}

function filled(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.replace(freshPart, (_, digits = '7') => token.slice(-Number(digits)));
  if (Array.isArray(value)) return value.map((item) => filled(item, token));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, token)]));
  return value;
}
