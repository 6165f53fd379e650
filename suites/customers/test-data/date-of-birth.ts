import type { Dice } from './dice.js';
import { type InvalidForm, only, padded, way } from './member-values.js';

const day = (value: string) => value.slice(8);
const month = (value: string) => value.slice(5, 7);
/** The year of the customer's own date, which the service accepts, so that no rule of age is the cause. */
const year = (value: string) => value.slice(0, 4);

const anyMonth = (dice: Dice) => dice.whole(1, 12);
/** No number of a month, so that no service reads it as one. */
const lateDay = (dice: Dice) => dice.whole(13, 28);

/** A day in the customer's own year, or the customer's own day. */
const inOwnYear = (value: string, m?: number, d?: number) =>
  [year(value), m === undefined ? month(value) : padded(m), d === undefined ? day(value) : padded(d)] as const;

const dayOfOwnYear = (m: number, d: number) => (value: string) => inOwnYear(value, m, d).join('-');
const followedBy = (text: string, m?: number, d?: number) => (value: string) => inOwnYear(value, m, d).join('-') + text;

/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
const inDigitsFrom = (zero: number, date: string) =>
  date.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];

/** CUST-09. Each violates the format or the calendar, in one point only. */
export const invalidDate: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  values: [
    ...way(
      (sign: string, isMonthFirst: boolean, m?: number, d?: number) => (value) => {
        const [y, own, last] = inOwnYear(value, m, d);
        return [...(isMonthFirst ? [own, last] : [last, own]), y].join(sign);
      },
      { 'day first': ['-', false], 'month first, with slashes': ['/', true] },
      (dice, make) => make(dice.pick(['-', '/', '.', ' ']), dice.pick([true, false]), anyMonth(dice), lateDay(dice)),
    ),
    ...way(
      (sign: string, m?: number, d?: number) => (value) => inOwnYear(value, m, d).join(sign),
      { slashes: ['/'], 'full stops': ['.'], 'no separators': [''] },
      (dice, make) => make(dice.pick(['/', '.', '', ' ', '_', ':']), anyMonth(dice), lateDay(dice)),
    ),
    ...way(
      (m: number, d: number, padding: 'neither' | 'day' | 'month') => (value) =>
        `${year(value)}-${padding === 'month' ? padded(m) : m}-${padding === 'day' ? padded(d) : d}`,
      { 'no zero padding': [2, 8, 'neither'] },
      (dice, make) => make(dice.whole(1, 9), dice.whole(1, 9), dice.pick(['neither', 'day', 'month'])),
    ),
    ...way(followedBy, { 'a time appended': ['T00:00:00Z'] }, (dice, make) =>
      make(dice.pick(moments), anyMonth(dice), lateDay(dice)),
    ),
    ...way(followedBy, { 'a time zone appended': ['Z'], 'an offset appended': ['+01:00'] }, (dice, make) =>
      make(dice.pick(zones), anyMonth(dice), lateDay(dice)),
    ),
    ...way(
      (sign: string, dayOrWeek: number, weekday?: number) => (value) =>
        weekday === undefined
          ? `${year(value)}${sign}${padded(dayOrWeek, 3)}`
          : [year(value), `W${padded(dayOrWeek)}`, weekday].join(sign),
      { 'a week date': ['-', 7, 3], 'an ordinal date': ['-', 45] },
      (dice, make) => {
        const sign = dice.pick(['-', '']);
        return dice.pick([true, false])
          ? make(sign, dice.whole(1, 52), dice.whole(1, 7))
          : make(sign, dice.whole(1, 365));
      },
    ),
    ...only({ 'a year of two digits': (value) => value.slice(2), 'no day': (value) => value.slice(0, 7) }),
    ...way(dayOfOwnYear, { 'month 13': [13, 1], 'month 00': [0, 1] }, (dice, make) =>
      make(dice.whole(13, 99), dice.whole(1, 28)),
    ),
    ...way(dayOfOwnYear, { 'day 32': [1, 32], 'day 00': [1, 0] }, (dice, make) =>
      make(anyMonth(dice), dice.whole(32, 99)),
    ),
    ...way(dayOfOwnYear, { '30 February': [2, 30], '31 April': [4, 31] }, (dice, make) =>
      make(dice.pick([2, 6, 9, 11]), 31),
    ),
    // No year is drawn: each takes a possible neighbour beside it, which creates a customer.
    ...way((common: number) => ({ change: () => `${common}-02-29`, neighbour: `${common}-02-28` }), {
      '29 February 1990': [1990],
      '29 February 2023': [2023],
      '29 February 1900': [1900],
    }),
    ...way(
      (zero: number, m?: number, d?: number) => (value) => inDigitsFrom(zero, inOwnYear(value, m, d).join('-')),
      { 'digits that are not ASCII': [0x0660] },
      (dice, make) => make(dice.pick(zeros), anyMonth(dice), lateDay(dice)),
    ),
  ],
};
