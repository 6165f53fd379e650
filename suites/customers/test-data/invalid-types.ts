import type { Member } from '../../../schemas/fsapi/members.js';
import { digitsOf, type FastCheck, word } from './arbitraries.js';
import { type InvalidForm, only, type Way, way } from './member-values.js';

/** The digits of the customer's own value, so that no phone number of a stranger results. */
const ownDigits = (value: string) => Number(digitsOf(value).slice(0, 12)) || 12345;

const numbers = (fc: FastCheck) =>
  fc.oneof(
    fc.integer({ min: 1, max: 9_999_999 }),
    fc.integer({ min: 1, max: 9999 }).map((number) => number + 0.5),
  );

function notAString({ pointer, form }: Member): InvalidForm {
  // A lenient service may dial the number, so it must belong to nobody.
  const isDialled = pointer === '/phone';
  // A date or an e-mail address has a form that no number has.
  const mayNormalise = form !== 'format';
  return {
    keyword: 'type',
    mayNormalise: false,
    ways: [
      way(
        (number?: number) => ({ change: (value) => number ?? ownDigits(value), mayNormalise }),
        { 'a number': [] },
        (fc) => (isDialled ? fc.constant([]) : fc.tuple(numbers(fc))),
      ),
      // Validators that begin with `if (value && …)` pass over `false`.
      way((value: boolean) => ({ change: () => value, mayNormalise }), {
        'a boolean': [true],
        'the boolean false': [false],
      }),
      way(
        (length: number) => (value) => Array.from({ length }, () => value),
        { 'an array of two': [2] },
        (fc) => fc.tuple(fc.integer({ min: 2, max: 6 })),
        'an array',
      ),
      way(
        (...names: string[]) =>
          (value) =>
            Object.fromEntries(names.map((name) => [name, value])),
        { 'an object': ['value'] },
        (fc) => {
          const names = fc.constantFrom('value', 'text', 'name', 'en', 'first', 'content');
          return fc.uniqueArray(names, { minLength: 1, maxLength: 3 });
        },
      ),
    ],
  };
}

const notAnAddress: readonly Way[] = [
  way(
    (street: string) => () => `1 ${street} Street, Springfield`,
    { 'a string': ['Test'] },
    (fc) => fc.tuple(word(fc, 1, 20)),
  ),
  way(
    (number: number) => () => number,
    { 'a number': [12345] },
    (fc) => fc.tuple(fc.integer({ min: 1, max: 9_999_999 })),
  ),
  only({ 'a boolean': () => true }),
  way(
    (length: number) =>
      (_, { address }) =>
        Array.from({ length }, () => address),
    { 'an array': [1], 'an empty array': [0] },
    (fc) => fc.tuple(fc.integer({ min: 0, max: 4 })),
  ),
];

/** How to violate the type of a member. */
export function invalidTypesOf(member: Member): InvalidForm {
  return member.type === 'string' ? notAString(member) : { keyword: 'type', mayNormalise: false, ways: notAnAddress };
}
