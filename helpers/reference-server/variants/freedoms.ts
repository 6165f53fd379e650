/**
 * Where the specification is silent, as dimensions: real services differ in all of them at once. Few servers, each a
 * combination, hold every two values of two dimensions.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createCustomer, listAccounts } from '../../../schemas/fsapi/operations.js';
import { created, listed, withAnswerHeaders, withoutBody } from '../answered.js';
import { membersOf } from '../asked.js';
import type { Change, ServerShape, Variant } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { afterwards, all, pause } from '../rewrite.js';
import { json, rejection } from '../service.js';
import {
  accountsOf,
  camelCased,
  creationAs,
  digitsOf,
  everyObject,
  listingAs,
  messageOf,
  onRejection,
  onReplay,
} from '../shapes.js';
import { does, type Freedom, is, kept, keys, rules, same } from './freedoms-of-requests.js';
import { type Choice, pairwise } from './pairwise.js';

const addressOf = (id: unknown) => `/v1${createCustomer.path}/${id}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const secretOf = (text: unknown) => `cus_${createHmac('sha256', 'a secret').update(String(text)).digest('base64url')}`;
/** Whole numbers from here on are further apart than one in double precision. */
const beyondDouble = 9_007_199_254_740_000_000n;

/** Success statuses and the shape of a response to a creation are not shown. */
const createdAs: Readonly<Record<string, Freedom>> = {
  'the customer, 201': same,
  'the customer, 202 and camel case': does(
    all(
      afterwards(created, (answer) => ({ ...answer, status: answer.status === 201 ? 202 : answer.status })),
      creationAs(({ id, ...rest }) => ({ data: { customer: { uuid: id, ...(camelCased(rest) as object) } } })),
    ),
  ),
  'a Location only': does(afterwards(created, withoutBody), { isTerse: true }),
  'JSON:API': does(
    creationAs(({ id, ...attributes }) => ({
      data: { type: 'customers', id, attributes, links: { self: addressOf(id) } },
    })),
  ),
  'a self link in HAL': does(creationAs(({ id, ...rest }) => ({ ...rest, _links: { self: { href: addressOf(id) } } }))),
  'an envelope of success': does(
    creationAs((data) => ({ success: true, code: 0, message: 'OK', error: null, errors: [], data })),
  ),
  'the id and a status': does(
    creationAs(({ id }) => ({ id, status: 'pending_verification' })),
    { isTerse: true },
  ),
  'a map by id beside the request': does(
    creationAs(({ id, ...rest }, asked) => ({ request: membersOf(asked.body), customers: { [id]: rest } })),
  ),
};

/** The form of an identifier is not shown. */
const identities: Readonly<Record<string, Freedom>> = {
  'a UUID': same,
  'ten digits': is({
    customerId: (uuid) => Number(digitsOf(uuid, 10)),
    accountId: ({ iban }) => Number(digitsOf(iban, 12)),
  }),
  'nineteen digits': is(
    { customerId: (_, { tenant, count }) => String(beyondDouble + BigInt(2 * count + tenant)) },
    afterwards(
      (_, { body }) => body !== undefined,
      (answer) => ({ ...answer, body: answer.body?.replace(/"(id|uuid)":"(9007199254\d{9})"/g, '"$1":$2') ?? '' }),
    ),
  ),
  'an opaque string': is({ customerId: (uuid) => hashOf(uuid).toString('base64url') }),
  'sortable by time': is({
    customerId: (uuid) => `01JZ${hashOf(uuid).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}`,
  }),
  'made from tenant and key with a secret': is({
    customerId: (_, { tenant, idempotencyKey }) => secretOf(`${tenant} ${idempotencyKey}`),
  }),
};

const repeatRejected = (status: number) => onReplay(() => rejection(status, 'repeated', 'This key was used before.'));

/** What a repeat gets is not shown. */
const repeats: Readonly<Record<string, Freedom>> = {
  'as at first': same,
  '200': does(onReplay((answer) => ({ ...answer, status: 200 }))),
  '204': does(onReplay((answer) => ({ ...withoutBody(answer), status: 204 }))),
  '303': does(
    onReplay(({ headers }) => ({ status: 303, headers: { location: headers?.location ?? '' } })),
    { undecided: ['IDEM-03'] },
  ),
  '409': does(repeatRejected(409)),
  '409 that names the customer': does(
    onReplay((answer) => rejection(409, 'repeated', 'Created before.', { customer_id: membersOf(answer.body)?.id })),
  ),
  '425': does(repeatRejected(425)),
};

