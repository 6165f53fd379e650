import { addressMemberNames } from '../customer-form.js';
import type { Middleware } from '../middleware.js';
import { beforehand, caller, isCreation, isUsed, type Members, membersOf, withBody } from '../rewrite.js';
import { refusal } from '../service.js';
import type { Variant } from './variant.js';

/** A rule that a new customer has to keep; what a known key repeats has kept it before. */
const rule =
  (isBroken: (customer: Members, address: Members) => boolean): Middleware =>
  (honest, world) =>
  async (asked) => {
    const customer = membersOf(asked.body);
    if (!isCreation(asked) || !caller(asked, world) || !customer || isUsed(asked, world)) return honest(asked);
    const address = membersOf(JSON.stringify(customer.address ?? null)) ?? {};
    return isBroken(customer, address)
      ? refusal(422, 'rule', 'This customer is not one that is taken here.')
      : honest(asked);
  };

const isName = (value: unknown) => value === undefined || /^\p{L}[\p{L} '-]*$/u.test(String(value));

/** Resources, gaps: limits of values and of members that the tables leave open. */
export const customerLimitVariants: readonly Variant[] = [
  {
    id: 'unknown-members-of-the-address-refused',
    freedom: 'Whether other members are allowed is not shown: in the address they are rejected.',
    middleware: rule((_, address) => Object.keys(address).some((name) => !addressMemberNames.includes(name))),
  },
  {
    id: 'names-of-letters-only',
    freedom: 'Which names are allowed is not shown: letters, with spaces, apostrophes and hyphens between them.',
    middleware: rule((customer) => !['first_name', 'last_name', 'middle_name'].every((name) => isName(customer[name]))),
  },
  {
    id: 'strings-of-40-characters-at-most',
    freedom: 'Lengths are not shown: no string is longer than 40 characters, an e-mail address excepted.',
    middleware: rule((customer, address) =>
      [...Object.entries(customer), ...Object.entries(address)].some(
        ([name, value]) => typeof value === 'string' && name !== 'email' && value.length > 40,
      ),
    ),
  },
  {
    id: 'country-on-a-list',
    freedom: 'Which countries are served is not shown: a few of them.',
    middleware: rule(
      (_, { country }) => country !== undefined && !['US', 'GB', 'DE', 'NG', 'KE'].includes(String(country)),
    ),
  },
  {
    id: 'phone-of-the-country',
    freedom: 'Whether phone and country are compared is not shown: the number has to be one of the country.',
    middleware: rule((customer, { country }) => {
      const code = { US: '+1', GB: '+44' }[String(country)];
      return code !== undefined && customer.phone !== undefined && !String(customer.phone).startsWith(code);
    }),
  },
  {
    id: 'address-complete-or-left-out',
    freedom: 'Which members are required is not shown: an address has all of its own, or is left out.',
    middleware: rule(
      (customer, address) =>
        customer.address !== undefined && addressMemberNames.some((name) => address[name] === undefined),
    ),
  },
  {
    id: 'no-member-required',
    freedom: 'Which members are required is not shown: none of them.',
    middleware: beforehand((asked) => {
      const sent = membersOf(asked.body);
      const nobody = { first_name: 'Unknown', last_name: 'Unknown', email: 'unknown@example.com' };
      return isCreation(asked) && sent ? withBody(asked, { ...nobody, ...sent }) : asked;
    }),
  },
  {
    id: 'text-after-the-json-ignored',
    freedom: 'Something after a whole JSON value is not judged: the reader stops where the object ends.',
    middleware: beforehand((asked) => {
      const ends = [...asked.body.matchAll(/\}/g)].map(({ index }) => asked.body.slice(0, index + 1));
      return { ...asked, body: ends.find((text) => membersOf(text)) ?? asked.body };
    }),
  },
];
