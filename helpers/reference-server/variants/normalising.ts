import { isObject } from '../../../schemas/is-object.js';
import type { Answer } from '../answer.js';
import { crash, created, refused, withAnswerBody } from '../answered.js';
import { isCreation, type Members, membersOf, withBody } from '../asked.js';
import { addressMemberNames, memberNames } from '../customer-form.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { afterwards, beforehand, counter, each } from '../rewrite.js';
import { creationAs } from './shapes.js';

const names = ['first_name', 'last_name', 'middle_name'];

const onShown = (change: (customer: Members) => Members): Middleware =>
  afterwards(created, (answer: Answer) => withAnswerBody(answer, change(membersOf(answer.body) ?? {})));

/** Normalises customers before the honest service sees it, which shows it as it was kept. */
const mends = (mend: (customer: Members) => Members): Middleware =>
  beforehand((asked) => {
    const customer = membersOf(asked.body);
    return isCreation(asked) && customer ? withBody(asked, mend(customer)) : asked;
  });

/** A customer with a string changed; whatever else stands there stays. */
const changed = (customer: Members, name: string, change: (value: string) => string): Members => {
  const value = customer[name];
  return typeof value === 'string' ? { ...customer, [name]: change(value) } : customer;
};

/** A customer with its address changed, where that is one. */
const inAddress = (customer: Members, change: (address: Members) => Members): Members => {
  const { address } = customer;
  return isObject(address) ? { ...customer, address: change(address) } : customer;
};

/** Normalises one string of a customer, or of its address. */
const keeps = (name: string) => (read: (value: string, address: Members) => string) =>
  mends((customer) =>
    addressMemberNames.includes(name)
      ? inAddress(customer, (address) => changed(address, name, (value) => read(value, address)))
      : changed(customer, name, (value) => read(value, customer)),
  );

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

/** Values that are normalised, and shown so, instead of being rejected; and what an answer shows of a customer. */
export const normalisingVariants: readonly Variant[] = [
  ...silence('What an invalid value gets is not shown', {
    'country-read-by-name': [
      'names and codes of three letters become those of two.',
      keeps('country')((name) => countries[lower(name)] ?? name),
    ],
    ...each(mends, {
      'country-and-state-put-in-upper-case': [
        'codes are put in upper case, an underscore becomes a hyphen.',
        (customer) =>
          inAddress(customer, (address) =>
            changed(changed(address, 'country', upper), 'state', (state) => upper(state).replace('_', '-')),
          ),
      ],
      'numbers-read-as-strings': [
        'a number or a boolean is taken for the string that it is spelt as.',
        (customer) => inAddress(asStrings(customer, ['email', 'date_of_birth']), (address) => asStrings(address, [])),
      ],
      'strings-trimmed': [
        'white space around it is taken off.',
        (customer) => {
          const trimmed = (members: Members) =>
            Object.keys(members).reduce((all, name) => changed(all, name, (text) => text.trim()), members);
          return inAddress(trimmed(customer), trimmed);
        },
      ],
      'null-read-as-left-out': [
        'null counts as left out.',
        (customer) => {
          const there = (members: Members) =>
            Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
          return inAddress(there(customer), there);
        },
      ],
    }),
    'state-completed-with-its-country': [
      'a subdivision alone gets the country in front.',
      keeps('state')((state, { country }) => (/^[A-Z]{2,3}$/.test(state) ? `${country}-${state}` : state)),
    ],
    ...each(keeps('phone'), {
      'phone-with-00-put-right': [
        '00 in front of a phone number is read as a plus sign.',
        (phone) => phone.replace(/^00/, '+'),
      ],
      'phone-tidied': ['a phone is freed of its separators.', (phone) => phone.replaceAll(/[ ().-]/g, '')],
      'phone-without-plus-put-right': [
        'eleven digits and more are a phone number without its plus sign.',
        (phone) => phone.replace(/^(?=[1-9]\d{10,14}$)/, '+'),
      ],
    }),
    'email-freed-of-a-display-name': [
      'the address is taken out of a mailbox with a name.',
      keeps('email')((mailbox) => mailbox.replace(/^.*<(.+)>$/, '$1')),
    ],
    'gender-put-in-lower-case': ['a gender is put in lower case.', keeps('gender')(lower)],
    'text-after-the-json-ignored': [
      'text after the JSON value is ignored.',
      beforehand((asked) => {
        const ends = [...asked.body.matchAll(/\}/g)].map(({ index }) => asked.body.slice(0, index + 1));
        return { ...asked, body: ends.find((text) => membersOf(text)) ?? asked.body };
      }),
    ],
    'server-error-at-first-sight': [
      'one of a kind that was not seen before makes a server error, and is rejected then.',
      (honest) => {
        const sights = counter();
        return async (asked) => {
          const answer = await honest(asked);
          const isRefused = isCreation(asked) && refused(asked, answer) && answer.status === 422;
          return isRefused && sights(answer.body) === 1 ? crash : answer;
        };
      },
    ],
  }),
  ...silence('What an answer repeats is not shown', {
    'phone-shown-with-spaces': [
      'the phone number is shown in groups.',
      keeps('phone')((phone) => phone.replace(/^(\+\d{1,2})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')),
    ],
    'email-shown-in-lower-case': ['the e-mail address is kept in lower case.', keeps('email')(lower)],
    ...each(onShown, {
      'names-shown-in-capitals': [
        'names come in capitals, e-mail addresses in lower case.',
        (customer) => ({
          ...inAddress(
            names.reduce((shown, name) => changed(shown, name, upper), customer),
            (address) => changed(address, 'city', upper),
          ),
          email: String(customer.email).toLowerCase(),
        }),
      ],
      'members-shown-as-null': [
        'members that were left out, and some others, are null.',
        (customer) => ({
          ...Object.fromEntries(memberNames.map((name) => [name, null])),
          ...customer,
          gender: null,
          kyc: null,
        }),
      ],
    }),
    'moment-of-birth': [
      'dates come back as moments.',
      creationAs((customer) => ({
        ...customer,
        ...(customer.date_of_birth ? { date_of_birth: `${customer.date_of_birth}T00:00:00.000Z` } : {}),
      })),
    ],
  }),
];