/** Shape and statuses of rejections are not shown, 401 apart. */
const rejections: Readonly<Record<string, Freedom>> = {
  'an error': same,
  'a problem': does(
    onRejection((answer) =>
      withAnswerHeaders(
        json(answer.status, { type: 'about:blank', title: messageOf(answer), instance: `urn:uuid:${randomUUID()}` }),
        { 'content-type': 'application/problem+json' },
      ),
    ),
  ),
  '200 with success: false': does(onRejection((answer) => json(200, { success: false, message: messageOf(answer) }))),
  '400 for all': does(onRejection((answer) => ({ ...answer, status: 400 }))),
  '404 without a body': does(onRejection((answer) => ({ ...withoutBody(answer), status: 404 }))),
  'a list of errors that repeat what was sent': does(
    onRejection((answer, asked) =>
      json(answer.status, [{ message: messageOf(answer), received: membersOf(asked.body) ?? null }]),
    ),
  ),
  'plain text': does(
    onRejection((answer) => ({
      ...withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
      body: 'That cannot be done.',
    })),
  ),
};

/** Shape, pages and members of a listing are not shown. */
const listings: Readonly<Record<string, Freedom>> = {
  data: same,
  'an array': does(listingAs((accounts) => accounts)),
  'a map by id': does(
    listingAs((accounts) => ({ accounts: Object.fromEntries(accounts.map(({ id, ...rest }) => [id, rest])) })),
  ),
  'HAL with self links': does(
    listingAs((accounts) => ({
      _embedded: {
        accounts: accounts.map(({ id, ...rest }) => ({
          ...rest,
          _links: { self: { href: `/v1${listAccounts.path}/${id}` } },
        })),
      },
    })),
  ),
  'wrappers with things that tenants share': does(
    listingAs((accounts) => ({
      items: accounts.map((account) => ({ account, bank: { id: 'bnk_50010517' }, permissions: ['read'] })),
    })),
  ),
  'pages by a Link header': does(paged(pagings['a-link-header'])),
  'pages by a cursor': does(paged(pagings['a-cursor'])),
  'live balances, 206': does(
    afterwards(listed, (answer) =>
      json(
        206,
        accountsOf(answer).map((account) => ({ ...account, balance: String(Math.random()), last_read_at: Date.now() })),
        { 'content-range': 'accounts 0-3/4' },
      ),
    ),
  ),
};

const requestScoped = () => ({
  request_id: randomUUID(),
  timestamp: new Date().toISOString(),
  server_time: Date.now(),
});

/** What stands in and around answers is not shown, nor how long they take. */
const around: Readonly<Record<string, Freedom>> = {
  nothing: same,
  'values of the request': does(
    everyObject((body) => ({ ...requestScoped(), ...body, debug: { by: requestScoped() } })),
  ),
  'more members and headers': does(
    all(
      afterwards(
        () => true,
        (answer) =>
          withAnswerHeaders(answer, {
            ...{ 'x-extra': 'yes', connection: 'close' },
            'set-cookie': `session=${randomUUID()}; HttpOnly`,
          }),
      ),
      everyObject((body) => ({ ...body, _extra: [{ id: 1 }, { id: 2 }], warnings: [], next_steps: ['verify'] })),
    ),
  ),
  'indented JSON with a charset': does(
    all(
      afterwards(
        (_, { body, headers }) => body !== undefined && /json/.test(headers?.['content-type'] ?? ''),
        (answer) => ({
          ...withAnswerHeaders(answer, { 'content-type': 'Application/JSON; charset="UTF-8"' }),
          body: `\r\n${(answer.body ?? '').replaceAll('/', '\\/').replaceAll('@', '\\u0040')}\r\n`,
        }),
      ),
    ),
  ),
  'some milliseconds': does((honest) => async (asked) => {
    await pause(Math.random() * 40);
    return honest(asked);
  }),
};

/** From the outside in: what stands first sees the answers of those after it. */
export const freedoms = { identities, around, rejections, keys, rules, listings, kept, createdAs, repeats } as const;

const freedomOf = (name: string, value: string): Freedom => freedoms[name as keyof typeof freedoms][value] ?? same;

/** HTTP knows a 204 without a body alone; a value that was put right has to be shown; pages are one shape of their own. */
export function isApart(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => freedomOf(...(text.split(/: (.*)/) as [string, string])));
  return Boolean((first?.isTerse && second?.mends) || (second?.isTerse && first?.mends));
}

/** A server that has one value of each dimension. */
export function serverOf(choice: Choice): Variant & Change {
  const chosen = Object.keys(freedoms).map((name) => freedomOf(name, choice[name] ?? ''));
  const differing = Object.entries(choice).filter(([name, value]) => freedomOf(name, value) !== same);
  return {
    id: '',
    freedom: differing.map(([name, value]) => `${name}: ${value}`).join('; '),
    middleware: all(...chosen.flatMap(({ middleware }) => middleware ?? [])),
    server: Object.assign({}, ...chosen.map(({ server }) => server)) as ServerShape,
    undecided: [...new Set(chosen.flatMap(({ undecided }) => undecided ?? []))].sort(),
  };
}

const dimensions = Object.fromEntries(Object.entries(freedoms).map(([name, values]) => [name, Object.keys(values)]));

/** Every two values of two dimensions meet in one of these. */
export const combinations: readonly Variant[] = pairwise(dimensions, isApart).map((choice, at) => ({
  ...serverOf(choice),
  id: `combination-${at + 1}`,
}));
