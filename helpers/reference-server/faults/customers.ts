import { members } from '../../../schemas/fsapi/members.js';
import { crash, created, rejected, withMembers } from '../answers.js';
import { type Middleware, ofCreation, storiesOf } from '../changes.js';
import { afterwards, all, creationAs, promised, storingAnything, storingAsSent } from '../middleware.js';
import { customerWith, type Members, otherThan, type Request, withValues } from '../request.js';
import { type Answer, type Customer, hashOf, json, rejection, type State, type Tenant } from '../state.js';

/** For the e-mail address of another tenant's customer; undefined stays honest. */
function acrossTenants(
  answer: (customer: Customer) => Answer | undefined,
  tenantOf = ({ caller }: Request, world: State): Tenant | undefined => caller && otherThan(caller, world),
): Middleware {
  return (honest, world) => async (asked) => {
    const other = asked.isCreation ? tenantOf(asked, world) : undefined;
    // A request with the other tenant's Idempotency-Key is a repeat, which is another matter.
    if (!other || asked.earlierWrite(other)) return honest(asked);
    const customer = customerWith('email', asked, other);
    return (customer && answer(customer)) ?? honest(asked);
  };
}

const fileOf = (id: unknown) => hashOf(String(id)).toString('hex');
const taken = ({ id }: Customer) => rejection(409, 'customer_exists', `See ${id}.`);
const showing = (existing: Members) => rejection(409, 'customer_exists', 'Taken.', { existing });

const valid: Members = {
  email: 'someone@example.com',
  phone: '+15550100',
  gender: 'female',
  date_of_birth: '1990-01-01',
};

const lenient = (forms: Readonly<Record<string, RegExp>>): Middleware =>
  storingAsSent((sent) =>
    withValues(sent, (value, name) => (typeof value === 'string' && forms[name]?.test(value) ? valid[name] : value)),
  );

/** Breaks the requirements of all members; the compiler knows only the first. */
const ofAllMembers = <Name extends string>(name: Name) =>
  `${members.map(({ requirement }) => requirement).join(' ')} ${name}` as `CUST-02 ${Name}`;

export const customerFaults = storiesOf({
  'CUST-01 creation-crashes': [
    'A migration is missing, so every insertion fails.',
    afterwards(created, crash),
    ['every member of the table, well-formed'],
  ],
  [ofAllMembers('nothing-is-validated')]: [
    'The store keeps documents as they come; clients were to validate them.',
    storingAnything,
  ],
  [ofAllMembers('nothing-is-validated-behind-a-promise')]: [
    'The queue takes whatever comes, and nobody validates what it hands on.',
    all(
      promised(() => ({})),
      storingAnything,
    ),
  ],
  'CUST-09 leap-day-of-2000-rejected': [
    'Whoever wrote the check forgot that years divisible by 400 are leap years.',
    afterwards(
      (asked, answer) => created(asked, answer) && asked.members?.date_of_birth === '2000-02-29',
      rejection(422, 'invalid', 'date_of_birth is no date.'),
    ),
    ['29 February 2000 is accepted'],
  ],
  'CUST-09 month-13-crashes': [
    'The parser of dates throws, and nobody catches it.',
    afterwards(
      (asked, answer) => asked.isCreation && rejected(asked, answer) && /"date_of_birth":"\d+-13-/.test(asked.body),
      crash,
    ),
  ],
  'CUST-09 leap-day-in-any-year': [
    'Days are checked against the longest month.',
    lenient({ date_of_birth: /^\d{4}-02-29$/ }),
  ],
  'CUST-13 codes-of-three-letters-are-known-too': [
    'The list of countries has both codes of ISO 3166-1.',
    storingAsSent((sent) => withValues(sent, (value, name) => (name === 'country' && value === 'USA' ? 'US' : value))),
    ofCreation('three letters'),
  ],
  'CUST-05 CUST-06 CUST-08 CUST-09 patterns-without-anchors': [
    'A pattern is searched within the text.',
    lenient({ email: /\S+@[a-z.]+/, phone: /\+\d+/, gender: /[a-z]+/, date_of_birth: /\d{4}-\d\d-\d\d/ }),
  ],
  'CUST-23 known-address-answered-with-the-others-customer': [
    'Creation finds or creates, and the search has no tenant.',
    acrossTenants((customer) => json(200, customer)),
    ['the e-mail address and phone of the first tenant’s customer, sent by the second'],
  ],
  'CUST-23 address-found-once-the-index-has-caught-up': [
    'The search for an address covers all tenants, with an index that lags.',
    acrossTenants((customer) => (Date.now() - Date.parse(customer.created_at) > 900 ? taken(customer) : undefined)),
    ['the same at the end of the run'],
  ],
  'CUST-23 conflict-shows-the-others-address': [
    'The conflict shows date of birth and address for comparison.',
    acrossTenants(({ date_of_birth, address }) => showing({ date_of_birth, address })),
  ],
  'CUST-23 conflict-shows-the-others-file': [
    'The conflict leads to the file of the customer.',
    all(
      acrossTenants(({ id }) => rejection(409, 'customer_exists', 'Taken.', { file: fileOf(id) })),
      creationAs((customer) => ({ ...customer, file: fileOf(customer.id) })),
    ),
  ],
  'CUST-23 conflict-shows-a-name-and-a-birthday': [
    'The conflict shows who it is about.',
    acrossTenants(({ first_name, date_of_birth }) => showing({ first_name, date_of_birth })),
  ],
  'CUST-23 address-searched-in-the-tenant-named': [
    'The search for duplicates uses the header’s tenant, before that is compared with the key.',
    acrossTenants(taken, ({ owner, named }) => (owner && named !== owner ? named : undefined)),
    ['the same with the first tenant’s id'],
  ],
  'CUST-23 creation-shows-the-latest-customers': [
    'A creation shows the latest customers for the dashboard, without a tenant.',
    afterwards(created, (answer, asked, world) => {
      const [first, second] = world.tenants;
      const recent = [...first.customers.keys()].slice(-3);
      return asked.caller === second ? withMembers(answer, { recent }) : answer;
    }),
    ['no response holds anything of the other tenant'],
  ],
});
