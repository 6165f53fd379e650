import { type Member, members } from '../../../schemas/fsapi/members.js';
import { crash, created, rejected, withAnswerBody, withMembers } from '../answered.js';
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
  withBody,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, counter } from '../rewrite.js';
import { type Answer, json, rejection } from '../service.js';
import { slot } from '../state.js';

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

const at = (members: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((item, name) => (Object(item) as Members)[name], members);
function put(members: Members, path: string, value: unknown): Members {
  const [name = '', ...rest] = path.split('.');
  return {
    ...members,
    [name]: rest.length === 0 ? value : put(Object(members[name]) as Members, rest.join('.'), value),
  };
}

/** A body with values in the place of invalid ones, so that the honest service stores something for it. */
function stored(sent: Members): Members {
  const { email } = sent;
  const valid = typeof email === 'string' && /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email);
  return { first_name: 'Any', last_name: 'Any', email: valid ? email : 'any@example.com', sent };
}

const storesAnything: Middleware = (honest) => async (asked) => {
  const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
  const answer = await honest(asked);
  if (!sent || !rejected(asked, answer) || answer.status !== 422) return answer;
  const honestly = await honest(withBody(asked, stored(sent)));
  return created(asked, honestly) ? json(201, { ...sent, id: membersOf(honestly.body)?.id }) : honestly;
};

/** Rejects every customer that has a member, which its own table lacks. */
const rejectsMember =
  ({ pointer, name }: Member): Middleware =>
  (honest) =>
  async (asked) => {
    const answer = await honest(asked);
    const sent = membersOf(asked.body);
    if (!isCreation(asked) || sent === undefined) return answer;
    const has = at(sent, name) !== undefined;
    if (has) return created(asked, answer) ? rejection(422, 'invalid', `${pointer} is not known.`) : answer;
    return rejected(asked, answer) ? honest(withBody(asked, { ...always, ...sent })) : answer;
  };

/** What this service wants to know of everybody, where a customer lacks it. */
const always: Members = { first_name: 'Any', last_name: 'Any', email: 'any@example.com' };

/** Valid values: the honest service is asked with one in the place of what was sent. */
const valid: Members = {
  ...{ email: 'someone@example.com', phone: '+15550100', gender: 'female', date_of_birth: '1990-01-01' },
  ...{ 'address.country': 'GB', 'address.state': 'GB-LND', address: {} },
};

type Takes = RegExp | ((value: unknown) => boolean);
const takes = (what: Takes, value: unknown) =>
  typeof what === 'function' ? what(value) : typeof value === 'string' && what.test(value);

/** A server that stores some invalid values of members as they are, and shows them so. */
const lenient =
  (rules: Readonly<Record<string, Takes>>): Middleware =>
  (honest) =>
  async (asked) => {
    const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
    const taken = sent
      ? Object.entries(rules).flatMap(([path, what]) => (takes(what, at(sent, path)) ? [path] : []))
      : [];
    if (!sent || taken.length === 0) return honest(asked);
    const mended = taken.reduce((all, path) => put(all, path, valid[path] ?? 'text'), sent);
    // The sent values go along under a name that the service ignores, so that two bodies stay two.
    const answer = await honest(withBody(asked, { ...mended, sent }));
    const stored = membersOf(answer.body) ?? {};
    if (!created(asked, answer)) return answer;
    return withAnswerBody(
      answer,
      taken.reduce((all, path) => put(all, path, at(sent, path)), stored),
    );
  };

const isNumber = (value: unknown) => typeof value === 'number';
const ofStrings = (what: Takes) =>
  Object.fromEntries(members.filter(({ type }) => type === 'string').map(({ name }) => [name, what]));
const requirementOf = (name: string) => members.find((member) => member.name === name)?.requirement ?? 'CUST-01';

/** Servers whose rules about members are wrong: each breaks what it has a rule for. */
const wrongRules = (
  table: Readonly<Record<string, readonly [story: string, rules: Readonly<Record<string, Takes>>]>>,
): Fault[] =>
  Object.entries(table).flatMap(([id, [story, rules]]) =>
    breaking([...new Set(Object.keys(rules).map(requirementOf))].sort(), { [id]: [story, lenient(rules)] }),
  );

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const isNoLeapDay = (value: unknown) =>
  /^\d{4}-02-29$/.test(String(value)) && !isLeap(Number(String(value).slice(0, 4)));
/** The forms that the tables state, as a pattern that is looked for anywhere in a text. */
const anywhere = { email: /\S+@[a-z.]+/, phone: /\+\d+/, gender: /[a-z]+/, date_of_birth: /\d{4}-\d\d-\d\d/ };

const ofAnother = 'CUST-23 the e-mail address and phone of the first tenant’s customer, sent by the second';

