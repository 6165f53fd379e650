import { faker } from '@faker-js/faker/locale/en';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { type Member, members } from '../../schemas/fsapi/members.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { hash, memberAt, withMember, without } from './customer.js';

/**
 * Makes invalid values of a member from its valid one, all invalid in the same way. Every run sends the first; of the others,
 * which faker may have a part in, the seed of a run draws one.
 */
type Change = (value: string, customer: Customer) => readonly unknown[];

/** One way to be invalid of one member, all else valid. */
export interface Mutation {
  readonly id: DecidableId;
  readonly name: string;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  readonly change: Change;
  /** The keyword of the schema that it violates at that place, and no other place. */
  readonly keyword: 'type' | 'format' | 'pattern';
  /** Whether a service may normalise the value, if the response shows it. Never dates, e-mail addresses, arrays, objects. */
  readonly mayNormalise: boolean;
  /** A member that request and control omit, so that a comparison with it is not the cause of a rejection. */
  readonly without?: string;
  /** Another member that is changed in the same way, because a service may compare the two. */
  readonly together?: string;
  /** A valid value next to an invalid one: the control that a service accepts. */
  readonly neighbour?: string;
}

/** Ways to be invalid, by their names. A service may normalise what violates a pattern, unless a value says otherwise. */
type InvalidValues = Readonly<Record<string, Change | InvalidValue>>;
type InvalidValue = Partial<Mutation> & Pick<Mutation, 'change'>;

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const digitsOf = (text: string) => text.replace(/\D/g, '');
const lower = (value: string) => [value.toLowerCase()];

const word = () => faker.string.alpha({ length: { min: 1, max: 8 }, casing: 'lower' });
const signs = (list: string, min: number, max = min) => faker.string.fromCharacters(list, { min, max });
const whole = (min: number, max: number) => faker.number.int({ min, max });

const local = (address: string) => address.split('@')[0] ?? '';
const domain = (address: string) => address.split('@')[1] ?? '';

/** The digits of a number; the same with separators before the last four and the three before them. */
const grouped = (number: string) => [
  number,
  ...['', ' ', '-', '.'].map((sign) => digitsOf(number).replace(/(\d{3})(\d{4})$/, `${sign}$1${sign}$2`)),
];

/** Country codes of one and of two digits (ITU-T E.164); all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** A number as it is written in its own country: bracketed area code in North America, else a 0 before the number. */
function national(value: string): string[] {
  const [code = ''] = countryCode.exec(digitsOf(value)) ?? [];
  const own = digitsOf(value).slice(code.length);
  return code === '1' ? [own.replace(/^(...)(...)/, '($1) $2-'), ...grouped(own)] : grouped(`0${own}`);
}

const padded = (value: number, length = 2) => String(value).padStart(length, '0');

/**
 * Dates from the parts of the customer's own, and of another day: none that is the number of a month, so that no service reads
 * it as one. The year stays, which the service accepts, so that no rule of age is the cause.
 */
const dated =
  (form: (year: string, month: string, day: string) => readonly string[]): Change =>
  (value) => {
    const [year = '', month = '', day = ''] = value.split('-');
    return [...form(year, month, day), ...form(year, padded(whole(1, 12)), padded(whole(13, 28)))];
  };

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];
/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** 29 February of a common year. None is drawn: each takes a possible neighbour beside it, which creates a customer. */
const noLeapDay = (year: number): InvalidValue => ({ change: () => [`${year}-02-29`], neighbour: `${year}-02-28` });

