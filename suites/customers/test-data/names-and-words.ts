import { type FastCheck, signs, word } from './arbitraries.js';
import { fixed, type InvalidForm, type MemberValues, only, way } from './member-values.js';

export const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const written = 'Zoë|Núñez|Ångström|Łukasz|Ελένη|Анна|李娜|さくら|محمد|दीपा|Ọlá|van der Berg'.split('|');

/** Names of people and places: of one alphabet, or with the punctuation of names. */
export const name: MemberValues = {
  valid: (fc) =>
    fc
      .oneof(
        word(fc, 1, 20).map(capitalised),
        fc
          .tuple(word(fc, 2, 10), fc.constantFrom(' ', '-', '’', "'"), word(fc, 2, 10))
          .map(([one, sign, other]) => capitalised(one) + sign + capitalised(other)),
        fc.constantFrom(...written),
        signs(fc, 'àâäçéèêëîïôöùûüñßøåæœ', 2, 12).map(capitalised),
      )
      .map(fixed),
};

/** The specification lists none of them. */
export const type: MemberValues = {
  valid: (fc) => fc.oneof(fc.constantFrom('individual', 'business', 'company'), word(fc, 1, 16)).map(fixed),
};

/** Letters of a word in upper case where the mask says so; the first one that can be where it says so of none. */
function inCapitals(value: string, mask: readonly boolean[]): string {
  const letters = [...value];
  const able = letters.flatMap((letter, at) => (letter.toUpperCase() === letter ? [] : [at]));
  const chosen = able.filter((_, at) => mask[at]);
  const capital = new Set(chosen.length > 0 ? chosen : able.slice(0, 1));
  return letters.map((letter, at) => (capital.has(at) ? letter.toUpperCase() : letter)).join('');
}

const masks = (fc: FastCheck) => fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });

/** CUST-08. Of the customer's own gender: another word might be rejected for what it says. */
const invalidGender: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  ways: [
    way(
      (mask?: readonly boolean[]) => (value) => (mask ? inCapitals(value, mask) : value.toUpperCase()),
      { 'upper case': [], capitalised: [[true]] },
      (fc) => fc.tuple(masks(fc)),
      'capital letters',
    ),
    // Never one digit: that is a code of ISO 5218.
    way(
      (digits: string) => () => digits,
      { digits: ['12'] },
      (fc) => fc.tuple(signs(fc, '123456789', 2, 6)),
    ),
    way(
      (spaces: number, other?: string) => (value) => `${value}${' '.repeat(spaces)}${other ?? value}`,
      { 'two words': [1] },
      (fc) => fc.tuple(fc.integer({ min: 1, max: 3 }), fc.option(word(fc, 1, 8), { nil: undefined })),
    ),
    only({ empty: () => '' }),
  ],
};

export const gender: MemberValues = {
  valid: (fc) =>
    fc
      .oneof(
        fc.constantFrom('female', 'male', 'other', 'unknown'),
        fc.tuple(word(fc, 1, 12), fc.constantFrom('', '-', '_'), word(fc, 1, 8)).map((parts) => parts.join('')),
      )
      .map(fixed),
  invalid: invalidGender,
};
