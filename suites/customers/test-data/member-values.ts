import type { Arbitrary } from 'fast-check';
import type { Customer } from '../../../schemas/types.js';
import type { FastCheck } from './arbitraries.js';
import type { Mutation } from './mutation.js';

/** A valid value of one member, in place of the customer's own. */
export interface ValidValue {
  readonly value: (customer: Customer) => unknown;
  /** Another member to change with it, since a service may compare the two. */
  readonly together?: { readonly pointer: string; readonly value: string };
  /**
   * For a leap day, the one value beside the customer's own that a service must accept: the days before and after it, as
   * controls that no rule of age separates from it.
   */
  readonly between?: readonly [before: string, after: string];
}

/** An invalid value of a member, whichever member has the form. */
export type InvalidValue = Pick<Mutation, 'name' | 'change'> &
  Partial<Pick<Mutation, 'mayNormalise' | 'without' | 'together' | 'neighbour'>>;

/** One way to violate a form: the values that every run sends, and a generator of more where there are more. */
export interface Way {
  /** Each is a check of its own, under its name. */
  readonly examples: readonly InvalidValue[];
  readonly arbitrary?: (fc: FastCheck) => Arbitrary<InvalidValue>;
}

/** All ways to violate a form that one keyword of the schema states. */
export interface InvalidForm {
  readonly keyword: Mutation['keyword'];
  /** Default for its values. */
  readonly mayNormalise: boolean;
  readonly ways: readonly Way[];
}

/** The values of one member: what `--cases` draws, and what every run sends. */
export interface MemberValues {
  readonly valid: (fc: FastCheck) => Arbitrary<ValidValue>;
  /** How to violate its form beyond the type, where the schema states one. */
  readonly invalid?: InvalidForm;
}

type Change = Mutation['change'];
type Parameters = readonly unknown[];
type Make<Of extends Parameters> = (...of: Of) => Change | Omit<InvalidValue, 'name'>;

/**
 * A way whose values come from parameters: some by name, which every run sends, and more that are drawn. One function
 * makes both.
 * @param name of drawn values; that of the first example unless given
 */
export function way<Of extends Parameters>(
  make: Make<Of>,
  examples: Readonly<Record<string, NoInfer<Of>>>,
  draw?: (fc: FastCheck) => Arbitrary<NoInfer<Of>>,
  name: string | ((of: NoInfer<Of>) => string) = Object.keys(examples)[0] ?? '',
): Way {
  const invalid = (of: Of, called: string): InvalidValue => {
    const made = make(...of);
    return { name: called, ...(typeof made === 'function' ? { change: made } : made) };
  };
  return {
    examples: Object.entries(examples).map(([example, of]) => invalid(of, example)),
    ...(draw && {
      arbitrary: (fc) => draw(fc).map((of) => invalid(of, typeof name === 'string' ? name : name(of))),
    }),
  };
}

/** A way of a few values, each of which every run sends. */
export const only = (changes: Readonly<Record<string, Change>>): Way =>
  way(
    (change: Change) => change,
    Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, [change]])),
  );

/** A valid value that does not depend on the customer. */
export const fixed = (value: string): ValidValue => ({ value: () => value });
