import { createHash } from 'node:crypto';
import { isObject } from '../../../schemas/is-object.js';
import { caller, customerWith, isCreation, isUsed, type Members, membersOf, withBody } from '../asked.js';
import { addressMemberNames, memberNames } from '../customer-form.js';
import { silence, type Variant } from '../middleware.js';
import { beforehand, each, instead } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import type { State } from '../state.js';

type Rule = (customer: Members, address: Members, asked: Request, world: State) => boolean;

/** A rule that a new customer has to keep; what a known key repeats has kept it before. */
const rule = (isBroken: Rule, status = 422) =>
  instead(
    (asked, world) => {
      const customer = membersOf(asked.body);
      if (!isCreation(asked) || !caller(asked, world) || !customer || isUsed(asked, world)) return false;
      const address = isObject(customer.address) ? customer.address : {};
      return isBroken(customer, address, asked, world);
    },
    refusal(status, 'rule', 'This customer is not one that is taken here.'),
  );

const conflict = (isBroken: Rule) => rule(isBroken, 409);

/** Whether a member, where it is sent, has a value that is none of these. */
const isNoneOf = (value: unknown, ...values: readonly string[]) =>
  value !== undefined && !values.includes(String(value));

/** Whether a second customer of the tenant has the same value. */
const hasTwin =
  (member: string): Rule =>
  (sent, _, asked, world) => {
    const own = sent[member] === undefined ? undefined : caller(asked, world);
    return own !== undefined && customerWith(member, asked, own) !== undefined;
  };

/** Whether an earlier night used a number: a fifth of them, others on each server. */
const isTaken = (text: string) => createHash('sha256').update(text).digest().readUInt8(0) % 5 === 0;

const yearsSince = (date: unknown): number => (Date.now() - Date.parse(String(date))) / 31_556_952_000;

const isName = (value: unknown) => value === undefined || /^\p{L}[\p{L} '-]*$/u.test(String(value));

/** Rules about customers and their values that the specification leaves open. */
export const ruleVariants: readonly Variant[] = [
  ...silence('Rules about customers are not shown', {
    ...each(rule, {
      'all-members-required': [
        'all members are required.',
        (customer, address) =>
          memberNames.some((name) => customer[name] === undefined) ||
          addressMemberNames.some((name) => address[name] === undefined),
      ],
      'unknown-members-refused': [
        'unknown members are rejected.',
        (customer) => Object.keys(customer).some((name) => !memberNames.includes(name)),
      ],
      'adults-only': [
        'they are 18 to 100 years old.',
        ({ date_of_birth: born }) => yearsSince(born) < 18 || yearsSince(born) > 100,
      ],
      'state-of-its-country': [
        'state and country are compared.',
        (_, { state, country }) =>
          country !== undefined && state !== undefined && !String(state).startsWith(`${country}-`),
      ],
      'one-type': ['there is one type.', ({ type }) => isNoneOf(type, 'individual')],
      'types-in-capitals': ['types are in capitals.', ({ type }) => isNoneOf(type, 'INDIVIDUAL')],
      'two-genders': ['there are two genders.', ({ gender }) => isNoneOf(gender, 'female', 'male')],
      'genders-in-one-letter': ['genders are single letters.', ({ gender }) => isNoneOf(gender, 'f', 'm')],
      'one-country': ['they come from one country.', (_, { country }) => isNoneOf(country, 'NG')],
      'one-country-and-its-phones': [
        'they come from one country, and so do their phones.',
        ({ phone }, { country }) => isNoneOf(country, 'FR') || isNoneOf(phone && String(phone).slice(0, 3), '+33'),
      ],
      'no-reserved-domains': [
        'e-mail domains that reach nobody are rejected.',
        ({ email }) => /@(?:[^@]+\.)?example\.(?:com|net|org)$/.test(String(email)),
      ],
      'no-fictional-phones': [
        'phone numbers set apart for fiction are rejected.',
        ({ phone }) => /^\+1\d{3}55501|^\+447700900|^\+61491570/.test(String(phone)),
      ],
      'phones-without-separators': [
        'a phone number is digits.',
        ({ phone }) => phone !== undefined && !/^\+\d+$/.test(String(phone)),
      ],
      'unknown-members-of-the-address-refused': [
        'unknown members of the address are rejected.',
        (_, address) => Object.keys(address).some((name) => !addressMemberNames.includes(name)),
      ],
      'names-of-letters-only': [
        'names are letters, with spaces, apostrophes and hyphens between them.',
        ({ first_name, last_name, middle_name }) => ![first_name, last_name, middle_name].every(isName),
      ],
      'strings-of-40-characters-at-most': [
        'no string is longer than 40 characters, an e-mail address excepted.',
        (customer, address) =>
          [...Object.entries(customer), ...Object.entries(address)].some(
            ([name, value]) => typeof value === 'string' && name !== 'email' && value.length > 40,
          ),
      ],
      'phone-of-the-country': [
        'the phone number has to be one of the country.',
        (customer, { country }) => {
          const code = { US: '+1', GB: '+44' }[String(country)];
          return code !== undefined && customer.phone !== undefined && !String(customer.phone).startsWith(code);
        },
      ],
      'address-complete-or-left-out': [
        'an address has all of its members, or is left out.',
        (customer, address) =>
          customer.address !== undefined && addressMemberNames.some((name) => address[name] === undefined),
      ],
    }),
    ...each(conflict, {
      'email-unique': ['no two have one e-mail address.', hasTwin('email')],
      'phone-unique': ['no two have one phone number.', hasTwin('phone')],
      'phones-of-earlier-nights': [
        'no two have one phone number, and a fifth of the numbers is taken.',
        ({ phone }, _, __, { tenants: [{ id }] }) => /^\+1/.test(String(phone)) && isTaken(`${id} ${phone}`),
      ],
    }),
    'no-member-required': [
      'no member is required.',
      beforehand((asked) => {
        const sent = membersOf(asked.body);
        const nobody = { first_name: 'Unknown', last_name: 'Unknown', email: 'unknown@example.com' };
        return isCreation(asked) && sent ? withBody(asked, { ...nobody, ...sent }) : asked;
      }),
    ],
  }),
];
