import { createHash } from 'node:crypto';
// One locale: the package's root would load all of them.
import { faker } from '@faker-js/faker/locale/en';
import type { Address, Customer } from '../../schemas/types.js';
import { context, currentScope, perRun } from '../client/context.js';

/** Places whose parts belong together: a service may compare them. Codes as in ISO 3166-2. */
const places: readonly Required<Pick<Address, 'city' | 'country' | 'postal_code' | 'state'>>[] = [
  { city: 'Los Angeles', country: 'US', postal_code: '90012', state: 'US-CA' },
  { city: 'Albany', country: 'US', postal_code: '12207', state: 'US-NY' },
  { city: 'Austin', country: 'US', postal_code: '78701', state: 'US-TX' },
  { city: 'Chicago', country: 'US', postal_code: '60602', state: 'US-IL' },
  { city: 'Seattle', country: 'US', postal_code: '98104', state: 'US-WA' },
  { city: 'Denver', country: 'US', postal_code: '80202', state: 'US-CO' },
];

/** Area codes in use in the United States; with 555-0100 to 555-0199 behind them the numbers belong to nobody. */
const areaCodes = (
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 ' +
  '248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 ' +
  '315 316 317 318 319 320 321 323 325 330 334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 ' +
  '407 408 409 410 412 413 414 415 417 419 423 425 432 434 435 440 443 469 478 479 480 484 501 502 503 ' +
  '504 505 507 508 509 510 512 513 515 516 517 518 520 530 540 541 551 559 561 562 563 567 570 571 573 ' +
  '574 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 ' +
  '636 641 646 650 651 660 661 662 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 ' +
  '720 724 727 731 732 734 740 754 757 760 763 765 770 772 773 774 775 781 785 786 801 802 803 804 805 ' +
  '806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 850 856 857 858 859 860 863 864 ' +
  '865 870 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 ' +
  '941 949 951 952 954 956 970 971 972 973 978 979 980 985 989'
).split(' ');

/** A year in which a customer is of age everywhere and not yet old anywhere, so that rules of age do not interfere. */
export const birthYear = 1990;

const made = perRun(() => ({ customers: 0 }));

/**
 * A customer with every member of the specification's table well-formed, made up, and recognisable as ours: the e-mail
 * address, in a domain reserved by RFC 2606, names the suite and the run; the phone number is set apart for fiction.
 * E-mail address and phone are new in every call; the rest depends on the seed, the scope, the purpose, and the number
 * of calls. The members of CONFORMANCE_CUSTOMER replace those made up.
 * @param purpose distinguishes requests that overlap, whose order is chance
 */
export function freshCustomer(purpose = ''): Customer {
  const { configuration, mark } = context();
  const scope = currentScope();
  const before = scope.customers.get(purpose) ?? 0;
  faker.seed(seedOf(configuration.seed, `${scope.name}\n${purpose}`, before));
  scope.customers.set(purpose, before + 1);
  made().customers += 1;
  const fresh = made().customers;

  const place = faker.helpers.arrayElement(places);
  const base: Customer = {
    first_name: plainLetters(faker.person.firstName()),
    last_name: plainLetters(faker.person.lastName()),
    middle_name: 'Conformance',
    email: `conformance.${mark}.${fresh}@example.com`,
    phone: phone(mark, fresh),
    type: 'individual',
    gender: faker.helpers.arrayElement(['female', 'male']),
    date_of_birth: `${birthYear}-02-28`,
    address: { address_line1: `${faker.number.int({ min: 1, max: 999 })} Test Street`, ...place },
  };
  const token = `${(startOf(mark) + fresh) % 10_000_000}`.padStart(7, '0');
  return merge(base, configuration.customer ?? {}, token);
}

/** Letters of the basic alphabet only: the specification does not say whether others are allowed. */
function plainLetters(name: string): string {
  return name.replace(/[^A-Za-z]/g, '') || 'Probe';
}

function phone(mark: string, at: number): string {
  const number = (startOf(mark) + at) % (areaCodes.length * 100);
  return `+1${areaCodes[Math.floor(number / 100)]}55501${String(number % 100).padStart(2, '0')}`;
}

/** Where a run begins to count, so that two runs in a row do not use the same phone numbers. */
function startOf(mark: string): number {
  return seedOf(0, mark, 0);
}

function seedOf(seed: number, name: string, at: number): number {
  return createHash('sha256').update(`${seed}\n${name}\n${at}`).digest().readUInt32BE(0);
}

/** Objects are merged member by member; `{fresh}` in a string becomes seven digits that are new each time. */
function merge(base: Customer, over: Record<string, unknown>, token: string): Customer {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const under = merged[name];
    merged[name] = isObject(under) && isObject(value) ? merge(under, value, token) : filled(value, token);
  }
  return merged;
}

function filled(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{fresh}', token);
  if (Array.isArray(value)) return value.map((item) => filled(item, token));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, token)]));
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
