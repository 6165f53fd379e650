import { digitsOf, type FastCheck, signs, word } from './arbitraries.js';
import { type InvalidForm, way } from './invalid-form.js';

const local = (value: string) => value.split('@')[0] ?? '';
const domain = (value: string) => value.split('@')[1] ?? '';
const maybeWord = (fc: FastCheck, length: number) => fc.option(word(fc, 1, length), { nil: undefined });

const namedMailbox = 'a display name around it';

/** CUST-05. The domain stays the customer's own, so that nobody else is written to. */
export const invalidEmail: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  ways: [
    way({ 'no @': (value) => value.replace('@', '.') }, (fc) =>
      fc.constantFrom('.', '', '-', '_', '#').map((sign) => (value) => value.replace('@', sign)),
    ),
    way({ 'nothing before the @': (value) => `@${domain(value)}` }, (fc) =>
      maybeWord(fc, 6).map((host) => (value) => `@${host === undefined ? '' : `${host}.`}${domain(value)}`),
    ),
    way({ 'nothing after the @': (value) => `${local(value)}@` }, (fc) =>
      maybeWord(fc, 6).map((more) => (value) => `${local(value)}${more === undefined ? '' : `.${more}`}@`),
    ),
    way({ 'two @': (value) => `${local(value)}@@${domain(value)}` }, (fc) =>
      maybeWord(fc, 6).map(
        (between = '') =>
          (value) =>
            `${local(value)}@${between}@${domain(value)}`,
      ),
    ),
    // Between two letters: beside a full stop or the @ the old grammar of mail lets white space stand (RFC 5322, 4.4).
    way({ 'a space inside': (value) => `${local(value)} x@${domain(value)}` }, (fc) =>
      fc
        .tuple(word(fc, 1, 6), fc.integer({ min: 1, max: 3 }), word(fc, 1, 6), fc.boolean())
        .map(([one, spaces, other, isHost]) => (value) => {
          const parted = `${one}${' '.repeat(spaces)}${other}`;
          return isHost ? `${local(value)}@${parted}.${domain(value)}` : `${parted}.${local(value)}@${domain(value)}`;
        }),
    ),
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it: where the response shows it, it is put right.
    {
      examples: [{ name: namedMailbox, change: (value) => `Ada Lovelace <${value}>`, mayNormalise: true }],
      arbitrary: (fc) =>
        fc.tuple(maybeWord(fc, 8), fc.boolean()).map(([person, isQuoted]) => ({
          name: namedMailbox,
          change: (value) => `${isQuoted ? `"${person ?? 'Ada'}"` : (person ?? '')} <${value}>`.trim(),
          mayNormalise: true,
        })),
    },
  ],
};

/** A number's digits, with a separator before the last four and the three before them. */
const grouped = (number: string, sign: string) => number.replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`);
const separator = (fc: FastCheck) => fc.constantFrom('', ' ', '-', '.');
/** Without E, X and T: `x 12` and `ext. 12` are an extension to some. */
const keys = 'ABCDFGHIJKLMNOPQRSUVW';

/** Country codes of one and of two digits (ITU-T E.164); all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** Countries that dial a national number without a 0 before it. */
const withoutTrunkZero = /^(7|30|34|39|45|47|48|351|352|354|356|357|370|371|372|420)$/;

/** A number as it is written in its own country: bracketed area code in North America, else a 0 before the number. */
function national(value: string): string {
  const digits = digitsOf(value);
  const [code = ''] = countryCode.exec(digits) ?? [];
  const own = digits.slice(code.length);
  if (code === '1') return `(${own.slice(0, 3)}) ${own.slice(3, 6)}-${own.slice(6)}`;
  return withoutTrunkZero.test(code) ? own : `0${own}`;
}

/** CUST-06. Of a number what could be dialled is the customer's own, which belongs to nobody. */
export const invalidPhone: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  ways: [
    way({ 'no plus sign': (value) => value.slice(1) }, (fc) =>
      separator(fc).map((sign) => (value) => grouped(digitsOf(value), sign)),
    ),
    way({ '00 in place of the plus sign': (value) => `00${value.slice(1)}` }, (fc) =>
      separator(fc).map((sign) => (value) => `00${sign}${grouped(digitsOf(value), sign)}`),
    ),
    way({ 'national form': national }, (fc) =>
      fc.tuple(separator(fc), fc.boolean()).map(([sign, isBracketed]) => (value) => {
        const number = grouped(digitsOf(national(value)), sign);
        return isBracketed ? number.replace(/^(\d{3,4}?)(?=\D|\d{7}$)/, '($1)') : number;
      }),
    ),
    way({ 'a plus sign alone': () => '+' }),
    way({ letters: (value) => `${value.slice(0, -4)}CALL` }, (fc) =>
      signs(fc, keys, 2, 7).map((letters) => (value) => value.slice(0, -letters.length) + letters),
    ),
    way({ 'a country code that begins with 0': (value) => `+0${value.slice(1)}` }, (fc) =>
      fc.tuple(separator(fc), fc.integer({ min: 1, max: 3 })).map(
        ([sign, zeros]) =>
          (value) =>
            `+${'0'.repeat(zeros)}${grouped(digitsOf(value), sign)}`,
      ),
    ),
  ],
};

/** Letters of a word in upper case where the mask says so; the first one that can be where it says so of none. */
function capitalised(value: string, mask: readonly boolean[]): string {
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
  ways: [
    way(
      { 'upper case': (value) => value.toUpperCase(), capitalised: (value) => capitalised(value, [true]) },
      (fc) =>
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }).map((mask) => (value) => capitalised(value, mask)),
      'capital letters',
    ),
    // Never one digit: that is a code of ISO 5218.
    way({ digits: () => '12' }, (fc) => signs(fc, '123456789', 2, 6).map((digits) => () => digits)),
    way({ 'two words': (value) => `${value} ${value}` }, (fc) =>
      fc.tuple(fc.integer({ min: 1, max: 3 }), maybeWord(fc, 8)).map(
        ([spaces, other]) =>
          (value) =>
            `${value}${' '.repeat(spaces)}${other ?? value}`,
      ),
    ),
    way({ empty: () => '' }),
  ],
};
