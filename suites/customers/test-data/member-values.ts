import type { Customer } from '../../../schemas/types.js';
import type { Dice } from './dice.js';

/** The invalid value of a member, from its valid one. */
type Change = (value: string, customer: Customer) => unknown;

/** What an invalid value has of its own, whichever member has the form. */
interface Made {
  readonly change: Change;
  /** Whether a service may normalise the value, if the response shows it. Never dates, e-mail addresses, arrays, objects. */
  readonly mayNormalise?: boolean;
  /** A member that request and control omit, so that a comparison with it is not the cause of a rejection. */
  readonly without?: string;
  /** Also changed in the same way, because a service may compare the two. */
  readonly together?: { readonly pointer: string; readonly change: (value: string) => unknown };
  /** A valid value next to an invalid one: the control that a service accepts. */
  readonly neighbour?: string;
}

/** An invalid value of a member. */
export interface InvalidValue extends Made {
  readonly name: string;
  /** Another value of the same way, which the check sends too. */
  readonly draw?: (dice: Dice) => Made;
}

/** All ways to violate a form that one keyword of the schema states. */
export interface InvalidForm {
  readonly keyword: 'type' | 'format' | 'pattern';
  /** Default for its values. */
  readonly mayNormalise: boolean;
  readonly values: readonly InvalidValue[];
}

/**
 * One way to violate a form: every run sends its examples, each a check by its name. Where the way has parameters, the
 * check of the first example also sends a value that the run's seed draws. One function makes both.
 */
export function way<Parameters extends readonly unknown[]>(
  make: (...parameters: Parameters) => Change | Made,
  examples: Readonly<Record<string, NoInfer<Parameters>>>,
  draw?: (dice: Dice, make: (...parameters: NoInfer<Parameters>) => Made) => Made,
): readonly InvalidValue[] {
  const made = (...parameters: Parameters): Made => {
    const one = make(...parameters);
    return typeof one === 'function' ? { change: one } : one;
  };
  return Object.entries(examples).map(([name, parameters], at) => ({
    ...{ name, ...made(...parameters) },
    ...(draw && at === 0 && { draw: (dice) => draw(dice, made) }),
  }));
}

/** A way without parameters. */
export const only = (changes: Readonly<Record<string, Change>>): readonly InvalidValue[] =>
  Object.entries(changes).map(([name, change]) => ({ name, change }));

export function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
