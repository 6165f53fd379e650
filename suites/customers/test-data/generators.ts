import type { Arbitrary } from 'fast-check';
import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import { type Member, members } from '../../../schemas/fsapi/members.js';
import type { Customer } from '../../../schemas/types.js';
import { address, addressLine, country, postalCode, state } from './address.js';
import { type FastCheck, signs, word } from './arbitraries.js';
import { dateOfBirth } from './date-of-birth.js';
import { email, phone } from './email-and-phone.js';
import { invalidTypesOf } from './invalid-types.js';
import { memberAt, withMember } from './member.js';
import {
  type InvalidForm,
  type InvalidValue,
  type MemberValues,
  type ValidValue,
  type Way,
  way,
} from './member-values.js';
import type { Mutation } from './mutation.js';
import { gender, name, type } from './names-and-words.js';

/** One generator for each member: its examples are sent in every run, and `--cases` draws more from it. */
const generators: Readonly<Record<string, MemberValues>> = {
  '/first_name': name,
  '/last_name': name,
  '/middle_name': name,
  '/email': email,
  '/phone': phone,
  '/type': type,
  '/gender': gender,
  '/date_of_birth': dateOfBirth,
  '/address': address,
  '/address/address_line1': addressLine,
  '/address/city': name,
  '/address/country': country,
  '/address/postal_code': postalCode,
  '/address/state': state,
};

/**
 * White space alone around a value is not judged (CUST-21), so each has a semicolon too. Without the white space it would
 * be one word with the value, which widespread patterns of e-mail addresses accept.
 */
const around = (what: string, gap: string, ...gaps: readonly string[]): Way =>
  way(
    (place: 'before it' | 'after it' | 'between two', between: string, junk: string, sign: string) => (value) =>
      ({
        'before it': `${junk}${sign};${between}${value}`,
        'after it': `${value}${between};${sign}${junk}`,
        'between two': `${value}${between};${sign}${between}${value}`,
      })[place],
    { [`${what} before it`]: ['before it', gap, 'x', ''], [`${what} after it`]: ['after it', gap, 'x', ''] },
    (fc) =>
      fc.tuple(
        fc.constantFrom('before it', 'after it', 'between two'),
        fc.constantFrom(gap, ...gaps),
        word(fc, 1, 8),
        signs(fc, ';|<>~^', 1, 3),
      ),
    ([place]) => `${what} ${place}`,
  );

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same ways for whichever form the schema states, from the form's own valid value.
 */
const surroundings: readonly Way[] = [around('something', ' ', '\t'), around('a line', '\n', '\n', '\r\n')];

/** @throws Error for a member of the schema without an entry */
function generatorOf({ pointer, form }: Member): MemberValues {
  const known = generators[pointer];
  if (!known) throw new Error(`${pointer}: there is no generator of its values`);
  const { invalid } = known;
  if (form !== invalid?.keyword) throw new Error(`${pointer}: the schema states ${form}, not ${invalid?.keyword}`);
  return invalid ? { ...known, invalid: { ...invalid, ways: [...invalid.ways, ...surroundings] } } : known;
}

const mutationOf = (
  { requirement, pointer }: Member,
  { keyword, mayNormalise }: InvalidForm,
  value: InvalidValue,
): Mutation => ({ requirement, pointer, keyword, mayNormalise, ...value });

const examplesOf = (member: Member, form: InvalidForm | undefined): Mutation[] =>
  (form?.ways ?? []).flatMap(({ examples }) => examples.map((value) => mutationOf(member, form as InvalidForm, value)));

/** The invalid values that every run sends. */
export const mutations: readonly Mutation[] = [
  ...members.flatMap((member) => examplesOf(member, invalidTypesOf(member))),
  ...members.flatMap((member) => examplesOf(member, generatorOf(member).invalid)),
];

function memberOf(id: DecidableId): Member {
  const member = members.find(({ requirement }) => requirement === id);
  if (!member) throw new RangeError(`nothing can be generated for ${id}`);
  return member;
}

/**
 * Invalid values of the member that a requirement is about: three violate the form for each that violates the type.
 * Without the library's bias towards extremes: each case is the first of its own seed, so half would be extreme.
 */
export function invalidCases(fc: FastCheck, id: DecidableId): Arbitrary<Mutation> {
  const member = memberOf(id);
  const drawn = (form: InvalidForm) =>
    fc
      .oneof(...form.ways.map(({ examples, arbitrary }) => arbitrary?.(fc) ?? fc.constantFrom(...examples)))
      .map((value) => mutationOf(member, form, value));
  const { invalid } = generatorOf(member);
  const ofType = drawn(invalidTypesOf(member));
  return fc.noBias(
    invalid ? fc.oneof({ weight: 3, arbitrary: drawn(invalid) }, { weight: 1, arbitrary: ofType }) : ofType,
  );
}

/** Valid values of the member that a requirement is about. */
export function validCases(fc: FastCheck, id: DecidableId): Arbitrary<ValidValue> {
  return fc.noBias(generatorOf(memberOf(id)).valid(fc));
}

/** A customer with a valid value in place of its own. */
export function withValid(id: DecidableId, { value, together }: ValidValue, customer: Customer) {
  const { pointer } = memberOf(id);
  const made = value(customer);
  const set = withMember(customer, pointer, made);
  const isCompared = together !== undefined && memberAt(customer, together.pointer) !== undefined;
  return { pointer, value: made, customer: isCompared ? withMember(set, together.pointer, together.value) : set };
}
