import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import type { Customer } from '../../../schemas/types.js';
import { complaint, validator } from '../../../schemas/validate.js';
import { memberAt, withMember, without } from './member.js';

/** One invalid value of one member, all else valid. */
export interface Mutation {
  readonly requirement: DecidableId;
  /** Unique within the requirement. */
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The invalid value, from the valid one. */
  readonly change: (value: string, customer: Customer) => unknown;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: 'type' | 'format' | 'pattern';
  /** Whether a service may normalise the value, if the response shows it. Never dates, e-mail addresses, arrays, objects. */
  readonly mayNormalise: boolean;
  /** A member that request and control omit, so that a comparison with it is not the cause of a rejection. */
  readonly without?: string;
  /** Also changed in the same way, because a service may compare the two. */
  readonly together?: { readonly pointer: string; readonly change: (value: string) => unknown };
  /** A valid value next to an invalid one: the control that a service accepts. */
  readonly neighbour?: string;
}

interface MutatedCustomer {
  readonly customer: Customer;
  readonly value: unknown;
}

/**
 * Applies a mutation, and validates that the customer violates the schema at the intended place, by the intended keyword,
 * and nowhere else.
 * @throws Error otherwise: an error of this suite, before anything is sent
 */
export function mutate(mutation: Mutation, customer: Customer): MutatedCustomer {
  const base = mutation.without === undefined ? customer : without(customer, mutation.without);
  const value = mutation.change(String(memberAt(base, mutation.pointer)), base);
  let mutated = withMember(base, mutation.pointer, value);
  if (mutation.together) {
    const { pointer } = mutation.together;
    mutated = withMember(mutated, pointer, mutation.together.change(String(memberAt(base, pointer))));
  }
  const validate = validator('customer');
  const places = [mutation.pointer, ...(mutation.together ? [mutation.together.pointer] : [])];
  const isInvalid = !validate(mutated);
  const errors = validate.errors ?? [];
  const asMeant =
    isInvalid &&
    errors.every(({ instancePath }) => places.includes(instancePath)) &&
    errors.some(({ instancePath, keyword }) => instancePath === mutation.pointer && keyword === mutation.keyword);
  if (!asMeant) {
    throw new Error(
      `${mutation.requirement} ${mutation.name}: meant to violate ${mutation.keyword} at ${mutation.pointer}, but ${complaint(errors)}`,
    );
  }
  return { customer: mutated, value };
}
