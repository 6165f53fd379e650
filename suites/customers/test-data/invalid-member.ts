import { perRun } from '../../../helpers/client/context.js';
import type { Response } from '../../../helpers/client/message.js';
import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import { type Member, members, nameOf } from '../../../schemas/fsapi/members.js';
import type { Customer } from '../../../schemas/types.js';
import { complaint, validator } from '../../../schemas/validate.js';
import type { Variation } from '../../variation.js';
import { invalidCountry, invalidState } from './address.js';
import { freshCustomer } from './customer.js';
import { invalidDate } from './date-of-birth.js';
import type { Dice } from './dice.js';
import { invalidEmail, invalidPhone } from './email-and-phone.js';
import { invalidGender } from './gender.js';
import { invalidTypesOf } from './invalid-types.js';
import { memberAt, withMember, without } from './member.js';
import { type InvalidForm, type InvalidValue, way } from './member-values.js';

/** One invalid value of one member, all else valid. */
export interface Mutation extends Omit<InvalidValue, 'draw'> {
  readonly id: DecidableId;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: InvalidForm['keyword'];
  readonly mayNormalise: boolean;
  /** Draws another value of the same way. */
  readonly draw?: (dice: Dice) => Mutation;
}

/** A mutation as a change to the valid request. */
export interface InvalidMember extends Variation {
  readonly mutation: Mutation;
  /** Of its value, in the sentence of a failure; empty for one that was written by hand. */
  readonly origin: string;
}

/** The valid customer that each mutated one was made of. */
const valid = perRun(() => new WeakMap<object, Customer>());

/** The valid customer that the customer of a request was made of. */
export const validBefore = ({ request: { body } }: Response): Customer | undefined => body && valid().get(body);

/** A fresh customer with a mutation. @throws Error as `mutate`, before anything is sent */
export const invalidMember = (mutation: Mutation, origin = ''): InvalidMember => ({
  ...{ name: mutation.name, mutation, origin },
  change: () => {
    const customer = freshCustomer('', 'rejected');
    const { customer: body, value } = mutate(mutation, customer);
    valid().set(body, customer);
    const { pointer, without: omitted, together } = mutation;
    const purpose = [
      `with "${nameOf(pointer)}": ${JSON.stringify(value)}`,
      omitted === undefined ? '' : `, without ${nameOf(omitted)}`,
      together ? ` and "${nameOf(together.pointer)}" to match` : '',
    ].join('');
    return { purpose, body, mayBreak: true, ...(origin !== '' && { drawn: true }) };
  },
});

/**
 * Applies a mutation, and validates that the customer violates the schema at the intended place, by the intended keyword,
 * and nowhere else.
 * @throws Error otherwise: an error of this suite
 */
export function mutate(
  mutation: Mutation,
  customer: Customer,
): { readonly customer: Customer; readonly value: unknown } {
  const { id, name, pointer, keyword, together } = mutation;
  const base = mutation.without === undefined ? customer : without(customer, mutation.without);
  const value = mutation.change(String(memberAt(base, pointer)), base);
  let mutated = withMember(base, pointer, value);
  if (together)
    mutated = withMember(mutated, together.pointer, together.change(String(memberAt(base, together.pointer))));
  const validate = validator('customer');
  const isInvalid = !validate(mutated);
  const errors = validate.errors ?? [];
  const asMeant =
    isInvalid &&
    errors.every(({ instancePath }) => [pointer, together?.pointer].includes(instancePath)) &&
    errors.some((error) => error.instancePath === pointer && error.keyword === keyword);
  if (!asMeant) throw new Error(`${id} ${name}: meant to violate ${keyword} at ${pointer}, but ${complaint(errors)}`);
  return { customer: mutated, value };
}

/** The members for which the schema states more than a type. */
const invalidForms: Readonly<Record<string, InvalidForm>> = {
  '/email': invalidEmail,
  '/phone': invalidPhone,
  '/gender': invalidGender,
  '/date_of_birth': invalidDate,
  '/address/country': invalidCountry,
  '/address/state': invalidState,
};

/**
 * White space alone around a value is not judged (CUST-21), so each has a semicolon too. Without the white space it would
 * be one word with the value, which widespread patterns of e-mail addresses accept.
 */
const around = (what: string, gaps: readonly string[]): readonly InvalidValue[] =>
  way(
    (isBefore: boolean, between: string, junk: string, sign: string) => (value) =>
      isBefore ? `${junk}${sign};${between}${value}` : `${value}${between};${sign}${junk}`,
    { [`${what} before it`]: [true, gaps[0] ?? '', 'x', ''], [`${what} after it`]: [false, gaps[0] ?? '', 'x', ''] },
    (dice, make) => make(dice.pick([true, false]), dice.pick(gaps), dice.word(1, 8), dice.signs(';~^', 1, 3)),
  );

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same for whichever form the schema states, from the form's own valid value.
 */
const surroundings = [...around('something', [' ', '\t']), ...around('a line', ['\n', '\r\n'])];

/** The ways to violate what the schema states of a member. @throws Error where it states another form than these violate */
function formsOf(member: Member): readonly InvalidForm[] {
  const { pointer, form } = member;
  const invalid = invalidForms[pointer];
  if (form !== invalid?.keyword) throw new Error(`${pointer}: the schema states ${form}, not ${invalid?.keyword}`);
  return [invalidTypesOf(member), ...(invalid ? [{ ...invalid, values: [...invalid.values, ...surroundings] }] : [])];
}

function mutationOf(member: Member, form: InvalidForm, { draw, ...value }: InvalidValue): Mutation {
  const { keyword, mayNormalise } = form;
  return {
    ...{ id: member.requirement, pointer: member.pointer, keyword, mayNormalise, ...value },
    ...(draw && { draw: (dice) => mutationOf(member, form, { name: value.name, ...draw(dice) }) }),
  };
}

/** The invalid values that every run sends. */
export const mutations: readonly Mutation[] = members.flatMap((member) =>
  formsOf(member).flatMap((form) => form.values.map((value) => mutationOf(member, form, value))),
);

/** Those of the member of one requirement, as rows of a table. */
export const invalidValuesOf = (id: DecidableId): readonly InvalidMember[] =>
  mutations.filter((mutation) => mutation.id === id).map((mutation) => invalidMember(mutation));
