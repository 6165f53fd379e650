import fc from 'fast-check';
import type { Mutation } from '../test-data/mutations.js';
import { padded } from './arbitraries.js';

type Made = Pick<Mutation, 'name' | 'bend'> & Pick<Mutation, 'neighbour'>;

/** The year of the customer's own date, which was let in: no rule of age can tell the bent one from it. */
const year = (value: string) => value.slice(0, 4);

const month = fc.integer({ min: 1, max: 12 });
/** Of no month, so that it cannot be read as one. */
const lateDay = fc.integer({ min: 13, max: 28 });

/** Days that are not there, with the month: those of the shorter months, and two of February. */
const missingDays: readonly (readonly [month: number, day: number])[] = [
  [2, 30],
  [2, 31],
  [4, 31],
  [6, 31],
  [9, 31],
  [11, 31],
];

/** Years without a leap day. Few, since each takes a possible neighbour beside it, who is created. */
const commonYears = [1990, 1900, 1962, 1973, 1985, 1997, 2001, 2003];

/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];

/** CUST-09. Each is wrong in the form or in the calendar, and in one thing alone. */
export const invalidDates: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.tuple(fc.constantFrom('-', '/', '.', ' '), fc.boolean(), month, lateDay).map(
      ([sign, isMonthFirst, m, d]): Made => ({
        name: isMonthFirst ? 'month first' : 'day first',
        bend: (value) => [...(isMonthFirst ? [padded(m), d] : [d, padded(m)]), year(value)].join(sign),
      }),
    ),
    fc.tuple(fc.constantFrom('/', '.', '', ' ', '_', ':'), month, lateDay).map(
      ([sign, m, d]): Made => ({
        name: 'other separators',
        bend: (value) => [year(value), padded(m), d].join(sign),
      }),
    ),
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 1, 2)).map(
      ([m, d, which]): Made => ({
        name: 'no zero padding',
        bend: (value) => `${year(value)}-${which === 2 ? padded(m) : m}-${which === 1 ? padded(d) : d}`,
      }),
    ),
    fc.tuple(month, lateDay, fc.constantFrom(...moments)).map(
      ([m, d, moment]): Made => ({
        name: 'a time appended',
        bend: (value) => `${year(value)}-${padded(m)}-${d}${moment}`,
      }),
    ),
    fc.tuple(fc.integer({ min: 13, max: 99 }), fc.integer({ min: 1, max: 28 })).map(
      ([m, d]): Made => ({
        name: 'a month that there is not',
        bend: (value) => `${year(value)}-${m}-${padded(d)}`,
      }),
    ),
    fc.tuple(month, fc.integer({ min: 32, max: 99 })).map(
      ([m, d]): Made => ({
        name: 'a day that no month has',
        bend: (value) => `${year(value)}-${padded(m)}-${d}`,
      }),
    ),
    fc.constantFrom(...missingDays).map(
      ([m, d]): Made => ({
        name: 'a day that its month does not have',
        bend: (value) => `${year(value)}-${padded(m)}-${d}`,
      }),
    ),
    fc.constantFrom(...commonYears).map(
      (common): Made => ({
        name: '29 February of a year that has none',
        bend: () => `${common}-02-29`,
        neighbour: `${common}-02-28`,
      }),
    ),
    fc.tuple(month, lateDay, fc.constantFrom(...zeros)).map(
      ([m, d, zero]): Made => ({
        name: 'digits that are not ASCII',
        bend: (value) =>
          `${year(value)}-${padded(m)}-${d}`.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))),
      }),
    ),
  )
  .map(
    (made): Mutation => ({ row: 'CUST-09', pointer: '/date_of_birth', keyword: 'format', mendable: false, ...made }),
  );
