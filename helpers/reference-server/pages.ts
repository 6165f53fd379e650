import { listAccounts } from '../../schemas/fsapi/operations.js';
import { listed } from './answered.js';
import type { Middleware } from './middleware.js';
import type { Request } from './request.js';
import { afterwards } from './rewrite.js';
import { json } from './service.js';
import { accountsOf } from './shapes.js';
import type { Account, Answer, State } from './state.js';

/** One page of a listing. `next` is the place of the first account of the page after it. */
interface Page {
  readonly data: readonly Account[];
  readonly at: number;
  readonly next: number | undefined;
  readonly total: number;
}

/** A way of paging: where a request asks to begin, and how a page says what comes after it. */
export interface Paging {
  readonly at: (query: URLSearchParams, rows: readonly Account[]) => number;
  readonly tell: (page: Page) => Answer;
}

const size = 2;
const path = `/v1${listAccounts.path}`;
const pageOf = (at: number) => Math.floor(at / size) + 1;
const byPage = (query: URLSearchParams) => (Number(query.get('page') ?? 1) - 1) * size;
const byNumber = (name: string) => (query: URLSearchParams) => Number(query.get(name));
const opaque = (at: number) => Buffer.from(`from:${at}`).toString('base64url');
const byCursor = (name: string) => (query: URLSearchParams) => {
  const cursor = Buffer.from(query.get(name) ?? opaque(0), 'base64url').toString();
  return Number(cursor.slice('from:'.length)) || 0;
};

/** Ways of paging that services have, by name. */
export const pagings = {
  'a-link-header': {
    at: byPage,
    tell: ({ data, next }) => {
      const link = next && `<${path}?page=1>; rel="first", <${path}?page=${pageOf(next)}>; rel="next"`;
      return json(200, { data }, link ? { link } : {});
    },
  },
  'a-relative-link': {
    at: byPage,
    tell: ({ data, next }) =>
      json(200, { items: data, _links: next ? { next: { href: `?page=${pageOf(next)}` } } : {} }),
  },
  'a-cursor': {
    at: byCursor('cursor'),
    tell: ({ data, next }) => json(200, { data, next_cursor: next ? opaque(next) : null }),
  },
  'a-number-as-the-cursor': {
    at: byNumber('cursor'),
    tell: ({ data, next }) => json(200, { data, ...(next && { cursor: next }) }),
  },
  'an-end-cursor': {
    at: byCursor('after'),
    tell: ({ data, at, next }) =>
      json(200, { data, pageInfo: { hasNextPage: next !== undefined, endCursor: opaque(next ?? at) } }),
  },
  'page-numbers': {
    at: byPage,
    tell: ({ data, at, total }) => json(200, { data, meta: { page: pageOf(at), pages: Math.ceil(total / size) } }),
  },
  offsets: {
    at: byNumber('offset'),
    tell: ({ data, at, next }) => json(200, { data, offset: at, limit: size, has_more: next !== undefined }),
  },
  'a-total-in-a-header': {
    at: byPage,
    tell: ({ data, total }) => json(200, data, { 'x-total-count': String(total) }),
  },
  'the-last-account': {
    at: (query, rows) => rows.findIndex(({ id }) => id === query.get('starting_after')) + 1,
    tell: ({ data, next }) => json(200, { data, has_more: next !== undefined }),
  },
} as const satisfies Readonly<Record<string, Paging>>;

/** A listing in pages of two. `rows` gives all accounts of it, from the caller's own. */
export const paged = (
  { at, tell }: Paging,
  rows: (own: readonly Account[], asked: Request, world: State) => readonly Account[] = (own) => own,
): Middleware =>
  afterwards(listed, (answer, asked, world) => {
    const all = rows(accountsOf(answer), asked, world);
    const from = Math.max(0, at(asked.query, all));
    const next = from + size < all.length ? from + size : undefined;
    const page = tell({ data: all.slice(from, from + size), at: from, next, total: all.length });
    return { ...page, headers: { ...answer.headers, ...page.headers } };
  });
