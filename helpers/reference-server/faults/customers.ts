import { members } from '../../../schemas/fsapi/members.js';
import { crash, created, rejected, withMembers } from '../answered.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { customerWith, type Members, otherThan, withValues } from '../request.js';
import { afterwards, each, storingAsSent } from '../rewrite.js';
import { json, rejection, wrongMembers } from '../service.js';
import { type Answer, type Customer, slot } from '../state.js';

/** What comes of the e-mail address of another tenant's customer in a creation, which is honest where nothing does. */
const acrossTenants =
  (answer: (theirs: Customer) => Answer | undefined): Middleware =>
  (honest, world) =>
  async (asked) => {
    const own = asked.isCreation ? asked.caller : undefined;
    const other = otherThan(own, world);
    // Where the Idempotency-Key is the other's too, this is a repeat, which is another matter.
    const isRepeat = world.writes.has(slot(other, asked.idempotencyKey));
    const known = own && !isRepeat ? customerWith('email', asked, other) : undefined;
    return (known && answer(known)) ?? honest(asked);
  };

/** Valid values of members whose form is stated; any text is valid for the others. */
const valid: Members = {
  ...{ email: 'someone@example.com', phone: '+15550100', gender: 'female', date_of_birth: '1990-01-01' },
  ...{ country: 'GB', state: 'GB-LND', address: {} },
};

/** A server that stores some invalid values of members as they are, and shows them so. */
const lenient = (takes: (value: unknown, name: string) => boolean): Middleware =>
  storingAsSent((sent) => withValues(sent, (value, name) => (takes(value, name) ? (valid[name] ?? 'text') : value)));

/** Texts of these forms, by the last name of the member. */
const texts =
  (forms: Readonly<Record<string, RegExp>>) =>
  (value: unknown, name: string): boolean =>
    typeof value === 'string' && forms[name]?.test(value) === true;

const strings = members.filter(({ type }) => type === 'string');
const isString = (name: string) => strings.some(({ pointer }) => pointer.endsWith(`/${name}`));

/** CUST: what is stored of a customer, and whose customers a response shows. */
export const customerFaults: readonly Fault[] = [
  ...breaking(['CUST-01'], {
    'creation-crashes': [
      'A migration is missing, so that every insertion fails.',
      afterwards(created, crash),
      ['every member of the table, well-formed'],
    ],
  }),
  ...breaking(
    members.map(({ requirement }) => requirement),
    {
      'nothing-is-validated': [
        'The store keeps documents as they come, and validation was left to the clients.',
        storingAsSent((sent) => {
          const isWrong = (customer: Members) => wrongMembers(customer).length > 0;
          const stored = { first_name: 'Any', last_name: 'Any', email: sent.email };
          if (!isWrong(sent)) return sent;
          return isWrong(stored) ? { ...stored, email: 'any@example.com' } : stored;
        }),
      ],
    },
  ),
  ...breaking(['CUST-09'], {
    'leap-day-of-2000-rejected': [
      'Years that end in 00 are no leap years, said the one who wrote the check, and forgot the exception.',
      afterwards(
        (asked, answer) => created(asked, answer) && asked.members?.date_of_birth === '2000-02-29',
        rejection(422, 'invalid', 'date_of_birth is no date.'),
      ),
      ['29 February 2000 is accepted'],
    ],
    'month-13-crashes': [
      'The parser of dates throws, and nobody catches it.',
      afterwards(
        (asked, answer) => asked.isCreation && rejected(asked, answer) && /"date_of_birth":"\d+-13-/.test(asked.body),
        crash,
      ),
    ],
    'leap-day-in-any-year': [
      'Days are checked against the longest that a month can be.',
      lenient(
        (value, name) =>
          name === 'date_of_birth' &&
          /^\d{4}-02-29$/.test(String(value)) &&
          new Date(String(value)).getUTCDate() !== 29,
      ),
    ],
  }),
  ...breaking(
    strings.map(({ requirement }) => requirement),
    each(lenient, {
      'numbers-taken-for-strings': [
        'The columns take anything, and nothing else looks.',
        (value, name) => typeof value === 'number' && isString(name),
      ],
      'lists-taken-for-strings': [
        'A form library sends repeated fields as a list.',
        (value, name) => Array.isArray(value) && isString(name),
      ],
    }),
  ),
  ...breaking(['CUST-05', 'CUST-06', 'CUST-08', 'CUST-09'], {
    'patterns-without-anchors': [
      'A form is looked for in a text, and found with something around it.',
      lenient(texts({ email: /\S+@[a-z.]+/, phone: /\+\d+/, gender: /[a-z]+/, date_of_birth: /\d{4}-\d\d-\d\d/ })),
    ],
  }),
  ...breaking(['CUST-08'], {
    'gender-in-any-letter-case': [
      'The words are compared without letter case.',
      lenient(texts({ gender: /^\p{L}*\p{Lu}\p{L}*$/u })),
    ],
  }),
  ...breaking(['CUST-10'], {
    'address-a-string-or-a-list': [
      'The first version had an address of one line, and several are planned.',
      lenient((value, name) => name === 'address' && (typeof value === 'string' || Array.isArray(value))),
    ],
  }),
  ...breaking(['CUST-13', 'CUST-15'], {
    'codes-in-lower-case': [
      'Codes are compared without letter case, and stored as they came.',
      lenient(texts({ country: /^[a-z]{2}$/, state: /^[a-z]{2}-[a-z0-9]+$/ })),
    ],
  }),
  ...breaking(['CUST-23'], {
    ...each(acrossTenants, {
      'known-address-answered-with-the-others-customer': [
        'Creation finds or creates, and the query for finding has no tenant in it.',
        (theirs) => json(200, theirs),
        ['the e-mail address and phone of the first tenant’s customer, sent by the second'],
      ],
      'address-found-once-the-index-has-caught-up': [
        'The search for an address runs over all tenants, in an index that lags behind.',
        ({ id, created_at }) =>
          Date.now() - Date.parse(created_at) > 900 ? rejection(409, 'customer_exists', `See ${id}.`) : undefined,
        ['the same at the end of the run'],
      ],
      'conflict-shows-the-others-address': [
        'The conflict shows date of birth and address for comparison, and nothing that names anybody.',
        ({ date_of_birth, address }) =>
          rejection(409, 'customer_exists', 'Taken.', { existing: { date_of_birth, address } }),
        [],
      ],
    }),
    'address-searched-in-the-tenant-named': [
      'The search for duplicates runs in the tenant of the header, before key and header are compared.',
      (honest, world) => async (asked) => {
        const own = asked.owner;
        const named = asked.isCreation && own ? asked.named : undefined;
        if (!named || named === own) return honest(asked);
        const known = customerWith('email', asked, named);
        const isRepeat = world.writes.has(slot(named, asked.idempotencyKey));
        return known && !isRepeat ? rejection(409, 'customer_exists', `See ${known.id}.`) : honest(asked);
      },
      ['the same with the first tenant’s id'],
    ],
    'creation-shows-the-latest-customers': [
      'A creation shows the customers created last, for the dashboard, and that query has no tenant.',
      afterwards(created, (answer, asked, world) => {
        const [first, second] = world.tenants;
        const recent = [...first.customers.keys()].slice(-3);
        return asked.caller === second ? withMembers(answer, { recent }) : answer;
      }),
      ['no response holds anything of the other tenant'],
    ],
  }),
];
