import type { Answer } from '../answer.js';
import type { Middleware } from '../middleware.js';
import { afterwards, caller, created, isCreation, type Members, membersOf } from '../rewrite.js';
import { json, refusal } from '../service.js';
import { slot } from '../state.js';
import type { Fault } from './fault.js';
import { isArray, isBoolean, isNumber, isObject, lenient, text } from './lenient.js';

/** Answers in place of every success of a creation. */
const outright = (answer: Answer): Middleware => afterwards(created, () => answer);

/** A conflict, or worse, over what the customer of another tenant has. */
const acrossTenants = (id: string, story: string, member: string, answer: (theirs: Members) => Answer): Fault => ({
  id,
  breaks: ['CUST-23'],
  story,
  middleware: (honest, world) => async (asked) => {
    const own = isCreation(asked) ? caller(asked, world) : undefined;
    const other = world.tenants.find((tenant) => tenant !== own);
    const sent = membersOf(asked.body)?.[member];
    const known = [...(other?.customers.values() ?? [])].find((customer) => customer[member] === sent);
    // Where the Idempotency-Key is the other's too, this is a repeat, which is another matter.
    const repeat = other && world.writes.has(slot(other, asked.headers.get('idempotency-key') ?? ''));
    return own && sent !== undefined && known && !repeat ? answer(known) : honest(asked);
  },
});

/** CUST-01 to CUST-08 and CUST-23. */
export const customerFaults: readonly Fault[] = [
  {
    id: 'creation-crashes',
    breaks: ['CUST-01'],
    story: 'A migration is missing, so that every insertion fails.',
    middleware: outright(refusal(500, 'internal', 'Something went wrong here.')),
  },
  {
    id: 'creation-not-found',
    breaks: ['CUST-01'],
    story: 'The route was renamed in the singular.',
    middleware: outright(refusal(404, 'not_found', 'There is nothing at this address.')),
  },
  {
    id: 'creation-redirects',
    breaks: ['CUST-01'],
    story: 'The handler redirects to the new customer, as forms in a browser want it.',
    middleware: afterwards(created, ({ headers }) => ({
      status: 302,
      headers: { location: headers?.location ?? '/' },
    })),
  },
  {
    id: 'creation-not-allowed',
    breaks: ['CUST-01'],
    story: 'The gateway lets reads pass and was never told of the writes.',
    middleware: outright(refusal(405, 'method_not_allowed', 'This address takes another method.')),
  },
  {
    id: 'middle-name-refused',
    breaks: ['CUST-01', 'CUST-04'],
    story: 'The schema of the gateway was written before the member was added, and allows no others.',
    middleware: (honest) => async (asked) => {
      const refuses = isCreation(asked) && membersOf(asked.body)?.middle_name !== undefined;
      const answer = await honest(asked);
      return refuses && created(asked, answer) ? refusal(422, 'invalid', 'middle_name is not known.') : answer;
    },
  },
  lenient(
    'first-name-a-number',
    'CUST-02',
    'first_name',
    'The column takes anything, and nothing else looks.',
    isNumber,
  ),
  lenient('first-name-an-object', 'CUST-02', 'first_name', 'The store keeps documents as they come.', isObject),
  lenient('last-name-an-array', 'CUST-03', 'last_name', 'A form library sends repeated fields as an array.', isArray),
  lenient(
    'last-name-true',
    'CUST-03',
    'last_name',
    'The check asks only whether there is something.',
    isBoolean,
    'the id',
  ),
  lenient(
    'middle-name-not-looked-at',
    'CUST-04',
    'middle_name',
    'Optional members are left out of the check.',
    (value) => [isNumber, isBoolean, isArray, isObject].some((is) => is(value)),
  ),
  lenient('email-without-at', 'CUST-05', 'email', 'The check was taken out for names of users.', text(/^[^@\s]+$/)),
  lenient('email-without-domain', 'CUST-05', 'email', 'The check looks for the sign alone.', text(/^[^@\s]+@$/)),
  lenient('email-without-local-part', 'CUST-05', 'email', 'The pattern has a star for a plus.', text(/^@[^@\s]+$/)),
  lenient('email-with-two-at', 'CUST-05', 'email', 'The pattern takes any sign for the domain.', text(/@.*@/)),
  lenient('email-with-a-space', 'CUST-05', 'email', 'The pattern is not anchored.', text(/\S +\S*@/), 'the id'),
  lenient('phone-without-plus', 'CUST-06', 'phone', 'The plus sign is optional in the pattern.', text(/^[1-9]\d+$/)),
  lenient(
    'phone-with-double-zero',
    'CUST-06',
    'phone',
    'The library reads the dialling prefix of one country.',
    text(/^00/),
  ),
  lenient('phone-national', 'CUST-06', 'phone', 'Numbers of the home country need no prefix here.', text(/^\(/)),
  lenient('phone-with-letters', 'CUST-06', 'phone', 'The length is checked, the signs are not.', text(/[A-Za-z]/)),
  lenient(
    'phone-a-plus-alone',
    'CUST-06',
    'phone',
    'The check reads the first sign and stops.',
    text(/^\+$/),
    'the id',
  ),
  lenient('phone-country-code-zero', 'CUST-06', 'phone', 'The pattern has any digit after the plus.', text(/^\+0/)),
  lenient('phone-a-number', 'CUST-06', 'phone', 'The member was an integer in the first version.', isNumber),
  lenient('type-a-number', 'CUST-07', 'type', 'An enumeration takes its numbers as well as its names.', isNumber),
  lenient('type-a-list', 'CUST-07', 'type', 'A customer may be of several kinds inside.', isArray, 'the id'),
  lenient(
    'gender-capitalised',
    'CUST-08',
    'gender',
    'The words are compared without letter case.',
    text(/^\p{Lu}\p{Ll}+$/u),
  ),
  lenient('gender-in-capitals', 'CUST-08', 'gender', 'An older client sends constants.', text(/^\p{Lu}{2,}$/u)),
  lenient('gender-a-code', 'CUST-08', 'gender', 'The codes of a register are taken too.', text(/^\d+$/)),
  lenient('gender-two-words', 'CUST-08', 'gender', 'The member became free text.', text(/\s/)),
  lenient('gender-empty', 'CUST-08', 'gender', 'A select without a choice sends an empty text.', text(/^$/), 'the id'),
  acrossTenants(
    'conflict-shows-the-others-customer',
    'The address is unique over all tenants, and the conflict helps by showing who has it.',
    'email',
    ({ id, first_name, last_name }) =>
      refusal(409, 'customer_exists', 'This address is taken.', { customer: { id, first_name, last_name } }),
  ),
  acrossTenants(
    'known-address-answered-with-the-others-customer',
    'Creation finds or creates, and the query for finding has no tenant in it.',
    'email',
    (theirs) => json(200, theirs),
  ),
  acrossTenants(
    'known-phone-names-the-others-customer',
    'The phone is unique over all tenants; the database’s message about the duplicate is handed on.',
    'phone',
    ({ id }) => refusal(400, 'duplicate', `Key (phone) exists in row ${id}.`),
  ),
];
