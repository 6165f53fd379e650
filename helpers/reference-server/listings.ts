import { listAccounts } from '../../schemas/fsapi/operations.js';
import { accountsOf, type Kind, listed, reshaped } from './answers.js';
import type { Middleware } from './changes.js';
import { afterwards, remembering } from './middleware.js';
import type { Request } from './request.js';
import { type Account, type Answer, json, openAccount, type State, type Tenant, withAnswerBody } from './state.js';

export const listingAs = (shape: (accounts: readonly Account[], asked: Request, world: State) => unknown): Middleware =>
  afterwards(listed, (answer, asked, world) => reshaped(answer, shape(accountsOf(answer), asked, world)));

/** An account for each customer of some tenants. */
export const listingOf = (tenants: (asked: Request, world: State) => readonly (Tenant | undefined)[]): Middleware =>
  listingAs((_, asked, world) => ({
    data: tenants(asked, world).flatMap((tenant) =>
      [...(tenant?.customers.keys() ?? [])].map((id) => ({ id: `acc_${id}`, currency: 'EUR' })),
    ),
  }));

export const openingAccounts = (at: Kind): Middleware =>
  remembering<{ opened: readonly Account[] }>(
    async (asked, memory, honest) => {
      const answer = await honest(asked);
      const { opened = [] } = memory;
      if (at(asked, answer)) memory.opened = [...opened, openAccount(opened.length)];
      return listed(asked, answer) ? withAnswerBody(answer, { data: [...accountsOf(answer), ...opened] }) : answer;
    },
    (asked) => asked.named?.id,
  );

type Paging = Readonly<{
  at: (query: URLSearchParams) => number;
  /** @param next place of the first account of the next page */
  page: (data: readonly Account[], next: number | undefined, total: number) => Answer;
}>;

const size = 2;
const byPage = (query: URLSearchParams) => (Number(query.get('page') ?? 1) - 1) * size;
const opaque = (at: number) => Buffer.from(`from:${at}`).toString('base64url');
const decoded = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

export const pagings = {
  'a-link-header': {
    at: byPage,
    page: (data, next) => {
      const link = next && `</v1${listAccounts.path}?page=${next / size + 1}>; rel="next"`;
      return json(200, { data }, link ? { link } : {});
    },
  },
  'a-cursor': {
    at: (query) => Number(decoded(query.get('cursor') ?? '').slice('from:'.length)) || 0,
    page: (data, next) => json(200, { data, next_cursor: next ? opaque(next) : null }),
  },
  'a-number-as-the-cursor': {
    at: (query) => Number(query.get('cursor')),
    page: (data, next) => json(200, { data, ...(next && { cursor: next }) }),
  },
  'a-total-in-a-header': { at: byPage, page: (data, _, total) => json(200, data, { 'x-total-count': String(total) }) },
} as const satisfies Readonly<Record<string, Paging>>;

export const paged = ({ at, page }: Paging): Middleware =>
  afterwards(listed, (answer, asked) => {
    const all = accountsOf(answer);
    const from = Math.max(0, at(asked.query));
    const next = from + size < all.length ? from + size : undefined;
    const { headers = {}, ...part } = page(all.slice(from, from + size), next, all.length);
    return { ...part, headers: { ...answer.headers, ...headers } };
  });
