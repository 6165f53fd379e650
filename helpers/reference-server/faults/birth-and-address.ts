import { isCreation, membersOf } from '../rewrite.js';
import { refusal } from '../service.js';
import type { Fault } from './fault.js';
import { isArray, isBoolean, isNumber, isObject, lenient, text } from './lenient.js';

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const isNoLeapDay = (value: unknown) => text(/^\d{4}-02-29$/)(value) && !isLeap(Number(String(value).slice(0, 4)));

const birth = (
  id: string,
  story: string,
  takes: (value: unknown) => boolean,
  shows: 'what was sent' | 'the id' = 'what was sent',
) => lenient(id, 'CUST-09', 'date_of_birth', story, takes, shows);
const state = (id: string, story: string, pattern: RegExp, shows: 'what was sent' | 'the id' = 'what was sent') =>
  lenient(id, 'CUST-15', 'address.state', story, text(pattern), shows);
const country = (id: string, story: string, pattern: RegExp, shows: 'what was sent' | 'the id' = 'what was sent') =>
  lenient(id, 'CUST-13', 'address.country', story, text(pattern), shows);

/** CUST-09 to CUST-15. */
export const birthAndAddressFaults: readonly Fault[] = [
  birth('february-has-30-days', 'The date is parsed by a calendar that carries days over.', text(/^\d{4}-02-30$/)),
  birth('leap-day-in-any-year', 'Days are checked against the longest that a month can be.', isNoLeapDay),
  birth('leap-day-in-1900', 'Every fourth year is taken for a leap year.', text(/^1900-02-29$/), 'the id'),
  birth('date-day-first', 'The date is parsed by the habits of the server’s country.', text(/^\d\d-\d\d-\d{4}$/)),
  birth('date-month-first', 'The date is parsed by the habits of the server’s language.', text(/^\d\d\/\d\d\/\d{4}$/)),
  birth('date-with-slashes', 'Separators are replaced before the date is looked at.', text(/^\d{4}\/\d\d\/\d\d$/)),
  birth(
    'date-with-full-stops',
    'Any sign is taken for the separator: the pattern has a bare dot.',
    text(/^\d{4}\.\d\d\.\d\d$/),
  ),
  birth('date-without-separators', 'The basic form of the standard for dates is read too.', text(/^\d{8}$/), 'the id'),
  birth('date-not-padded', 'The parts are split at the hyphens and read as numbers.', text(/^\d{4}-\d-\d$/)),
  birth(
    'date-with-a-time',
    'The member is a moment inside, and a moment is what the parser takes.',
    text(/^\d{4}-\d\d-\d\dT/),
  ),
  birth(
    'month-13',
    'The pattern counts digits only, and months are never over twelve in the tests.',
    text(/^\d{4}-13-/),
  ),
  birth('day-32', 'The pattern counts digits only, and days are never over 31 in the tests.', text(/-32$/)),
  birth(
    'date-in-other-digits',
    'The pattern takes whatever its engine calls a digit.',
    text(/^[٠-٩]{4}-[٠-٩]{2}-[٠-٩]{2}$/u),
  ),
  birth('date-a-number', 'Milliseconds since 1970 were the first version’s form.', isNumber),
  {
    id: 'leap-day-of-2000-refused',
    breaks: ['CUST-09'],
    story: 'Years that end in 00 are no leap years, said the one who wrote the check, and forgot the exception.',
    middleware: (honest) => async (asked) => {
      const born = isCreation(asked) ? membersOf(asked.body)?.date_of_birth : undefined;
      const answer = born === '2000-02-29' ? refusal(422, 'invalid', 'date_of_birth is no date.') : undefined;
      const honestly = await honest(answer ? { ...asked, body: '{}' } : asked);
      return answer && honestly.status === 422 ? answer : honestly;
    },
  },
  lenient(
    'address-a-string',
    'CUST-10',
    'address',
    'The first version had an address of one line.',
    (value) => typeof value === 'string',
  ),
  lenient('address-an-array', 'CUST-10', 'address', 'In this language an array is an object.', isArray),
  lenient('address-true', 'CUST-10', 'address', 'The check asks only whether there is something.', isBoolean, 'the id'),
  lenient(
    'street-a-number',
    'CUST-11',
    'address.address_line1',
    'The column takes anything, and nothing else looks.',
    isNumber,
  ),
  lenient(
    'street-an-array',
    'CUST-11',
    'address.address_line1',
    'Lines of an address come as a list elsewhere.',
    isArray,
  ),
  lenient('city-an-object', 'CUST-12', 'address.city', 'A list of cities hands out its whole entries.', isObject),
  lenient(
    'city-true',
    'CUST-12',
    'address.city',
    'The check asks only whether there is something.',
    isBoolean,
    'the id',
  ),
  country('country-in-lower-case', 'Codes are compared without letter case, and stored as they came.', /^[a-z]{2}$/),
  country('country-of-three-letters', 'The other list of the standard is taken as well.', /^[A-Z]{3}$/),
  country('country-of-one-letter', 'The check has an upper limit and no lower one.', /^[A-Z]$/),
  country('country-in-digits', 'The length is checked, the signs are not.', /^\d\d$/),
  country('country-a-name', 'A form offers names, and nobody translates them.', /^[A-Z][a-z]+/, 'the id'),
  lenient('postal-code-a-number', 'CUST-14', 'address.postal_code', 'The column is an integer.', isNumber),
  lenient(
    'postal-code-a-list',
    'CUST-14',
    'address.postal_code',
    'The column takes anything, and nothing else looks.',
    isArray,
  ),
  state('state-without-country', 'The country is known already, so the short code is enough.', /^[A-Z0-9]{1,3}$/),
  state('state-without-hyphen', 'The hyphen is optional in the pattern.', /^[A-Z]{2}[A-Z0-9]{2,3}$/),
  state('state-with-underscore', 'The constants of the language are written with one.', /^[A-Z]{2}_/),
  state(
    'state-in-lower-case',
    'Codes are compared without letter case, and stored as they came.',
    /^[a-z]{2}-[a-z0-9]+$/,
  ),
  state('state-checked-to-its-hyphen', 'Only the country part is looked at.', /^[A-Z]{2}-(?:$|[A-Z0-9]{4,})/),
  state('state-of-four-characters', 'The pattern has no upper limit.', /^[A-Z]{2}-[A-Z0-9]{4,}$/, 'the id'),
];
