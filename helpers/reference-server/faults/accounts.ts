import type { RequirementId } from '../../../schemas/catalogue.js';
import type { Answer } from '../answer.js';
import {
  afterwards,
  caller,
  isListing,
  listed,
  membersOf,
  namedTenant,
  pause,
  withAnswerBody,
  withAnswerHeaders,
  withHeader,
} from '../rewrite.js';
import { json, type Request, refusal } from '../service.js';
import { type Account, letters, openAccount, type State, type Tenant } from '../state.js';
import { breaking, type Fault } from './fault.js';

const accountsOf = (...tenants: readonly Tenant[]): Answer =>
  json(200, { data: tenants.flatMap(({ accounts }) => accounts) });
const owner = (asked: Request, world: State): Tenant | undefined => world.tenantsOf(asked.headers.get('api-key')).at(0);
const otherThan = (tenant: Tenant, world: State): Tenant =>
  tenant === world.tenants[0] ? world.tenants[1] : world.tenants[0];

/** Another answer in the place of every listing. */
const outright = (
  id: string,
  story: string,
  change: (answer: Answer) => Answer,
  breaks: readonly RequirementId[] = ['ACCT-01'],
): Fault => ({ id, breaks, story, middleware: afterwards(listed, change) });

/** A server that finds tenants by an id that is not theirs, for whoever has a key. */
const opens = (
  id: string,
  story: string,
  tenants: (named: string, own: Tenant, world: State) => readonly Tenant[],
): Fault => ({
  id,
  breaks: ['ACCT-04'],
  story,
  middleware: (honest, world) => async (asked) => {
    const own = isListing(asked) ? owner(asked, world) : undefined;
    const named = asked.headers.get('x-tenant-id');
    const found = own && named && !namedTenant(asked, world) ? tenants(named, own, world) : [];
    return found.length > 0 ? accountsOf(...found) : honest(asked);
  },
});

/** Whether an id fits a pattern in which a sign stands for any text. */
const matches = (pattern: string, sign: string, id: string) => {
  const parts = pattern.split(sign);
  const [begin = '', end = ''] = [parts[0], parts.at(-1)];
  return parts.length > 1 && id.startsWith(begin) && id.endsWith(end);
};
const matched = (sign: string) => (named: string, _: Tenant, world: State) =>
  world.tenants.filter(({ id }) => matches(named, sign, id));

/** A server whose listing tells something else at each reading. */
const restless = (
  id: string,
  story: string,
  next: (accounts: readonly Account[], reading: number) => unknown,
): Fault => ({
  id,
  breaks: ['ACCT-05'],
  story,
  middleware: (honest, world) => {
    const readings = new Map<Tenant, number>();
    const more = new Map(
      world.tenants.map((tenant) => [tenant, Array.from({ length: 400 }, (_, at) => openAccount(at))]),
    );
    return async (asked) => {
      const answer = await honest(asked);
      const tenant = listed(asked, answer) ? caller(asked, world) : undefined;
      if (!tenant) return answer;
      const reading = (readings.get(tenant) ?? 0) + 1;
      readings.set(tenant, reading);
      return withAnswerBody(answer, { data: next([...tenant.accounts, ...(more.get(tenant) ?? [])], reading) });
    };
  },
});

