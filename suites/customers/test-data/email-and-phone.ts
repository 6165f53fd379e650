import type { Dice } from './dice.js';
import { digitsOf, type InvalidForm, only, way } from './member-values.js';

const local = (value: string) => value.split('@')[0] ?? '';
const domain = (value: string) => value.split('@')[1] ?? '';

/** CUST-05. The domain stays the customer's own, so that nobody else is written to. */
export const invalidEmail: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  values: [
    ...way(
      (sign: string) => (value) => value.replace('@', sign),
      { 'no @': ['.'] },
      (dice, make) => make(dice.pick(['', '-', '_', '#'])),
    ),
    ...way(
      (host: string) => (value) => `@${host && `${host}.`}${domain(value)}`,
      { 'nothing before the @': [''] },
      (dice, make) => make(dice.word(1, 6)),
    ),
    ...way(
      (more: string) => (value) => `${local(value)}${more && `.${more}`}@`,
      { 'nothing after the @': [''] },
      (dice, make) => make(dice.word(1, 6)),
    ),
    ...way(
      (between: string) => (value) => `${local(value)}@${between}@${domain(value)}`,
      { 'two @': [''] },
      (dice, make) => make(dice.word(1, 6)),
    ),
    // Between two letters: beside a full stop or the @ the old grammar of mail lets white space stand (RFC 5322, 4.4).
    ...way(
      (put: (value: string, parted: string) => string, one: string, other: string) => (value) =>
        put(value, `${one} ${other}`),
      { 'a space inside': [(value, parted) => `${local(value)}${parted}@${domain(value)}`, '', 'x'] },
      (dice, make) =>
        make(
          dice.pick<(value: string, parted: string) => string>([
            (value, parted) => `${parted}.${local(value)}@${domain(value)}`,
            (value, parted) => `${local(value)}@${parted}.${domain(value)}`,
          ]),
          dice.word(1, 6),
          dice.word(1, 6),
        ),
    ),
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it: where the response shows it, it is put right.
    ...way(
      (person: string) => ({ change: (value) => `${person} <${value}>`.trim(), mayNormalise: true }),
      { 'a display name around it': ['Ada Lovelace'] },
      (dice, make) => make(dice.pick(['', dice.word(1, 8), `"${dice.word(1, 8)}"`])),
    ),
  ],
};

/** A number's digits, with a separator before the last four and the three before them. */
const grouped = (number: string, sign: string) => number.replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`);
const separator = (dice: Dice) => dice.pick(['', ' ', '-', '.']);
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

function nationalWith(sign: string, isBracketed: boolean): (value: string) => string {
  return (value) => {
    const number = grouped(digitsOf(national(value)), sign);
    return isBracketed ? number.replace(/^(\d{3,4}?)(?=\D|\d{7}$)/, '($1)') : number;
  };
}

/** What follows the plus sign: as the customer has it, or its digits grouped by a sign. */
const afterPlus = (value: string, sign?: string) =>
  sign === undefined ? value.slice(1) : grouped(digitsOf(value), sign);

/** CUST-06. Of a number what could be dialled is the customer's own, which belongs to nobody. */
export const invalidPhone: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: [
    ...way(
      (sign?: string) => (value) => afterPlus(value, sign),
      { 'no plus sign': [] },
      (dice, make) => make(separator(dice)),
    ),
    ...way(
      (sign?: string) => (value) => `00${sign ?? ''}${afterPlus(value, sign)}`,
      { '00 in place of the plus sign': [] },
      (dice, make) => make(separator(dice)),
    ),
    ...way(
      (sign?: string, isBracketed: boolean = false) =>
        sign === undefined ? national : nationalWith(sign, isBracketed),
      { 'national form': [] },
      (dice, make) => make(separator(dice), dice.pick([true, false])),
    ),
    ...only({ 'a plus sign alone': () => '+' }),
    ...way(
      (letters: string) => (value) => value.slice(0, -letters.length) + letters,
      { letters: ['CALL'] },
      (dice, make) => make(dice.signs(keys, 2, 7)),
    ),
    ...way(
      (zeros: number, sign?: string) => (value) => `+${'0'.repeat(zeros)}${afterPlus(value, sign)}`,
      { 'a country code that begins with 0': [1] },
      (dice, make) => make(dice.whole(1, 3), separator(dice)),
    ),
  ],
};
