import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { crash, listed, rejectedListing, withAnswerBody, withAnswerHeaders, withMembers } from '../answered.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { otherThan, type Request } from '../request.js';
import { afterwards, all, each, joining, pause, remembering, takenFor } from '../rewrite.js';
import { json } from '../service.js';
import { accountsOf, listingAs, listingOf } from '../shapes.js';
import { type Account, type Answer, letters, openAccount, type State, type Tenant } from '../state.js';

const allAccounts = ({ tenants }: State) => tenants.flatMap(({ accounts }) => accounts);
const listing = (data: readonly unknown[]): Answer => json(200, { data });

/** A server whose listing tells something else at each reading, from 1. */
const restless = (next: (accounts: readonly Account[], reading: number) => readonly unknown[]): Middleware =>
  remembering<{ accounts: readonly Account[]; readings: number }>(
    async (asked, memory, honest) => {
      const answer = await honest(asked);
      if (!listed(asked, answer)) return answer;
      memory.accounts ??= [...accountsOf(answer), ...Array.from({ length: 400 }, (_, at) => openAccount(at))];
      memory.readings = (memory.readings ?? 0) + 1;
      return withAnswerBody(answer, { data: next(memory.accounts, memory.readings) });
    },
    (asked) => asked.caller?.id,
  );

/** Accounts that are counted over all tenants, and show of their number the end alone. */
const counted = listingAs((accounts, _, world) => {
  const ids = allAccounts(world).map(({ id }) => id);
  const shown = accounts.map(({ id }) => ids.indexOf(id) + 1);
  return { data: shown.map((at) => ({ id: at, number: `****${4320 + at}`, balance: `${8760 + at}.17` })) };
});

/** Takes the tenant from its header, and asks of the key only that it is somebody's. */
const believingTheHeader = (when: (asked: Request, world: State) => boolean, change: Partial<Request> = {}) =>
  takenFor((asked, world) => when(asked, world) && asked.owner && asked.named, change);

/** Changes what a listing is answered that names another tenant than its key's, or nobody. */
const onRejection = (change: (answer: Answer, theirs: Tenant, own: Tenant) => Answer): Middleware =>
  afterwards(rejectedListing, (answer, asked, world) => {
    const own = asked.owner;
    return own ? change(answer, otherThan(own, world), own) : answer;
  });

/** A server of few threads, which keep the tenant of the last request that named one, and serve by it what names none. */
const keptByThread: Middleware = (honest, world) => {
  const idle: { tenant?: string }[] = Array.from({ length: 5 }, () => ({}));
  return async (asked) => {
    const named = asked.headers.get('x-tenant-id');
    const own = asked.isListing ? asked.owner : undefined;
    const thread = idle.shift() ?? {};
    await pause(2);
    if (own && named === own.id) thread.tenant = named;
    idle.push(thread);
    const kept = named === undefined && own ? world.tenants.find(({ id }) => id === thread.tenant) : undefined;
    return kept ? listing(kept.accounts) : honest(asked);
  };
};

const ofBoth = (check: string) => ['first', 'second'].map((tenant) => `the ${tenant} tenant’s ${check}`);

