import { isDeepStrictEqual } from 'node:util';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { members } from '../../schemas/fsapi/members.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { memberAt, withMember, without } from '../shared/customer.js';

/** Values that are invalid in one way, in the order in which they are sent until one is accepted. */
type Change = (value: string, customer: Customer) => readonly unknown[];

/** One way in which one member is invalid, and no other. */
export interface Mutation {
  readonly id: DecidableId;
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  readonly change: Change;
  /** Whether a service may normalise the value, if the response shows it: no date, e-mail address, array, object. */
  readonly mayNormalise: boolean;
  /** Whether an acceptance counts only if the response shows the value as sent: many libraries put it right. */
  readonly isJudgedAsShown?: true;
  /** A member that request and control omit: a comparison with it could be the cause of a rejection. */
  readonly without?: string;
  /** Another member that is changed in the same way, because a service may compare the two. */
  readonly together?: string;
  /** A valid value near the invalid one: the control has it. */
  readonly neighbour?: string;
}

/** Changes by the names of the mutations. */
type InvalidValues = Readonly<Record<string, Change | InvalidValue>>;
type InvalidValue = Partial<Mutation> & Pick<Mutation, 'change'>;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const lower = (value: string) => [value.toLowerCase()];

/** The number as it may be configured, and its digits alone. */
const plain = (number: string) => [number, digitsOf(number)];
const grouped = (digits: string) =>
  [' ', '-', '.'].map((sign) => digits.replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`));

/** Of one and of two digits (ITU-T E.164); all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** A number as its own country writes it, in digits alone: with a 0 before it, but not in North America. */
function national(value: string) {
  const [code = ''] = countryCode.exec(digitsOf(value)) ?? [];
  return `${code === '1' ? '' : '0'}${digitsOf(value).slice(code.length)}`;
}

/** The customer’s own day in other forms: no rule of age rejects it. */
const dated =
  (...forms: readonly string[]): Change =>
  (value) => {
    const [yyyy = '', mm = '', dd = ''] = value.split('-');
    const parts: Readonly<Record<string, string>> = { yyyy, yy: yyyy.slice(2), mm, dd };
    return forms.map((form) => form.replace(/yyyy|yy|mm|dd/g, (part) => parts[part] ?? ''));
  };

/** Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
const inOtherDigits = (value: string) =>
  zeros.map((zero) => value.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))));

/** Puts a letter in place of one of the last seven digits, which dials it (ITU-T E.161). */
const withLetter = (value: string) =>
  value.replace(/[2-9](?=\d{0,6}$)|\d$/, (digit) => 'OIADGJMPTW'.charAt(Number(digit)));

/** Greek, and Latin beyond ASCII: some patterns accept both, some the latter alone. */
const otherCapitals = ['ΓΔ', 'ÄÖ'];

const noLeapDay = (year: number): InvalidValue => ({ change: () => [`${year}-02-29`], neighbour: `${year}-02-28` });

/** The schema states more than a type for these. */
const ofForms: Readonly<Record<string, InvalidValues>> = {
  // CUST-05. The domain stays the customer's own: nobody else gets mail.
  '/email': {
    'no @': (value) => [value.replace('@', '.')],
    'nothing before the @': (value) => [value.replace(/^.*@/, '@')],
    'nothing after the @': (value) => [value.replace(/@.*/, '@')],
    'two @': (value) => [value.replace('@', '@@')],
    // A pattern without anchors finds an address in this one, not in the one above.
    'two @, apart': (value) => [value.replace('@', '@x@')],
    // It stands between two letters: RFC 5322, 4.4 allows it beside a full stop or the @.
    'a space inside': (value) => [value.replace('@', ' x@')],
    'a space in the domain': (value) => [value.replace('@', '@x x.')],
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it.
    'a display name around it': {
      change: (value) => ['Ada Lovelace', 'Ada', '"Ada Lovelace"'].map((name) => `${name} <${value}>`),
      mayNormalise: true,
    },
    // It has no white space, the one thing that many patterns exclude.
    'an address in angle brackets': { change: (value) => [`<${value}>`], mayNormalise: true },
  },
  // CUST-06. What could be dialled is the customer's own number, which belongs to nobody.
  '/phone': {
    'no plus sign': (value) => plain(value.slice(1)),
    '00 in place of the plus sign': (value) => plain(value.slice(1)).map((number) => `00${number}`),
    'national form': (value) => [national(value)],
    'national form, with separators': (value) => [
      ...(digitsOf(value).startsWith('1') ? [national(value).replace(/^(...)(...)/, '($1) $2-')] : []),
      ...grouped(national(value)),
    ],
    'a plus sign alone': () => ['+'],
    // Number libraries read several as one.
    'two plus signs': { change: (value) => [`+${value}`], isJudgedAsShown: true },
    letters: (value) => [value.replace(/.{4}$/, 'CALL')],
    'a country code that begins with 0': (value) => plain(value.slice(1)).map((number) => `+0${number}`),
    'digits that are not ASCII': { change: inOtherDigits, isJudgedAsShown: true },
    'a letter among the digits': { change: (value) => [withLetter(value)], isJudgedAsShown: true },
  },
  // CUST-08. A service might reject another word than the customer's own for its meaning.
  '/gender': {
    'upper case': (value) => [value.toUpperCase()],
    capitalised: (value) => [value.replace(/\p{Ll}/u, (letter) => letter.toUpperCase())],
    'a capital letter at the end': (value) => [value.replace(/\p{Ll}$/u, (letter) => letter.toUpperCase())],
    // One digit would be a code of ISO 5218.
    digits: () => ['12'],
    'two words': (value) => [`${value} ${value}`],
    empty: () => [''],
  },
  // CUST-09.
  '/date_of_birth': {
    // The second may be a count of days, or of seconds.
    'a number': (value) => [Number(digitsOf(value)), 12345],
    'day first': dated('dd-mm-yyyy'),
    'day first, with slashes': dated('dd/mm/yyyy'),
    'day first, with full stops': dated('dd.mm.yyyy'),
    'day first, with spaces': dated('dd mm yyyy'),
    'month first': dated('mm-dd-yyyy'),
    'month first, with slashes': dated('mm/dd/yyyy'),
    'month first, with full stops': dated('mm.dd.yyyy'),
    'month first, with spaces': dated('mm dd yyyy'),
    slashes: dated('yyyy/mm/dd'),
    'full stops': dated('yyyy.mm.dd'),
    'no separators': dated('yyyymmdd'),
    spaces: dated('yyyy mm dd'),
    underscores: dated('yyyy_mm_dd'),
    colons: dated('yyyy:mm:dd'),
    'no zero padding': dated('yyyy-2-8', 'yyyy-02-8', 'yyyy-2-08'),
    'a time appended': dated(...['Z', '.000Z', '+01:00'].map((end) => `yyyy-mm-ddT00:00:00${end}`)),
    'a local time appended': dated('yyyy-mm-ddT00:00:00', 'yyyy-mm-ddT00:00', 'yyyy-mm-dd 00:00:00'),
    'a time zone appended': dated('yyyy-mm-ddZ', 'yyyy-mm-dd UTC'),
    'an offset appended': dated('yyyy-mm-dd+01:00', 'yyyy-mm-dd+0100'),
    // Whoever divides at the hyphens finds year, month and day.
    'a negative offset appended': dated('yyyy-mm-dd-05:00'),
    'a week date': dated('yyyy-W07-3', 'yyyyW073'),
    'an ordinal date': dated('yyyy-045', 'yyyy045'),
    'a year of two digits': dated('yy-mm-dd'),
    'no day': dated('yyyy-mm'),
    'month 13': dated('yyyy-13-01'),
    'month 00': dated('yyyy-00-01'),
    'day 32': dated('yyyy-01-32'),
    'day 00': dated('yyyy-01-00'),
    '30 February': dated('yyyy-02-30'),
    '31 April': dated('yyyy-04-31'),
    '31 June, September or November': dated('yyyy-06-31', 'yyyy-09-31', 'yyyy-11-31'),
    '29 February 1990': noLeapDay(1990),
    '29 February 2023': noLeapDay(2023),
    '29 February 1900': noLeapDay(1900),
    'digits that are not ASCII': inOtherDigits,
  },
  // CUST-13.
  '/address/country': {
    'lower case': lower,
    // A service that compares the two may reject for that, and not for the form.
    'lower case, without a state to compare': { change: lower, without: '/address/state' },
    'one letter in lower case, without a state to compare': {
      change: (value) => [`${value[0]}${lower(value.slice(1))}`, lower(value.slice(0, 1)) + value.slice(1)],
      without: '/address/state',
    },
    'three letters': (value) => [value === 'US' ? 'USA' : `${value}X`],
    'one letter': (value) => [value.slice(0, 1)],
    // Three digits would be a code of ISO 3166-1.
    digits: () => ['12'],
    'a letter and a digit': (value) => [`${value.slice(0, 1)}1`],
    'capital letters of another script': { change: () => otherCapitals, without: '/address/state' },
    'a name': (value) => [value === 'US' ? 'United States' : 'Country'],
  },
  // CUST-15.
  '/address/state': {
    'no country part': (value) => [value.split('-')[1]],
    'no hyphen': (value) => [value.replace('-', '')],
    'another separator': (value) => ['/', '.', ':', ' '].map((sign) => value.replace('-', sign)),
    'an underscore': (value) => [value.replace('-', '_')],
    'lower case': lower,
    'lower case, with a country to match': { change: lower, together: '/address/country' },
    // A subdivision of digits has no small letters.
    'a subdivision in lower case': (value) =>
      /-\d+$/.test(value) ? lower(value) : [value.slice(0, 2) + lower(value.slice(2))],
    'capital letters of another script': (value) =>
      otherCapitals.flatMap((letters) => [value.slice(0, 3) + letters, letters + value.slice(2)]),
    'empty subdivision': (value) => [value.slice(0, 3)],
    'a third part': (value) => [`${value}-X`],
    'a country part of three letters': (value) => [value.replace('-', 'X-')],
    'a country part of one letter, or with a digit': (value) => [value.slice(1), `${value[0]}1${value.slice(2)}`],
    'a subdivision of four characters': (value) => ['ABCD', '1234'].map((long) => value.slice(0, 3) + long),
  },
};

const notAString: InvalidValues = {
  // Digits of the customer's own value: others a lenient service may dial.
  'a number': (value) => [Number(digitsOf(value).slice(0, 12)) || 12345],
  'a boolean': () => [true],
  // Validators that begin with `if (value && …)` pass over it.
  'the boolean false': () => [false],
  'an array of two': (value) => [[value, value]],
  'an object': (value) => [{ value }],
};

const notAnAddress: InvalidValues = {
  'a string': () => ['1 Test Street, Springfield'],
  'a number': () => [12345],
  'a boolean': () => [true],
  'an array': (_, { address }) => [[address]],
  'an empty array': () => [[]],
};

/** The value in a text; the semicolon because CUST-21 observes white space alone, which is there for e-mail addresses. */
const around = (what: string, ...gaps: readonly string[]): InvalidValues => ({
  [`${what} before it`]: (value) => gaps.map((gap) => `x;${gap}${value}`),
  [`${what} after it`]: (value) => gaps.map((gap) => `${value}${gap};x`),
});

/** Texts that pass a pattern without anchors or with the flag `m`, a search, or a parser that stops early. */
const surroundings: InvalidValues = {
  ...around('something', ' ', '\t'),
  ...around('a line', '\n'),
  // `$` of Python, PHP, Ruby and Java accepts it.
  'a line feed at its end': { change: (value) => [`${value}\n`], isJudgedAsShown: true },
  // Many services take it for no value, and show it as null.
  empty: { change: () => [''], isJudgedAsShown: true },
};

/** All mutations, in the order of the catalogue. @throws Error if a form has none */
export const mutations: readonly Mutation[] = members.flatMap(({ requirement: id, pointer, form, type }) => {
  const ofForm = ofForms[pointer];
  if ((form === undefined) !== (ofForm === undefined)) throw new Error(`${pointer}: no invalid values`);
  const ofType = type === 'string' ? notAString : notAnAddress;
  return Object.entries({ ...ofType, ...(ofForm && surroundings), ...ofForm }).map(([name, value]) => ({
    id,
    name,
    pointer,
    mayNormalise: type === 'string' && form?.format === undefined,
    ...(typeof value === 'function' ? { change: value } : value),
  }));
});

/** A customer with each value of a mutation. @throws Error, a fault of this suite, unless the schema rejects just that */
export function mutate(mutation: Mutation, customer: Customer): readonly Customer[] {
  const { id, name, pointer, without: omitted, together, change } = mutation;
  const base = omitted ? without(customer, omitted) : customer;
  const places = together ? [pointer, together] : [pointer];
  const valuesOf = (place: string) => [...new Set(change(String(memberAt(base, place)), base))];
  return valuesOf(pointer).map((_, at) => {
    const mutated = places.reduce((sent, place) => withMember(sent, place, valuesOf(place)[at]), base);
    const validate = validator('customer');
    validate(mutated);
    const violated = new Set(validate.errors?.map(({ instancePath }) => instancePath));
    if (!isDeepStrictEqual(violated, new Set(places)))
      throw new Error(`${id} ${name}: meant to violate ${places}, but ${complaint(validate.errors)}`);
    return mutated;
  });
}
