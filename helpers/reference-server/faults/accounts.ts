import { setTimeout as pause } from 'node:timers/promises';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { crash, listed, rejected, withMembers } from '../answers.js';
import { type Middleware, storiesOf, timed } from '../changes.js';
import { listingAs, listingOf, openingAccounts, paged, pagings } from '../listings.js';
import { afterwards, all, caching, instead, joining, takenFor } from '../middleware.js';
import { otherThan, type Request } from '../request.js';
import {
  type Answer,
  json,
  letters,
  openAccount,
  rejection,
  type State,
  type Tenant,
  withAnswerBody,
  withAnswerHeaders,
} from '../state.js';

const allAccounts = ({ tenants }: State) => tenants.flatMap(({ accounts }) => accounts);
const listing = (data: readonly unknown[]): Answer => json(200, { data });
const isListing = (asked: Request) => asked.isListing;
const unfilteredBy = (parameter: string) =>
  afterwards(
    (asked, answer) => listed(asked, answer) && asked.query.has(parameter),
    (_, __, world) => listing(allAccounts(world)),
  );

/** Counts accounts over all tenants, and shows only the end of their number. */
const counted = listingAs((accounts, _, world) => {
  const ids = allAccounts(world).map(({ id }) => id);
  const counts = accounts.map(({ id }) => ids.indexOf(id) + 1);
  return { data: counts.map((id) => ({ id, number: `****${4320 + id}`, balance: `${8760 + id}.17` })) };
});

const beyondTheOwn = listingAs((own, { caller }, world) => ({ data: [...own, ...otherThan(caller, world).accounts] }));

/** Believes the tenant's header, with any tenant's key. */
const believingTheHeader = (when: (asked: Request) => boolean, change: Partial<Request> = {}) =>
  takenFor((asked) => when(asked) && asked.owner && asked.named, change);

/** For listings of a tenant that the key does not serve. */
function onRejection(change: (answer: Answer, other: Tenant, own: Tenant, asked: Request) => Answer): Middleware {
  return (honest, world) => async (asked) => {
    const answer = await honest(asked);
    const own = asked.isListing && rejected(asked, answer) ? asked.owner : undefined;
    return own ? change(answer, otherThan(own, world), own, asked) : answer;
  };
}

const countedForAll = onRejection((_, other, own) =>
  json(200, { data: [], total: other.accounts.length + own.accounts.length }),
);

/** A request that names no tenant gets the one named last. */
const keptByThread: Middleware = (honest) => {
  const threads = Array.from<Tenant | undefined>({ length: 5 });
  return async (asked) => {
    const own = asked.isListing ? asked.owner : undefined;
    const last = threads.shift();
    await pause(2);
    threads.push(own && asked.named === own ? own : last);
    return honest(own && last && !asked.headers.has('x-tenant-id') ? asked.by(last) : asked);
  };
};

const ofTheRun = 'no response holds anything of the other tenant';
const ofBoth = (check: string) => ['first', 'second'].map((tenant) => `the ${tenant} tenant’s ${check}`);

