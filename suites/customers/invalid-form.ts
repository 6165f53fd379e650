import { seededBytes } from '../../helpers/runner/seeded-random.js';
import type { Customer } from '../../schemas/types.js';

/** What values are made of. Each takes last, or has first, what stands in the value that every run sends. */
export interface Dice {
  pick<T>(list: readonly T[]): T;
  /** A whole number of a range, both ends included. */
  whole(min: number, max: number, first?: number): number;
  /** So many characters of a list. */
  signs(list: string, min: number, max?: number, first?: string): string;
  /** A word of up to eight small letters. */
  word(first?: string): string;
}

/**
 * Makes the invalid value of a member from its valid one. Each roll of the dice gives what is written first, for the
 * value that every run sends; the seed of a run draws another value of the same way.
 */
export type Change = (value: string, dice: Dice, customer: Customer) => unknown;

/** An invalid value of a member. */
export interface InvalidValue {
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

/** All ways to violate a form that one keyword of the schema states, by their names. */
export interface InvalidForm {
  readonly keyword: 'type' | 'format' | 'pattern';
  /** Default for its values. */
  readonly mayNormalise: boolean;
  readonly values: Readonly<Record<string, Change | InvalidValue>>;
}

/** Rolls what is written first. */
export const asWritten: Dice = {
  pick: ([first]) => first as never,
  whole: (min, _, first = min) => first,
  signs: (_, _min, _max, first = '') => first,
  word: (first = '') => first,
};

/** Draws that follow from the run's seed and the name of a check, and from nothing else. */
export function createDice(seed: number, name: string): Dice {
  let draws = 0;
  const whole = (min: number, max: number) => {
    draws += 1;
    return min + (seededBytes({ seed }, `${name} ${draws}`, 4).readUInt32BE() % (max - min + 1));
  };
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
  const signs = (list: string, min: number, max = min) =>
    Array.from({ length: whole(min, max) }, () => pick([...list])).join('');
  return { whole, pick, signs, word: () => signs('abcdefghijklmnopqrstuvwxyz', 1, 8) };
}
