import { type InvalidForm, only, way } from './member-values.js';

/** Letters of a word in upper case where the mask says so; the first one that can be where it says so of none. */
function inCapitals(value: string, mask: readonly boolean[]): string {
  const letters = [...value];
  const able = letters.flatMap((letter, at) => (letter.toUpperCase() === letter ? [] : [at]));
  const chosen = able.filter((_, at) => mask[at]);
  const capital = new Set(chosen.length > 0 ? chosen : able.slice(0, 1));
  return letters.map((letter, at) => (capital.has(at) ? letter.toUpperCase() : letter)).join('');
}

/** CUST-08. Of the customer's own gender: another word might be rejected for what it says. */
export const invalidGender: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: [
    ...way(
      (mask?: readonly boolean[]) => (value) => (mask ? inCapitals(value, mask) : value.toUpperCase()),
      { 'upper case': [], capitalised: [[true]] },
      (dice, make) => make(Array.from({ length: 12 }, () => dice.pick([true, false]))),
    ),
    // Never one digit: that is a code of ISO 5218.
    ...way(
      (digits: string) => () => digits,
      { digits: ['12'] },
      (dice, make) => make(dice.signs('123456789', 2, 6)),
    ),
    ...way(
      (other?: string) => (value) => `${value} ${other ?? value}`,
      { 'two words': [] },
      (dice, make) => make(dice.word(1, 8)),
    ),
    ...only({ empty: () => '' }),
  ],
};