export const accountFaults = storiesOf({
  'ACCT-01 listing-crashes': [
    'A column was renamed, but not in the query.',
    afterwards(listed, crash),
    ['with the key and the tenant id'],
  ],
  'ACCT-01 listing-rejected-in-the-body-of-a-success': [
    'Errors come with 200, for the first client.',
    afterwards(listed, json(200, { success: false, message: 'The ledger is closed.' })),
  ],
  'ACCT-02 accounts-that-come-with-customers-of-everybody': [
    'No tenant had accounts at first, so nobody missed the condition.',
    listingOf((_, world) => world.tenants),
  ],
  'ACCT-02 listing-without-tenant-filter': [
    'A rewrite of the query lost the condition.',
    listingAs((_, __, world) => ({ data: allAccounts(world) })),
    ['in turn, on the same connections', 'at the same time'],
  ],
  'ACCT-02 listing-cached-for-all-tenants': [
    'The cache knows the address; the tenant is in a header.',
    caching(({ isListing, caller }) => (isListing && caller ? 'the address' : undefined), listed),
  ],
  'ACCT-02 tenant-of-a-concurrent-request': [
    'A variable of the module holds the tenant during the query.',
    (honest, world) => {
      let current: Tenant | undefined;
      return afterwards(listed, async (answer, asked) => {
        current = asked.caller;
        await pause(8);
        return current ? listing(current.accounts) : answer;
      })(honest, world);
    },
    ...timed,
  ],
  ...Object.fromEntries(
    Object.entries(pagings).map(([name, paging]) => [
      `ACCT-02 later-pages-without-tenant-by-${name}`,
      ['The first page filters by tenant, later pages only by their parameter.', all(paged(paging), beyondTheOwn)],
    ]),
  ),
  'ACCT-02 total-counts-all-tenants': [
    'The rows are filtered by tenant, their count is not.',
    afterwards(listed, (answer, _, world) => withMembers(answer, { meta: { total_count: allAccounts(world).length } })),
  ],
  'ACCT-02 one-counted-account-of-another-tenant': [
    'An account was moved to another tenant, but one of its two rows stayed.',
    all(
      counted,
      listingAs((accounts, { caller }, { tenants: [first, second] }) => ({
        data: caller === first ? [...accounts, ...second.accounts.slice(0, 1)] : accounts,
      })),
    ),
  ],
  'ACCT-02 limit-drops-the-tenant': [
    'The query with a limit was written by hand.',
    unfilteredBy('limit'),
    [...ofBoth('listing with parameters'), ofTheRun],
  ],
  'ACCT-02 search-drops-the-tenant': [
    'The search index holds the accounts of everybody.',
    unfilteredBy('search'),
    ofBoth('listing with parameters'),
  ],
  'ACCT-03 tenant-is-not-compared-behind-a-slash-at-the-end': [
    'The guard compares the exact path, the router forgives a final slash.',
    believingTheHeader(({ path }) => path === `${listAccounts.path}/`, { path: listAccounts.path }),
    ['the first tenant’s key with the other’s id, at other spellings of the path', ofTheRun],
  ],
  'ACCT-03 tenant-of-the-header-believed-where-accounts-are-counted': [
    'Account numbers are counted over all tenants.',
    all(counted, believingTheHeader(isListing)),
    ofBoth('key with the other’s id, while the other lists'),
  ],
  'ACCT-03 second-page-of-the-tenant-that-is-named': [
    'Only the first page compares tenant and key; a cursor works for anybody.',
    all(
      believingTheHeader((asked) => asked.isListing && asked.query.has('cursor')),
      paged(pagings['a-number-as-the-cursor']),
    ),
    ofBoth('key with the other’s id, on the second page'),
  ],
  'ACCT-03 tenant-of-the-forwarded-host-believed': [
    'The gateway knows tenants by their host; Account is a header of its own.',
    all(
      instead(({ headers }) => headers.has('account'), rejection(400, 'invalid', 'Account is not for clients.')),
      takenFor((asked, { tenants }) => {
        const [host] = asked.header('x-forwarded-host').split('.');
        return asked.owner && tenants.find(({ id }) => id === host);
      }),
    ),
    ofBoth('key, and the other’s id in headers of other names'),
  ],
  'ACCT-03 empty-pages-lead-on-to-the-others-accounts': [
    'The first pages are filtered by the key’s tenant once they are read; the last one, of references, is not.',
    onRejection((answer, { accounts }, _, { named, query }) => {
      const page = Number(query.get('cursor') ?? 0);
      if (!named) return answer;
      if (page < 2) return json(200, { data: [], next_cursor: page + 1 });
      return listing(accounts.map(({ iban }, row) => ({ row, holder: { iban } })));
    }),
    ofBoth('key, and the other’s id in the tenant header'),
  ],
  'ACCT-03 listings-under-way-are-joined-by-the-tenant-named': [
    'The running query that they share compares key and tenant itself.',
    joining((asked) => (asked.isListing && asked.owner ? `${asked.target} ${asked.tenantId}` : undefined)),
    ...timed,
  ],
  'ACCT-03 ACCT-04 rejection-lists-accounts-under-other-names': [
    'The error names the bank accounts by their numbers.',
    onRejection((answer, { accounts }) =>
      withAnswerBody(answer, { message: `Not for ${accounts.map(({ iban }) => iban).join(', ')}` }),
    ),
  ],
  'ACCT-03 ACCT-04 rejection-has-an-account-in-a-header': [
    'A header for debugging shows the last row read.',
    onRejection((answer, { accounts }) =>
      withAnswerHeaders(answer, { 'x-last-row': `account=${accounts.at(-1)?.id}` }),
    ),
  ],
  'ACCT-03 ACCT-04 total-beyond-the-own-accounts': [
    'The rows are filtered by the key’s tenant, the count by the tenant named, if any.',
    all(
      countedForAll,
      listingAs((data) => ({ total: data.length, data })),
    ),
  ],
  'ACCT-03 ACCT-04 total-under-other-ids-alone': [
    'The count of a page without rows forgets the tenant.',
    countedForAll,
  ],
  'ACCT-04 unknown-tenant-opens-everything': [
    'No tenant found means no filter.',
    onRejection((answer, other, own, { tenantId, named }) =>
      tenantId === '' || named ? answer : listing([...own.accounts, ...other.accounts]),
    ),
    ['a random id of the same shape', ofTheRun],
  ],
  'ACCT-04 unknown-tenant-opens-the-account-of-a-demonstration': [
    'Ids that are not found get the tenant of the sales team, which has one account.',
    (honest, world) => {
      const demonstration = listing([openAccount(0)]);
      return onRejection((answer, _, __, { named }) => (named ? answer : demonstration))(honest, world);
    },
    ['a random id of the same shape'],
  ],
  'ACCT-04 thread-keeps-the-tenant-of-its-last-request': [
    'A variable of the thread keeps the last tenant named.',
    keptByThread,
    ...timed,
  ],
  'ACCT-05 listing-opens-an-account': [
    'The first listing opens the default account; each is the first.',
    openingAccounts(listed),
    ['listed again without other traffic'],
  ],
  'ACCT-05 listing-closes-an-account': [
    'Whoever lists accounts closes one that is past its date.',
    (honest, world) => {
      const past = Array.from({ length: 400 }, () => ({ id: `acc_${letters(18)}` }));
      return listingAs((accounts, { caller }) => {
        if (caller !== world.tenants[0]) return { data: accounts };
        past.shift();
        return { data: [...accounts, ...past] };
      })(honest, world);
    },
    ['listed again without other traffic'],
  ],
  'ACCT-05 listing-renames-accounts': [
    'Ids are made when accounts are shown, and not stored.',
    listingAs((accounts) => ({
      data: accounts.map((account) => ({ ...account, id: `acc_${letters(18)}`, iban: undefined })),
    })),
    ['listed four times'],
  ],
});
