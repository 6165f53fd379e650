import { createHash } from 'node:crypto';
import { isObject } from '../../../schemas/is-object.js';
import { caller, customerWith, isCreation, isUsed, type Members, membersOf } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { each, instead } from '../rewrite.js';
import { json, type Request, rejection } from '../service.js';
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
    rejection(status, 'rule', 'This customer is not one that is taken here.'),
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

/** Rules about customers and their values that the specification leaves open. */
export const ruleVariants: readonly Variant[] = [
  ...silence('Rules about customers are not shown', {
    ...each(rule, {
      'one-country-and-its-phones': [
        'they come from one country, and so do their phones.',
        ({ phone }, { country }) => isNoneOf(country, 'FR') || isNoneOf(phone && String(phone).slice(0, 3), '+33'),
      ],
      'no-fictional-phones': [
        'phone numbers set apart for fiction are rejected.',
        ({ phone }) => /^\+1\d{3}55501|^\+447700900|^\+61491570/.test(String(phone)),
      ],
    }),
    ...each(conflict, {
      'phone-unique': ['no two have one phone number.', hasTwin('phone')],
      'phones-of-earlier-nights': [
        'no two have one phone number, and a fifth of the numbers is taken.',
        ({ phone }, _, __, { tenants: [{ id }] }) => /^\+1/.test(String(phone)) && isTaken(`${id} ${phone}`),
      ],
    }),
    'one-customer-for-each-address': [
      'a creation with the e-mail address of a customer of the tenant returns that customer.',
      (honest, world) => async (asked) => {
        const own = isCreation(asked) && !isUsed(asked, world) ? caller(asked, world) : undefined;
        const known = own && membersOf(asked.body)?.email !== undefined ? customerWith('email', asked, own) : undefined;
        return known ? json(200, known) : honest(asked);
      },
    ],
  }),
];