/** ACCT: listings, whose accounts they hold, and which tenant is believed. */
export const accountFaults: readonly Fault[] = [
  ...breaking(['ACCT-01'], {
    'listing-crashes': [
      'A column was renamed, and the query was not.',
      afterwards(listed, crash),
      ['with the key and the tenant id'],
    ],
    'listing-rejected-in-the-body-of-a-success': [
      'Errors come with 200, as the first client wanted it.',
      afterwards(listed, json(200, { success: false, message: 'The ledger is closed.' })),
    ],
  }),
  ...breaking(['ACCT-02'], {
    'accounts-that-come-with-customers-of-everybody': [
      'Nobody has an account at first, so the missing condition went unnoticed.',
      listingOf((_, world) => world.tenants),
    ],
    'listing-without-tenant-filter': [
      'The condition was lost when the query was rewritten.',
      afterwards(listed, (_, _asked, world) => listing(allAccounts(world))),
      ['in turn, on the same connections', 'at the same time'],
    ],
    'listing-cached-for-all-tenants': [
      'The cache behind the guard knows the address, and the tenant is in a header.',
      remembering<{ kept: Answer }>(
        async (asked, memory, honest) => {
          const answer = await honest(asked);
          if (listed(asked, answer)) memory.kept ??= answer;
          return listed(asked, answer) ? (memory.kept ?? answer) : answer;
        },
        () => 'the address',
      ),
    ],
    'tenant-of-a-concurrent-request': [
      'The tenant is kept in a variable of the module while the database is asked.',
      (honest, world) => {
        let current: Tenant | undefined;
        return afterwards(listed, async (answer, asked) => {
          current = asked.caller;
          await pause(8);
          return current ? listing(current.accounts) : answer;
        })(honest, world);
      },
      [],
      { isTimed: true },
    ],
    ...Object.fromEntries(
      Object.entries(pagings).map(([name, paging]) => [
        `later-pages-without-tenant-by-${name}`,
        [
          'The first page has the tenant in its query, the pages after it only what the parameter holds.',
          paged(paging, (own, { caller }, world) => [...own, ...otherThan(caller, world).accounts]),
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
        listingAs((accounts, asked, world) => {
          const [first, second] = world.tenants;
          return { data: [...accounts, ...(asked.caller === first ? second.accounts.slice(0, 1) : [])] };
        }),
      ),
    ],
    'limit-drops-the-tenant': [
      'The query of the oldest and the newest rows was written by hand.',
      afterwards(
        (asked, answer) => listed(asked, answer) && asked.query.has('limit') && !asked.query.has('offset'),
        (_, { query }, world) => {
          const limit = Number(query.get('limit')) || 100;
          return listing([...allAccounts(world).slice(0, limit), ...allAccounts(world).slice(-limit)]);
        },
      ),
      ofBoth('listing with parameters'),
    ],
    'listing-with-anothers-account-in-a-header': [
      'A header for debugging shows the last row that was read, by whomever.',
      remembering<{ last: string }>(
        async (asked, memory, honest) => {
          const answer = await honest(asked);
          if (!listed(asked, answer)) return answer;
          const shown = withAnswerHeaders(answer, { 'x-last-row': memory.last ?? '' });
          memory.last = String(accountsOf(answer).at(-1)?.id);
          return shown;
        },
        () => 'the last row',
      ),
      ['no response holds anything of the other tenant'],
    ],
  }),
  ...breaking(['ACCT-03'], {
    'first-tenant-sees-all': [
      'The first tenant was the company’s own, with a right to look at everybody; the right was never taken away.',
      believingTheHeader((asked, world) => asked.isListing && asked.owner === world.tenants[0]),
      [
        'the first tenant’s key with the other’s id, at other spellings of the path',
        'no response holds anything of the other tenant',
      ],
    ],
    'tenant-is-not-compared-behind-a-slash-at-the-end': [
      'The guard that compares key and tenant stands on the exact path, the router forgives a slash.',
      believingTheHeader(({ path }) => path === `${listAccounts.path}/`, { path: listAccounts.path }),
    ],
    'tenant-of-the-header-believed-where-accounts-are-counted': [
      'The tenant is taken from its header; accounts have little but a number, which is counted over all tenants.',
      all(
        counted,
        believingTheHeader(({ isListing }) => isListing),
      ),
      ofBoth('key with the other’s id, while the other lists'),
    ],
    'second-page-of-the-tenant-that-is-named': [
      'The first page compares the tenant with the key; a cursor stands for that, whoever it was given to.',
      all(
        believingTheHeader((asked) => asked.isListing && asked.query.has('cursor')),
        paged(pagings['a-number-as-the-cursor']),
      ),
      ofBoth('key with the other’s id, on the second page'),
    ],
    'listings-under-way-are-joined-by-the-tenant-named': [
      'The query is shared while it runs, by the tenant named; key and tenant are compared within it.',
      joining(
        (asked) => (asked.isListing && asked.owner ? `${asked.target} ${asked.tenantId}` : undefined),
        (asked, first) => asked.apiKey !== first.apiKey,
      ),
      [],
      { isTimed: true },
    ],
  }),
  ...breaking(
    ['ACCT-03', 'ACCT-04'],
    each(onRejection, {
      'rejection-lists-accounts-under-other-names': [
        'The error names the bank accounts that it protects, by their number alone.',
        (answer, { accounts }) =>
          withAnswerBody(answer, { message: `Not for ${accounts.map(({ iban }) => iban).join(', ')}` }),
      ],
      'rejection-has-an-account-in-a-header': [
        'A header for debugging shows the last row that was read.',
        (answer, { accounts }) => withAnswerHeaders(answer, { 'x-last-row': `account=${accounts.at(-1)?.id}` }),
      ],
    }),
  ),
  ...breaking(['ACCT-03', 'ACCT-04'], {
    'total-beyond-the-own-accounts': [
      'The rows are filtered by the tenant of the key, and the count by the one that is named, or by none.',
      all(
        onRejection((_, theirs, own) => json(200, { data: [], total: theirs.accounts.length + own.accounts.length })),
        listingAs((data) => ({ total: data.length, data })),
      ),
    ],
  }),
  ...breaking(['ACCT-04'], {
    'unknown-tenant-opens-everything': [
      'No tenant found means no filter.',
      (honest, world) => async (asked) => {
        const isUnknown = asked.tenantId !== '' && !asked.named;
        return asked.isListing && asked.owner && isUnknown ? listing(allAccounts(world)) : honest(asked);
      },
      ['a random id of the same shape', 'no response holds anything of the other tenant'],
    ],
    'thread-keeps-the-tenant-of-its-last-request': [
      'The tenant is in a variable of the thread, which is set where a request names one, and never cleared.',
      keptByThread,
      [],
      { isTimed: true },
    ],
  }),
  ...breaking(['ACCT-05'], {
    'listing-opens-an-account': [
      'The first use of the listing opens the default account, and it is always the first.',
      restless((accounts, reading) => accounts.slice(0, 3 + reading)),
      ['listed again without other traffic'],
    ],
    'listing-renames-accounts': [
      'Ids are made when accounts are written out, and kept nowhere.',
      restless((accounts) =>
        accounts.slice(0, 3).map((account) => ({ ...account, id: `acc_${letters(18)}`, iban: undefined })),
      ),
      ['listed four times'],
    ],
  }),
];
