import type { RequirementId } from '../../../schemas/fsapi/catalogue.js';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { listed, rejectedListing, withAnswerBody, withAnswerHeaders } from '../answered.js';
import {
  caller,
  header,
  isListing,
  membersOf,
  namedTenant,
  otherThan,
  owner,
  withHeader,
  withoutApiKey,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { afterwards, all, beforehand, believingTheHeader, counter, joining, pause } from '../rewrite.js';
import { type Answer, json, type Request } from '../service.js';
import type { Account, State, Tenant } from '../state.js';

const accountsOf = (...tenants: readonly Tenant[]): Answer =>
  json(200, { data: tenants.flatMap(({ accounts }) => accounts) });

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

/** Changes what a rejected listing is answered: `when` says whether it names the other tenant, or none. */
const onRejectedListing = (
  when: 'the other' | 'nobody',
  change: (answer: Answer, theirs: Tenant, own: Tenant) => Answer,
): Middleware =>
  afterwards(rejectedListing, (answer, asked, world) => {
    const own = owner(asked, world);
    const isMeant = (namedTenant(asked, world) === undefined) === (when === 'nobody');
    return own && isMeant ? change(answer, otherThan(own, world), own) : answer;
  });

type Leaks = Readonly<
  Record<string, readonly [story: string, change: (answer: Answer, theirs: Tenant, own: Tenant) => Answer]>
>;

/** What rejections give away, whichever id they reject. */
const leaks: Leaks = {
  'rejection-lists-accounts-under-other-names': [
    'The error names the bank accounts that it protects, by their number alone.',
    (answer, { accounts }) =>
      withAnswerBody(answer, { message: `Not for ${accounts.map(({ iban }) => iban).join(', ')}` }),
  ],
  'rejection-has-an-account-in-a-header': [
    'A header for debugging shows the last row that was read.',
    (answer, { accounts }) => withAnswerHeaders(answer, { 'x-last-row': `account=${accounts.at(-1)?.id}` }),
  ],
  'total-beyond-the-own-accounts': [
    'The rows are filtered by the tenant of the key, and the count by the one that is named, or by none.',
    (_, theirs, own) => json(200, { data: [], total: theirs.accounts.length + own.accounts.length }),
  ],
};

const leaking = (breaks: RequirementId, when: 'the other' | 'nobody', mark: string): Fault[] =>
  breaking(
    [breaks],
    Object.fromEntries(
      Object.entries(leaks).map(([id, [story, change]]) => [
        `${id}-${mark}`,
        [story, (honest, world) => withTotals(onRejectedListing(when, change)(honest, world), world)] as const,
      ]),
    ),
  );

const withTotals = afterwards(listed, (answer) => {
  const { data, ...rest } = membersOf(answer.body) ?? {};
  return Array.isArray(data) ? withAnswerBody(answer, { total: data.length, ...rest, data }) : answer;
});

const allAccounts = ({ tenants }: State) => tenants.flatMap(({ accounts }) => accounts);

/** Requests whose address is the listing's, as far as a filter looks that joins equal ones under way. */
const address = (asked: Request) => `${asked.target} ${header(asked, 'x-tenant-id')}`;

const isPlain = ({ headers }: Request) =>
  ![...headers.keys()].some((name) => /auth|key|token|cookie|forwarded|real-ip/i.test(name));

const isOfAnotherKey = (asked: Request, first: Request) => header(asked, 'api-key') !== header(first, 'api-key');

/** A tenant that is found for an id which names nobody. */
const foundFor =
  (opens: (own: Tenant, world: State) => readonly Account[]): Middleware =>
  (honest, world) =>
  async (asked) => {
    const own = isListing(asked) && header(asked, 'x-tenant-id') !== '' ? owner(asked, world) : undefined;
    return own && !namedTenant(asked, world) ? json(200, { data: opens(own, world) }) : honest(asked);
  };

const ofBoth = (check: string) => ['first', 'second'].map((caller) => `ACCT-03 the ${caller} tenant’s key ${check}`);

/** ACCT-03, ACCT-04 and AUTH-07: a tenant that is named and believed, and what rejections give away. */
export const isolationFaults: readonly Fault[] = [
  ...breaking(['ACCT-03'], {
    'first-tenant-sees-all': [
      'The first tenant was the company’s own, with a right to look at everybody; the right was never taken away.',
      believingTheHeader((asked, world) => isListing(asked) && owner(asked, world) === world.tenants[0]),
      {
        fails: [
          'ACCT-03 the first tenant’s key with the other’s id, at other spellings of the path',
          'ACCT-03 no response holds anything of the other tenant',
        ],
      },
    ],
    'tenant-is-not-compared-behind-a-slash-at-the-end': [
      'The guard that compares key and tenant stands on the exact path, the router forgives a slash.',
      beforehand((asked, world) => {
        const named = asked.path === `${listAccounts.path}/` && owner(asked, world) && namedTenant(asked, world);
        return named ? { ...withHeader(asked, 'api-key', named.apiKey), path: listAccounts.path } : asked;
      }),
    ],
    'tenant-of-the-header-believed-where-accounts-are-counted': [
      'The tenant is taken from its header; accounts have little but a number, which is counted over all tenants.',
      all(
        afterwards(listed, (answer, _, world) => {
          const all = world.tenants.flatMap(({ accounts }) => accounts).map(({ id }) => id);
          const { data = [] } = membersOf(answer.body) as { data?: readonly Account[] };
          return withAnswerBody(answer, { data: data.map(({ id }) => ({ id: all.indexOf(id) + 1, currency: 'EUR' })) });
        }),
        believingTheHeader(isListing),
      ),
      { fails: ofBoth('with the other’s id, while the other lists') },
    ],
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
      { fails: ofBoth('with the other’s id, on the second page') },
    ],
    'listings-under-way-are-joined-by-the-tenant-named': [
      'The query is shared while it runs, by the tenant named; key and tenant are compared within it.',
      joining((asked, world) => (isListing(asked) && owner(asked, world) ? address(asked) : undefined), isOfAnotherKey),
      { isTimed: true },
    ],
  }),
  ...leaking('ACCT-03', 'the other', 'of-its-id'),
  ...breaking(['ACCT-04'], {
    'unknown-tenant-opens-everything': [
      'No tenant found means no filter.',
      foundFor((_, world) => allAccounts(world)),
      { fails: ['ACCT-04 a random id of the same shape', 'ACCT-04 no response holds anything of the other tenant'] },
    ],
    'thread-keeps-the-tenant-of-its-last-request': [
      'The tenant is in a variable of the thread, which is set where a request names one, and never cleared.',
      keptByThread,
      { isTimed: true },
    ],
  }),
  ...leaking('ACCT-04', 'nobody', 'of-an-unknown-id'),
  ...breaking(['AUTH-07'], {
    'equal-addresses-under-way-are-joined': [
      'A filter in front of the guard joins what is asked again and again, by address and tenant.',
      (honest, world) => {
        const times = counter();
        const again = new Set<Request>();
        const nameOf = (asked: Request) => {
          if (!isListing(asked) || !(caller(asked, world) || (withoutApiKey(asked) && isPlain(asked))))
            return undefined;
          if (withoutApiKey(asked) && times(address(asked)) > 1) again.add(asked);
          return address(asked);
        };
        return joining(nameOf, (asked) => again.has(asked))(honest, world);
      },
      { isTimed: true },
    ],
  }),
];
