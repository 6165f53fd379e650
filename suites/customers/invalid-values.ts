import type { Member } from '../../schemas/fsapi/members.js';
import { invalidDate } from './invalid-dates.js';
import type { Change, InvalidForm } from './invalid-form.js';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const notZero = '123456789';
const digitsOf = (text: string) => text.replace(/\D/g, '');
const lower = (value: string) => value.toLowerCase();

const local = (value: string) => value.split('@')[0] ?? '';
const domain = (value: string) => value.split('@')[1] ?? '';

/** CUST-05. The domain stays the customer's own, so that nobody else is written to. */
const email: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  values: {
    'no @': (value, { pick }) => value.replace('@', pick(['.', '', '-', '_', '#'])),
    'nothing before the @': (value, { pick, word }) => `@${pick(['', `${word()}.`])}${domain(value)}`,
    'nothing after the @': (value, { pick, word }) => `${local(value)}${pick(['', `.${word()}`])}@`,
    'two @': (value, { pick, word }) => `${local(value)}@${pick(['', word()])}@${domain(value)}`,
    // Between two letters: beside a full stop or the @ the old grammar of mail lets white space stand (RFC 5322, 4.4).
    'a space inside': (value, { pick, word }) => {
      const parted = `${word()} ${word()}`;
      return pick([`${local(value)} x@${domain(value)}`, `${parted}.${value}`, value.replace('@', `@${parted}.`)]);
    },
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it: where the response shows it, it is put right.
    'a display name around it': {
      change: (value, { pick, word }) => `${pick(['Ada Lovelace', '', word(), `"${word()}"`])} <${value}>`.trim(),
      mayNormalise: true,
    },
  },
};

