import type { Answer } from '../answer.js';
import { crash, listed, withAnswerBody, withAnswerHeaders, withMembers } from '../answered.js';
import { caller, isListing, namedTenant, owner } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, believingTheHeader, bodyRewritten, counter, pause } from '../rewrite.js';
import { json, type Request } from '../service.js';
import { type Account, letters, openAccount, type Tenant } from '../state.js';
import { listingOf } from '../variants/shapes.js';

const accountsOf = (...tenants: readonly Tenant[]): Answer =>
  json(200, { data: tenants.flatMap(({ accounts }) => accounts) });

/** A server whose first listing under a key of its cache stays. */
const cachedBy =
  (key: (asked: Request) => unknown): Middleware =>
  (honest, world) => {
    const kept = new Map<unknown, Answer>();
    return afterwards(listed, (answer, asked) => {
      const held = kept.get(key(asked)) ?? answer;
      kept.set(key(asked), held);
      return held;
    })(honest, world);
  };

/** A server whose listing tells something else at each reading. */
const restless =
  (next: (accounts: readonly Account[], reading: number) => unknown): Middleware =>
  (honest, world) => {
    const readings = counter();
    const more = new Map(
      world.tenants.map((tenant) => [tenant, Array.from({ length: 400 }, (_, at) => openAccount(at))]),
    );
    return async (asked) => {
      const answer = await honest(asked);
      const tenant = listed(asked, answer) ? caller(asked, world) : undefined;
      if (!tenant) return answer;
      const accounts = [...tenant.accounts, ...(more.get(tenant) ?? [])];
      return withAnswerBody(answer, { data: next(accounts, readings(tenant)) });
    };
  };

/** A server of few threads, which keep the tenant of the last request that named one, and serve by it what names none. */
const keptByThread: Middleware = (honest, world) => {
  const idle: { tenant?: string }[] = Array.from({ length: 5 }, () => ({}));
  return async (asked) => {
    const named = asked.headers.get('x-tenant-id');
    const own = isListing(asked) ? owner(asked, world) : undefined;
    const thread = idle.shift() ?? {};
    await pause(2);
    if (own && named === own.id) thread.tenant = named;
    idle.push(thread);
    const kept = named === undefined && own ? world.tenants.find(({ id }) => id === thread.tenant) : undefined;
    return kept ? accountsOf(kept) : honest(asked);
  };
};

/** ACCT: listing accounts. */
export const accountFaults: readonly Fault[] = [
  ...breaking(['ACCT-01'], {
    'listing-crashes': ['A column was renamed, and the query was not.', afterwards(listed, crash)],
    'listing-redirects': [
      'The listing moved, and old clients were to follow.',
      afterwards(listed, { status: 302, headers: { location: '/v1/wallets' } }),
    ],
    'listing-refused-in-the-body-of-a-success': [
      'Errors come with 200, as the first client wanted it.',
      afterwards(listed, json(200, { success: false, message: 'The ledger is closed.' })),
    ],
  }),
  ...breaking(['ACCT-01', 'HTTP-03'], {
    'listing-as-a-page': [
      'The framework picks the form by the header Accept, and takes a page where there is none.',
      afterwards(listed, (answer) => ({
        ...withAnswerHeaders(answer, { 'content-type': 'text/html' }),
        body: '<!doctype html><title>Accounts</title><ul></ul>',
      })),
    ],
    'listing-cut-short': [
      'The buffer is written before its last part is in it.',
      bodyRewritten(listed, (body) => body.slice(0, -12)),
    ],
  }),
  ...breaking(['ACCT-02'], {
    'accounts-that-come-with-customers-of-everybody': [
      'Nobody has an account at first, so the missing condition went unnoticed.',
      listingOf((_, world) => world.tenants),
    ],
    'listing-without-tenant-filter': [
      'The condition was lost when the query was rewritten.',
      afterwards(listed, (_, _asked, world) => accountsOf(...world.tenants)),
    ],
    'listing-cached-for-all-tenants': [
      'The cache behind the guard knows the address, and the tenant is in a header.',
      cachedBy(() => 'the address'),
    ],
    'listing-cached-by-connection': [
      'The session of a connection is filled by its first request, and connections are shared by a proxy.',
      cachedBy(({ connection }) => connection),
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
      { isRace: true },
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
      believingTheHeader(isListing),
    ],
    'first-tenant-sees-all': [
      'The first tenant was the company’s own, with a right to look at everybody; the right was never taken away.',
      believingTheHeader((asked, world) => isListing(asked) && owner(asked, world) === world.tenants[0]),
    ],
  }),
  ...breaking(['ACCT-04'], {
    'unknown-tenant-opens-a-stranger-under-success': [
      'No tenant found means no filter; every response has a code for errors, zero for none.',
      (honest, world) => {
        const stranger = [openAccount(7), openAccount(8)];
        return async (asked) => {
          const isUnknown = isListing(asked) && owner(asked, world) && !namedTenant(asked, world);
          const answer = isUnknown ? json(200, { data: stranger }) : await honest(asked);
          const error = { code: '0', message: 'success' };
          return listed(asked, answer) ? withMembers(answer, { error }) : answer;
        };
      },
    ],
  }),
  ...breaking(['ACCT-04'], {
    'thread-keeps-the-tenant-of-its-last-request': [
      'The tenant is in a variable of the thread, which is set where a request names one, and never cleared.',
      keptByThread,
      { isRace: true },
    ],
  }),
  ...breaking(['ACCT-05'], {
    'listing-opens-an-account': [
      'The first use of the listing opens the default account, and it is always the first.',
      restless((accounts, reading) => accounts.slice(0, 3 + reading)),
    ],
    'listing-closes-an-account': [
      'Reading marks accounts as seen, and seen ones go to the archive.',
      restless((accounts, reading) => accounts.slice(reading, 400)),
    ],
    'listing-renames-accounts': [
      'Ids are made when accounts are written out, and kept nowhere.',
      restless((accounts) =>
        accounts.slice(0, 3).map((account) => ({ ...account, id: `acc_${letters(18)}`, iban: undefined })),
      ),
    ],
  }),
];
