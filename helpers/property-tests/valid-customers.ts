import fc from 'fast-check';
import type { DecidableId } from '../../schemas/catalogue.js';
import { type Member, members } from '../../schemas/members.js';
import type { Customer } from '../../schemas/types.js';
import { digitsOf, signs, word } from '../test-data/arbitraries.js';
import { type InvalidForm, mutationOf } from '../test-data/invalid-form.js';
import { invalidTypesOf } from '../test-data/invalid-types.js';
import { memberAt, withMember } from '../test-data/member.js';
import type { Mutation } from '../test-data/mutation.js';
import { invalidFormOf } from '../test-data/mutations.js';

/** A valid value of one member, in place of the customer's own. */
export interface ValidMember {
  readonly value: (customer: Customer) => unknown;
  /** Another member to change with it, since a service may compare the two. */
  readonly together?: { readonly pointer: string; readonly value: string };
  /**
   * For a leap day, the one value beside the customer's own that a service must accept: the days before and after it, as
   * controls that no rule of age separates from it.
   */
  readonly between?: readonly [before: string, after: string];
}

type Values = fc.Arbitrary<ValidMember>;

const fixed = (value: string): ValidMember => ({ value: () => value });
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Names of people and places: of one alphabet, or with the punctuation of names. */
const name: Values = fc
  .oneof(
    word(fc, 1, 20).map(capitalised),
    fc
      .tuple(word(fc, 2, 10), fc.constantFrom(' ', '-', '’', "'"), word(fc, 2, 10))
      .map(([one, sign, other]) => capitalised(one) + sign + capitalised(other)),
    fc.constantFrom(...'Zoë|Núñez|Ångström|Łukasz|Ελένη|Анна|李娜|さくら|محمد|दीपा|Ọlá|van der Berg'.split('|')),
    signs(fc, 'àâäçéèêëîïôöùûüñßøåæœ', 2, 12).map(capitalised),
  )
  .map(fixed);

const email: Values = fc
  .oneof(
    word(fc, 1, 10).map((text) => (local: string) => `${text}.${local}`),
    word(fc, 1, 10).map((text) => (local: string) => `${local}+${text}`),
    fc.tuple(fc.constantFrom('-', '_', '.'), signs(fc, '0123456789', 1, 5)).map(
      ([sign, digits]) =>
        (local: string) =>
          `${local}${sign}${digits}`,
    ),
    fc.constant((local: string) => local.toUpperCase()),
  )
  .map(
    (local): ValidMember => ({
      value: ({ email: own }) => {
        const [before = '', domain = ''] = String(own).split('@');
        return `${local(before)}@${domain}`;
      },
    }),
  );

/** The customer's own number, which belongs to nobody, with separators: the schema does not reject them. */
const phone: Values = fc.tuple(fc.constantFrom(' ', '-', '.', ''), fc.boolean()).map(
  ([sign, isBracketed]): ValidMember => ({
    value: ({ phone: own }) => {
      const digits = digitsOf(String(own));
      const [, code = '', area = '', rest = ''] = /^(\d{1,2}?)(\d{3})(\d{6,})$/.exec(digits) ?? ['', digits];
      const parts = rest === '' ? [code] : [code, isBracketed ? `(${area})` : area, rest.slice(0, 3), rest.slice(3)];
      return `+${parts.join(sign)}`;
    },
  }),
);

const leapYears = [2000, 1996, 1992, 1988, 1984, 1980, 1976, 1972, 1968, 1964, 1960];

const birth: Values = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: Date.UTC(1940, 0, 1) / 86_400_000, max: Date.UTC(2004, 11, 31) / 86_400_000 })
      .map((day) => fixed(new Date(day * 86_400_000).toISOString().slice(0, 10))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...leapYears).map(
      (year): ValidMember => ({
        ...fixed(`${year}-02-29`),
        between: [`${year}-02-28`, `${year}-03-01`],
      }),
    ),
  },
);

const line: Values = fc
  .tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.constantFrom('', 'a', ' B', '/2'),
    word(fc, 2, 14),
    fc.constantFrom('Street', 'Road', 'Straße', 'Close'),
  )
  .map(([number, more, street, kind]) => fixed(`${number}${more} ${capitalised(street)} ${kind}`));