/** A number's digits, with a separator before the last four and the three before them. */
const grouped = (number: string, sign: string) => number.replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`);
/** What groups a number; undefined for the number as the customer has it. */
const separators = [undefined, '', ' ', '-', '.'] as const;
const afterPlus = (value: string, sign?: string) =>
  sign === undefined ? value.slice(1) : grouped(digitsOf(value), sign);

/** Country codes of one and of two digits (ITU-T E.164); all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** Countries that dial a national number without a 0 before it. */
const withoutTrunkZero = /^(7|30|34|39|45|47|48|351|352|354|356|357|370|371|372|420)$/;

/** A number as it is written in its own country: bracketed area code in North America, else a 0 before the number. */
function national(value: string, sign?: string, isBracketed = false): string {
  const [code = ''] = countryCode.exec(digitsOf(value)) ?? [];
  const own = digitsOf(value).slice(code.length);
  const number = withoutTrunkZero.test(code) || code === '1' ? own : `0${own}`;
  if (sign === undefined) return code === '1' ? `(${own.slice(0, 3)}) ${own.slice(3, 6)}-${own.slice(6)}` : number;
  return isBracketed ? grouped(number, sign).replace(/^(\d{3,4}?)(?=\D|\d{7}$)/, '($1)') : grouped(number, sign);
}

/** CUST-06. Of a number what could be dialled is the customer's own, which belongs to nobody. */
const phone: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: {
    'no plus sign': (value, { pick }) => afterPlus(value, pick(separators)),
    '00 in place of the plus sign': (value, { pick }) => {
      const sign = pick(separators);
      return `00${sign ?? ''}${afterPlus(value, sign)}`;
    },
    'national form': (value, { pick }) => national(value, pick(separators), pick([true, false])),
    'a plus sign alone': () => '+',
    // Drawn without E, X and T: `x 12` and `ext. 12` are an extension to some.
    letters: (value, { signs }) => {
      const letters = signs('ABCDFGHIJKLMNOPQRSUVW', 2, 7, 'CALL');
      return value.slice(0, -letters.length) + letters;
    },
    'a country code that begins with 0': (value, { pick, whole }) =>
      `+${'0'.repeat(whole(1, 3))}${afterPlus(value, pick(separators))}`,
  },
};

/** CUST-08. Of the customer's own gender: another word might be rejected for what it says. */
const gender: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: {
    'upper case': (value, { pick }) => {
      // At least the first letter that has a capital, after a hyphen too.
      const able = [...value].findIndex((letter) => letter.toUpperCase() !== letter);
      const letters = [...value].map((letter, at) =>
        at === able || pick([true, false]) ? letter.toUpperCase() : letter,
      );
      return letters.join('');
    },
    capitalised: (value) => value.replace(/\p{Ll}/u, (letter) => letter.toUpperCase()),
    // Never one digit: that is a code of ISO 5218.
    digits: (_, { signs }) => signs(notZero, 2, 6, '12'),
    'two words': (value, { pick, word }) => `${value} ${pick([value, word()])}`,
    empty: () => '',
  },
};

/** CUST-13. */
const country: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: {
    'lower case': lower,
    // Where a service compares the two, that comparison would be the cause of a rejection, and not the form.
    'lower case, without a state to compare': {
      change: (value, { pick }) => {
        const [first = '', second = ''] = value;
        return pick([lower(value), first + lower(second), lower(first) + second]);
      },
      without: '/address/state',
    },
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    'three letters': (value, { pick, signs }) =>
      pick([value === 'US' ? 'USA' : `${value}X`, `Q${signs('MNOPQRSTUVWXYZ', 1)}${signs(capitals, 1)}`]),
    'one letter': (value, { signs }) => signs(capitals, 1, 1, value.slice(0, 1)),
    // Never three digits: those are the numeric codes of the same standard.
    digits: (_, { signs }) => signs(notZero, 4, 6, '12'),
    'a letter and a digit': (value) => `${value.slice(0, 1)}1`,
    'a name': (value) => (value === 'US' ? 'United States' : 'Country'),
  },
};

/** CUST-15. */
const state: InvalidForm = {
  keyword: 'pattern',
  mayNormalise: true,
  values: {
    'no country part': (value) => value.split('-')[1] ?? '',
    'no hyphen': (value, { pick }) => value.replace('-', pick(['', '/', '.', ':', ' '])),
    'an underscore': (value) => value.replace('-', '_'),
    'lower case': lower,
    'lower case, with a country to match': {
      change: lower,
      together: { pointer: '/address/country', change: lower },
    },
    // A subdivision of digits has no small letters.
    'a subdivision in lower case': (value) => {
      const changed = value.slice(0, 2) + lower(value.slice(2));
      return changed === value ? lower(value) : changed;
    },
    'empty subdivision': (value) => value.slice(0, 3),
    'a third part': (value) => `${value}-X`,
    'a country part of three letters': (value) => value.replace('-', 'X-'),
    'a subdivision of four characters': (value, { signs }) =>
      value.slice(0, 3) + signs(capitals + digits, 4, 9, 'ABCD'),
  },
};

/** The members for which the schema states more than a type. */
const stated: Readonly<Record<string, InvalidForm>> = {
  '/email': email,
  '/phone': phone,
  '/gender': gender,
  '/date_of_birth': invalidDate,
  '/address/country': country,
  '/address/state': state,
};

function notAString({ pointer, form }: Member): InvalidForm {
  // A date or an e-mail address has a form that no number has.
  const mayNormalise = form !== 'format';
  // The digits of the customer's own value; of a phone no others, since a lenient service may dial the number.
  const ownDigits = (value: string) => Number(digitsOf(value).slice(0, 12)) || 12345;
  const number: Change = (value, { pick, whole }) => pick([ownDigits(value), whole(1, 9999) + pick([0, 0.5])]);
  return {
    keyword: 'type',
    mayNormalise: false,
    values: {
      'a number': { change: pointer === '/phone' ? ownDigits : number, mayNormalise },
      // Validators that begin with `if (value && …)` pass over `false`.
      'a boolean': { change: () => true, mayNormalise },
      'the boolean false': { change: () => false, mayNormalise },
      'an array of two': (value, { whole }) => Array(whole(3, 6, 2)).fill(value),
      'an object': (value, { pick }) => ({ [pick(['value', 'text', 'name', 'en', 'first', 'content'])]: value }),
    },
  };
}

const notAnAddress: InvalidForm = {
  keyword: 'type',
  mayNormalise: false,
  values: {
    'a string': (_, { pick, word }) => `1 ${pick(['Test', word()])} Street, Springfield`,
    'a number': (_, { whole }) => whole(1, 9_999_999, 12345),
    'a boolean': () => true,
    'an array': (_, { whole }, { address }) => Array(whole(2, 4, 1)).fill(address),
    'an empty array': () => [],
  },
};

/**
 * White space alone around a value is not judged (CUST-21), so each has a semicolon too. Without the white space it would
 * be one word with the value, which widespread patterns of e-mail addresses accept.
 */
const around = (what: string, gaps: readonly string[]): InvalidForm['values'] => ({
  [`${what} before it`]: (value, { pick, signs, word }) => {
    const [gap, junk, sign] = [pick(gaps), word('x'), signs(';~^', 0, 3)];
    return pick([`${junk}${sign};${gap}${value}`, `${value}${gap};${sign}${junk}`]);
  },
  [`${what} after it`]: (value) => `${value}${gaps[0]};x`,
});

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same for whichever form the schema states, from the form's own valid value.
 */
const surroundings = { ...around('something', [' ', '\t']), ...around('a line', ['\n', '\r\n']) };

/** The ways to violate what the schema states of a member. @throws Error where it states another form than these violate */
export function invalidFormsOf(member: Member): readonly InvalidForm[] {
  const { pointer, form, type } = member;
  const own = stated[pointer];
  if (form !== own?.keyword) throw new Error(`${pointer}: the schema states ${form}, not ${own?.keyword}`);
  const ofType = type === 'string' ? notAString(member) : notAnAddress;
  return own ? [ofType, { ...own, values: { ...own.values, ...surroundings } }] : [ofType];
}
