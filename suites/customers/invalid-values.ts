import { isDeepStrictEqual } from 'node:util';
import { faker } from '@faker-js/faker/locale/en';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { members } from '../../schemas/fsapi/members.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { hash, memberAt, withMember, without } from './customer.js';

/** Values invalid in one way, made of a valid one. Every run sends the first; the seed draws one of the others. */
type Change = (value: string, customer: Customer) => readonly unknown[];

/** One way in which one member is invalid, all else valid. */
export interface Mutation {
  readonly id: DecidableId;
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  readonly change: Change;
  /** Whether a service may normalise the value, if the response shows it: no date, e-mail address, array, object. */
  readonly mayNormalise: boolean;
  /** A member that request and control omit: a comparison with it could be the cause of a rejection. */
  readonly without?: string;
  /** Another member that is changed in the same way, because a service may compare the two. */
  readonly together?: string;
  /** A valid value near the invalid one: the control has it. */
  readonly neighbour?: string;
}

/** By the names of the mutations. */
type InvalidValues = Readonly<Record<string, Change | InvalidValue>>;
type InvalidValue = Partial<Mutation> & Pick<Mutation, 'change'>;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const lower = (value: string) => [value.toLowerCase()];

const word = () => faker.string.alpha({ length: { min: 1, max: 8 }, casing: 'lower' });
const signs = (list: string, min: number, max: number) => faker.string.fromCharacters(list, { min, max });
const capital = () => faker.string.alpha({ casing: 'upper' });
const whole = (min: number, max: number) => faker.number.int({ min, max });

