/**
 * Where the specification is silent, as dimensions: real services differ in all of them at once. Few servers, each a
 * combination, hold every two values of two dimensions.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createCustomer, listAccounts } from '../../../schemas/fsapi/operations.js';
import { created, listed, rejected, replayed, withAnswerHeaders, withoutBody } from '../answered.js';
import type { ServerShape, Variant } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { membersOf } from '../request.js';
import { afterwards, all, pause } from '../rewrite.js';
import { json, rejection } from '../service.js';
import { accountsOf, camelCased, creationAs, digitsOf, everyObject, listingAs, messageOf } from '../shapes.js';
import { asIs, type Dimension, type Freedom, kept, keys, rules } from './freedoms-of-requests.js';
import { type Choice, pairwise } from './pairwise.js';

const addressOf = (id: unknown) => `/v1${createCustomer.path}/${id}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const secretOf = (text: unknown) => `cus_${createHmac('sha256', 'a secret').update(String(text)).digest('base64url')}`;
/** Whole numbers from here on are further apart than one in double precision. */
const beyondDouble = 9_007_199_254_740_000_000n;

/** Success statuses and the shape of a response to a creation are not shown. */
const createdAs: Dimension = {
  'the customer, 201': asIs,
  'the customer, 202 and camel case': all(
    afterwards(created, (answer) => ({ ...answer, status: answer.status === 201 ? 202 : answer.status })),
    creationAs(({ id, ...rest }) => ({ data: { customer: { uuid: id, ...(camelCased(rest) as object) } } })),
  ),
  'a Location only': { middleware: afterwards(created, withoutBody), isTerse: true },
  'JSON:API': creationAs(({ id, ...attributes }) => ({
    data: { type: 'customers', id, attributes, links: { self: addressOf(id) } },
  })),
  'a self link in HAL': creationAs(({ id, ...rest }) => ({ ...rest, _links: { self: { href: addressOf(id) } } })),
  'an envelope of success': creationAs((data) => ({
    ...{ success: true, code: 0, message: 'OK', error: null, errors: [] },
    data,
  })),
  'the id and a status': {
    middleware: creationAs(({ id }) => ({ id, status: 'pending_verification' })),
    isTerse: true,
  },
  'a map by id beside the request': creationAs(({ id, ...rest }, asked) => ({
    ...{ request: asked.members, customers: { [id]: rest } },
  })),
};

/** The form of an identifier is not shown. */
const identities: Dimension = {
  'a UUID': asIs,
  'ten digits': {
    server: {
      customerId: ({ uuid }) => Number(digitsOf(uuid, 10)),
      accountId: ({ iban }) => Number(digitsOf(iban, 12)),
    },
  },
  'nineteen digits': {
    server: { customerId: ({ tenant, count }) => String(beyondDouble + BigInt(2 * count + tenant)) },
    middleware: afterwards(
      (_, { body }) => body !== undefined,
      ({ body = '', ...answer }) => ({
        ...answer,
        body: body.replace(/"(id|uuid)":"(9007199254\d{9})"/g, '"$1":$2'),
      }),
    ),
  },
  'an opaque string': { server: { customerId: ({ uuid }) => hashOf(uuid).toString('base64url') } },
  'sortable by time': {
    server: {
      customerId: ({ uuid }) => `01JZ${hashOf(uuid).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}`,
    },
  },
  'made from tenant and key with a secret': {
    server: { customerId: ({ tenant, idempotencyKey }) => secretOf(`${tenant} ${idempotencyKey}`) },
  },
};

const repeatRejected = (status: number) => afterwards(replayed, rejection(status, 'repeated', 'Used before.'));

/** What a repeat gets is not shown. */
const repeats: Dimension = {
  'as at first': asIs,
  '200': afterwards(replayed, (answer) => ({ ...answer, status: 200 })),
  '204': afterwards(replayed, (answer) => ({ ...withoutBody(answer), status: 204 })),
  '303': {
    middleware: afterwards(replayed, ({ headers }) => ({
      status: 303,
      headers: { location: headers?.location ?? '' },
    })),
    undecided: ['IDEM-03'],
  },
  '409': repeatRejected(409),
  '409 that names the customer': afterwards(replayed, (answer) =>
    rejection(409, 'repeated', 'Created before.', { customer_id: membersOf(answer.body)?.id }),
  ),
  '425': repeatRejected(425),
};

