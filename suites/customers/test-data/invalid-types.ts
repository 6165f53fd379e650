import type { Member } from '../../../schemas/fsapi/members.js';
import { digitsOf, type InvalidForm, type InvalidValue, only, way } from './member-values.js';

/** The digits of the customer's own value, so that no phone number of a stranger results. */
const ownDigits = (value: string) => Number(digitsOf(value).slice(0, 12)) || 12345;

function notAString({ pointer, form }: Member): InvalidForm {
  // A lenient service may dial the number, so it must belong to nobody.
  const isDialled = pointer === '/phone';
  // A date or an e-mail address has a form that no number has.
  const mayNormalise = form !== 'format';
  return {
    keyword: 'type',
    mayNormalise: false,
    values: [
      ...way(
        (number?: number) => ({ change: (value) => number ?? ownDigits(value), mayNormalise }),
        { 'a number': [] },
        isDialled ? undefined : (dice, make) => make(dice.whole(1, 9999) + dice.pick([0, 0.5])),
      ),
      // Validators that begin with `if (value && …)` pass over `false`.
      ...way((value: boolean) => ({ change: () => value, mayNormalise }), {
        'a boolean': [true],
        'the boolean false': [false],
      }),
      ...way(
        (length: number) => (value) => Array.from({ length }, () => value),
        { 'an array of two': [2] },
        (dice, make) => make(dice.whole(3, 6)),
      ),
      ...way(
        (name: string) => (value) => ({ [name]: value }),
        { 'an object': ['value'] },
        (dice, make) => make(dice.pick(['text', 'name', 'en', 'first', 'content'])),
      ),
    ],
  };
}

const notAnAddress: readonly InvalidValue[] = [
  ...way(
    (street: string) => () => `1 ${street} Street, Springfield`,
    { 'a string': ['Test'] },
    (dice, make) => make(dice.word(1, 20)),
  ),
  ...way(
    (number: number) => () => number,
    { 'a number': [12345] },
    (dice, make) => make(dice.whole(1, 9_999_999)),
  ),
  ...only({ 'a boolean': () => true }),
  ...way(
    (length: number) =>
      (_, { address }) =>
        Array.from({ length }, () => address),
    { 'an array': [1], 'an empty array': [0] },
    (dice, make) => make(dice.whole(2, 4)),
  ),
];

/** How to violate the type of a member. */
export function invalidTypesOf(member: Member): InvalidForm {
  return member.type === 'string' ? notAString(member) : { keyword: 'type', mayNormalise: false, values: notAnAddress };
}