/** ACCT: listing accounts. */
export const accountFaults: readonly Fault[] = [
  outright('listing-crashes', 'A column was renamed, and the query was not.', () =>
    refusal(500, 'internal', 'Something went wrong here.'),
  ),
  outright('listing-not-found', 'The route was renamed in the singular.', () =>
    refusal(404, 'not_found', 'There is nothing at this address.'),
  ),
  outright('listing-redirects', 'The listing moved, and old clients were to follow.', () => ({
    status: 302,
    headers: { location: '/v1/wallets' },
  })),
  outright('listing-refused-for-its-method', 'A filter takes every request without a body for a mistake.', () =>
    refusal(400, 'body_missing', 'A body is needed.'),
  ),
  outright('listing-refused-in-the-body-of-a-success', 'Errors come with 200, as the first client wanted it.', () =>
    json(200, { success: false, message: 'The ledger is closed.' }),
  ),
  outright(
    'listing-as-a-page',
    'The framework picks the form by the header Accept, and takes a page where there is none.',
    (answer) => ({
      ...withAnswerHeaders(answer, { 'content-type': 'text/html' }),
      body: '<!doctype html><title>Accounts</title><ul></ul>',
    }),
    ['ACCT-01', 'HTTP-03'],
  ),
  outright(
    'listing-labelled-plain-text',
    'The listing is served from a store of files that knows no media type for it.',
    (answer) => withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
    ['ACCT-01', 'HTTP-03'],
  ),
  outright(
    'listing-with-a-number-that-json-lacks',
    'The average of no movements is no number, and the writer of the language writes it all the same.',
    (answer) => ({ ...answer, body: (answer.body ?? '').replace(/"balance":"[^"]*"/, '"balance":NaN') }),
    ['ACCT-01', 'HTTP-03'],
  ),
  outright(
    'listing-cut-short',
    'The buffer is written before its last part is in it.',
    (answer) => ({ ...answer, body: (answer.body ?? '').slice(0, -12) }),
    ['ACCT-01', 'HTTP-03'],
  ),
  ...breaking(['ACCT-02'], {
    'listing-without-tenant-filter': [
      'The condition was lost when the query was rewritten.',
      afterwards(listed, (_, _asked, world) => accountsOf(...world.tenants)),
    ],
    'listing-cached-for-all-tenants': [
      'The cache behind the guard knows the address, and the tenant is in a header.',
      (honest) => {
        let kept: Answer | undefined;
        return async (asked) => {
          const answer = await honest(asked);
          if (!listed(asked, answer)) return answer;
          kept ??= answer;
          return kept;
        };
      },
    ],
    'listing-cached-by-connection': [
      'The session of a connection is filled by its first request, and connections are shared by a proxy.',
      (honest) => {
        const kept = new Map<number, Answer>();
        return async (asked) => {
          const answer = await honest(asked);
          if (!listed(asked, answer)) return answer;
          kept.set(asked.connection, kept.get(asked.connection) ?? answer);
          return kept.get(asked.connection) ?? answer;
        };
      },
    ],
    'tenant-of-a-concurrent-request': [
      'The tenant is kept in a variable of the module while the database is asked.',
      (honest, world) => {
        let current: Tenant | undefined;
        return async (asked) => {
          const answer = await honest(asked);
          if (!listed(asked, answer)) return answer;
          current = caller(asked, world);
          await pause(8);
          return current ? accountsOf(current) : answer;
        };
      },
    ],
    'one-account-of-another-tenant': [
      'An account that changed hands is still in the list of its former owner.',
      afterwards(listed, (answer, asked, world) => {
        const [first, second] = world.tenants;
        const moved = second.accounts.at(-1);
        return caller(asked, world) === first ? withAnswerBody(answer, { data: [...first.accounts, moved] }) : answer;
      }),
    ],
  }),
  ...breaking(['ACCT-03'], {
    'tenant-of-the-header-believed': [
      'The key is checked, the tenant is taken from its header, and nobody compares the two.',
      (honest, world) => (asked) => {
        const named = isListing(asked) && owner(asked, world) ? namedTenant(asked, world) : undefined;
        return honest(named ? withHeader(asked, 'api-key', named.apiKey) : asked);
      },
    ],
    'first-tenant-sees-all': [
      'The first tenant was the company’s own, with a right to look at everybody; the right was never taken away.',
      (honest, world) => (asked) => {
        const named =
          isListing(asked) && owner(asked, world) === world.tenants[0] ? namedTenant(asked, world) : undefined;
        return honest(named ? withHeader(asked, 'api-key', named.apiKey) : asked);
      },
    ],
    'refused-tenant-in-the-error': [
      'The query runs before permission is asked, and the answer holds both.',
      (honest, world) => async (asked) => {
        const answer = await honest(asked);
        const named = isListing(asked) && answer.status === 403 ? namedTenant(asked, world) : undefined;
        return named ? json(200, { warning: 'not your tenant', data: named.accounts }) : answer;
      },
    ],
  }),
  opens('percent-sign-in-tenant', 'The tenant is matched by LIKE.', matched('%')),
  opens('star-in-tenant', 'The tenant is a pattern of keys in the cache.', matched('*')),
  opens(
    'list-of-tenants',
    'A list is allowed, and one id in it that is the caller’s own opens all.',
    (named, own, world) =>
      named.split(',').includes(own.id) && named.includes(',')
        ? world.tenants.filter(({ id }) => named.split(',').includes(id))
        : [],
  ),
  opens('last-character-of-tenant-ignored', 'The column is one character shorter than the ids.', (named, _, world) =>
    world.tenants.filter(({ id }) => id.slice(0, -1) === named.slice(0, -1)),
  ),
  opens('near-miss-of-the-own-id', 'The id is compared up to its last character but one.', (named, own) =>
    own.id.slice(0, -1) === named.slice(0, -1) ? [own] : [],
  ),
  opens('unknown-tenant-opens-everything', 'No tenant found means no filter.', (_, _own, world) => world.tenants),
  opens(
    'unknown-tenant-opens-the-others',
    'A tenant that is not found falls back to the default one.',
    (_, own, world) => [otherThan(own, world)],
  ),
  {
    id: 'unknown-tenant-opens-a-stranger-under-success',
    breaks: ['ACCT-04'],
    story: 'No tenant found means no filter; every response has a code for errors, zero for none.',
    middleware: (honest, world) => {
      const stranger = [openAccount(7), openAccount(8)];
      return async (asked) => {
        const isUnknown = isListing(asked) && owner(asked, world) && !namedTenant(asked, world);
        const answer = isUnknown ? json(200, { data: stranger }) : await honest(asked);
        const error = { code: '0', message: 'success' };
        return listed(asked, answer) ? withAnswerBody(answer, { ...membersOf(answer.body), error }) : answer;
      };
    },
  },
  restless(
    'listing-opens-an-account',
    'The first use of the listing opens the default account, and it is always the first.',
    (accounts, reading) => accounts.slice(0, 3 + reading),
  ),
  restless(
    'listing-closes-an-account',
    'Reading marks accounts as seen, and seen ones go to the archive.',
    (accounts, reading) => accounts.slice(reading, 400),
  ),
  restless('listing-renames-accounts', 'Ids are made when accounts are written out, and kept nowhere.', (accounts) =>
    accounts.slice(0, 3).map((account) => ({ ...account, id: `acc_${letters(18)}`, iban: undefined })),
  ),
];
