import { type FastCheck, signs, word } from './arbitraries.js';
import { fixed, type InvalidForm, type MemberValues, only, way } from './member-values.js';
import { capitalised } from './names-and-words.js';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const lower = (value: string) => value.toLowerCase();
const halfLower = (value: string) => value.slice(0, 1) + lower(value.slice(1));
const otherHalfLower = (value: string) => lower(value.slice(0, 1)) + value.slice(1);
const houseNumber = (fc: FastCheck) => fc.integer({ min: 1, max: 9999 });

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
const invalidCountry: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  ways: [
    way(
      (change: (value: string) => string, isAlone: boolean) => ({ change, ...(isAlone && withoutState) }),
      { 'lower case': [lower, false], 'lower case, without a state to compare': [lower, true] },
      (fc) => fc.tuple(fc.constantFrom(lower, halfLower, otherHalfLower), fc.boolean()),
      ([, isAlone]) => (isAlone ? 'small letters, without a state to compare' : 'small letters'),
    ),
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    way(
      (code?: string) => (value) => code ?? (value === 'US' ? 'USA' : `${value}X`),
      { 'three letters': [] },
      (fc) =>
        fc.tuple(
          fc.tuple(signs(fc, 'MNOPQRSTUVWXYZ', 1, 1), signs(fc, capitals, 1, 1)).map((two) => `Q${two.join('')}`),
        ),
    ),
    way(
      (letter?: string) => (value) => letter ?? value.slice(0, 1),
      { 'one letter': [] },
      (fc) => fc.tuple(signs(fc, capitals, 1, 1)),
    ),
    // Never three digits: those are the numeric codes of the same standard.
    way(
      (text: string, letters: number = 0) =>
        (value) =>
          value.slice(0, letters) + text,
      { digits: ['12'], 'a letter and a digit': ['1', 1] },
      (fc) => fc.tuple(fc.oneof(fc.constant('12'), signs(fc, '123456789', 4, 6))),
    ),
    way(
      (at?: number) => (value) => {
        if (at === undefined) return value === 'US' ? 'United States' : 'Country';
        const names = spelt[value] ?? ['Country'];
        return names[at % names.length];
      },
      { 'a name': [] },
      (fc) => fc.tuple(fc.nat(3)),
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
const invalidState: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  ways: [
    way(
      (front: string) => (value) => front + subdivision(value),
      { 'no country part': [''] },
      (fc) => fc.tuple(fc.constantFrom('', '-')),
    ),
    way(
      (sign: string) => (value) => value.replace('-', sign),
      { 'no hyphen': [''], 'an underscore': ['_'] },
      (fc) => fc.tuple(fc.constantFrom('', '_', '/', '.', ':', ' ')),
      ([sign]) => (sign === '' ? 'no hyphen' : 'another sign for the hyphen'),
    ),
    way(
      (change: (value: string) => string, isMatched: boolean) => ({ change, ...(isMatched && withCountry) }),
      {
        'lower case': [lower, false],
        'lower case, with a country to match': [lower, true],
        'a subdivision in lower case': [lowerSubdivision, false],
      },
      (fc) => fc.constantFrom([lowerSubdivision, false], [lower, true]),
      ([, isMatched]) => (isMatched ? 'small letters, with a country to match' : 'small letters'),
    ),
    only({
      'empty subdivision': (value) => value.slice(0, 3),
      'a third part': (value) => `${value}-X`,
      'a country part of three letters': (value) => `${value.slice(0, 2)}X${value.slice(2)}`,
    }),
    way(
      (text: string) => (value) => value.slice(0, 3) + text,
      { 'a subdivision of four characters': ['ABCD'] },
      (fc) => fc.tuple(signs(fc, capitals + digits, 4, 9)),
      'a subdivision of four characters and more',
    ),
  ],
};

/** Codes of ISO 3166-1 that countries have. */
const countries = (
  'US GB DE NG KE FR ES IT NL BE PT SE NO DK FI IE AT CH PL CZ HU RO GR TR ZA GH EG MA TN SN CI UG TZ RW ET ZM ' +
  'CA MX BR AR CL CO PE UY JP KR CN IN ID MY SG TH VN PH AU NZ IL AE SA'
).split(' ');
const anySubdivision = (fc: FastCheck) => signs(fc, capitals + digits, 1, 3);

export const country: MemberValues = {
  valid: (fc) =>
    fc.tuple(fc.constantFrom(...countries), anySubdivision(fc)).map(([code, part]) => ({
      ...fixed(code),
      together: { pointer: '/address/state', value: `${code}-${part}` },
    })),
  invalid: invalidCountry,
};

export const state: MemberValues = {
  valid: (fc) => anySubdivision(fc).map((part) => ({ value: ({ address: own }) => `${own?.country ?? 'US'}-${part}` })),
  invalid: invalidState,
};

export const addressLine: MemberValues = {
  valid: (fc) =>
    fc
      .tuple(
        houseNumber(fc),
        fc.constantFrom('', 'a', ' B', '/2'),
        word(fc, 2, 14),
        fc.constantFrom('Street', 'Road', 'Straße', 'Close'),
      )
      .map(([number, more, street, kind]) => fixed(`${number}${more} ${capitalised(street)} ${kind}`)),
};

export const postalCode: MemberValues = {
  valid: (fc) =>
    fc
      .oneof(
        signs(fc, digits, 3, 8),
        fc
          .tuple(signs(fc, 'ABCDEFGHJKLMNPRSTUW', 1, 2), signs(fc, '123456789', 1, 2), signs(fc, '0123456789ABD', 3, 3))
          .map(([area, district, rest]) => `${area}${district} ${rest}`),
      )
      .map(fixed),
};

/** The customer's own address on another street, with its members in either order. */
export const address: MemberValues = {
  valid: (fc) =>
    fc.tuple(houseNumber(fc), word(fc, 2, 14), fc.boolean()).map(([number, street, isTurned]) => ({
      value: ({ address: own }) => {
        const members = Object.entries({ ...own, address_line1: `${number} ${capitalised(street)} Street` });
        return Object.fromEntries(isTurned ? members.reverse() : members);
      },
    })),
};
