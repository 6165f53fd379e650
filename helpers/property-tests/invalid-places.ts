import fc from 'fast-check';
import type { Mutation } from '../test-data/mutations.js';
import { signs } from './arbitraries.js';

type Made = Pick<Mutation, 'name' | 'bend'> & Pick<Mutation, 'without' | 'together'>;

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = (value: string) => value.toLowerCase();

/** Names and longer codes of a country, by its code. Those of another would be put right to another's code. */
const spelt: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'United States', 'united states', 'UNITED STATES'],
  GB: ['GBR', 'United Kingdom', 'united kingdom'],
  DE: ['DEU', 'Germany', 'GERMANY'],
  NG: ['NGA', 'Nigeria', 'nigeria'],
  KE: ['KEN', 'Kenya', 'kenya'],
};

/** CUST-13. Without a state in part: where the two are compared, the comparison would refuse and not the form. */
export const invalidCountry: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.tuple(fc.constantFrom(lower, halfLower, otherHalfLower), fc.boolean()).map(
      ([mutation, isAlone]): Made => ({
        name: isAlone ? 'small letters, without a state to compare' : 'small letters',
        bend: mutation,
        ...(isAlone && { without: '/address/state' }),
      }),
    ),
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    fc.tuple(signs('MNOPQRSTUVWXYZ', 1, 1), signs(capitals, 1, 1)).map(
      ([second, third]): Made => ({
        name: 'three letters',
        bend: () => `Q${second}${third}`,
      }),
    ),
    signs(capitals, 1, 1).map((letter): Made => ({ name: 'one letter', bend: () => letter })),
    // Never three digits: those are the numeric codes of the same standard.
    fc
      .oneof(fc.constant('12'), signs('123456789', 4, 6))
      .map((digits): Made => ({ name: 'digits', bend: () => digits })),
    fc.nat(3).map(
      (at): Made => ({
        name: 'a name',
        bend: (value) => {
          const names = spelt[value] ?? ['Country'];
          return names[at % names.length];
        },
      }),
    ),
  )
  .map(
    (made): Mutation => ({ row: 'CUST-13', pointer: '/address/country', keyword: 'pattern', mendable: true, ...made }),
  );

function halfLower(value: string): string {
  return value.slice(0, 1) + lower(value.slice(1));
}

function otherHalfLower(value: string): string {
  return lower(value.slice(0, 1)) + value.slice(1);
}

const subdivision = (value: string) => value.split('-')[1] ?? '';

/** A subdivision of digits has no small letters. */
function lowerSubdivision(value: string): string {
  const mutated = value.slice(0, 2) + lower(value.slice(2));
  return mutated === value ? lower(value) : mutated;
}

/** CUST-15. */
export const invalidState: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.boolean().map(
      (hasHyphen): Made => ({
        name: 'no country part',
        bend: (value) => `${hasHyphen ? '-' : ''}${subdivision(value)}`,
      }),
    ),
    fc.constantFrom('', '_', '/', '.', ':', ' ').map(
      (sign): Made => ({
        name: sign === '' ? 'no hyphen' : 'another sign for the hyphen',
        bend: (value) => value.replace('-', sign),
      }),
    ),
    fc.boolean().map(
      (isMatched): Made =>
        isMatched
          ? {
              name: 'small letters, with a country to match',
              bend: lower,
              together: { pointer: '/address/country', bend: lower },
            }
          : { name: 'small letters', bend: lowerSubdivision },
    ),
    fc.constant<Made>({ name: 'empty subdivision', bend: (value) => value.slice(0, 3) }),
    signs(`${capitals}0123456789`, 4, 9).map(
      (text): Made => ({
        name: 'a subdivision of four characters and more',
        bend: (value) => value.slice(0, 3) + text,
      }),
    ),
  )
  .map(
    (made): Mutation => ({ row: 'CUST-15', pointer: '/address/state', keyword: 'pattern', mendable: true, ...made }),
  );