/** Values of the members for which the schema states more than a type, each in one point invalid. */
const ofForms: Readonly<Record<string, InvalidValues>> = {
  // CUST-05. The domain stays the customer's own, so that nobody else is written to.
  '/email': {
    'no @': (value) => ['.', '', '-', '_', '#'].map((sign) => value.replace('@', sign)),
    'nothing before the @': (value) => [`@${domain(value)}`, `@${word()}.${domain(value)}`],
    'nothing after the @': (value) => [`${local(value)}@`, `${local(value)}.${word()}@`],
    'two @': (value) => ['@@', `@${word()}@`].map((signs) => value.replace('@', signs)),
    // Between two letters: beside a full stop or the @ the old grammar of mail lets white space stand (RFC 5322, 4.4).
    'a space inside': (value) => [
      value.replace('@', ' x@'),
      `${word()} ${word()}.${value}`,
      value.replace('@', `@${word()} ${word()}.`),
    ],
    // Many validators read a whole mailbox (RFC 5322, 3.4) and keep the address in it: where the response shows it, it is put right.
    'a display name around it': {
      change: (value) => ['Ada Lovelace ', '', `${word()} `, `"${word()}" `].map((name) => `${name}<${value}>`),
      mayNormalise: true,
    },
  },
  // CUST-06. Of a number what could be dialled is the customer's own, which belongs to nobody.
  '/phone': {
    'no plus sign': (value) => grouped(value.slice(1)),
    '00 in place of the plus sign': (value) => grouped(value.slice(1)).map((number) => `00${number}`),
    'national form': national,
    'a plus sign alone': () => ['+'],
    // Drawn without E, X and T: `x 12` and `ext. 12` are an extension to some.
    letters: (value) =>
      ['CALL', signs('ABCDFGHIJKLMNOPQRSUVW', 2, 7)].map((letters) => value.slice(0, -letters.length) + letters),
    'a country code that begins with 0': (value) =>
      grouped(value.slice(1)).flatMap((number) => [`+0${number}`, `+00${number}`, `+000${number}`]),
  },
  // CUST-08. Of the customer's own gender: another word might be rejected for what it says.
  '/gender': {
    'upper case': (value) => {
      const withCapital = [...value].map(
        (letter, at) => value.slice(0, at) + letter.toUpperCase() + value.slice(at + 1),
      );
      return [value.toUpperCase(), ...withCapital.filter((one) => one !== value)];
    },
    capitalised: (value) => [value.replace(/\p{Ll}/u, (letter) => letter.toUpperCase())],
    // Never one digit: that is a code of ISO 5218.
    digits: () => ['12', `${whole(10, 999_999)}`],
    'two words': (value) => [`${value} ${value}`, `${value} ${word()}`],
    empty: () => [''],
  },
  // CUST-09. Each violates the format or the calendar, in one point only.
  '/date_of_birth': {
    'day first': dated((y, m, d) =>
      ['-', '/', '.', ' '].flatMap((sign) => [`${d}${sign}${m}${sign}${y}`, `${m}${sign}${d}${sign}${y}`]),
    ),
    'day first, with slashes': dated((y, m, d) => [`${d}/${m}/${y}`]),
    'day first, with full stops': dated((y, m, d) => [`${d}.${m}.${y}`]),
    'month first, with slashes': dated((y, m, d) => [`${m}/${d}/${y}`]),
    slashes: dated((y, m, d) => ['/', '.', '', ' ', '_', ':'].map((sign) => [y, m, d].join(sign))),
    'full stops': dated((y, m, d) => [`${y}.${m}.${d}`]),
    'no separators': dated((y, m, d) => [`${y}${m}${d}`]),
    'no zero padding': dated((y) => {
      const [m, d] = [whole(1, 9), whole(1, 9)];
      return [`${y}-2-8`, `${y}-${m}-${d}`, `${y}-0${m}-${d}`, `${y}-${m}-0${d}`];
    }),
    'a time appended': dated((y, m, d) => moments.map((moment) => `${y}-${m}-${d}${moment}`)),
    'a time zone appended': dated((y, m, d) => zones.map((zone) => `${y}-${m}-${d}${zone}`)),
    'an offset appended': dated((y, m, d) => [`${y}-${m}-${d}+01:00`]),
    'a week date': dated((y) => {
      const [week, day] = [padded(whole(1, 52)), whole(1, 7)];
      return [`${y}-W07-3`, `${y}-W${week}-${day}`, `${y}W${week}${day}`, `${y}${padded(whole(1, 365), 3)}`];
    }),
    'an ordinal date': dated((y) => [`${y}-045`, `${y}-${padded(whole(1, 365), 3)}`]),
    'a year of two digits': dated((y, m, d) => [`${y.slice(2)}-${m}-${d}`]),
    'no day': dated((y, m) => [`${y}-${m}`]),
    'month 13': dated((y, _, d) => [`${y}-13-01`, `${y}-${whole(13, 99)}-${d}`]),
    'month 00': dated((y, _, d) => [`${y}-00-01`, `${y}-00-${d}`]),
    'day 32': dated((y, m) => [`${y}-01-32`, `${y}-${m}-${whole(32, 99)}`]),
    'day 00': dated((y, m) => [`${y}-01-00`, `${y}-${m}-00`]),
    '30 February': dated((y) => ['02-30', '02-31', '06-31', '09-31', '11-31'].map((day) => `${y}-${day}`)),
    '31 April': dated((y) => [`${y}-04-31`]),
    '29 February 1990': noLeapDay(1990),
    '29 February 2023': noLeapDay(2023),
    '29 February 1900': noLeapDay(1900),
    'digits that are not ASCII': dated((y, m, d) =>
      zeros.map((zero) => `${y}-${m}-${d}`.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))),
    ),
  },
  // CUST-13.
  '/address/country': {
    'lower case': lower,
    // Where a service compares the two, that comparison would be the cause of a rejection, and not the form.
    'lower case, without a state to compare': {
      change: (value) => [
        ...lower(value),
        `${value[0]}${value.slice(1).toLowerCase()}`,
        `${value.slice(0, 1).toLowerCase()}${value[1]}`,
      ],
      without: '/address/state',
    },
    // QMA to QZZ are nobody's (ISO 3166-1, user-assigned), so that no service can know them for a country.
    'three letters': (value) => [
      value === 'US' ? 'USA' : `${value}X`,
      `Q${signs('MNOPQRSTUVWXYZ', 1)}${signs(capitals, 1)}`,
    ],
    'one letter': (value) => [value.slice(0, 1), signs(capitals, 1)],
    // Never three digits: those are the numeric codes of the same standard.
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
      ['ABCD', signs(capitals + digits, 4, 9)].map((subdivision) => value.slice(0, 3) + subdivision),
  },
};

