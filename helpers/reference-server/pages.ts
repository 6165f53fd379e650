import { listAccounts } from '../../schemas/fsapi/operations.js';
import { listed } from './answered.js';
import { membersOf } from './asked.js';
import type { Middleware } from './middleware.js';
import { afterwards } from './rewrite.js';
import type { Answer } from './service.js';
import { json, type Request } from './service.js';
import type { Account, State } from './state.js';

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
const number = (query: URLSearchParams, name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
const pageOf = (at: number) => Math.floor(at / size) + 1;
const byPage = (name: string) => (query: URLSearchParams) => (number(query, name, 1) - 1) * size;
const linked = (
  link: (page: number) => string,
  put: (data: readonly Account[], next: string | null) => Answer,
): Paging => ({
  at: byPage('page'),
  tell: ({ data, next }) => put(data, next === undefined ? null : link(pageOf(next))),
});
const opaque = (at: number) => Buffer.from(`from:${at}`).toString('base64url');
const read = (cursor: string | null) =>
  Number(
    Buffer.from(cursor ?? opaque(0), 'base64url')
      .toString()
      .slice(5),
  ) || 0;

/** Ways of paging that services have, by name. */
export const pagings = {
  'a-link-header': linked(
    (page) => `<${path}?page=1>; rel="first", <${path}?page=${page}>; rel="next"`,
    (data, link) => json(200, { data }, link === null ? {} : { link }),
  ),
  'a-link-in-header-and-body': linked(
    (page) => `${path}?page=${page}`,
    (data, next) => json(200, { data, next }, next === null ? {} : { link: `<${next}>; rel="next"` }),
  ),
  'an-absolute-link': linked(
    (page) => `https://api.example.com${path}?page=${page}&per_page=${size}`,
    (data, next) => json(200, { data, links: { next } }),
  ),
  'a-relative-link': linked(
    (page) => `?page=${page}`,
    (items, href) => json(200, { items, _links: href === null ? {} : { next: { href } } }),
  ),
  'a-cursor': {
    at: (query) => read(query.get('cursor')),
    tell: ({ data, next }) => json(200, { data, next_cursor: next === undefined ? null : opaque(next) }),
  },
  'a-number-as-the-cursor': {
    at: (query) => number(query, 'cursor', 0),
    tell: ({ data, next }) => json(200, { data, ...(next !== undefined && { cursor: next }) }),
  },
  'the-place-of-the-last-account': {
    at: (query) => number(query, 'after', 0),
    tell: ({ data, next }) => json(200, { accounts: data, meta: { after: next ?? null } }),
  },
  'a-page-token': {
    at: (query) => read(query.get('pageToken')),
    tell: ({ data, next }) => json(200, { accounts: data, nextPageToken: next === undefined ? '' : opaque(next) }),
  },
  'an-end-cursor': {
    at: (query) => read(query.get('after')),
    tell: ({ data, at, next }) =>
      json(200, { data, pageInfo: { hasNextPage: next !== undefined, endCursor: opaque(next ?? at) } }),
  },
  'page-numbers': {
    at: byPage('page'),
    tell: ({ data, at, total }) => json(200, { data, meta: { page: pageOf(at), pages: Math.ceil(total / size) } }),
  },
  'the-current-page': {
    at: byPage('page'),
    tell: ({ data, at, total }) => json(200, { data, current_page: pageOf(at), last_page: Math.ceil(total / size) }),
  },
  'a-page-in-a-header': {
    at: byPage('page'),
    tell: ({ data, next }) => json(200, { data }, next === undefined ? {} : { 'x-next-page': String(pageOf(next)) }),
  },
  'a-total-and-the-page': {
    at: byPage('page'),
    tell: ({ data, at, total }) =>
      json(200, { accounts: data, pagination: { page: pageOf(at), per_page: size, total } }),
  },
  'a-total-alone': { at: byPage('page'), tell: ({ data, total }) => json(200, { data, total }) },
  offsets: {
    at: (query) => number(query, 'offset', 0),
    tell: ({ data, at, next }) => json(200, { data, offset: at, limit: size, has_more: next !== undefined }),
  },
  'a-total-in-a-header': {
    at: byPage('page'),
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
    const own = (membersOf(answer.body)?.data ?? []) as readonly Account[];
    const all = rows(own, asked, world);
    const from = Math.max(0, at(asked.query, all));
    const next = from + size < all.length ? from + size : undefined;
    const page = tell({ data: all.slice(from, from + size), at: from, next, total: all.length });
    return { ...page, headers: { ...answer.headers, ...page.headers } };
  });
