import type { Member } from '../../schemas/members.js';
import { digitsOf, word } from './arbitraries.js';
import { type InvalidForm, type Way, way } from './invalid-form.js';

/** The digits of the customer's own value, so that no phone number of a stranger results. */
const ownDigits = (value: string) => Number(digitsOf(value).slice(0, 12)) || 12345;

const arrayOf = (length: number) => (value: unknown) => Array.from({ length }, () => value);

function notAString({ pointer, form }: Member): InvalidForm {
  // A lenient service may dial the number, so it must belong to nobody.
  const isDialled = pointer === '/phone';
  // A date or an e-mail address has a form that no number has.
  const mayNormalise = form !== 'format';
  return {
    keyword: 'type',
    mayNormalise: false,
    ways: [
      {
        examples: [{ name: 'a number', change: ownDigits, mayNormalise }],
        arbitrary: (fc) =>
          (isDialled
            ? fc.constant(ownDigits)
            : fc.oneof(
                fc.integer({ min: 1, max: 9_999_999 }).map((number) => () => number),
                fc.integer({ min: 1, max: 9999 }).map((number) => () => number + 0.5),
              )
          ).map((change) => ({ name: 'a number', change, mayNormalise })),
      },
      {
        examples: [
          { name: 'a boolean', change: () => true, mayNormalise },
          // Validators that begin with `if (value && …)` pass over it.
          { name: 'the boolean false', change: () => false, mayNormalise },
        ],
      },
      way(
        { 'an array of two': arrayOf(2) },
        (fc) => fc.integer({ min: 2, max: 6 }).map((length) => arrayOf(length)),
        'an array',
      ),
      way({ 'an object': (value) => ({ value }) }, (fc) =>
        fc
          .uniqueArray(fc.constantFrom('value', 'text', 'name', 'en', 'first', 'content'), {
            minLength: 1,
            maxLength: 3,
          })
          .map((keys) => (value) => Object.fromEntries(keys.map((key) => [key, value]))),
      ),
    ],
  };
}

const notAnAddress: readonly Way[] = [
  way({ 'a string': () => '1 Test Street, Springfield' }, (fc) =>
    word(fc, 1, 20).map((text) => () => `1 ${text} Street, Springfield`),
  ),
  way({ 'a number': () => 12345 }, (fc) => fc.integer({ min: 1, max: 9_999_999 }).map((number) => () => number)),
  way({ 'a boolean': () => true }),
  way({ 'an array': (_, { address }) => arrayOf(1)(address) }, (fc) =>
    fc.integer({ min: 1, max: 4 }).map(
      (length) =>
        (_, { address }) =>
          arrayOf(length)(address),
    ),
  ),
];

export function invalidTypesOf(member: Member): InvalidForm {
  return member.type === 'string' ? notAString(member) : { keyword: 'type', mayNormalise: false, ways: notAnAddress };
}
