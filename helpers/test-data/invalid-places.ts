import { signs } from './arbitraries.js';
import { type InvalidForm, type InvalidValue, way } from './invalid-form.js';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = (value: string) => value.toLowerCase();
const halfLower = (value: string) => value.slice(0, 1) + lower(value.slice(1));
const otherHalfLower = (value: string) => lower(value.slice(0, 1)) + value.slice(1);

/** Names and longer codes of a country, by its code. Those of another would be normalised to another's code. */
const spelt: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'United States', 'united states', 'UNITED STATES'],
  GB: ['GBR', 'United Kingdom', 'united kingdom'],
  DE: ['DEU', 'Germany', 'GERMANY'],
  NG: ['NGA', 'Nigeria', 'nigeria'],
  KE: ['KEN', 'Kenya', 'kenya'],
};

/** Where a service compares the two, that comparison would be the cause of a rejection, and not the form. */
const withoutState = { without: '/address/state' };

/** CUST-13. */
export const invalidCountry: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  ways: [
    {
      examples: [
        { name: 'lower case', change: lower },
        { name: 'lower case, without a state to compare', change: lower, ...withoutState },
      ],
      arbitrary: (fc) =>
        fc.tuple(fc.constantFrom(lower, halfLower, otherHalfLower), fc.boolean()).map(
          ([change, isAlone]): InvalidValue => ({
            name: isAlone ? 'small letters, without a state to compare' : 'small letters',
            change,
            ...(isAlone && withoutState),
          }),
        ),
    },
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    way({ 'three letters': (value) => (value === 'US' ? 'USA' : `${value}X`) }, (fc) =>
      fc.tuple(signs(fc, 'MNOPQRSTUVWXYZ', 1, 1), signs(fc, capitals, 1, 1)).map(
        ([second, third]) =>
          () =>
            `Q${second}${third}`,
      ),
    ),
    way({ 'one letter': (value) => value.slice(0, 1) }, (fc) =>
      signs(fc, capitals, 1, 1).map((letter) => () => letter),
    ),
    // Never three digits: those are the numeric codes of the same standard.
    way({ digits: () => '12', 'a letter and a digit': (value) => `${value.slice(0, 1)}1` }, (fc) =>
      fc.oneof(fc.constant('12'), signs(fc, '123456789', 4, 6)).map((digits) => () => digits),
    ),
    way({ 'a name': (value) => (value === 'US' ? 'United States' : 'Country') }, (fc) =>
      fc.nat(3).map((at) => (value) => {
        const names = spelt[value] ?? ['Country'];
        return names[at % names.length];
      }),
    ),
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
  ways: [
    way({ 'no country part': subdivision }, (fc) =>
      fc.boolean().map((hasHyphen) => (value) => `${hasHyphen ? '-' : ''}${subdivision(value)}`),
    ),
    {
      examples: [
        { name: 'no hyphen', change: (value) => value.replace('-', '') },
        { name: 'an underscore', change: (value) => value.replace('-', '_') },
      ],
      arbitrary: (fc) =>
        fc.constantFrom('', '_', '/', '.', ':', ' ').map((sign) => ({
          name: sign === '' ? 'no hyphen' : 'another sign for the hyphen',
          change: (value) => value.replace('-', sign),
        })),
    },
    {
      examples: [
        { name: 'lower case', change: lower },
        { name: 'lower case, with a country to match', change: lower, ...withCountry },
        { name: 'a subdivision in lower case', change: lowerSubdivision },
      ],
      arbitrary: (fc) =>
        fc
          .boolean()
          .map(
            (isMatched): InvalidValue =>
              isMatched
                ? { name: 'small letters, with a country to match', change: lower, ...withCountry }
                : { name: 'small letters', change: lowerSubdivision },
          ),
    },
    way({
      'empty subdivision': (value) => value.slice(0, 3),
      'a country part of three letters': (value) => `${value.slice(0, 2)}X${value.slice(2)}`,
    }),
    way(
      { 'a subdivision of four characters': (value) => `${value.slice(0, 3)}ABCD` },
      (fc) => signs(fc, `${capitals}0123456789`, 4, 9).map((text) => (value) => value.slice(0, 3) + text),
      'a subdivision of four characters and more',
    ),
  ],
};
