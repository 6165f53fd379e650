import { createHash } from 'node:crypto';
// One locale: the package's root would load all of them.
import { faker } from '@faker-js/faker/locale/en';
import { context, currentScope, perRun } from '../../helpers/client/context.js';
import { type Leaf, valueAt } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { freshPart } from '../../helpers/settings/customer-file.js';
import { isObject } from '../../schemas/is-object.js';
import type { Customer } from '../../schemas/types.js';

/** Places whose parts belong together: a service may compare them. Codes as in ISO 3166-2. */
const places = [
  { city: 'Los Angeles', country: 'US', postal_code: '90012', state: 'US-CA' },
  { city: 'Albany', country: 'US', postal_code: '12207', state: 'US-NY' },
  { city: 'Austin', country: 'US', postal_code: '78701', state: 'US-TX' },
  { city: 'Chicago', country: 'US', postal_code: '60602', state: 'US-IL' },
  { city: 'Seattle', country: 'US', postal_code: '98104', state: 'US-WA' },
  { city: 'Denver', country: 'US', postal_code: '80202', state: 'US-CO' },
];

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
  scope.customers.set(purpose, before + 1);
  made().customers += 1;
  const dice = `${configuration.seed}\n${scope.name}\n${purpose}\n${before}`;
  const drawn = <T>(what: string, from: readonly T[]) => from[hash(`${what} of ${dice}`) % from.length] as T;
  const { first_name: firstNames, last_name: lastNames } = faker.definitions.person;
  const customer: Customer = {
    first_name: plainLetters(drawn('first name', firstNames.generic ?? [])),
    last_name: plainLetters(drawn('last name', lastNames.generic ?? [])) + ownLetters(`name of ${dice}`),
    middle_name: 'Conformance',
    email: `conformance.${mark}.${made().customers}@example.com`,
    phone: nextPhone(destiny),
    type: 'individual',
    gender: drawn('gender', ['female', 'male']),
    // Of age everywhere and not yet old anywhere, so that rules of age do not interfere.
    date_of_birth: '1990-02-28',
    address: {
      address_line1: `${1 + (hash(`number of ${dice}`) % 999)} Test Street ${ownLetters(`street of ${dice}`)}`,
      ...drawn('place', places),
    },
  };
  return withPart(customer, configuration.customer ?? {});
}

/** Six letters that a text determines. */
const ownLetters = (dice: string) =>
  Array.from(digest(dice).subarray(0, 6), (byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** Letters of the basic alphabet only: the specification does not say whether others are allowed. */
const plainLetters = (name: string) => name.replace(/[^A-Za-z]/g, '');

/**
 * A customer with some members replaced, as CONFORMANCE_CUSTOMER replaces them: objects member by member, and each `{fresh}`
 * by digits that are new for each customer.
 */
export function withPart(customer: Customer, part: Readonly<Record<string, unknown>>): Customer {
  const token = `${(hash(context().mark) + made().customers) % 10_000_000}`.padStart(7, '0');
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

/**
 * Area codes in use in the United States; with 555-0100 to 555-0199 behind them the numbers belong to nobody. None of the
 * last years', which older libraries of phone numbers reject.
 */
const areaCodes = (
  '201-203 205-210 212-219 223-225 228-229 231 234 239-240 248 251-254 256 260 262 267 269-270 272 276 279 281 ' +
  '301-305 307-310 312-321 323 325-326 330-332 334 336-337 339 341 346-347 351-352 360-361 364 380 385-386 401-402 ' +
  '404-410 412-415 417 419 423-425 430 432 434-435 440 442-443 445 448 458 463-464 469-470 475 478-480 484 501-505 ' +
  '507-510 512-513 515-518 520 530-531 534 539-541 551 559 561-564 567 570-571 573-575 580 582 585-586 601-603 ' +
  '605-610 612 614-620 623 626 628-631 636 640-641 646 650-651 656-657 659-662 667 669 678-682 689 701-704 706-708 ' +
  '712-720 724-727 731-732 734 737 740 743 747 754 757 760 762-763 765 769-775 779 781 785-786 801-806 808 810 ' +
  '812-818 820 828 830-832 838-840 843 845 847-848 850 854 856-860 862-865 870 872 878 901 903-904 906-910 912-920 ' +
  '925 928-931 934 936-938 940-941 947 949 951-952 954 956 959 970-973 978-980 983-986 989'
)
  .split(' ')
  .flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });

/** Area codes by whether a service should store the customer: none where it is invalid, or where its key is. */
const codesOf = { rejected: areaCodes.slice(0, 40), stored: areaCodes.slice(40) };
type Destiny = keyof typeof codesOf;
/** Numbers that a night takes: about as many as the customers that a run creates. So they last for years. */
const aNight = 32;

/** How many customers the run has made, and the next number of each kind. */
const made = perRun(({ startedAt, mark }) => ({
  customers: 0,
  stored: Math.floor(startedAt / 86_400_000) * aNight,
  rejected: hash(mark),
}));

/**
 * A phone number set apart for fiction, another one in each call. Numbers of customers that a service should store follow
 * from the day of the run, so that two nights have none in common before all are used, which takes years.
 */
export function nextPhone(destiny: Destiny): string {
  const codes = codesOf[destiny];
  const position = made()[destiny] % (codes.length * 100);
  made()[destiny] += 1;
  return `+1${codes[Math.floor(position / 100)]}55501${String(position % 100).padStart(2, '0')}`;
}

/** Continues at another place, since an earlier run has used numbers there: a second run of one day, for example. */
export function leaveUsedPhones(): void {
  made().stored = hash(`${context().mark} ${made().stored}`);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A whole number below 2^32 that a text determines. */
export const hash = (text: string): number => digest(text).readUInt32BE();

const plain = (name = '') => wordsOf(name).join('');

/** Whether a value in a response has the name of a member, which may be `firstName` for `first_name`. */
export const isNamedLike = ({ names }: Leaf, pointer: string): boolean =>
  plain(names.at(-1)) === plain(pointer.split('/').at(-1));

/** The member at a JSON Pointer. */
export const memberAt: (customer: Customer | undefined, pointer: string) => unknown = valueAt;

/** A copy of a customer with the member at a pointer set to a value. */
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
