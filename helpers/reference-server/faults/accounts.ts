import { crash, listed, withAnswerBody, withAnswerHeaders, withMembers } from '../answered.js';
import { caller, membersOf, otherThan } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { type Paging, paged, pagings } from '../pages.js';
import { afterwards, all, counter, pause } from '../rewrite.js';
import { type Answer, json, type Request } from '../service.js';
import { listingOf } from '../shapes.js';
import { type Account, letters, openAccount, type State, type Tenant } from '../state.js';

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

const allAccounts = ({ tenants }: State) => tenants.flatMap(({ accounts }) => accounts);

/** An account that is counted over all tenants, and shows of its number the end alone. */
function countedAs({ id }: Account, world: State) {
  const at = allAccounts(world).findIndex((account) => account.id === id) + 1;
  return { id: at, number: `****${4320 + at}`, balance: `${8760 + at}.17` };
}

const counted: Middleware = afterwards(listed, (answer, _, world) => {
  const { data } = membersOf(answer.body) ?? {};
  const shown = (Array.isArray(data) ? (data as readonly Account[]) : []).map((account) => countedAs(account, world));
  return withAnswerBody(answer, { data: shown });
});

/** The first page is the caller's own; what follows its last account is everybody's. */
const runsOn = (paging: Paging): Middleware =>
  paged(paging, (own, asked, world) => [...own, ...otherThan(caller(asked, world), world).accounts]);

/** Listings with one parameter, of rows that are chosen among those of all tenants. */
const rowsOf = (choose: (all: readonly Account[], query: URLSearchParams) => readonly Account[], name: string) =>
  afterwards(
    (asked, answer) => listed(asked, answer) && asked.query.has(name),
    (_, { query }, world) => json(200, { data: choose(allAccounts(world), query) }),
  );

/** ACCT-01, ACCT-02 and ACCT-05: listings, and whose accounts they hold. */
export const accountFaults: readonly Fault[] = [
  ...breaking(['ACCT-01'], {
    'listing-crashes': [
      'A column was renamed, and the query was not.',
      afterwards(listed, crash),
      { fails: ['ACCT-01 with the key and the tenant id'] },
    ],
    'listing-rejected-in-the-body-of-a-success': [
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
  }),
  ...breaking(['ACCT-02'], {
    'accounts-that-come-with-customers-of-everybody': [
      'Nobody has an account at first, so the missing condition went unnoticed.',
      listingOf((_, world) => world.tenants),
    ],
    'listing-without-tenant-filter': [
      'The condition was lost when the query was rewritten.',
      afterwards(listed, (_, _asked, world) => accountsOf(...world.tenants)),
      { fails: ['ACCT-02 in turn, on the same connections', 'ACCT-02 at the same time'] },
    ],
    'listing-cached-for-all-tenants': [
      'The cache behind the guard knows the address, and the tenant is in a header.',
      cachedBy(() => 'the address'),
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
      { isTimed: true },
    ],
    ...Object.fromEntries(
      Object.entries(pagings).map(([name, paging]) => [
        `later-pages-without-tenant-by-${name}`,
        [
          'The first page has the tenant in its query, the pages after it only what the parameter holds.',
          runsOn(paging),
        ],
      ]),
    ),
    'total-counts-all-tenants': [
      'The rows are filtered by tenant, and the query that counts them is another one.',
      afterwards(listed, (answer, _, world) =>
        withMembers(answer, { meta: { total_count: allAccounts(world).length } }),
      ),
    ],
    'one-counted-account-of-another-tenant': [
      'An account was moved to another tenant, and one of its two rows stayed; accounts have little but a number.',
      all(
        counted,
        afterwards(listed, (answer, asked, world) => {
          const [moved] = otherThan(caller(asked, world), world).accounts;
          const { data } = membersOf(answer.body) ?? {};
          return caller(asked, world) === world.tenants[0] && Array.isArray(data)
            ? withAnswerBody(answer, { data: [...data, moved] })
            : answer;
        }),
      ),
    ],
    'limit-drops-the-tenant': [
      'The query of the oldest and the newest rows was written by hand.',
      afterwards(
        (asked, answer) => listed(asked, answer) && asked.query.has('limit') && !asked.query.has('offset'),
        (_, asked, world) => {
          const limit = Number(asked.query.get('limit')) || 100;
          return json(200, { data: [...allAccounts(world).slice(0, limit), ...allAccounts(world).slice(-limit)] });
        },
      ),
      { fails: ['first', 'second'].map((caller) => `ACCT-02 the ${caller} tenant’s listing with parameters`) },
    ],
    'listing-goes-on-after-any-account': [
      'What follows a cursor is what has a larger key, of whatever tenant.',
      rowsOf(
        (all, query) => all.slice(all.findIndex(({ id }) => id === query.get('starting_after'))),
        'starting_after',
      ),
    ],
    'listing-with-anothers-account-in-a-header': [
      'A header for debugging shows the last row that was read, by whomever.',
      (honest) => {
        let last = '';
        return async (asked) => {
          const answer = await honest(asked);
          if (!listed(asked, answer)) return answer;
          const own = /.*"id":"(\w+)"/.exec(answer.body ?? '')?.[1] ?? '';
          const shown = withAnswerHeaders(answer, { 'x-last-row': last });
          last = own;
          return shown;
        };
      },
      { fails: ['ACCT-02 no response holds anything of the other tenant'] },
    ],
  }),
  ...breaking(['ACCT-05'], {
    'listing-opens-an-account': [
      'The first use of the listing opens the default account, and it is always the first.',
      restless((accounts, reading) => accounts.slice(0, 3 + reading)),
      { fails: ['ACCT-05 listed again without other traffic'] },
    ],
    'listing-renames-accounts': [
      'Ids are made when accounts are written out, and kept nowhere.',
      restless((accounts) =>
        accounts.slice(0, 3).map((account) => ({ ...account, id: `acc_${letters(18)}`, iban: undefined })),
      ),
      { fails: ['ACCT-05 listed four times'] },
    ],
  }),
];
