import { seededBytes } from '../../helpers/runner/seeded-random.js';

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
