import { isDeepStrictEqual } from 'node:util';
import { faker } from '@faker-js/faker/locale/en';
import { perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { Variation } from '../variation.js';
import { freshCustomer, hash, memberAt, withMember, without } from './customer.js';
import { type InvalidValue, invalidValues, type Keyword } from './invalid-values.js';

/** One invalid value of one member, all else valid. */
export interface Mutation extends InvalidValue {
  readonly id: DecidableId;
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: Keyword;
  readonly mayNormalise: boolean;
}

/** A mutation as a change to the valid request. */
export interface InvalidMember extends Variation {
  readonly mutation: Mutation;
}

/** The valid customer that each mutated one was made of. */
const valid = perRun(() => new WeakMap<object, Customer>());

/** The valid customer that the customer of a request was made of. */
export const validBefore = ({ request: { body } }: Response): Customer | undefined => body && valid().get(body);

/**
 * A fresh customer with a mutation.
 * @param seed draws another value than the one that every run sends
 * @throws Error as `mutate`, before anything is sent
 */
export function invalidMember(mutation: Mutation, seed?: number): InvalidMember {
  const { name, pointer, without: omitted, together } = mutation;
  const change = () => {
    const customer = freshCustomer('', 'rejected');
    const body = mutate(mutation, customer, seed);
    valid().set(body, customer);
    const besides = `${omitted ? `, without ${nameOf(omitted)}` : ''}${together ? ` and "${nameOf(together)}" to match` : ''}`;
    const purpose = `with "${nameOf(pointer)}": ${JSON.stringify(memberAt(body, pointer))}${besides}`;
    return { purpose, body, mayBreak: true, ...(seed !== undefined && { drawn: true }) };
  };
  return { name: seed === undefined ? name : `drawn by seed ${seed}, like: ${name}`, mutation, change };
}

/** The same with another value of its way, which the run's seed draws; undefined where it draws none, or the same. */
export function drawnLike({ mutation }: InvalidMember, seed: number): InvalidMember | undefined {
  const customer = freshCustomer('', 'rejected');
  const isSame = isDeepStrictEqual(mutate(mutation, customer), mutate(mutation, customer, seed));
  return isSame ? undefined : invalidMember(mutation, seed);
}

/**
 * Applies a mutation, and validates that the customer violates the schema at the intended place, by the intended keyword,
 * and nowhere else.
 * @throws Error otherwise: an error of this suite
 */
export function mutate(mutation: Mutation, customer: Customer, seed?: number): Customer {
  const { id, name, pointer, keyword, without: omitted, together, change } = mutation;
  if (seed !== undefined) faker.seed(hash(`${seed}\n${id} ${name}`));
  const base = omitted ? without(customer, omitted) : customer;
  const places = together ? [pointer, together] : [pointer];
  const mutated = places.reduce((made, at) => {
    const [written, ...others] = change(String(memberAt(base, at)), base);
    return withMember(
      made,
      at,
      seed === undefined || others.length === 0 ? written : faker.helpers.arrayElement(others),
    );
  }, base);
  const validate = validator('customer');
  validate(mutated);
  const errors = validate.errors ?? [];
  const isMeant = errors.some((error) => error.instancePath === pointer && error.keyword === keyword);
  if (!isMeant || errors.some(({ instancePath }) => !places.includes(instancePath)))
    throw new Error(`${id} ${name}: meant to violate ${keyword} at ${pointer}, but ${complaint(errors)}`);
  return mutated;
}

/** The invalid values that every run sends. */
export const mutations: readonly Mutation[] = members.flatMap((member) =>
  Object.entries(invalidValues(member)).flatMap(([keyword, values]) =>
    Object.entries(values).map(([name, value]) => ({
      ...{ id: member.requirement, name, pointer: member.pointer },
      ...{ keyword: keyword as Keyword, mayNormalise: keyword === 'pattern' },
      ...(typeof value === 'function' ? { change: value } : value),
    })),
  ),
);

/** Those of the member of one requirement, as rows of a table. */
export const invalidValuesOf = (id: DecidableId): readonly InvalidMember[] =>
  mutations.filter((mutation) => mutation.id === id).map((mutation) => invalidMember(mutation));
