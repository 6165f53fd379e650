import { expect, test } from 'vitest';
import { runConformance } from '../api/run-conformance.js';
import { failedChecks, failuresIn, verdictsAlone } from './testing/run-against.js';
import { known, like, type Rules, serving, validBy } from './testing/services.js';

const text = (holds: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && holds(value);
const parts = (value: string) => value.split('-').map((part) => Number.parseInt(part, 10));
const isWithin = (value: number | undefined, first: number, last: number) =>
  value !== undefined && value >= first && value <= last;
const inRange = text((value) => {
  const [year, month, day] = parts(value);
  return isWithin(year, 1900, 2100) && isWithin(month, 1, 12) && isWithin(day, 1, 31);
});
/** Each month as long as it can be. */
const inMonth = text((value) => {
  const [, month = 0, day] = parts(value);
  const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return /^\d{4}-\d\d-\d\d$/.test(value) && longest !== undefined && isWithin(day, 1, longest);
});
const genders = ['female', 'male', 'other'];

/** Services with the validation that people write, and the requirements that each fails. */
const services: readonly (readonly [validates: string, rules: Rules, fails: string])[] = [
  ['e-mail, two words around the @, no white space', { email: like(/^[^\s@]+@[^\s@]+\.[^\s@]+$/) }, '05'],
  ['e-mail, anything but another @', { email: like(/^[^@]+@[^@]+\.[^@]+$/) }, '05'],
  ['e-mail, no space', { email: like(/^[^ @]+@[^ @]+$/) }, '05'],
  ['e-mail, something on both sides', { email: like(/.+@.+/) }, '05'],
  ['e-mail, a pattern without anchors', { email: like(/[^\s@]+@[\w-]+\.[\w.]+/) }, '05'],
  ['e-mail, any @', { email: text((value) => value.includes('@')) }, '05'],
  ['e-mail, two parts', { email: text((value) => value.split('@').filter(Boolean).length === 2) }, '05'],
  ['e-mail, and the line that it ends', { email: like(/^[\w.+-]+@[\w-]+(\.[\w-]+)+\n?$/) }, '05'],
  ['phone, digits of any script', { phone: like(/^\+(?!0)\p{Nd}{8,14}$/u) }, '06'],
  [
    'codes, capitals of any script',
    { country: like(/^\p{Lu}{2}$/u), state: like(/^(\p{Lu}{2}-[A-Z\d]{1,3}|[A-Z]{2}-(\p{Lu}|\d){1,3})$/u) },
    '13 15',
  ],
  ['phone, E.164 with the plus sign optional', { phone: like(/^\+?[1-9]\d{1,14}$/) }, '06'],
  ['phone, digits and separators', { phone: like(/^[+\d][\d ().-]{6,}$/) }, '06'],
  ['phone, number of digits', { phone: text((value) => isWithin(value.replace(/\D/g, '').length, 7, 15)) }, '06'],
  ['phone, North American', { phone: like(/^(\+\d{1,2}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/) }, '06'],
  ['phone, beginning', { phone: text((value) => value.startsWith('+')) }, '06'],
  ['dates, Date.parse', { date_of_birth: text((value) => !Number.isNaN(Date.parse(value))) }, '09'],
  ['dates, in the past', { date_of_birth: (value) => new Date(value as string) < new Date() }, '09'],
  ['dates, a range of each part', { date_of_birth: inRange }, '09'],
  ['dates, a pattern of digits', { date_of_birth: like(/^[12]\d{3}-[01]\d-[0-3]\d/) }, '09'],
  ['dates, days of each month', { date_of_birth: inMonth }, '09'],
  ['words, letter case ignored', { gender: like(/^[a-z]+$/i), country: like(/^[a-z]{2}$/i) }, '08 13'],
  [
    'words, prefixes',
    {
      gender: text((value) => genders.some((gender) => value.startsWith(gender))),
      country: like(/^[A-Z]/),
      state: text((value) => value.startsWith('US-')),
    },
    '08 13 15',
  ],
  [
    'all, in any line',
    {
      ...{ email: like(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/m), phone: like(/^\+[1-9]\d{6,14}$/m) },
      ...{ gender: like(/^[a-z]+$/m), country: like(/^[A-Z]{2}$/m), state: like(/^[A-Z]{2}.[A-Z0-9]{1,3}$/m) },
    },
    '05 06 08 13 15',
  ],
];
const last = services.at(-1)?.[0];

const seeds = Array.from({ length: 12 }, (_, at) => at + 1);

test.concurrent.each(services)('the same verdicts whatever the seed: %s', async (validates, rules, fails) => {
  const isValid = validBy(rules);
  const lenient = fails.split(' ').map((id) => `CUST-${id}`);
  // The members that all validate alike are asked about once, to save time.
  const only = validates === last ? ['CUST'] : lenient;
  const ofSeeds = new Map<string, number[]>();
  for (const seed of seeds) {
    const listener = serving({ isValid });
    const { report } = await runConformance({ listener, ...known, ...verdictsAlone, only, seed });
    expect(failuresIn(report).map(({ id }) => id)).toEqual(lenient);
    const failed = failedChecks(report).sort().join('\n');
    ofSeeds.set(failed, [...(ofSeeds.get(failed) ?? []), seed]);
  }
  expect([...ofSeeds.values()]).toEqual([seeds]);
});
