/** Where the specification is silent. Few servers hold every two levels of two dimensions. */

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createCustomer, listAccounts } from '../../../schemas/fsapi/operations.js';
import { accountsOf, created, listed, messageOf, rejected, replayed, withoutBody, withStatus } from '../answers.js';
import { changeOf, type Freedoms, identifiedBy, type Variant } from '../changes.js';
import { listingAs, paged, pagings } from '../listings.js';
import { afterwards, all, creationAs } from '../middleware.js';
import { membersOf } from '../request.js';
import { digitsOf, hashOf, json, rejection, withAnswerBody, withAnswerHeaders } from '../state.js';
import { asIs, kept, keys, rules } from './freedoms-of-requests.js';

const addressOf = (id: unknown) => `/v1${createCustomer.path}/${id}`;
const camelCased = (members: object): object =>
  JSON.parse(JSON.stringify(members).replace(/_+(\w)(?=\w*":)/g, (_, letter: string) => letter.toUpperCase()));
/** From here on double precision cannot tell neighbours apart. */
const beyondDouble = 9_007_199_254_740_000_000n;

const createdAs: Freedoms = {
  'the customer, 201': asIs,
  'the customer, 202 and camel case': all(
    afterwards((asked, answer) => created(asked, answer) && answer.status === 201, withStatus(202)),
    creationAs(({ id, ...rest }) => ({ data: { customer: { uuid: id, ...camelCased(rest) } } })),
  ),
  'a Location only': afterwards(created, withoutBody),
  'JSON:API': creationAs(({ id, ...attributes }) => ({
    data: { type: 'customers', id, attributes, links: { self: addressOf(id) } },
  })),
  'a self link in HAL': creationAs(({ id, ...rest }) => ({ ...rest, _links: { self: { href: addressOf(id) } } })),
  'an envelope of success': creationAs((data) => ({
    success: true,
    code: 0,
    message: 'OK',
    error: null,
    errors: [],
    data,
  })),
  'the id and a status': creationAs(({ id }) => ({ id, status: 'pending_verification' })),
  'a map by id beside the request': creationAs(({ id, ...rest }, { members }) => {
    return { request: members, customers: { [id]: rest } };
  }),
};

const identities: Freedoms = {
  'a UUID': asIs,
  'ten digits': identifiedBy(
    ({ uuid }) => Number(digitsOf(uuid, 10)),
    ({ iban }) => Number(digitsOf(iban, 12)),
  ),
  'nineteen digits': {
    ...identifiedBy(({ tenant, count }) => String(beyondDouble + BigInt(2 * count + tenant))),
    middleware: afterwards(
      (_, { body }) => body !== undefined,
      ({ body = '', ...answer }) => ({ ...answer, body: body.replace(/"(id|uuid)":"(9007199254\d{9})"/g, '"$1":$2') }),
    ),
  },
  'an opaque string': identifiedBy(({ uuid }) => hashOf(uuid).toString('base64url')),
  'sortable by time': identifiedBy(({ uuid }) => {
    return `01JZ${hashOf(uuid).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}`;
  }),
  'made from tenant and key with a secret': identifiedBy(({ tenant, idempotencyKey }) => {
    return `cus_${createHmac('sha256', 'a secret').update(`${tenant} ${idempotencyKey}`).digest('base64url')}`;
  }),
};

const repeatRejected = (status: number) => afterwards(replayed, rejection(status, 'repeated', 'Used before.'));

const repeats: Freedoms = {
  'as at first': asIs,
  '200': afterwards(replayed, withStatus(200)),
  '204': afterwards(replayed, (answer) => ({ ...withoutBody(answer), status: 204 })),
  '303': afterwards(replayed, ({ headers }) => ({ status: 303, headers: { location: headers?.location ?? '' } })),
  '409': repeatRejected(409),
  '409 that names the customer': afterwards(replayed, (answer) =>
    rejection(409, 'repeated', 'Created before.', { customer_id: membersOf(answer.body)?.id }),
  ),
  '425': repeatRejected(425),
};

const rejections: Freedoms = {
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
  '400 for all': afterwards(rejected, withStatus(400)),
  '404 without a body': afterwards(rejected, (answer) => ({ ...withoutBody(answer), status: 404 })),
  'a list of errors that repeat what was sent': afterwards(rejected, (answer, asked) =>
    json(answer.status, [{ message: messageOf(answer), received: asked.members ?? null }]),
  ),
  'plain text': afterwards(rejected, (answer) => ({
    ...withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
    body: 'That cannot be done.',
  })),
};

const listings: Freedoms = {
  data: asIs,
  'an array': listingAs((accounts) => accounts),
  'a map by id': listingAs((all) => ({ accounts: Object.fromEntries(all.map(({ id, ...rest }) => [id, rest])) })),
  'HAL with self links': listingAs((all) => {
    const self = (id: unknown) => ({ href: `/v1${listAccounts.path}/${id}` });
    return { _embedded: { accounts: all.map(({ id, ...rest }) => ({ ...rest, _links: { self: self(id) } })) } };
  }),
  'wrappers with things that tenants share': listingAs((accounts) => ({
    items: accounts.map((account) => ({ account, bank: { id: 'bnk_50010517' }, permissions: ['read'] })),
  })),
  'pages by a Link header': paged(pagings['a-link-header']),
  'pages by a cursor': paged(pagings['a-cursor']),
  'live balances, 206': afterwards(listed, (answer) => {
    const live = () => ({ balance: String(Math.random()), last_read_at: Date.now() });
    const accounts = accountsOf(answer).map((account) => ({ ...account, ...live() }));
    return json(206, accounts, { 'content-range': 'accounts 0-3/4' });
  }),
};

const everyObject = (change: (body: object) => unknown) =>
  afterwards(
    (_, { body }) => membersOf(body) !== undefined,
    (answer) => withAnswerBody(answer, change(membersOf(answer.body) ?? {})),
  );

const requestScoped = () => {
  const now = new Date();
  return { request_id: randomUUID(), timestamp: now.toISOString(), server_time: now.getTime() };
};

const around: Freedoms = {
  nothing: asIs,
  'values of the request': everyObject((body) => ({ ...requestScoped(), ...body, debug: { by: requestScoped() } })),
  'more members and headers': all(
    (honest) => async (asked) => {
      const more = { 'x-extra': 'yes', 'set-cookie': `session=${randomUUID()}; HttpOnly`, connection: 'close' };
      return withAnswerHeaders(await honest(asked), more);
    },
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

/** From the outside in. */
const freedoms = { identities, around, rejections, keys, rules, listings, kept, createdAs, repeats };

const levels = Object.entries(freedoms).map(([name, dimension]) =>
  Object.entries(dimension).map(([level, change]) => ({ name: `${name}: ${level}`, change: changeOf(change) })),
);
export const dimensions = levels.map((dimension) => dimension.map(({ name }) => name));

export function serverOf(choice: readonly string[], id = ''): Variant {
  const chosen = levels.flat().filter(({ name, change }) => choice.includes(name) && change !== asIs);
  const changes = chosen.map(({ change }) => change);
  const middleware = all(...changes.flatMap((change) => change.middleware ?? []));
  const server = Object.assign({}, ...changes.map((change) => change.server));
  return { id, freedom: chosen.map(({ name }) => name).join('; '), middleware, server };
}

const pairOf = (a: string, b: string) => [a, b].sort().join('\n');

/** Few choices in which each two levels of two dimensions meet: greedy, always the same. */
export function pairwise(dimensions: readonly (readonly string[])[]) {
  const columns = [...dimensions].sort((a, b) => b.length - a.length);
  const pairs = (column: readonly string[], at: number) =>
    columns.slice(at + 1).flatMap((later) => column.flatMap((a) => later.map((b) => pairOf(a, b))));
  const open = new Set(columns.flatMap(pairs));
  const choices: (readonly string[])[] = [];
  while (open.size > 0) {
    const [first = ''] = open;
    const chosen = first.split('\n');
    // Of levels that close as many pairs, take the one with most open pairs.
    const levelsLeft = [...open].flatMap((pair) => pair.split('\n'));
    const gain = (level: string) => {
      const closed = chosen.filter((other) => open.has(pairOf(level, other)));
      return closed.length + levelsLeft.filter((left) => left === level).length / 10_000;
    };
    for (const column of columns.filter((levels) => !levels.some((level) => chosen.includes(level))))
      chosen.push(column.reduce((best, level) => (gain(level) > gain(best) ? level : best)));
    for (const a of chosen) for (const b of chosen) open.delete(pairOf(a, b));
    choices.push(chosen);
  }
  return choices;
}

export const combinations: readonly Variant[] = pairwise(dimensions).map((choice, at) =>
  serverOf(choice, `combination-${at + 1}`),
);
