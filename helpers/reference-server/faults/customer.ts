import { isObject } from '../../../schemas/is-object.js';
import type { Answer } from '../answer.js';
import { crash, created } from '../answered.js';
import {
  caller,
  customerWith,
  isCreation,
  keyOf,
  type Members,
  membersOf,
  namedTenant,
  otherThan,
  owner,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, counter } from '../rewrite.js';
import { json, refusal } from '../service.js';
import { slot } from '../state.js';
import { isArray, isBoolean, isNumber, lenient } from './lenient.js';

/** A conflict, or worse, over what the customer of another tenant has. */
const acrossTenants =
  (member: string, answer: (theirs: Members, tries: number) => Answer | undefined): Middleware =>
  (honest, world) => {
    const tries = counter();
    return async (asked) => {
      const own = isCreation(asked) ? caller(asked, world) : undefined;
      const other = otherThan(own, world);
      const sent = membersOf(asked.body)?.[member];
      const known = customerWith(member, asked, other);
      // Where the Idempotency-Key is the other's too, this is a repeat, which is another matter.
      const repeat = world.writes.has(slot(other, keyOf(asked)));
      if (!own || sent === undefined || !known || repeat) return honest(asked);
      return answer(known, tries(sent)) ?? honest(asked);
    };
  };

/** CUST-01 to CUST-08 and CUST-23. */
export const customerFaults: readonly Fault[] = [
  ...breaking(['CUST-01'], {
    'creation-crashes': ['A migration is missing, so that every insertion fails.', afterwards(created, crash)],
    'creation-redirects': [
      'The handler redirects to the new customer, as forms in a browser want it.',
      afterwards(created, ({ headers }) => ({ status: 302, headers: { location: headers?.location ?? '/' } })),
    ],
  }),
  ...breaking(['CUST-23'], {
    'known-address-answered-with-the-others-customer': [
      'Creation finds or creates, and the query for finding has no tenant in it.',
      acrossTenants('email', (theirs) => json(200, theirs)),
    ],
    'known-phone-names-the-others-customer': [
      'The phone is unique over all tenants; the database’s message about the duplicate is handed on.',
      acrossTenants('phone', ({ id }) => refusal(400, 'duplicate', `Key (phone) exists in row ${id}.`)),
    ],
    'known-address-names-the-others-customer-once': [
      'The first look at an address finds whose it is; from then on a list of taken addresses answers.',
      acrossTenants('email', ({ id }, tries) =>
        tries === 1 ? json(200, { customer: id }) : refusal(409, 'customer_exists', 'This address is taken.'),
      ),
    ],
    'address-found-once-the-index-has-caught-up': [
      'The search for an address runs over all tenants, in an index that lags behind.',
      acrossTenants('email', ({ id, created_at }) =>
        Date.now() - Date.parse(String(created_at)) > 900 ? refusal(409, 'customer_exists', `See ${id}.`) : undefined,
      ),
    ],
    'conflict-names-whoever-has-the-address': [
      'The address is unique over all customers, of the own tenant too, and the conflict names the one that has it.',
      (honest, world) => async (asked) => {
        const own = isCreation(asked) ? caller(asked, world) : undefined;
        const tenants = own ? world.tenants : [];
        const known = tenants.map((tenant) => customerWith('email', asked, tenant)).find(Boolean);
        const isRepeat = tenants.some((tenant) => world.writes.has(slot(tenant, keyOf(asked))));
        return known && !isRepeat
          ? refusal(409, 'customer_exists', 'Taken.', { customer_id: known.id })
          : honest(asked);
      },
    ],
    'conflict-names-the-others-tenant': [
      'The message is written for the staff of the platform.',
      (honest, world) => {
        const own = acrossTenants('email', () => refusal(409, 'customer_exists', `Taken by ${world.tenants[0].id}.`));
        return own(honest, world);
      },
    ],
    'conflict-shows-the-others-address': [
      'The conflict shows date of birth and address for comparison, and nothing that names anybody.',
      acrossTenants('email', ({ date_of_birth, address }) =>
        refusal(409, 'customer_exists', 'Taken.', { existing: { date_of_birth, address } }),
      ),
    ],
    'address-searched-in-the-tenant-named': [
      'The search for duplicates runs in the tenant of the header, before key and header are compared.',
      (honest, world) => async (asked) => {
        const own = owner(asked, world);
        const named = isCreation(asked) && own ? namedTenant(asked, world) : undefined;
        if (!named || named === own) return honest(asked);
        const known = customerWith('email', asked, named);
        const repeat = world.writes.has(slot(named, keyOf(asked)));
        return known && !repeat ? refusal(409, 'customer_exists', `See ${known.id}.`) : honest(asked);
      },
    ],
  }),
  ...lenient('CUST-02', 'first_name', {
    'first-name-a-number': ['The column takes anything, and nothing else looks.', isNumber],
    'first-name-false': ['The rule begins with `if (value && …)`.', (value) => value === false],
    'first-name-an-object': ['The store keeps documents as they come.', isObject],
  }),
  ...lenient('CUST-03', 'last_name', {
    'last-name-an-array': ['A form library sends repeated fields as an array.', isArray],
    'last-name-true': ['The check asks only whether there is something.', isBoolean, 'the id'],
  }),
  ...lenient('CUST-04', 'middle_name', {
    'middle-name-not-looked-at': [
      'Optional members are left out of the check.',
      (value) => [isNumber, isBoolean, isArray, isObject].some((is) => is(value)),
    ],
  }),
  ...lenient('CUST-05', 'email', {
    'email-without-at': ['The check was taken out for names of users.', /^[^@\s]+$/],
    'email-without-domain': ['The check looks for the sign alone.', /^[^@\s]+@$/],
    'email-without-local-part': ['The pattern has a star for a plus.', /^@[^@\s]+$/],
    'email-with-two-at': ['The pattern takes any sign for the domain.', /@.*@/],
    'email-with-a-space': ['The pattern is not anchored.', /\S +\S*@/, 'the id'],
    'email-with-a-display-name': ['The parser of mail reads names too.', /^[\w "]+<\S+@\S+>$/],
  }),
  ...lenient('CUST-06', 'phone', {
    'phone-without-plus': ['The plus sign is optional in the pattern.', /^[1-9]\d+$/],
    'phone-with-double-zero': ['The library reads the dialling prefix of one country.', /^00/],
    'phone-national': ['Numbers of the home country need no prefix here.', /^\(/],
    'phone-with-letters': ['The length is checked, the signs are not.', /[A-Za-z]/],
    'phone-a-plus-alone': ['The check reads the first sign and stops.', /^\+$/, 'the id'],
    'phone-country-code-zero': ['The pattern has any digit after the plus.', /^\+0/],
    'phone-a-number': ['The member was an integer in the first version.', isNumber],
  }),
  ...lenient('CUST-07', 'type', {
    'type-a-number': ['An enumeration takes its numbers as well as its names.', isNumber],
    'type-a-list': ['A customer may be of several kinds inside.', isArray, 'the id'],
  }),
  ...lenient('CUST-08', 'gender', {
    'gender-capitalised': ['The words are compared without letter case.', /^\p{Lu}\p{Ll}+$/u],
    'gender-in-capitals': ['An older client sends constants.', /^\p{Lu}{2,}$/u],
    'gender-a-code': ['The codes of a register are taken too.', /^\d+$/],
    'gender-two-words': ['The member became free text.', /\s/],
    'gender-empty': ['A select without a choice sends an empty text.', /^$/, 'the id'],
  }),
];
