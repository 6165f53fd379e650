import { type FastCheck, padded } from './arbitraries.js';
import type { InvalidForm, InvalidValue } from './invalid-form.js';

const day = (value: string) => value.slice(8);
const month = (value: string) => value.slice(5, 7);
/** The year of the customer's own date, which the service accepts, so that no rule of age is the cause. */
const year = (value: string) => value.slice(0, 4);

const anyMonth = (fc: FastCheck) => fc.integer({ min: 1, max: 12 });
/** No number of a month, so that no service reads it as one. */
const lateDay = (fc: FastCheck) => fc.integer({ min: 13, max: 28 });

/** Days that their month does not have. */
const missingDays: readonly (readonly [month: number, day: number])[] = [
  [2, 30],
  [2, 31],
  [4, 31],
  [6, 31],
  [9, 31],
  [11, 31],
];

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
    {
      examples: [
        { name: 'slashes', change: (value) => value.replaceAll('-', '/') },
        { name: 'full stops', change: (value) => value.replaceAll('-', '.') },
        { name: 'no separators', change: (value) => value.replaceAll('-', '') },
      ],
      arbitrary: (fc) =>
        fc.tuple(fc.constantFrom('/', '.', '', ' ', '_', ':'), anyMonth(fc), lateDay(fc)).map(([sign, m, d]) => ({
          name: 'other separators',
          change: (value) => [year(value), padded(m), d].join(sign),
        })),
    },
    {
      examples: [{ name: 'no zero padding', change: (value) => `${year(value)}-2-8` }],
      arbitrary: (fc) =>
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 1, 2))
          .map(([m, d, which]) => ({
            name: 'no zero padding',
            change: (value) => `${year(value)}-${which === 2 ? padded(m) : m}-${which === 1 ? padded(d) : d}`,
          })),
    },
    {
      examples: [{ name: 'a time appended', change: (value) => `${value}T00:00:00Z` }],
      arbitrary: (fc) =>
        fc.tuple(anyMonth(fc), lateDay(fc), fc.constantFrom(...moments)).map(([m, d, moment]) => ({
          name: 'a time appended',
          change: (value) => `${year(value)}-${padded(m)}-${d}${moment}`,
        })),
    },
    {
      examples: [
        { name: 'a time zone appended', change: (value) => `${value}Z` },
        { name: 'an offset appended', change: (value) => `${value}+01:00` },
      ],
      arbitrary: (fc) =>
        fc.tuple(anyMonth(fc), lateDay(fc), fc.constantFrom(...zones)).map(([m, d, zone]) => ({
          name: 'a time zone appended',
          change: (value) => `${year(value)}-${padded(m)}-${d}${zone}`,
        })),
    },
    {
      examples: [
        { name: 'a week date', change: (value) => `${year(value)}-W07-3` },
        { name: 'an ordinal date', change: (value) => `${year(value)}-045` },
      ],
      arbitrary: (fc) =>
        fc.tuple(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 1, max: 7 }), fc.constantFrom('-', '')).map(
          ([week, weekday, sign]): InvalidValue => ({
            name: 'a week or ordinal date',
            change: (value) =>
              weekday === 7
                ? `${year(value)}${sign}${padded(week * 7, 3)}`
                : [`${year(value)}`, `W${padded(week)}`, weekday].join(sign),
          }),
        ),
    },
    {
      examples: [{ name: 'month 13', change: (value) => `${year(value)}-13-01` }],
      arbitrary: (fc) =>
        fc.tuple(fc.integer({ min: 13, max: 99 }), fc.integer({ min: 1, max: 28 })).map(([m, d]) => ({
          name: 'a month that there is not',
          change: (value) => `${year(value)}-${m}-${padded(d)}`,
        })),
    },
    {
      examples: [{ name: 'day 32', change: (value) => `${year(value)}-01-32` }],
      arbitrary: (fc) =>
        fc.tuple(anyMonth(fc), fc.integer({ min: 32, max: 99 })).map(([m, d]) => ({
          name: 'a day that no month has',
          change: (value) => `${year(value)}-${padded(m)}-${d}`,
        })),
    },
    {
      examples: [{ name: '30 February', change: (value) => `${year(value)}-02-30` }],
      arbitrary: (fc) =>
        fc.constantFrom(...missingDays).map(([m, d]) => ({
          name: 'a day that its month does not have',
          change: (value) => `${year(value)}-${padded(m)}-${d}`,
        })),
    },
    {
      examples: [1990, 2023, 1900].map((common) => noLeapDay(common, `29 February ${common}`)),
      arbitrary: (fc) =>
        fc.constantFrom(...commonYears).map((common) => noLeapDay(common, '29 February of a year that has none')),
    },
    {
      examples: [{ name: 'digits that are not ASCII', change: (value) => inDigitsFrom(0x0660, value) }],
      arbitrary: (fc) =>
        fc.tuple(anyMonth(fc), lateDay(fc), fc.constantFrom(...zeros)).map(([m, d, zero]) => ({
          name: 'digits that are not ASCII',
          change: (value) => inDigitsFrom(zero, `${year(value)}-${padded(m)}-${d}`),
        })),
    },
  ],
};
