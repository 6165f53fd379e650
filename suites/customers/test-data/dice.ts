import { seededBytes } from '../../../helpers/runner/seeded-random.js';

/** Draws that follow from the run's seed and the name of a check, and from nothing else. */
export interface Dice {
  /** A whole number of a range, both ends included. */
  whole(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** So many characters of a list. */
  signs(list: string, min: number, max: number): string;
  /** A word of small letters. */
  word(min?: number, max?: number): string;
}

export function createDice(seed: number, name: string): Dice {
  let draws = 0;
  const whole = (min: number, max: number) => {
    draws += 1;
    return min + (seededBytes({ seed }, `${name} ${draws}`, 4).readUInt32BE() % (max - min + 1));
  };
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
  const signs = (list: string, min: number, max: number) =>
    Array.from({ length: whole(min, max) }, () => pick([...list])).join('');
  return { whole, pick, signs, word: (min = 1, max = 12) => signs('abcdefghijklmnopqrstuvwxyz', min, max) };
}