/** A number; its digits with separators before the last four and the three before them. */
const grouped = (number: string) => [
  number,
  ...['', ' ', '-', '.'].map((sign) => digitsOf(number).replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`)),
];

/** Country codes of one and of two digits (ITU-T E.164); all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** As its own country writes a number: bracketed area code in North America, else a 0 before the number. */
function national(value: string): string[] {
  const [code = ''] = countryCode.exec(digitsOf(value)) ?? [];
  const own = digitsOf(value).slice(code.length);
  return code === '1' ? [own.replace(/^(...)(...)/, '($1) $2-'), ...grouped(own)] : grouped(`0${own}`);
}

const padded = (value: number, length = 2) => String(value).padStart(length, '0');

/**
 * Dates of the customer's own year, which no rule of age rejects: of its day, and of another above 12, which nobody reads
 * as a month. In a form `ww` is a week, `ddd` a day of the year, `nn` no day or month, `n` a digit from 1.
 */
const dated =
  (...forms: readonly string[]): Change =>
  (value) => {
    const [yyyy = '', ...own] = value.split('-');
    const another = [padded(whole(1, 12)), padded(whole(13, 28))];
    return [own, another].flatMap(([mm = '', dd = '']) => {
      const drawn = { ww: padded(whole(1, 52)), ddd: padded(whole(1, 365), 3), nn: whole(32, 99), n: whole(1, 9) };
      const parts: Readonly<Record<string, unknown>> = { yyyy, yy: yyyy.slice(2), mm, dd, ...drawn };
      return forms.map((form) => form.replace(/yyyy|yy|mm|d{2,3}|ww|nn?/g, (part) => `${parts[part]}`));
    });
  };

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];
/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** 29 February of a common year. None is drawn: the neighbour of each creates a customer. */
const noLeapDay = (year: number): InvalidValue => ({ change: () => [`${year}-02-29`], neighbour: `${year}-02-28` });

/** Invalid values of the members for which the schema states more than a type. */
const ofForms: Readonly<Record<string, InvalidValues>> = {
  // CUST-05. The domain stays the customer's own: nobody else gets mail.
  '/email': {
    'no @': (value) => ['.', '', '-', '_', '#'].map((sign) => value.replace('@', sign)),
    'nothing before the @': (value) => ['@', `@${word()}.`].map((start) => value.replace(/^.*@/, start)),
    'nothing after the @': (value) => ['@', `.${word()}@`].map((end) => value.replace(/@.*/, end)),
    'two @': (value) => ['@@', `@${word()}@`].map((signs) => value.replace('@', signs)),
    // Between two letters: RFC 5322, 4.4 allows white space beside a full stop or the @.
    'a space inside': (value) => [
      value.replace('@', ' x@'),
      `${word()} ${word()}.${value}`,
      value.replace('@', `@${word()} ${word()}.`),
    ],
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it.
    'a display name around it': {
      change: (value) => ['Ada Lovelace ', '', `${word()} `, `"${word()}" `].map((name) => `${name}<${value}>`),
      mayNormalise: true,
    },
  },
  // CUST-06. What could be dialled is the customer's own number, which belongs to nobody.
  '/phone': {
    'no plus sign': (value) => grouped(value.slice(1)),
    '00 in place of the plus sign': (value) => grouped(value.slice(1)).map((number) => `00${number}`),
    'national form': national,
    'a plus sign alone': () => ['+'],
    // Without E, X and T: some read `x 12` and `ext. 12` as an extension.
    letters: (value) =>
      ['CALL', signs('ABCDFGHIJKLMNOPQRSUVW', 2, 7)].map((letters) => value.slice(0, -letters.length) + letters),
    'a country code that begins with 0': (value) =>
      grouped(value.slice(1)).flatMap((number) => [`+0${number}`, `+00${number}`, `+000${number}`]),
  },
  // CUST-08. A service might reject another word than the customer's own for its meaning.
  '/gender': {
    'upper case': (value) => {
      const raised = [...value].map((letter, at) => value.slice(0, at) + letter.toUpperCase() + value.slice(at + 1));
      return [value.toUpperCase(), ...raised.filter((one) => one !== value)];
    },
    capitalised: (value) => [value.replace(/\p{Ll}/u, (letter) => letter.toUpperCase())],
    // Never one digit: a code of ISO 5218.
    digits: () => ['12', `${whole(10, 999_999)}`],
    'two words': (value) => [`${value} ${value}`, `${value} ${word()}`],
    empty: () => [''],
  },
  // CUST-09.
  '/date_of_birth': {
    'day first': dated(...['-', '/', '.', ' '].flatMap((sign) => [`dd${sign}mm${sign}yyyy`, `mm${sign}dd${sign}yyyy`])),
    'day first, with slashes': dated('dd/mm/yyyy'),
    'day first, with full stops': dated('dd.mm.yyyy'),
    'month first, with slashes': dated('mm/dd/yyyy'),
    slashes: dated('yyyy/mm/dd', 'yyyy.mm.dd', 'yyyymmdd', 'yyyy mm dd', 'yyyy_mm_dd', 'yyyy:mm:dd'),
    'full stops': dated('yyyy.mm.dd'),
    'no separators': dated('yyyymmdd'),
    'no zero padding': dated('yyyy-2-8', 'yyyy-n-n', 'yyyy-0n-n', 'yyyy-n-0n'),
    'a time appended': dated(...moments.map((moment) => `yyyy-mm-dd${moment}`)),
    'a time zone appended': dated(...zones.map((zone) => `yyyy-mm-dd${zone}`)),
    'an offset appended': dated('yyyy-mm-dd+01:00'),
    'a week date': dated('yyyy-W07-3', 'yyyy-Www-4', 'yyyyWww4', 'yyyyddd'),
    'an ordinal date': dated('yyyy-045', 'yyyy-ddd'),
    'a year of two digits': dated('yy-mm-dd'),
    'no day': dated('yyyy-mm'),
    'month 13': dated('yyyy-13-01', 'yyyy-nn-dd'),
    'month 00': dated('yyyy-00-01', 'yyyy-00-dd'),
    'day 32': dated('yyyy-01-32', 'yyyy-mm-nn'),
    'day 00': dated('yyyy-01-00', 'yyyy-mm-00'),
    '30 February': dated('yyyy-02-30', 'yyyy-02-31', 'yyyy-06-31', 'yyyy-09-31', 'yyyy-11-31'),
    '31 April': dated('yyyy-04-31'),
    '29 February 1990': noLeapDay(1990),
    '29 February 2023': noLeapDay(2023),
    '29 February 1900': noLeapDay(1900),
    'digits that are not ASCII': (value) =>
      zeros.map((zero) => value.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))),
  },
  // CUST-13.
  '/address/country': {
    'lower case': lower,
    // A service that compares the two may reject for that, and not for the form.
    'lower case, without a state to compare': {
      change: (value) => [
        ...lower(value),
        `${value[0]}${lower(value.slice(1))}`,
        lower(value.slice(0, 1)) + value.slice(1),
      ],
      without: '/address/state',
    },
    // QMA to QZZ are user-assigned (ISO 3166-1): no service knows them as a country.
    'three letters': (value) => [value === 'US' ? 'USA' : `${value}X`, `Q${signs('MNOPQRSTUVWXYZ', 1, 1)}${capital()}`],
    'one letter': (value) => [value.slice(0, 1), capital()],
    // Never three digits: a numeric code of ISO 3166-1.
    digits: () => ['12', `${whole(1000, 999_999)}`],
    'a letter and a digit': (value) => [`${value.slice(0, 1)}1`],
    'a name': (value) => [value === 'US' ? 'United States' : 'Country'],
  },
  // CUST-15.
  '/address/state': {
    'no country part': (value) => [value.split('-')[1]],
    'no hyphen': (value) => ['', '/', '.', ':', ' '].map((sign) => value.replace('-', sign)),
    'an underscore': (value) => [value.replace('-', '_')],
    'lower case': lower,
    'lower case, with a country to match': { change: lower, together: '/address/country' },
    // A subdivision of digits has no small letters.
    'a subdivision in lower case': (value) =>
      /-\d+$/.test(value) ? lower(value) : [value.slice(0, 2) + lower(value.slice(2))],
    'empty subdivision': (value) => [value.slice(0, 3)],
    'a third part': (value) => [`${value}-X`],
    'a country part of three letters': (value) => [value.replace('-', 'X-')],
    'a subdivision of four characters': (value) =>
      ['ABCD', signs('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 4, 9)].map((long) => value.slice(0, 3) + long),
  },
};

const notAString = (pointer: string): InvalidValues => ({
  // Digits of the customer's own value; of a phone no others, since a lenient service may dial them.
  'a number': (value) => [
    Number(digitsOf(value).slice(0, 12)) || 12345,
    ...(pointer === '/phone' ? [] : [whole(1, 9999), whole(1, 9999) + 0.5]),
  ],
  'a boolean': () => [true],
  // Validators that begin with `if (value && …)` pass over it.
  'the boolean false': () => [false],
  'an array of two': (value) => [2, 3, 4, 5, 6].map((length) => Array(length).fill(value)),
  'an object': (value) => ['value', 'text', 'name', 'en', 'first', 'content'].map((name) => ({ [name]: value })),
});

const notAnAddress: InvalidValues = {
  'a string': () => ['Test', word()].map((name) => `1 ${name} Street, Springfield`),
  'a number': () => [12345, whole(1, 9_999_999)],
  'a boolean': () => [true],
  'an array': (_, { address }) => [1, 2, 3, 4].map((length) => Array(length).fill(address)),
  'an empty array': () => [[]],
};

/** With a semicolon: CUST-21 observes white space alone. With white space: else some patterns accept an e-mail address. */
const around = (what: string, ...gaps: readonly string[]): InvalidValues => ({
  [`${what} before it`]: (value) => [
    `x;${gaps[0]}${value}`,
    ...gaps.flatMap((gap) => {
      const junk = word() + signs(';~^', 0, 3);
      return [`${junk};${gap}${value}`, `${value}${gap};${junk}`];
    }),
  ],
  [`${what} after it`]: (value) => [`${value}${gaps[0]};x`],
});

/** What passes a pattern without anchors or with the flag `m`, a search in place of a match, a parser that stops early. */
const surroundings = { ...around('something', ' ', '\t'), ...around('a line', '\n', '\r\n') };

/** The mutations of all members, in the order of the catalogue. @throws Error where a form has none */
export const mutations: readonly Mutation[] = members.flatMap(({ requirement: id, pointer, form, type }) => {
  const ofForm = ofForms[pointer];
  if ((form === undefined) !== (ofForm === undefined)) throw new Error(`${pointer}: no invalid values of ${form}`);
  const ofType = type === 'string' ? notAString(pointer) : notAnAddress;
  return Object.entries({ ...ofType, ...ofForm, ...(ofForm && surroundings) }).map(([name, value]) => ({
    ...{ id, name, pointer, mayNormalise: type === 'string' && form !== 'format' },
    ...(typeof value === 'function' ? { change: value } : value),
  }));
});

/**
 * Applies a mutation.
 * @param seed draws another value than the one that every run sends, where there is one
 * @throws Error, a fault of this suite, unless the schema rejects the value, and nothing else
 */
export function mutate(mutation: Mutation, customer: Customer, seed?: number): Customer {
  const { id, name, pointer, without: omitted, together, change } = mutation;
  if (seed !== undefined) faker.seed(hash(`${seed}\n${id} ${name}`));
  const base = omitted ? without(customer, omitted) : customer;
  const places = together ? [pointer, together] : [pointer];
  const mutated = places.reduce((made, at) => {
    const values = change(String(memberAt(base, at)), base);
    const others = seed === undefined ? [] : values.slice(1);
    return withMember(made, at, others.length > 0 ? faker.helpers.arrayElement(others) : values[0]);
  }, base);
  const validate = validator('customer');
  validate(mutated);
  const violated = new Set(validate.errors?.map(({ instancePath }) => instancePath));
  if (!isDeepStrictEqual(violated, new Set(places)))
    throw new Error(`${id} ${name}: meant to violate ${places}, but ${complaint(validate.errors)}`);
  return mutated;
}