const postalCode: Values = fc
  .oneof(
    signs(fc, '0123456789', 3, 8),
    fc
      .tuple(signs(fc, 'ABCDEFGHJKLMNPRSTUW', 1, 2), signs(fc, '123456789', 1, 2), signs(fc, '0123456789ABD', 3, 3))
      .map(([area, district, rest]) => `${area}${district} ${rest}`),
  )
  .map(fixed);

/** Codes of ISO 3166-1 that countries have. */
const countries = (
  'US GB DE NG KE FR ES IT NL BE PT SE NO DK FI IE AT CH PL CZ HU RO GR TR ZA GH EG MA TN SN CI UG TZ RW ET ZM ' +
  'CA MX BR AR CL CO PE UY JP KR CN IN ID MY SG TH VN PH AU NZ IL AE SA'
).split(' ');
const subdivision = signs(fc, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 1, 3);

const country: Values = fc.tuple(fc.constantFrom(...countries), subdivision).map(
  ([code, part]): ValidMember => ({
    ...fixed(code),
    together: { pointer: '/address/state', value: `${code}-${part}` },
  }),
);

const state: Values = subdivision.map(
  (part): ValidMember => ({
    value: ({ address: own }) => `${own?.country ?? 'US'}-${part}`,
  }),
);

const address: Values = fc.tuple(fc.integer({ min: 1, max: 9999 }), word(fc, 2, 14), fc.boolean()).map(
  ([number, street, isTurned]): ValidMember => ({
    value: ({ address: own }) => {
      const members = Object.entries({ ...own, address_line1: `${number} ${capitalised(street)} Street` });
      return Object.fromEntries(isTurned ? members.reverse() : members);
    },
  }),
);

const lowerWord = fc.oneof(
  fc.constantFrom('female', 'male', 'other', 'unknown'),
  fc.tuple(word(fc, 1, 12), fc.constantFrom('', '-', '_'), word(fc, 1, 8)).map((parts) => parts.join('')),
);

/** An entry for each member of the schema. */
const values: Readonly<Record<string, Values>> = {
  '/first_name': name,
  '/last_name': name,
  '/middle_name': name,
  '/email': email,
  '/phone': phone,
  '/type': fc.oneof(fc.constantFrom('individual', 'business', 'company'), word(fc, 1, 16)).map(fixed),
  '/gender': lowerWord.map(fixed),
  '/date_of_birth': birth,
  '/address': address,
  '/address/address_line1': line,
  '/address/city': name,
  '/address/country': country,
  '/address/postal_code': postalCode,
  '/address/state': state,
};

function valuesOf(pointer: string): Values {
  const known = values[pointer];
  if (!known) throw new Error(`${pointer}: there is no generator of valid values`);
  return known;
}

/** Valid values by the requirement that states the form. */
export const validMembers: ReadonlyMap<DecidableId, Values> = new Map(
  members.map(({ requirement, pointer }) => [requirement, fc.noBias(valuesOf(pointer))]),
);

/** A customer with a generated value in place of its own, and that value. */
export function applied(id: DecidableId, { value, together }: ValidMember, customer: Customer) {
  const { pointer = '' } = members.find(({ requirement }) => requirement === id) ?? {};
  const made = value(customer);
  const set = withMember(customer, pointer, made);
  const isCompared = together !== undefined && memberAt(customer, together.pointer) !== undefined;
  return { pointer, value: made, customer: isCompared ? withMember(set, together.pointer, together.value) : set };
}

/** Generates invalid values of one member. */
type InvalidMember = fc.Arbitrary<Mutation>;

function generated(member: Member, form: InvalidForm): InvalidMember {
  return fc
    .oneof(...form.ways.map(({ examples, arbitrary }) => arbitrary?.(fc) ?? fc.constantFrom(...examples)))
    .map((value): Mutation => mutationOf(member, form, value));
}

function of(member: Member): InvalidMember {
  const form = invalidFormOf(member);
  const type = generated(member, invalidTypesOf(member));
  return form ? fc.oneof({ weight: 3, arbitrary: generated(member, form) }, { weight: 1, arbitrary: type }) : type;
}

/**
 * Invalid values by the requirement that states the form: three violate the form for each that violates the type. Without
 * the library's bias towards extremes: each case is the first of its own seed, so half would be extreme.
 */
export const invalidMembers: ReadonlyMap<DecidableId, InvalidMember> = new Map(
  members.map((member) => [member.requirement, fc.noBias(of(member))]),
);