/** CUST: what is stored of a customer, and whose customers a response shows. */
export const customerFaults: readonly Fault[] = [
  ...breaking(['CUST-01'], {
    'creation-crashes': [
      'A migration is missing, so that every insertion fails.',
      afterwards(created, crash),
      { fails: ['CUST-01 every member of the table, well-formed'] },
    ],
  }),
  ...breaking([...new Set(members.map(({ requirement }) => requirement))].sort(), {
    'nothing-is-validated': [
      'The store keeps documents as they come, and validation was left to the clients.',
      storesAnything,
    ],
  }),
  ...members.flatMap((member) =>
    breaking(['CUST-01', member.requirement], {
      [`${member.name.replaceAll(/[._]/g, '-')}-rejected`]: [
        'The schema of the gateway was written before the member was added, and allows no others.',
        rejectsMember(member),
        {
          fails: [`${member.requirement} a well-formed value is accepted`],
          ...(['email', 'phone'].includes(member.name) && { customer: { type: 'individual' } }),
        },
      ],
    }),
  ),
  ...breaking(['CUST-09'], {
    'leap-day-of-2000-rejected': [
      'Years that end in 00 are no leap years, said the one who wrote the check, and forgot the exception.',
      (honest) => async (asked) => {
        const born = isCreation(asked) ? membersOf(asked.body)?.date_of_birth : undefined;
        const answer = born === '2000-02-29' ? rejection(422, 'invalid', 'date_of_birth is no date.') : undefined;
        const honestly = await honest(answer ? { ...asked, body: '{}' } : asked);
        return answer && honestly.status === 422 ? answer : honestly;
      },
      { fails: ['CUST-09 29 February 2000 is accepted'] },
    ],
    'month-13-crashes': [
      'The parser of dates throws, and nobody catches it.',
      afterwards(
        (asked, answer) => isCreation(asked) && rejected(asked, answer) && /"date_of_birth":"\d+-13-/.test(asked.body),
        crash,
      ),
    ],
  }),
  ...wrongRules({
    'numbers-taken-for-strings': ['The columns take anything, and nothing else looks.', ofStrings(isNumber)],
    'lists-taken-for-strings': ['A form library sends repeated fields as a list.', ofStrings(Array.isArray)],
    'patterns-without-anchors': ['A form is looked for in a text, and found with something around it.', anywhere],
    'gender-in-any-letter-case': ['The words are compared without letter case.', { gender: /^\p{L}*\p{Lu}\p{L}*$/u }],
    'leap-day-in-any-year': [
      'Days are checked against the longest that a month can be.',
      { date_of_birth: isNoLeapDay },
    ],
    'address-a-string-or-a-list': [
      'The first version had an address of one line, and several are planned.',
      { address: (value) => typeof value === 'string' || Array.isArray(value) },
    ],
    'codes-in-lower-case': [
      'Codes are compared without letter case, and stored as they came.',
      { 'address.country': /^[a-z]{2}$/, 'address.state': /^[a-z]{2}-[a-z0-9]+$/ },
    ],
  }),
  ...breaking(['CUST-23'], {
    'known-address-answered-with-the-others-customer': [
      'Creation finds or creates, and the query for finding has no tenant in it.',
      acrossTenants('email', (theirs) => json(200, theirs)),
      { fails: [ofAnother] },
    ],
    'address-found-once-the-index-has-caught-up': [
      'The search for an address runs over all tenants, in an index that lags behind.',
      acrossTenants('email', ({ id, created_at }) =>
        Date.now() - Date.parse(String(created_at)) > 900 ? rejection(409, 'customer_exists', `See ${id}.`) : undefined,
      ),
      { fails: ['CUST-23 the same at the end of the run'] },
    ],
    'conflict-shows-the-others-address': [
      'The conflict shows date of birth and address for comparison, and nothing that names anybody.',
      acrossTenants('email', ({ date_of_birth, address }) =>
        rejection(409, 'customer_exists', 'Taken.', { existing: { date_of_birth, address } }),
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
        return known && !repeat ? rejection(409, 'customer_exists', `See ${known.id}.`) : honest(asked);
      },
      { fails: ['CUST-23 the same with the first tenant’s id'] },
    ],
    'rejection-lists-similar-customers': [
      'A rejected customer is compared with those of all tenants, to help with what was meant.',
      afterwards(
        // What the key does not act for is rejected before anything is compared.
        (asked, answer, world) => caller(asked, world) !== undefined && isCreation(asked) && rejected(asked, answer),
        (answer, asked, world) =>
          withMembers(answer, { similar: [...otherThan(caller(asked, world), world).customers.keys()] }),
      ),
      { with: ['CUST-05', 'CUST-06', 'CUST-09'], fails: ['CUST-23 no response holds anything of the other tenant'] },
    ],
    'creation-shows-the-latest-customers': [
      'A creation shows the customers created last, for the dashboard, and that query has no tenant.',
      afterwards(created, (answer, asked, world) => {
        const [first, second] = world.tenants;
        const recent = [...first.customers.keys()].slice(-3);
        return caller(asked, world) === second ? withMembers(answer, { recent }) : answer;
      }),
    ],
  }),
];
