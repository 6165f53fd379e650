import { type FastCheck, padded } from './arbitraries.js';
import { fixed, type InvalidForm, type MemberValues, only, way } from './member-values.js';

const day = (value: string) => value.slice(8);
const month = (value: string) => value.slice(5, 7);
/** The year of the customer's own date, which the service accepts, so that no rule of age is the cause. */
const year = (value: string) => value.slice(0, 4);

const anyMonth = (fc: FastCheck) => fc.integer({ min: 1, max: 12 });
/** No number of a month, so that no service reads it as one. */
const lateDay = (fc: FastCheck) => fc.integer({ min: 13, max: 28 });
const upTo = (fc: FastCheck, max: number) => fc.integer({ min: 1, max });

/** A day in the customer's own year, or the customer's own day. */
const inOwnYear = (value: string, m?: number, d?: number) =>
  [year(value), m === undefined ? month(value) : padded(m), d === undefined ? day(value) : padded(d)] as const;

const dayOfOwnYear = (m: number, d: number) => (value: string) => inOwnYear(value, m, d).join('-');
const followedBy = (text: string, m?: number, d?: number) => (value: string) => inOwnYear(value, m, d).join('-') + text;
const drawFollowing = (texts: readonly string[]) => (fc: FastCheck) =>
  fc.tuple(fc.constantFrom(...texts), anyMonth(fc), lateDay(fc));

/** Years without a leap day. Few, since each takes a possible neighbour beside it, which creates a customer. */
const commonYears = [1990, 1900, 1962, 1973, 1985, 1997, 2001, 2003];

/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
const inDigitsFrom = (zero: number, date: string) =>
  date.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];

/** CUST-09. Each violates the format or the calendar, in one point only. */
const invalidDate: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  ways: [
    way(
      (sign: string, isMonthFirst: boolean, m?: number, d?: number) => (value) => {
        const [y, own, last] = inOwnYear(value, m, d);
        return [...(isMonthFirst ? [own, last] : [last, own]), y].join(sign);
      },
      { 'day first': ['-', false], 'month first, with slashes': ['/', true] },
      (fc) => fc.tuple(fc.constantFrom('-', '/', '.', ' '), fc.boolean(), anyMonth(fc), lateDay(fc)),
      ([, isMonthFirst]) => (isMonthFirst ? 'month first' : 'day first'),
    ),
    way(
      (sign: string, m?: number, d?: number) => (value) => inOwnYear(value, m, d).join(sign),
      { slashes: ['/'], 'full stops': ['.'], 'no separators': [''] },
      (fc) => fc.tuple(fc.constantFrom('/', '.', '', ' ', '_', ':'), anyMonth(fc), lateDay(fc)),
      'other separators',
    ),
    way(
      (m: number, d: number, padding: 'neither' | 'day' | 'month') => (value) =>
        `${year(value)}-${padding === 'month' ? padded(m) : m}-${padding === 'day' ? padded(d) : d}`,
      { 'no zero padding': [2, 8, 'neither'] },
      (fc) => fc.tuple(upTo(fc, 9), upTo(fc, 9), fc.constantFrom('neither', 'day', 'month')),
    ),
    way(followedBy, { 'a time appended': ['T00:00:00Z'] }, drawFollowing(moments)),
    way(followedBy, { 'a time zone appended': ['Z'], 'an offset appended': ['+01:00'] }, drawFollowing(zones)),
    way(
      (sign: string, dayOrWeek: number, weekday?: number) => (value) =>
        weekday === undefined
          ? `${year(value)}${sign}${padded(dayOrWeek, 3)}`
          : [year(value), `W${padded(dayOrWeek)}`, weekday].join(sign),
      { 'a week date': ['-', 7, 3], 'an ordinal date': ['-', 45] },
      (fc) => {
        const sign = fc.constantFrom('-', '');
        return fc.oneof(fc.tuple(sign, upTo(fc, 52), upTo(fc, 7)), fc.tuple(sign, upTo(fc, 365)));
      },
      'a week or ordinal date',
    ),
    only({ 'a year of two digits': (value) => value.slice(2), 'no day': (value) => value.slice(0, 7) }),
    way(
      dayOfOwnYear,
      { 'month 13': [13, 1], 'month 00': [0, 1] },
      (fc) => fc.tuple(fc.integer({ min: 13, max: 99 }), upTo(fc, 28)),
      'a month that there is not',
    ),
    way(
      dayOfOwnYear,
      { 'day 32': [1, 32], 'day 00': [1, 0] },
      (fc) => fc.tuple(anyMonth(fc), fc.integer({ min: 32, max: 99 })),
      'a day that no month has',
    ),
    way(
      dayOfOwnYear,
      { '30 February': [2, 30], '31 April': [4, 31] },
      (fc) => fc.constantFrom([2, 30], [2, 31], [4, 31], [6, 31], [9, 31], [11, 31]),
      'a day that its month does not have',
    ),
    way(
      (common: number) => ({ change: () => `${common}-02-29`, neighbour: `${common}-02-28` }),
      { '29 February 1990': [1990], '29 February 2023': [2023], '29 February 1900': [1900] },
      (fc) => fc.tuple(fc.constantFrom(...commonYears)),
      '29 February of a year that has none',
    ),
    way(
      (zero: number, m?: number, d?: number) => (value) => inDigitsFrom(zero, inOwnYear(value, m, d).join('-')),
      { 'digits that are not ASCII': [0x0660] },
      (fc) => fc.tuple(fc.constantFrom(...zeros), anyMonth(fc), lateDay(fc)),
    ),
  ],
};

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
const leapYears = [2000, 1996, 1992, 1988, 1984, 1980, 1976, 1972, 1968, 1964, 1960];

export const dateOfBirth: MemberValues = {
  valid: (fc) => {
    const days = fc.integer({ min: dayNumber('1940-01-01'), max: dayNumber('2004-12-31') });
    return fc.oneof(
      { weight: 3, arbitrary: days.map((at) => fixed(new Date(at * 86_400_000).toISOString().slice(0, 10))) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...leapYears)
          .map((leap) => ({ ...fixed(`${leap}-02-29`), between: [`${leap}-02-28`, `${leap}-03-01`] as const })),
      },
    );
  },
  invalid: invalidDate,
};
