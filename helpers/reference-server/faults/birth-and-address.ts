import { isObject } from '../../../schemas/is-object.js';
import { isCreation, membersOf } from '../asked.js';
import { breaking, type Fault } from '../middleware.js';
import { refusal } from '../service.js';
import { isArray, isBoolean, isNumber, lenient, text } from './lenient.js';

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const isNoLeapDay = (value: unknown) => text(/^\d{4}-02-29$/)(value) && !isLeap(Number(String(value).slice(0, 4)));

/** CUST-09 to CUST-15. */
export const birthAndAddressFaults: readonly Fault[] = [
  ...breaking(['CUST-09'], {
    'leap-day-of-2000-refused': [
      'Years that end in 00 are no leap years, said the one who wrote the check, and forgot the exception.',
      (honest) => async (asked) => {
        const born = isCreation(asked) ? membersOf(asked.body)?.date_of_birth : undefined;
        const answer = born === '2000-02-29' ? refusal(422, 'invalid', 'date_of_birth is no date.') : undefined;
        const honestly = await honest(answer ? { ...asked, body: '{}' } : asked);
        return answer && honestly.status === 422 ? answer : honestly;
      },
    ],
  }),
  ...lenient('CUST-09', 'date_of_birth', {
    'february-has-30-days': ['The date is parsed by a calendar that carries days over.', /^\d{4}-02-30$/],
    'leap-day-in-any-year': ['Days are checked against the longest that a month can be.', isNoLeapDay],
    'leap-day-in-1900': ['Every fourth year is taken for a leap year.', /^1900-02-29$/, 'the id'],
    'date-day-first': ['The date is parsed by the habits of the server’s country.', /^\d\d-\d\d-\d{4}$/],
    'date-month-first': ['The date is parsed by the habits of the server’s language.', /^\d\d\/\d\d\/\d{4}$/],
    'date-with-slashes': ['Separators are replaced before the date is looked at.', /^\d{4}\/\d\d\/\d\d$/],
    'date-with-full-stops': ['Any sign is taken for the separator: the pattern has a bare dot.', /^\d{4}\.\d\d\.\d\d$/],
    'date-without-separators': ['The basic form of the standard for dates is read too.', /^\d{8}$/, 'the id'],
    'date-not-padded': ['The parts are split at the hyphens and read as numbers.', /^\d{4}-\d-\d$/],
    'date-with-a-time': ['The member is a moment inside, and a moment is what the parser takes.', /^\d{4}-\d\d-\d\dT/],
    'date-with-a-time-zone': [
      'The type of the schema language lets a time zone follow.',
      /^[\d-]{10}(?:Z|[+-]\d\d:\d\d)$/,
    ],
    'date-of-a-week': ['The parser reads all of the standard for dates.', /^\d{4}-W\d\d-\d$/],
    'date-of-an-ordinal': ['The parser reads all of the standard for dates.', /^\d{4}-\d{3}$/, 'the id'],
    'month-13': ['The pattern counts digits only, and months are never over twelve in the tests.', /^\d{4}-13-/],
    'day-32': ['The pattern counts digits only, and days are never over 31 in the tests.', /-32$/],
    'month-13-crashes': ['The parser of dates throws, and nobody catches it.', /-13-/, 500],
    'month-00': ['The pattern of months begins with 0 and any digit.', /^\d{4}-00-\d\d$/],
    'day-00': ['Day 0 is the last of the month before, to the calendar that carries days over.', /-00$/],
    'april-has-31-days': ['Every month but February is taken for a long one.', /-04-31$/],
    'date-with-a-short-year': ['The parser completes a year of two digits.', /^\d\d-\d\d-\d\d$/],
    'date-without-a-day': ['The parser reads all of the standard for dates.', /^\d{4}-\d\d$/],
    'date-in-other-digits': ['The pattern takes whatever its engine calls a digit.', /^[٠-٩]{4}-[٠-٩]{2}-[٠-٩]{2}$/u],
    'date-a-number': ['Milliseconds since 1970 were the first version’s form.', isNumber],
  }),
  ...lenient('CUST-10', 'address', {
    'address-a-string': ['The first version had an address of one line.', (value) => typeof value === 'string'],
    'address-an-array': ['In this language an array is an object.', isArray],
    'address-an-empty-array': [
      'An empty list passes, since each of its entries is checked.',
      (value) => isArray(value) && (value as unknown[]).length === 0,
    ],
    'address-as-a-list-is-not-implemented': [
      'Several addresses are planned: a handler that is not written yet takes lists.',
      isArray,
      501,
    ],
    'address-true': ['The check asks only whether there is something.', isBoolean, 'the id'],
  }),
  ...lenient('CUST-11', 'address.address_line1', {
    'street-a-number': ['The column takes anything, and nothing else looks.', isNumber],
    'street-an-array': ['Lines of an address come as a list elsewhere.', isArray],
  }),
  ...lenient('CUST-12', 'address.city', {
    'city-an-object': ['A list of cities hands out its whole entries.', isObject],
    'city-true': ['The check asks only whether there is something.', isBoolean, 'the id'],
  }),
  ...lenient('CUST-13', 'address.country', {
    'country-in-lower-case': ['Codes are compared without letter case, and stored as they came.', /^[a-z]{2}$/],
    'country-of-three-letters': ['The other list of the standard is taken as well.', /^[A-Z]{3}$/],
    'country-of-one-letter': ['The check has an upper limit and no lower one.', /^[A-Z]$/],
    'country-in-digits': ['The length is checked, the signs are not.', /^\d\d$/],
    'country-with-a-digit': ['The pattern takes what a word may hold.', /^[A-Z]\d$/],
    'country-a-name': ['A form offers names, and nobody translates them.', /^[A-Z][a-z]+/, 'the id'],
  }),
  ...lenient('CUST-14', 'address.postal_code', {
    'postal-code-a-number': ['The column is an integer.', isNumber],
    'postal-code-a-list': ['The column takes anything, and nothing else looks.', isArray],
  }),
  ...lenient('CUST-15', 'address.state', {
    'state-without-country': ['The country is known already, so the short code is enough.', /^[A-Z0-9]{1,3}$/],
    'state-without-hyphen': ['The hyphen is optional in the pattern.', /^[A-Z]{2}[A-Z0-9]{2,3}$/],
    'state-with-underscore': ['The constants of the language are written with one.', /^[A-Z]{2}_/],
    'state-in-lower-case': ['Codes are compared without letter case, and stored as they came.', /^[a-z]{2}-[a-z0-9]+$/],
    'state-with-a-small-subdivision': ['The pattern of the subdivision takes any letter.', /^[A-Z]{2}-[a-z]+$/],
    'state-with-a-longer-country': ['The other list of countries is taken as well.', /^[A-Z]{3}-/],
    'state-checked-to-its-hyphen': ['Only the country part is looked at.', /^[A-Z]{2}-(?:$|[A-Z0-9]{4,})/],
    'state-with-a-third-part': ['The code is split at its hyphens, and two parts are read.', /^[A-Z]{2}-[A-Z0-9]+-/],
    'state-of-four-characters': ['The pattern has no upper limit.', /^[A-Z]{2}-[A-Z0-9]{4,}$/, 'the id'],
  }),
];
