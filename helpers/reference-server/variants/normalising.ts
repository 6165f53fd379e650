import { isObject } from '../../../schemas/is-object.js';
import { crash, rejected } from '../answered.js';
import { isCreation, type Members, membersOf, withBody } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { beforehand, counter, each } from '../rewrite.js';
import { addressMemberNames } from '../service.js';
import { creationAs } from '../shapes.js';

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
    ...each(mends, {
      'numbers-read-as-strings': [
        'a number or a boolean is taken for the string that it is spelt as.',
        (customer) => inAddress(asStrings(customer, ['email', 'date_of_birth']), (address) => asStrings(address, [])),
      ],
    }),
    'email-freed-of-a-display-name': [
      'the address is taken out of a mailbox with a name.',
      keeps('email')((mailbox) => mailbox.replace(/^.*<(.+)>$/, '$1')),
    ],
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
          const isRefused = isCreation(asked) && rejected(asked, answer) && answer.status === 422;
          return isRefused && sights(answer.body) === 1 ? crash : answer;
        };
      },
    ],
  }),
  ...silence('What an answer repeats is not shown', {
    'moment-of-birth': [
      'dates come back as moments.',
      creationAs((customer) => ({
        ...customer,
        ...(customer.date_of_birth ? { date_of_birth: `${customer.date_of_birth}T00:00:00.000Z` } : {}),
      })),
    ],
  }),
];
