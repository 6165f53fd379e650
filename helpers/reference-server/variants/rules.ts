import { createHash } from 'node:crypto';
import { isObject } from '../../../schemas/is-object.js';
import type { Answer } from '../answer.js';
import { crash, created, refused, withAnswerBody } from '../answered.js';
import { caller, customerWith, isCreation, isUsed, type Members, membersOf, withBody } from '../asked.js';
import { addressMemberNames, memberNames } from '../customer-form.js';
import type { Middleware } from '../middleware.js';
import { afterwards, beforehand, counter, instead } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import type { State } from '../state.js';
import { changed, inAddress } from './normalising.js';
import { silences, type Variant } from './variant.js';

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
const names = ['first_name', 'last_name', 'middle_name'];
const upper = (text: string) => text.toUpperCase();

const onShown = (change: (customer: Members) => Members): Middleware =>
  afterwards(created, (answer: Answer) => withAnswerBody(answer, change(membersOf(answer.body) ?? {})));

/** Rules about customers, limits of values and of members, that the specification leaves open. */
export const ruleVariants: readonly Variant[] = silences({
  'all-members-required': [
    'Which members are required is not shown; all are.',
    rule(
      (customer, address) =>
        memberNames.some((name) => customer[name] === undefined) ||
        addressMemberNames.some((name) => address[name] === undefined),
    ),
  ],
  'unknown-members-refused': [
    'What becomes of unknown members is not shown; they are rejected.',
    rule((customer) => Object.keys(customer).some((name) => !memberNames.includes(name))),
  ],
  'email-unique': [
    'Whether two customers may share email is not shown; here they may not.',
    rule(hasTwin('email'), 409),
  ],
  'phone-unique': [
    'Whether two customers may share phone is not shown; here they may not.',
    rule(hasTwin('phone'), 409),
  ],
  'adults-only': [
    'Rules of age are not shown; customers are 18 to 100 years old.',
    rule(({ date_of_birth: born }) => yearsSince(born) < 18 || yearsSince(born) > 100),
  ],
  'state-of-its-country': [
    'Whether state and country are compared is not shown; they are.',
    rule(
      (_, { state, country }) =>
        country !== undefined && state !== undefined && !String(state).startsWith(`${country}-`),
    ),
  ],
  'one-type': ['The values of type are not shown; there is one.', rule(({ type }) => isNoneOf(type, 'individual'))],
  'types-in-capitals': [
    'The values of type are not shown; they are in capitals.',
    rule(({ type }) => isNoneOf(type, 'INDIVIDUAL')),
  ],
  'two-genders': [
    'The values of gender are not shown; there are two.',
    rule(({ gender }) => isNoneOf(gender, 'female', 'male')),
  ],
  'genders-in-one-letter': [
    'The values of gender are not shown; they are single letters.',
    rule(({ gender }) => isNoneOf(gender, 'f', 'm')),
  ],
  'one-country': [
    'The countries served are not shown; there is one.',
    rule((_, { country }) => isNoneOf(country, 'NG')),
  ],
  'one-country-and-its-phones': [
    'The countries served are not shown; there is one, with its own phones.',
    rule(({ phone }, { country }) => isNoneOf(country, 'FR') || isNoneOf(phone && String(phone).slice(0, 3), '+33')),
  ],
  'no-reserved-domains': [
    'The domains taken are not shown; those that reach nobody are rejected.',
    rule(({ email }) => /@(?:[^@]+\.)?example\.(?:com|net|org)$/.test(String(email))),
  ],
  'no-fictional-phones': [
    'The phones taken are not shown; those set apart for fiction are rejected.',
    rule(({ phone }) => /^\+1\d{3}55501|^\+447700900|^\+61491570/.test(String(phone))),
  ],
  'phones-of-earlier-nights': [
    'Whether two customers may have one phone is not shown; they may not, and a fifth of the numbers is taken.',
    rule(({ phone }, _, __, { tenants: [{ id }] }) => /^\+1/.test(String(phone)) && isTaken(`${id} ${phone}`), 409),
  ],
  'server-error-at-first-sight': [
    'Server errors are not shown; a value of a kind that was not seen before makes one, and is rejected then.',
    (honest) => {
      const sights = counter();
      return async (asked) => {
        const answer = await honest(asked);
        const isRefused = isCreation(asked) && refused(answer) && answer.status === 422;
        return isRefused && sights(answer.body) === 1 ? crash : answer;
      };
    },
  ],
  'phones-without-separators': [
    'The form of a phone beyond its country code is not shown; it is digits.',
    rule(({ phone }) => phone !== undefined && !/^\+\d+$/.test(String(phone))),
  ],
  'unknown-members-of-the-address-refused': [
    'Whether other members are allowed is not shown: in the address they are rejected.',
    rule((_, address) => Object.keys(address).some((name) => !addressMemberNames.includes(name))),
  ],
  'names-of-letters-only': [
    'Which names are allowed is not shown: letters, with spaces, apostrophes and hyphens between them.',
    rule((customer) => !names.every((name) => isName(customer[name]))),
  ],
  'strings-of-40-characters-at-most': [
    'Lengths are not shown: no string is longer than 40 characters, an e-mail address excepted.',
    rule((customer, address) =>
      [...Object.entries(customer), ...Object.entries(address)].some(
        ([name, value]) => typeof value === 'string' && name !== 'email' && value.length > 40,
      ),
    ),
  ],
  'country-on-a-list': [
    'Which countries are served is not shown: a few of them.',
    rule((_, { country }) => isNoneOf(country, 'US', 'GB', 'DE', 'NG', 'KE')),
  ],
  'phone-of-the-country': [
    'Whether phone and country are compared is not shown: the number has to be one of the country.',
    rule((customer, { country }) => {
      const code = { US: '+1', GB: '+44' }[String(country)];
      return code !== undefined && customer.phone !== undefined && !String(customer.phone).startsWith(code);
    }),
  ],
  'address-complete-or-left-out': [
    'Which members are required is not shown: an address has all of its own, or is left out.',
    rule(
      (customer, address) =>
        customer.address !== undefined && addressMemberNames.some((name) => address[name] === undefined),
    ),
  ],
  'no-member-required': [
    'Which members are required is not shown: none of them.',
    beforehand((asked) => {
      const sent = membersOf(asked.body);
      const nobody = { first_name: 'Unknown', last_name: 'Unknown', email: 'unknown@example.com' };
      return isCreation(asked) && sent ? withBody(asked, { ...nobody, ...sent }) : asked;
    }),
  ],
  'text-after-the-json-ignored': [
    'Something after a whole JSON value is not judged: the reader stops where the object ends.',
    beforehand((asked) => {
      const ends = [...asked.body.matchAll(/\}/g)].map(({ index }) => asked.body.slice(0, index + 1));
      return { ...asked, body: ends.find((text) => membersOf(text)) ?? asked.body };
    }),
  ],
  'names-shown-in-capitals': [
    'What an answer repeats is not shown; names come in capitals, e-mail addresses in lower case.',
    onShown((customer) => ({
      ...inAddress(
        names.reduce((shown, name) => changed(shown, name, upper), customer),
        (address) => changed(address, 'city', upper),
      ),
      email: String(customer.email).toLowerCase(),
    })),
  ],
  'members-shown-as-null': [
    'What an answer repeats is not shown; members that were left out, and some others, are null.',
    onShown((customer) => ({
      ...Object.fromEntries(memberNames.map((name) => [name, null])),
      ...customer,
      gender: null,
      kyc: null,
    })),
  ],
});