/** Shape and statuses of rejections are not shown, 401 apart. */
const rejections: Dimension = {
  'an error': asIs,
  'a problem': afterwards(rejected, (answer) =>
    withAnswerHeaders(
      json(answer.status, { type: 'about:blank', title: messageOf(answer), instance: `urn:uuid:${randomUUID()}` }),
      { 'content-type': 'application/problem+json' },
    ),
  ),
  '200 with success: false': afterwards(rejected, (answer) =>
    json(200, { success: false, message: messageOf(answer) }),
  ),
  '400 for all': afterwards(rejected, (answer) => ({ ...answer, status: 400 })),
  '404 without a body': afterwards(rejected, (answer) => ({ ...withoutBody(answer), status: 404 })),
  'a list of errors that repeat what was sent': afterwards(rejected, (answer, asked) =>
    json(answer.status, [{ message: messageOf(answer), received: asked.members ?? null }]),
  ),
  'plain text': afterwards(rejected, (answer) => ({
    ...withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
    body: 'That cannot be done.',
  })),
};

/** Shape, pages and members of a listing are not shown. */
const listings: Dimension = {
  data: asIs,
  'an array': listingAs((accounts) => accounts),
  'a map by id': listingAs((accounts) => ({
    accounts: Object.fromEntries(accounts.map(({ id, ...rest }) => [id, rest])),
  })),
  'HAL with self links': listingAs((accounts) => ({
    _embedded: {
      accounts: accounts.map(({ id, ...rest }) => ({
        ...rest,
        _links: { self: { href: `/v1${listAccounts.path}/${id}` } },
      })),
    },
  })),
  'wrappers with things that tenants share': listingAs((accounts) => ({
    items: accounts.map((account) => ({ account, bank: { id: 'bnk_50010517' }, permissions: ['read'] })),
  })),
  'pages by a Link header': paged(pagings['a-link-header']),
  'pages by a cursor': paged(pagings['a-cursor']),
  'live balances, 206': afterwards(listed, (answer) =>
    json(
      206,
      accountsOf(answer).map((account) => ({ ...account, balance: String(Math.random()), last_read_at: Date.now() })),
      { 'content-range': 'accounts 0-3/4' },
    ),
  ),
};

const requestScoped = () => ({
  ...{ request_id: randomUUID(), timestamp: new Date().toISOString(), server_time: Date.now() },
});

/** What stands in and around answers is not shown, nor how long they take. */
const around: Dimension = {
  nothing: asIs,
  'values of the request': everyObject((body) => ({ ...requestScoped(), ...body, debug: { by: requestScoped() } })),
  'more members and headers': all(
    afterwards(
      () => true,
      (answer) => {
        const more = { 'x-extra': 'yes', 'set-cookie': `session=${randomUUID()}; HttpOnly`, connection: 'close' };
        return withAnswerHeaders(answer, more);
      },
    ),
    everyObject((body) => ({ ...body, _extra: [{ id: 1 }, { id: 2 }], warnings: [], next_steps: ['verify'] })),
  ),
  'indented JSON with a charset': afterwards(
    (_, { body, headers }) => body !== undefined && /json/.test(headers?.['content-type'] ?? ''),
    (answer) => ({
      ...withAnswerHeaders(answer, { 'content-type': 'Application/JSON; charset="UTF-8"' }),
      body: `\r\n${(answer.body ?? '').replaceAll('/', '\\/').replaceAll('@', '\\u0040')}\r\n`,
    }),
  ),
  'some milliseconds': (honest) => async (asked) => {
    await pause(Math.random() * 40);
    return honest(asked);
  },
};

/** From the outside in: what stands first sees the answers of those after it. */
const freedoms = { identities, around, rejections, keys, rules, listings, kept, createdAs, repeats };

/** Names of values by their dimension. */
export const dimensions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(freedoms).map(([name, values]) => [name, Object.keys(values)]),
);

/** Each value as `dimension: value`, from the outside in. */
const values: ReadonlyMap<string, Freedom> = new Map(
  Object.entries<Dimension>(freedoms).flatMap(([name, dimension]) =>
    Object.entries(dimension).map(([value, of]) => [
      `${name}: ${value}`,
      typeof of === 'function' ? { middleware: of } : of,
    ]),
  ),
);

/** A value that was put right has to be shown. */
export function isApart(one: string, other: string): boolean {
  const [first, second] = [values.get(one), values.get(other)];
  return Boolean((first?.isTerse && second?.mends) || (second?.isTerse && first?.mends));
}

/** A server that has the values of a choice. */
export function serverOf(choice: Choice): Variant {
  const chosen = [...values].filter(([name, value]) => choice.includes(name) && value !== asIs);
  const parts = chosen.map(([, value]) => value);
  return {
    id: '',
    freedom: chosen.map(([name]) => name).join('; '),
    middleware: all(...parts.flatMap(({ middleware }) => middleware ?? [])),
    server: Object.assign({}, ...parts.map(({ server }) => server)) as ServerShape,
    undecided: [...new Set(parts.flatMap(({ undecided }) => undecided ?? []))].sort(),
  };
}

/** Every two values of two dimensions meet in one of these. */
export const combinations: readonly Variant[] = pairwise(dimensions, isApart).map((choice, at) => ({
  ...serverOf(choice),
  id: `combination-${at + 1}`,
}));
