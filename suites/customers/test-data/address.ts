import { type InvalidForm, only, way } from './member-values.js';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const lower = (value: string) => value.toLowerCase();
const halfLower = (value: string) => value.slice(0, 1) + lower(value.slice(1));
const otherHalfLower = (value: string) => lower(value.slice(0, 1)) + value.slice(1);

/** Where a service compares the two, that comparison would be the cause of a rejection, and not the form. */
const withoutState = { without: '/address/state' };

/** CUST-13. */
export const invalidCountry: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: [
    ...way(
      (change: (value: string) => string, isAlone: boolean) => ({ change, ...(isAlone && withoutState) }),
      { 'lower case': [lower, false], 'lower case, without a state to compare': [lower, true] },
      (dice, make) => make(dice.pick([halfLower, otherHalfLower]), true),
    ),
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    ...way(
      (code?: string) => (value) => code ?? (value === 'US' ? 'USA' : `${value}X`),
      { 'three letters': [] },
      (dice, make) => make(`Q${dice.signs('MNOPQRSTUVWXYZ', 1, 1)}${dice.signs(capitals, 1, 1)}`),
    ),
    ...way(
      (letter?: string) => (value) => letter ?? value.slice(0, 1),
      { 'one letter': [] },
      (dice, make) => make(dice.signs(capitals, 1, 1)),
    ),
    // Never three digits: those are the numeric codes of the same standard.
    ...way(
      (text: string, letters: number = 0) =>
        (value) =>
          value.slice(0, letters) + text,
      { digits: ['12'], 'a letter and a digit': ['1', 1] },
      (dice, make) => make(dice.signs('123456789', 4, 6)),
    ),
    ...only({ 'a name': (value) => (value === 'US' ? 'United States' : 'Country') }),
  ],
};

const subdivision = (value: string) => value.split('-')[1] ?? '';

/** A subdivision of digits has no small letters. */
function lowerSubdivision(value: string): string {
  const mutated = value.slice(0, 2) + lower(value.slice(2));
  return mutated === value ? lower(value) : mutated;
}

const withCountry = { together: { pointer: '/address/country', change: lower } };

/** CUST-15. */
export const invalidState: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: [
    ...only({ 'no country part': subdivision }),
    ...way(
      (sign: string) => (value) => value.replace('-', sign),
      { 'no hyphen': [''], 'an underscore': ['_'] },
      (dice, make) => make(dice.pick(['/', '.', ':', ' '])),
    ),
    ...way((change: (value: string) => string, isMatched: boolean) => ({ change, ...(isMatched && withCountry) }), {
      'lower case': [lower, false],
      'lower case, with a country to match': [lower, true],
      'a subdivision in lower case': [lowerSubdivision, false],
    }),
    ...only({
      'empty subdivision': (value) => value.slice(0, 3),
      'a third part': (value) => `${value}-X`,
      'a country part of three letters': (value) => `${value.slice(0, 2)}X${value.slice(2)}`,
    }),
    ...way(
      (text: string) => (value) => value.slice(0, 3) + text,
      { 'a subdivision of four characters': ['ABCD'] },
      (dice, make) => make(dice.signs(capitals + digits, 4, 9)),
    ),
  ],
};