function notAString({ pointer, form }: Member): InvalidValues {
  // A date or an e-mail address has a form that no number has.
  const mayNormalise = form !== 'format';
  // The digits of the customer's own value; of a phone no others, since a lenient service may dial the number.
  const number = (value: string) => [
    Number(digitsOf(value).slice(0, 12)) || 12345,
    ...(pointer === '/phone' ? [] : [whole(1, 9999), whole(1, 9999) + 0.5]),
  ];
  return {
    'a number': { change: number, mayNormalise },
    // Validators that begin with `if (value && …)` pass over `false`.
    'a boolean': { change: () => [true], mayNormalise },
    'the boolean false': { change: () => [false], mayNormalise },
    'an array of two': (value) => [2, 3, 4, 5, 6].map((length) => Array(length).fill(value)),
    'an object': (value) => ['value', 'text', 'name', 'en', 'first', 'content'].map((name) => ({ [name]: value })),
  };
}

const notAnAddress: InvalidValues = {
  'a string': () => ['Test', word()].map((name) => `1 ${name} Street, Springfield`),
  'a number': () => [12345, whole(1, 9_999_999)],
  'a boolean': () => [true],
  'an array': (_, { address }) => [1, 2, 3, 4].map((length) => Array(length).fill(address)),
  'an empty array': () => [[]],
};

/**
 * White space alone around a value is not judged (CUST-21), so each has a semicolon too. Without the white space it would
 * be one word with the value, which widespread patterns of e-mail addresses accept.
 */
const around = (what: string, ...gaps: readonly string[]): InvalidValues => ({
  [`${what} before it`]: (value) => [
    `x;${gaps[0]}${value}`,
    ...gaps.flatMap((gap) => {
      const [junk, more] = [word(), signs(';~^', 0, 3)];
      return [`${junk}${more};${gap}${value}`, `${value}${gap};${more}${junk}`];
    }),
  ],
  [`${what} after it`]: (value) => [`${value}${gaps[0]};x`],
});

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same for whichever form the schema states, from the form's own valid value.
 */
const surroundings = { ...around('something', ' ', '\t'), ...around('a line', '\n', '\r\n') };

/** The invalid values of all members, in the order of the catalogue. @throws Error where a form has none */
export const mutations: readonly Mutation[] = members.flatMap((member) => {
  const { requirement: id, pointer, form, type } = member;
  const own = ofForms[pointer];
  if ((form === undefined) !== (own === undefined)) throw new Error(`${pointer}: no invalid values of ${form}`);
  const violating = (keyword: Mutation['keyword'], values: InvalidValues) =>
    Object.entries(values).map(([name, value]) => ({
      ...{ id, name, pointer, keyword, mayNormalise: keyword === 'pattern' },
      ...(typeof value === 'function' ? { change: value } : value),
    }));
  const ofType = violating('type', type === 'string' ? notAString(member) : notAnAddress);
  return form ? [...ofType, ...violating(form, { ...own, ...surroundings })] : ofType;
});

/**
 * Applies a mutation, and validates that the customer violates the schema at the intended place, by the intended keyword,
 * and nowhere else.
 * @param seed draws another value than the one that every run sends, where there is one
 * @throws Error otherwise: an error of this suite
 */
export function mutate(mutation: Mutation, customer: Customer, seed?: number): Customer {
  const { id, name, pointer, keyword, without: omitted, together, change } = mutation;
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
  const errors = validate.errors ?? [];
  const isMeant = errors.some((error) => error.instancePath === pointer && error.keyword === keyword);
  if (!isMeant || errors.some(({ instancePath }) => !places.includes(instancePath)))
    throw new Error(`${id} ${name}: meant to violate ${keyword} at ${pointer}, but ${complaint(errors)}`);
  return mutated;
}
