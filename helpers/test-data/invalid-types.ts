import type { Member } from '../../schemas/members.js';
import { digitsOf, word } from './arbitraries.js';
import type { InvalidForm, Way } from './invalid-form.js';

/** The digits of the customer's own value, so that no phone number of a stranger results. */
const ownDigits = (value: string) => Number(digitsOf(value).slice(0, 12)) || 12345;

const arrayOf = (length: number) => (value: unknown) => Array.from({ length }, () => value);

/** Values of other types for a member that is a string. */
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
      { examples: [{ name: 'a boolean', change: () => true, mayNormalise }] },
      {
        examples: [{ name: 'an array of two', change: arrayOf(2) }],
        arbitrary: (fc) =>
          fc.integer({ min: 2, max: 6 }).map((length) => ({ name: 'an array', change: arrayOf(length) })),
      },
      {
        examples: [{ name: 'an object', change: (value) => ({ value }) }],
        arbitrary: (fc) =>
          fc
            .uniqueArray(fc.constantFrom('value', 'text', 'name', 'en', 'first', 'content'), {
              minLength: 1,
              maxLength: 3,
            })
            .map((keys) => ({
              name: 'an object',
              change: (value) => Object.fromEntries(keys.map((key) => [key, value])),
            })),
      },
    ],
  };
}

const notAnAddress: readonly Way[] = [
  {
    examples: [{ name: 'a string', change: () => '1 Test Street, Springfield' }],
    arbitrary: (fc) =>
      word(fc, 1, 20).map((text) => ({ name: 'a string', change: () => `1 ${text} Street, Springfield` })),
  },
  {
    examples: [{ name: 'a number', change: () => 12345 }],
    arbitrary: (fc) =>
      fc.integer({ min: 1, max: 9_999_999 }).map((number) => ({ name: 'a number', change: () => number })),
  },
  { examples: [{ name: 'a boolean', change: () => true }] },
  {
    examples: [{ name: 'an array', change: (_, { address }) => arrayOf(1)(address) }],
    arbitrary: (fc) =>
      fc
        .integer({ min: 1, max: 4 })
        .map((length) => ({ name: 'an array', change: (_, { address }) => arrayOf(length)(address) })),
  },
];

/** Values of other types than the schema states for a member. */
export function invalidTypesOf(member: Member): InvalidForm {
  return member.type === 'string' ? notAString(member) : { keyword: 'type', mayNormalise: false, ways: notAnAddress };
}
