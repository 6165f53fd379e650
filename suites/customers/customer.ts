import { createHash } from 'node:crypto';
// One locale: the package's root would load all of them.
import { faker } from '@faker-js/faker/locale/en';
import { context, currentScope, perRun, type RunContext } from '../../helpers/client/context.js';
import { freshPart } from '../../helpers/settings/customer-file.js';
import type { Configuration } from '../../helpers/settings/settings.js';
import { isObject } from '../../schemas/is-object.js';
import type { Address, Customer } from '../../schemas/types.js';

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
  const drawn = <T>(what: string, from: readonly T[]) => from[hash(`${what} of ${dice}`) % from.length] as T;
  const { first_name: firstNames, last_name: lastNames } = faker.definitions.person;
  const base: Customer = {
    first_name: plainLetters(drawn('first name', firstNames.generic ?? [])),
    last_name: plainLetters(drawn('last name', lastNames.generic ?? [])) + ownLetters(`name of ${dice}`),
    middle_name: 'Conformance',
    email: `conformance.${mark}.${number}@example.com`,
    phone,
    type: 'individual',
    gender: drawn('gender', ['female', 'male']),
    date_of_birth: `${birthYear}-02-28`,
    address: {
      address_line1: `${1 + (hash(`number of ${dice}`) % 999)} Test Street ${ownLetters(`street of ${dice}`)}`,
      ...drawn('place', places),
    },
  };
  return merge(base, part, tokenOf(mark, number));
}

/** Six letters that a text determines. */
function ownLetters(dice: string): string {
  const bytes = createHash('sha256').update(dice).digest().subarray(0, 6);
  return Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
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

/**
 * Area codes in use in the United States; with 555-0100 to 555-0199 behind them the numbers belong to nobody. None of the
 * last years', which older libraries of phone numbers reject.
 */
const areaCodes = (
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 223 224 225 228 229 231 234 239 ' +
  '240 248 251 252 253 254 256 260 262 267 269 270 272 276 279 281 301 302 303 304 305 307 308 309 310 ' +
  '312 313 314 315 316 317 318 319 320 321 323 325 326 330 331 332 334 336 337 339 341 346 347 351 352 ' +
  '360 361 364 380 385 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 ' +
  '432 434 435 440 442 443 445 448 458 463 464 469 470 475 478 479 480 484 501 502 503 504 505 507 508 ' +
  '509 510 512 513 515 516 517 518 520 530 531 534 539 540 541 551 559 561 562 563 564 567 570 571 573 ' +
  '574 575 580 582 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 ' +
  '628 629 630 631 636 640 641 646 650 651 656 657 659 660 661 662 667 669 678 679 680 681 682 689 701 ' +
  '702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 725 726 727 731 732 734 737 740 743 ' +
  '747 754 757 760 762 763 765 769 770 771 772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 ' +
  '810 812 813 814 815 816 817 818 820 828 830 831 832 838 839 840 843 845 847 848 850 854 856 857 858 ' +
  '859 860 862 863 864 865 870 872 878 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 ' +
  '920 925 928 929 930 931 934 936 937 938 940 941 947 949 951 952 954 956 959 970 971 972 973 978 979 ' +
  '980 983 984 985 986 989'
).split(' ');

/** Area codes of numbers that no service should store, since their customers are invalid or their key is. */
const codesOfRejected = 40;
/** Numbers that a night takes of the others: about as many as the customers that a run creates. So they last for years. */
const aNight = 32;

/** Whether the service should store the customer of a number. */
type Destiny = 'stored' | 'rejected';

const positions = perRun(({ startedAt, mark }: RunContext) => ({
  stored: Math.floor(startedAt / 86_400_000) * aNight,
  rejected: hash(mark),
  moves: 0,
}));

/**
 * A phone number set apart for fiction, another one in each call. Numbers of customers that a service should store follow
 * from the day of the run, so that two nights have none in common before all are used, which takes years.
 */
export function nextPhone(destiny: Destiny): string {
  const at = positions();
  const codes = destiny === 'rejected' ? areaCodes.slice(0, codesOfRejected) : areaCodes.slice(codesOfRejected);
  const position = at[destiny] % (codes.length * 100);
  at[destiny] += 1;
  return `+1${codes[Math.floor(position / 100)]}55501${String(position % 100).padStart(2, '0')}`;
}

/** Continues at another place, since an earlier run has used numbers there: a second run of one day, for example. */
export function leaveUsedPhones(): void {
  const at = positions();
  at.moves += 1;
  at.stored = hash(`${context().mark} ${at.moves}`);
}

/** A whole number below 2^32 that a text determines. */
function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** A copy of a customer with the member at a pointer (of one or two steps) set to a value. */
export function withMember(customer: Customer, pointer: string, value: unknown): Customer {
  const copy = structuredClone(customer);
  const [holder, name] = placeOf(copy, pointer);
  if (!holder) throw new RangeError(`the customer has no object to hold ${pointer}`);
  holder[name] = value;
  return copy;
}

export function without(customer: Customer, pointer: string): Customer {
  const copy = structuredClone(customer);
  const [holder, name] = placeOf(copy, pointer);
  delete holder?.[name];
  return copy;
}

export function memberAt(customer: Customer, pointer: string): unknown {
  const [holder, name] = placeOf(customer, pointer);
  return holder?.[name];
}

function placeOf(customer: Customer, pointer: string): [holder: Record<string, unknown> | undefined, name: string] {
  const [, name = '', inner] = pointer.split('/');
  const holder = customer as Record<string, unknown>;
  return inner === undefined ? [holder, name] : [holder[name] as typeof holder | undefined, inner];
}
