import { createHash } from 'node:crypto';
import type { Answer } from '../answer.js';
import { addressMemberNames, memberNames } from '../customer-form.js';
import type { Middleware } from '../middleware.js';
import {
  afterwards,
  caller,
  created,
  isCreation,
  type Members,
  membersOf,
  refused,
  slotOf,
  withAnswerBody,
  withBody,
} from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import type { State } from '../state.js';
import { silences, type Variant } from './variant.js';

/** Whether an earlier night used a number: a fifth of them, others on each server. */
const isTaken = (text: string) => createHash('sha256').update(text).digest().readUInt8(0) % 5 === 0;

type Rule = (sent: Members, asked: Request, world: State) => string | undefined;

/** A service that rejects more than the honest one: what a rule names, after the key and the tenant, before the write. */
const refuses = (id: string, freedom: string, rule: Rule, status = 422): Variant => ({
  id,
  freedom,
  middleware: (honest, world) => async (asked) => {
    const name = slotOf(asked, world);
    const sent = name && !world.writes.has(name) ? membersOf(asked.body) : undefined;
    const wrong = sent && rule(sent, asked, world);
    return wrong ? refusal(status, 'invalid', 'Not taken here.', { members: [wrong] }) : honest(asked);
  },
});

/** A service that normalises values before it looks at them, and shows them so. */
const mends = (id: string, freedom: string, right: (sent: Members) => Members): Variant => ({
  id,
  freedom: `Whether a value is refused or put right is not shown; ${freedom}`,
  middleware: (honest) => (asked) => {
    const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
    return honest(sent ? withBody(asked, right(sent)) : asked);
  },
});
/** Applies a change to a text member, or to one of the address. */
const texts =
  (names: readonly string[], change: (text: string) => string) =>
  (sent: Members): Members =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => {
        if (name === 'address' && membersOf(JSON.stringify(value)))
          return [name, texts(names, change)(value as Members)];
        return [name, names.includes(name) && typeof value === 'string' ? change(value) : value];
      }),
    );

/** Rejects a second customer of the tenant with the same value. */
const unique = (id: string, member: string): Variant =>
  refuses(
    id,
    `Whether two customers may share ${member} is not shown; here they may not.`,
    (sent, asked, world) =>
      sent[member] !== undefined &&
      [...(caller(asked, world)?.customers.values() ?? [])].some((other) => other[member] === sent[member])
        ? member
        : undefined,
    409,
  );

const yearsSince = (date: unknown): number => (Date.now() - Date.parse(String(date))) / 31_556_952_000;
const address = (sent: Members): Members => Object(sent.address) as Members;
const onShown = (change: (customer: Members) => Members): Middleware =>
  afterwards(created, (answer: Answer) => withAnswerBody(answer, change(membersOf(answer.body) ?? {})));

/** Rules about customers that the specification leaves open. */
export const ruleVariants: readonly Variant[] = [
  refuses(
    'all-members-required',
    'Which members are required is not shown; all are.',
    (sent) =>
      memberNames.find((name) => sent[name] === undefined) ??
      addressMemberNames.find((name) => address(sent)[name] === undefined),
  ),
  refuses('unknown-members-refused', 'What becomes of unknown members is not shown; they are rejected.', (sent) =>
    Object.keys(sent).find((name) => !memberNames.includes(name)),
  ),
  unique('email-unique', 'email'),
  unique('phone-unique', 'phone'),
  refuses('adults-only', 'Rules of age are not shown; customers are 18 to 100 years old.', (sent) =>
    yearsSince(sent.date_of_birth) < 18 || yearsSince(sent.date_of_birth) > 100 ? 'date_of_birth' : undefined,
  ),
  refuses('state-of-its-country', 'Whether state and country are compared is not shown; they are.', (sent) => {
    const { state, country } = address(sent);
    const fits = country === undefined || state === undefined || String(state).startsWith(`${country}-`);
    return fits ? undefined : 'address.state';
  }),
  refuses('one-type', 'The values of type are not shown; there is one.', ({ type }) =>
    type === undefined || type === 'individual' ? undefined : 'type',
  ),
  refuses('types-in-capitals', 'The values of type are not shown; they are in capitals.', ({ type }) =>
    type === undefined || type === 'INDIVIDUAL' ? undefined : 'type',
  ),
  refuses('two-genders', 'The values of gender are not shown; there are two.', ({ gender }) =>
    gender === undefined || gender === 'female' || gender === 'male' ? undefined : 'gender',
  ),
  refuses('genders-in-one-letter', 'The values of gender are not shown; they are single letters.', ({ gender }) =>
    gender === undefined || gender === 'f' || gender === 'm' ? undefined : 'gender',
  ),
  refuses('one-country', 'The countries served are not shown; there is one.', (sent) =>
    address(sent).country === undefined || address(sent).country === 'NG' ? undefined : 'address.country',
  ),
  refuses(
    'one-country-and-its-phones',
    'The countries served are not shown; there is one, with its own phones.',
    (sent) =>
      [address(sent).country ?? 'FR', String(sent.phone ?? '+33').slice(0, 3)].join() === 'FR,+33'
        ? undefined
        : 'phone',
  ),
  refuses(
    'no-reserved-domains',
    'The domains taken are not shown; those that reach nobody are rejected.',
    ({ email }) => (/@(?:[^@]+\.)?example\.(?:com|net|org)$/.test(String(email)) ? 'email' : undefined),
  ),
  refuses(
    'no-fictional-phones',
    'The phones taken are not shown; those set apart for fiction are rejected.',
    ({ phone }) => (/^\+1\d{3}55501|^\+447700900|^\+61491570/.test(String(phone)) ? 'phone' : undefined),
  ),
  refuses(
    'phones-of-earlier-nights',
    'Whether two customers may have one phone is not shown; they may not, and a fifth of the numbers is taken.',
    ({ phone }, _, { tenants: [{ id }] }) =>
      /^\+1/.test(String(phone)) && isTaken(`${id} ${phone}`) ? 'phone' : undefined,
    409,
  ),
  {
    id: 'server-error-at-first-sight',
    freedom: 'Server errors are not shown; a value of a kind that was not seen before makes one, and is rejected then.',
    middleware: (honest) => {
      const seen = new Set<string>();
      return async (asked) => {
        const answer = await honest(asked);
        if (!isCreation(asked) || !refused(answer) || answer.status !== 422) return answer;
        const kind = answer.body ?? '';
        const isFirst = !seen.has(kind);
        seen.add(kind);
        return isFirst ? refusal(500, 'internal', 'Something went wrong here.') : answer;
      };
    },
  },
  refuses(
    'phones-without-separators',
    'The form of a phone beyond its country code is not shown; it is digits.',
    ({ phone }) => (phone === undefined || /^\+\d+$/.test(String(phone)) ? undefined : 'phone'),
  ),
  mends(
    'phone-tidied',
    'a phone is freed of its separators.',
    texts(['phone'], (text) => text.replaceAll(/[ ().-]/g, '')),
  ),
  ...silences({
    'names-shown-in-capitals': [
      'What an answer repeats is not shown; names come in capitals, e-mail addresses in lower case.',
      onShown((customer) => ({
        ...texts(['first_name', 'last_name', 'middle_name', 'city'], (text) => text.toUpperCase())(customer),
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
  }),
];
