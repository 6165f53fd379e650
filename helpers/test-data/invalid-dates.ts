import type { Arbitrary } from 'fast-check';
import { type FastCheck, padded } from './arbitraries.js';
import { type InvalidForm, type InvalidValue, way } from './invalid-form.js';

const day = (value: string) => value.slice(8);
const month = (value: string) => value.slice(5, 7);
/** The year of the customer's own date, which the service accepts, so that no rule of age is the cause. */
const year = (value: string) => value.slice(0, 4);

const anyMonth = (fc: FastCheck) => fc.integer({ min: 1, max: 12 });
/** No number of a month, so that no service reads it as one. */
const lateDay = (fc: FastCheck) => fc.integer({ min: 13, max: 28 });
const upTo = (fc: FastCheck, max: number) => fc.integer({ min: 1, max });

const missingDays = ['02-30', '02-31', '04-31', '06-31', '09-31', '11-31'];

/** Years without a leap day. Few, since each takes a possible neighbour beside it, which creates a customer. */
const commonYears = [1990, 1900, 1962, 1973, 1985, 1997, 2001, 2003];
const noLeapDay = (common: number, name: string): InvalidValue => ({
  name,
  change: () => `${common}-02-29`,
  neighbour: `${common}-02-28`,
});

/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
const inDigitsFrom = (zero: number, date: string) =>
  date.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];

/** Dates in the customer's own year, of parts that are drawn. */
const drawn = <Parts extends unknown[]>(parts: Arbitrary<Parts>, date: (year: string, ...parts: Parts) => string) =>
  parts.map((all) => (value: string) => date(year(value), ...all));
const followedBy = (texts: readonly string[]) => (fc: FastCheck) =>
  drawn(
    fc.tuple(anyMonth(fc), lateDay(fc), fc.constantFrom(...texts)),
    (y, m, d, text) => `${y}-${padded(m)}-${d}${text}`,
  );

/** CUST-09. Each violates the format or the calendar, in one point only. */
export const invalidDate: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  ways: [
    {
      examples: [
        { name: 'day first', change: (value) => `${day(value)}-${month(value)}-${year(value)}` },
        { name: 'month first, with slashes', change: (value) => `${month(value)}/${day(value)}/${year(value)}` },
      ],
      arbitrary: (fc) =>
        fc.tuple(fc.constantFrom('-', '/', '.', ' '), fc.boolean(), anyMonth(fc), lateDay(fc)).map(
          ([sign, isMonthFirst, m, d]): InvalidValue => ({
            name: isMonthFirst ? 'month first' : 'day first',
            change: (value) => [...(isMonthFirst ? [padded(m), d] : [d, padded(m)]), year(value)].join(sign),
          }),
        ),
    },
    way(
      {
        slashes: (value) => value.replaceAll('-', '/'),
        'full stops': (value) => value.replaceAll('-', '.'),
        'no separators': (value) => value.replaceAll('-', ''),
      },
      (fc) =>
        drawn(fc.tuple(fc.constantFrom('/', '.', '', ' ', '_', ':'), anyMonth(fc), lateDay(fc)), (y, sign, m, d) =>
          [y, padded(m), d].join(sign),
        ),
      'other separators',
    ),
    way({ 'no zero padding': (value) => `${year(value)}-2-8` }, (fc) =>
      drawn(
        fc.tuple(upTo(fc, 9), upTo(fc, 9), fc.constantFrom(0, 1, 2)),
        (y, m, d, which) => `${y}-${which === 2 ? padded(m) : m}-${which === 1 ? padded(d) : d}`,
      ),
    ),
    way({ 'a time appended': (value) => `${value}T00:00:00Z` }, followedBy(moments)),
    way(
      { 'a time zone appended': (value) => `${value}Z`, 'an offset appended': (value) => `${value}+01:00` },
      followedBy(zones),
    ),
    way(
      { 'a week date': (value) => `${year(value)}-W07-3`, 'an ordinal date': (value) => `${year(value)}-045` },
      (fc) =>
        drawn(fc.tuple(upTo(fc, 52), upTo(fc, 7), fc.constantFrom('-', '')), (y, week, weekday, sign) =>
          weekday === 7 ? `${y}${sign}${padded(week * 7, 3)}` : [y, `W${padded(week)}`, weekday].join(sign),
        ),
      'a week or ordinal date',
    ),
    way({ 'a year of two digits': (value) => value.slice(2), 'no day': (value) => value.slice(0, 7) }),
    way(
      { 'month 13': (value) => `${year(value)}-13-01`, 'month 00': (value) => `${year(value)}-00-01` },
      (fc) => drawn(fc.tuple(fc.integer({ min: 13, max: 99 }), upTo(fc, 28)), (y, m, d) => `${y}-${m}-${padded(d)}`),
      'a month that there is not',
    ),
    way(
      { 'day 32': (value) => `${year(value)}-01-32`, 'day 00': (value) => `${year(value)}-01-00` },
      (fc) => drawn(fc.tuple(anyMonth(fc), fc.integer({ min: 32, max: 99 })), (y, m, d) => `${y}-${padded(m)}-${d}`),
      'a day that no month has',
    ),
    way(
      { '30 February': (value) => `${year(value)}-02-30`, '31 April': (value) => `${year(value)}-04-31` },
      (fc) => fc.constantFrom(...missingDays).map((date) => (value) => `${year(value)}-${date}`),
      'a day that its month does not have',
    ),
    {
      examples: [1990, 2023, 1900].map((common) => noLeapDay(common, `29 February ${common}`)),
      arbitrary: (fc) =>
        fc.constantFrom(...commonYears).map((common) => noLeapDay(common, '29 February of a year that has none')),
    },
    way({ 'digits that are not ASCII': (value) => inDigitsFrom(0x0660, value) }, (fc) =>
      drawn(fc.tuple(anyMonth(fc), lateDay(fc), fc.constantFrom(...zeros)), (y, m, d, zero) =>
        inDigitsFrom(zero, `${y}-${padded(m)}-${d}`),
      ),
    ),
  ],
};
