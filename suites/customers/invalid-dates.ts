import type { Change, Dice, InvalidForm, InvalidValue } from './invalid-form.js';

const padded = (value: number, length = 2) => String(value).padStart(length, '0');
const partsOf = (date: string) => date.split('-') as [year: string, month: string, day: string];

/** A date from the parts of the customer's own. Its year stays, which the service accepts, so that no rule of age is the cause. */
const dated =
  (form: (year: string, month: string, day: string, dice: Dice) => string): Change =>
  (value, dice) =>
    form(...partsOf(value), dice);

/** As `dated`, of another day where the seed draws one: none that is the number of a month, so that no service reads it as one. */
const drawnDay = (form: Parameters<typeof dated>[0]): Change =>
  dated((year, month, day, dice) =>
    form(year, padded(dice.whole(1, 12, Number(month))), padded(dice.whole(13, 28, Number(day))), dice),
  );

const moments = ['T00:00:00Z', 'T00:00', 'T00:00:00', 'T12:30:00Z', 'T00:00:00+01:00', ' 00:00:00', 'T00:00:00.000Z'];
/** Time zones as XML Schema lets them follow a date. */
const zones = ['Z', '+01:00', '-05:00', '+0100', ' UTC'];
/** Zeros of digits that are not ASCII: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** 29 February of a common year. None is drawn: each takes a possible neighbour beside it, which creates a customer. */
const noLeapDay = (year: number): InvalidValue => ({ change: () => `${year}-02-29`, neighbour: `${year}-02-28` });

/** CUST-09. Each violates the format or the calendar, in one point only. */
export const invalidDate: InvalidForm = {
  keyword: 'format',
  mayNormalise: false,
  values: {
    'day first': drawnDay((y, m, d, { pick }) =>
      pick([
        [d, m, y],
        [m, d, y],
      ]).join(pick(['-', '/', '.', ' '])),
    ),
    'month first, with slashes': dated((y, m, d) => `${m}/${d}/${y}`),
    slashes: drawnDay((y, m, d, { pick }) => [y, m, d].join(pick(['/', '.', '', ' ', '_', ':']))),
    'full stops': dated((y, m, d) => `${y}.${m}.${d}`),
    'no separators': dated((y, m, d) => `${y}${m}${d}`),
    'no zero padding': dated((y, _m, _d, { pick, whole }) => {
      const [m, d] = [whole(1, 9, 2), whole(1, 9, 8)];
      return `${y}-${pick([`${m}-${d}`, `0${m}-${d}`, `${m}-0${d}`])}`;
    }),
    'a time appended': drawnDay((y, m, d, { pick }) => `${y}-${m}-${d}${pick(moments)}`),
    'a time zone appended': drawnDay((y, m, d, { pick }) => `${y}-${m}-${d}${pick(zones)}`),
    'an offset appended': (value) => `${value}+01:00`,
    'a week date': dated((y, _m, _d, { pick, whole }) => {
      const week = [y, `W${padded(whole(1, 52, 7))}`, whole(1, 7, 3)];
      return pick([week, [y, padded(whole(1, 365), 3)]]).join(pick(['-', '']));
    }),
    'an ordinal date': dated((y) => `${y}-045`),
    'a year of two digits': (value) => value.slice(2),
    'no day': (value) => value.slice(0, 7),
    'month 13': dated((y, _m, _d, { whole }) => `${y}-${whole(13, 99)}-${padded(whole(1, 28))}`),
    'month 00': dated((y) => `${y}-00-01`),
    'day 32': dated((y, _m, _d, { whole }) => `${y}-${padded(whole(1, 12))}-${whole(32, 99)}`),
    'day 00': dated((y) => `${y}-01-00`),
    '30 February': dated((y, _m, _d, { pick }) => `${y}-${pick(['02-30', '02-31', '06-31', '09-31', '11-31'])}`),
    '31 April': dated((y) => `${y}-04-31`),
    '29 February 1990': noLeapDay(1990),
    '29 February 2023': noLeapDay(2023),
    '29 February 1900': noLeapDay(1900),
    'digits that are not ASCII': drawnDay((y, m, d, { pick }) => {
      const zero = pick(zeros);
      return `${y}-${m}-${d}`.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    }),
  },
};
