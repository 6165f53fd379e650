import { created, listed, refused, withAnswerBody, withAnswerHeaders, withMembers } from '../answered.js';
import { caller, isCreation, isListing, membersOf, namedTenant, otherThan, owner, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { type Paging, paged, pagings } from '../pages.js';
import { afterwards, both, each } from '../rewrite.js';
import { json, type Request } from '../service.js';
import type { Account, Tenant } from '../state.js';
import { allAccounts, counted } from './rejected-listings.js';

/** The first page is the caller's own; what follows its last account is everybody's. */
const runsOn = (paging: Paging): Middleware =>
  paged(paging, (own, asked, world) => [...own, ...otherThan(caller(asked, world), world).accounts]);

/** Listings of all tenants where `when` holds. */
const unfiltered = (when: (asked: Request) => boolean): Middleware =>
  afterwards(
    (asked, answer) => listed(asked, answer) && when(asked),
    (_, asked, world) =>
      json(200, { data: allAccounts(world).slice(0, Number(asked.query.get('limit') ?? 100) || 100) }),
  );

/** Listings with one parameter, of rows that are chosen among those of all tenants. */
const rowsOf = (choose: (all: readonly Account[], query: URLSearchParams) => readonly Account[], name: string) =>
  afterwards(
    (asked, answer) => listed(asked, answer) && asked.query.has(name),
    (_, { query }, world) => json(200, { data: choose(allAccounts(world), query) }),
  );

const fromBase64 = (text: string) => Buffer.from(text, 'base64url').toString();

/** A tenant that is found by an id which is not quite its own. */
const foundBy =
  (find: (named: string | undefined, tenant: Tenant, own: Tenant) => boolean): Middleware =>
  (honest, world) =>
  async (asked) => {
    const own = isListing(asked) ? owner(asked, world) : undefined;
    const named = asked.headers.get('x-tenant-id');
    const found = own && !namedTenant(asked, world) ? world.tenants.filter((tenant) => find(named, tenant, own)) : [];
    return found.length > 0 ? json(200, { data: found.flatMap(({ accounts }) => accounts) }) : honest(asked);
  };

/** Whether an id fits the pattern that a request names, in which a sign stands for any text. */
const fitting =
  (sign: string) =>
  (named = '', { id }: Tenant): boolean => {
    const parts = named.split(sign);
    return parts.length > 1 && id.startsWith(parts[0] ?? '') && id.endsWith(parts.at(-1) ?? '');
  };

/** ACCT-02 to ACCT-04 and CUST-23: pages, totals, parameters, and what rejections hold. */
export const isolationFaults: readonly Fault[] = [
  ...breaking(['ACCT-02'], {
    ...Object.fromEntries(
      Object.entries(pagings).map(([name, paging]) => [
        `later-pages-without-tenant-by-${name}`,
        [
          'The first page has the tenant in its query, the pages after it only what the parameter holds.',
          runsOn(paging),
        ] as const,
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
      both(
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
    ...each(unfiltered, {
      'limit-drops-the-tenant': [
        'The query with a limit was written by hand.',
        ({ query }) => query.has('limit') && !query.has('offset'),
      ],
      'offset-drops-the-tenant': ['The query with an offset was written by hand.', ({ query }) => query.has('offset')],
      'search-drops-the-tenant': [
        'A search goes to the index of all accounts.',
        ({ query }) => query.has('q') || query.has('filter'),
      ],
      'search-by-a-word-drops-the-tenant': [
        'A newer search goes to the index of all accounts.',
        ({ query }) => query.has('search'),
      ],
      'second-page-without-tenant': [
        'Pages were added later; no listing has been long enough for a second one.',
        ({ query }) => query.get('page') === '2',
      ],
      'filter-by-currency-drops-the-tenant': [
        'Each filter has a query of its own, and only those by id were given the tenant.',
        ({ query }) => query.has('currency') && !query.has('id'),
      ],
      'filter-by-date-drops-the-tenant': [
        'The query for what is new was written for the back office.',
        ({ query }) => query.has('created_after'),
      ],
    }),
    'account-found-by-its-id-whosever-it-is': [
      'A filter by id reads the account by its primary key.',
      rowsOf((all, query) => all.filter(({ id }) => id === query.get('account_id')), 'account_id'),
    ],
    'listing-goes-on-after-any-account': [
      'What follows a cursor is what has a larger key, of whatever tenant.',
      rowsOf(
        (all, query) => all.slice(all.findIndex(({ id }) => id === query.get('starting_after'))),
        'starting_after',
      ),
    ],
    'search-for-a-word-finds-any-account': [
      'Whatever shows the word is found: the OR of the search is not in brackets.',
      afterwards(
        (asked, answer) => listed(asked, answer) && asked.query.has('query'),
        (_, { query }, world) =>
          json(200, { data: allAccounts(world).filter(({ product }) => product === query.get('query')) }),
      ),
    ],
    'cursor-holds-the-tenant': [
      'A cursor holds all that the next page needs, and nobody compares its tenant with the key.',
      afterwards(listed, (answer, asked, world) => {
        const held = asked.query.get('cursor');
        const [id, at = '0'] = held === null ? [caller(asked, world)?.id] : fromBase64(held).split('.');
        const { accounts = [] } = world.tenants.find((tenant) => tenant.id === id) ?? {};
        const next = Number(at) + 1;
        return withAnswerBody(answer, {
          data: accounts.slice(Number(at), next),
          next_cursor: next < accounts.length ? Buffer.from(`${id}.${next}`).toString('base64url') : null,
        });
      }),
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
    ],
  }),
  ...breaking(['ACCT-04'], {
    'percent-sign-in-tenant': ['The tenant is matched by LIKE.', foundBy(fitting('%'))],
    'star-in-tenant': ['The tenant is a pattern of keys in the cache.', foundBy(fitting('*'))],
    'list-of-tenants': [
      'A list is allowed, and one id in it that is the caller’s own opens all.',
      foundBy((named = '', { id }, own) => {
        const ids = named.split(',');
        return ids.length > 1 && ids.includes(own.id) && ids.includes(id);
      }),
    ],
    'last-character-of-tenant-ignored': [
      'The column is one character shorter than the ids.',
      foundBy((named, { id }) => id.slice(0, -1) === named?.slice(0, -1)),
    ],
    'near-miss-of-the-own-id': [
      'The id is compared up to its last character but one.',
      foundBy((named, tenant, own) => tenant === own && own.id.slice(0, -1) === named?.slice(0, -1)),
    ],
    'unknown-tenant-opens-everything': ['No tenant found means no filter.', foundBy((named) => Boolean(named))],
    'no-tenant-opens-everything': [
      'The condition is added where the header is there.',
      foundBy((named) => named === undefined || named === ''),
    ],
    'tenant-in-another-letter-case-opens-it': [
      'Permission compares ids as they are, the database without letter case.',
      foundBy((named, { id }) => named !== id && named?.toLowerCase() === id.toLowerCase()),
    ],
    'the-word-all-opens-everything': [
      'Reports ask for all tenants by a word, and the filter is everybody’s.',
      foundBy((named) => named === 'all'),
    ],
    'the-word-undefined-opens-everything': [
      'A client that lost its tenant writes undefined, and the filter was made to forgive that.',
      foundBy((named) => named === 'undefined'),
    ],
    'tenant-with-an-encoded-character-opens-it': [
      'Permission compares ids as they came, the query decodes them.',
      foundBy(
        (named = '', { id }) =>
          named !== id && named.replace(/%(\w\w)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) === id,
      ),
    ],
    'beginning-of-tenant-opens-it': [
      'Permission compares ids as they are, the query by their beginning.',
      foundBy((named = '', { id }) => named.length >= 8 && id !== named && id.startsWith(named)),
    ],
    'tenant-followed-by-more-opens-it': [
      'Permission compares ids as they came, the column cuts them.',
      foundBy((named = '', { id }) => named.startsWith(id) && /^\w$/.test(named.slice(id.length))),
    ],
    'tenant-in-quotes-opens-it': [
      'Permission compares ids as they came, the query reads them as JSON.',
      foundBy((named, { id }) => named === `"${id}"`),
    ],
    'tenant-cut-by-one-opens-it': [
      'Permission compares ids as they came, the query by their beginning.',
      foundBy((named = '', { id }, own) => id === own.id && id !== named && id.slice(0, -1) === named),
    ],
    'own-tenant-followed-by-more-opens-it': [
      'An index of keys and tenants compares as many characters as the tenant has.',
      foundBy(
        (named = '', { id }, own) => id === own.id && named !== id && named.startsWith(id) && !named.includes(','),
      ),
    ],
    'own-tenant-in-quotes-opens-it': [
      'The gateway reads ids as JSON, and compares what it has read with the key.',
      foundBy((named, { id }, own) => id === own.id && named === `"${id}"`),
    ],
    'later-pages-of-an-unknown-tenant-are-anybodys': [
      'An unknown tenant falls back to the one of the key, for as long as its first page lasts.',
      (honest, world) => {
        const pages = runsOn(pagings['a-cursor'])(honest, world);
        const own = paged(pagings['a-cursor'])(honest, world);
        return (asked) => {
          const tenant = isListing(asked) && !namedTenant(asked, world) ? owner(asked, world) : undefined;
          const headers = new Map([...asked.headers, ['x-tenant-id', tenant?.id ?? '']]);
          return tenant ? pages({ ...asked, headers }) : own(asked);
        };
      },
    ],
  }),
  ...breaking(['ACCT-03'], {
    'second-page-of-the-tenant-that-is-named': [
      'The first page compares the tenant with the key; a cursor stands for that, whoever it was given to.',
      (honest, world) => {
        const pages = paged(pagings['a-number-as-the-cursor'])(honest, world);
        return (asked) => {
          const named =
            asked.query.has('cursor') && isListing(asked) && owner(asked, world) && namedTenant(asked, world);
          return pages(named ? withHeader(asked, 'api-key', named.apiKey) : asked);
        };
      },
    ],
  }),
  ...breaking(['CUST-23'], {
    'rejection-lists-similar-customers': [
      'A rejected customer is compared with those of all tenants, to help with what was meant.',
      afterwards(
        // What the key does not act for is rejected before anything is compared.
        (asked, answer, world) => caller(asked, world) !== undefined && isCreation(asked) && refused(asked, answer),
        (answer, asked, world) =>
          withMembers(answer, { similar: [...otherThan(caller(asked, world), world).customers.keys()] }),
      ),
      { with: ['CUST-05', 'CUST-06', 'CUST-09'] },
    ],
    'creation-shows-the-address-of-anothers-customer': [
      'A header for debugging shows the addresses that the other tenant alone has written to.',
      afterwards(created, (answer, asked, world) => {
        const [own = [], others = []] = world.tenants.map(({ customers }) =>
          [...customers.values()].map(({ email }) => email),
        );
        const sent = others.filter((email) => !own.includes(email)).join(' ');
        return caller(asked, world) === world.tenants[0] ? withAnswerHeaders(answer, { 'x-sent-to': sent }) : answer;
      }),
      { with: ['CUST-05', 'CUST-06'] },
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
