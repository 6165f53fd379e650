import { isDeepStrictEqual } from 'node:util';
import { perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { Variation } from '../variation.js';
import { freshCustomer, memberAt, withMember, without } from './customer.js';
import { asWritten, createDice, type InvalidForm, type InvalidValue } from './invalid-form.js';
import { invalidFormsOf } from './invalid-values.js';

/** One invalid value of one member, all else valid. */
export interface Mutation extends InvalidValue {
  readonly id: DecidableId;
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: InvalidForm['keyword'];
  readonly mayNormalise: boolean;
}

/** A mutation as a change to the valid request. */
export interface InvalidMember extends Variation {
  readonly mutation: Mutation;
  /** Of its value, in the sentence of a failure; empty for the one that every run sends. */
  readonly origin: string;
}

/** The valid customer that each mutated one was made of. */
const valid = perRun(() => new WeakMap<object, Customer>());

/** The valid customer that the customer of a request was made of. */
export const validBefore = ({ request: { body } }: Response): Customer | undefined => body && valid().get(body);

/** A fresh customer with a mutation. @throws Error as `mutate`, before anything is sent */
export function invalidMember(mutation: Mutation, dice = () => asWritten, origin = ''): InvalidMember {
  const { name, pointer, without: omitted, together } = mutation;
  const change = () => {
    const customer = freshCustomer('', 'rejected');
    const { customer: body, value } = mutate(mutation, customer, dice());
    valid().set(body, customer);
    const purpose = [
      `with "${nameOf(pointer)}": ${JSON.stringify(value)}`,
      omitted === undefined ? '' : `, without ${nameOf(omitted)}`,
      together ? ` and "${nameOf(together.pointer)}" to match` : '',
    ].join('');
    return { purpose, body, mayBreak: true, ...(origin !== '' && { drawn: true }) };
  };
  return { name, mutation, origin, change };
}

/** The same with another value of its way, which the run's seed draws; undefined where it draws none, or the same. */
export function drawnLike({ mutation }: InvalidMember, seed: number): InvalidMember | undefined {
  const dice = () => createDice(seed, `${mutation.id} ${mutation.name}`);
  const customer = freshCustomer('', 'rejected');
  const [written, drawn] = [asWritten, dice()].map((one) => mutate(mutation, customer, one).value);
  if (isDeepStrictEqual(written, drawn)) return undefined;
  return invalidMember(mutation, dice, `drawn by seed ${seed}, like: `);
}

/**
 * Applies a mutation, and validates that the customer violates the schema at the intended place, by the intended keyword,
 * and nowhere else.
 * @throws Error otherwise: an error of this suite
 */
export function mutate(
  mutation: Mutation,
  customer: Customer,
  dice = asWritten,
): { readonly customer: Customer; readonly value: unknown } {
  const { id, name, pointer, keyword, together } = mutation;
  const base = mutation.without === undefined ? customer : without(customer, mutation.without);
  const value = mutation.change(String(memberAt(base, pointer)), dice, base);
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

/** The invalid values that every run sends. */
export const mutations: readonly Mutation[] = members.flatMap((member) =>
  invalidFormsOf(member).flatMap(({ keyword, mayNormalise, values }) =>
    Object.entries(values).map(([name, value]) => ({
      ...{ id: member.requirement, name, pointer: member.pointer, keyword, mayNormalise },
      ...(typeof value === 'function' ? { change: value } : value),
    })),
  ),
);

/** Those of the member of one requirement, as rows of a table. */
export const invalidValuesOf = (id: DecidableId): readonly InvalidMember[] =>
  mutations.filter((mutation) => mutation.id === id).map((mutation) => invalidMember(mutation));
