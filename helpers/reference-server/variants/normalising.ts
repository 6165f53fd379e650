import { isObject } from '../../../schemas/is-object.js';
import { isCreation, type Members, membersOf, withBody } from '../asked.js';
import type { Middleware } from '../middleware.js';
import { beforehand } from '../rewrite.js';
import { silences, type Variant } from './variant.js';

/** Normalises one member before the honest service sees it, which shows it as it was kept. */
const mends = (mend: (customer: Members) => Members): Middleware =>
  beforehand((asked) => {
    const customer = membersOf(asked.body);
    return isCreation(asked) && customer ? withBody(asked, mend(customer)) : asked;
  });

/** A customer with a string changed; whatever else stands there stays. */
export const changed = (customer: Members, name: string, change: (value: string) => string): Members => {
  const value = customer[name];
  return typeof value === 'string' ? { ...customer, [name]: change(value) } : customer;
};

/** A customer with its address changed, where that is one. */
export const inAddress = (customer: Members, change: (address: Members) => Members): Members => {
  const { address } = customer;
  return isObject(address) ? { ...customer, address: change(address) } : customer;
};

const upper = (text: string) => text.toUpperCase();
const lower = (text: string) => text.toLowerCase();
const countries: Readonly<Record<string, string>> = {
  'united states': 'US',
  usa: 'US',
  'united kingdom': 'GB',
  gbr: 'GB',
};

/** Numbers and booleans as strings, except where a string has a form that no number has. */
const asStrings = (members: Members, except: readonly string[]): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      ['number', 'boolean'].includes(typeof value) && !except.includes(name) ? String(value) : value,
    ]),
  );

/** Values that are normalised, and shown so, instead of being rejected. */
export const mendedVariants: readonly Variant[] = silences({
  'country-put-in-upper-case': [
    'What an invalid value gets is not shown: a country is put in upper case.',
    mends((customer) => inAddress(customer, (address) => changed(address, 'country', upper))),
  ],
  'country-and-state-put-in-upper-case': [
    'What an invalid value gets is not shown: codes are put in upper case, an underscore becomes a hyphen.',
    mends((customer) =>
      inAddress(customer, (address) =>
        changed(changed(address, 'country', upper), 'state', (state) => upper(state).replace('_', '-')),
      ),
    ),
  ],
  'country-read-by-name': [
    'What an invalid value gets is not shown: names and codes of three letters become those of two.',
    mends((customer) =>
      inAddress(customer, (address) => changed(address, 'country', (name) => countries[lower(name)] ?? name)),
    ),
  ],
  'state-completed-with-its-country': [
    'What an invalid value gets is not shown: a subdivision alone gets the country in front.',
    mends((customer) =>
      inAddress(customer, (address) =>
        changed(address, 'state', (state) => (/^[A-Z]{2,3}$/.test(state) ? `${address.country}-${state}` : state)),
      ),
    ),
  ],
  'phone-with-00-put-right': [
    'What an invalid value gets is not shown: 00 in front of a phone number is read as a plus sign.',
    mends((customer) => changed(customer, 'phone', (phone) => phone.replace(/^00/, '+'))),
  ],
  'phone-tidied': [
    'Whether a value is refused or put right is not shown; a phone is freed of its separators.',
    mends((customer) => changed(customer, 'phone', (phone) => phone.replaceAll(/[ ().-]/g, ''))),
  ],
  'phone-without-plus-put-right': [
    'What an invalid value gets is not shown: eleven digits and more are a phone number without its plus sign.',
    mends((customer) => changed(customer, 'phone', (phone) => phone.replace(/^(?=[1-9]\d{10,14}$)/, '+'))),
  ],
  'phone-shown-with-spaces': [
    'Members of answers are not shown: the phone number is shown in groups.',
    mends((customer) =>
      changed(customer, 'phone', (phone) => phone.replace(/^(\+\d{1,2})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')),
    ),
  ],
  'numbers-read-as-strings': [
    'What an invalid value gets is not shown: a number or a boolean is taken for the string that it is spelt as.',
    mends((customer) =>
      inAddress(asStrings(customer, ['email', 'date_of_birth']), (address) => asStrings(address, [])),
    ),
  ],
  'gender-put-in-lower-case': [
    'What an invalid value gets is not shown: a gender is put in lower case.',
    mends((customer) => changed(customer, 'gender', lower)),
  ],
  'strings-trimmed': [
    'White space around values is not shown: it is taken off.',
    mends((customer) => {
      const trimmed = (members: Members) =>
        Object.keys(members).reduce((all, name) => changed(all, name, (text) => text.trim()), members);
      return inAddress(trimmed(customer), trimmed);
    }),
  ],
  'email-shown-in-lower-case': [
    'Members of answers are not shown: the e-mail address is kept in lower case.',
    mends((customer) => changed(customer, 'email', lower)),
  ],
  'null-read-as-left-out': [
    'What null gets is not shown: the member counts as left out.',
    mends((customer) => {
      const there = (members: Members) =>
        Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
      return inAddress(there(customer), there);
    }),
  ],
});
