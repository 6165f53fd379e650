import { createHash } from 'node:crypto';
import type { Wrap } from '../change.js';
import { afterwards, created, type Members, membersOf, withAnswerBody, withAnswerHeaders, withoutAnswerHeader } from '../rewrite.js';
import type { Answer, Asked } from '../service.js';
import type { World } from '../world.js';
import type { Variant } from './variant.js';

/** Changes every success of a creation, replays included. */
const onCreation = (change: (answer: Answer, asked: Asked, world: World) => Answer): Wrap => afterwards(created, change);

/** Shows a customer in another form, and nowhere else: without a Location. */
const shows = (id: string, freedom: string, form: (customer: Members, asked: Asked) => unknown): Variant => ({
  id,
  freedom,
  wrap: onCreation((answer, asked) =>
    withoutAnswerHeader(withAnswerBody(answer, form(membersOf(answer.body) ?? {}, asked)), 'location'),
  ),
});

/** The same short name for the same customer, counted from a start. */
function counted(start: bigint): (id: unknown) => bigint {
  const numbers = new Map<unknown, bigint>();
  return (id) => {
    const number = numbers.get(id) ?? start + BigInt(numbers.size);
    numbers.set(id, number);
    return number;
  };
}

/** Shows numbers in the place of ids. Written as text, since numbers beyond 2^53 lose their last digits otherwise. */
const numbered = (id: string, freedom: string, start: bigint, scope: (asked: Asked) => string): Variant => ({
  id,
  freedom,
  wrap: (honest, world) => {
    const counters = new Map<string, (id: unknown) => bigint>();
    return onCreation((answer, asked) => {
      const counter = counters.get(scope(asked)) ?? counted(start);
      counters.set(scope(asked), counter);
      const own = membersOf(answer.body)?.id;
      const number = String(counter(own));
      const body = (answer.body ?? '').replace(`"id":"${own}"`, `"id":${number}`);
      return withAnswerHeaders({ ...answer, body }, { location: `/v1/customers/${number}` });
    })(honest, world);
  },
});

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const camelled = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), camelled(item)]))
    : value;

/** Where and how an answer tells of the customer: response shapes and success statuses are not shown. */
export const createdShapes: readonly Variant[] = [
  {
    id: 'created-with-200',
    freedom: 'Success statuses are not shown; this one says 200.',
    wrap: onCreation((answer) => ({ ...answer, status: 200 })),
  },
  {
    id: 'created-with-202',
    freedom: 'Success statuses are not shown; this one says 202.',
    wrap: onCreation((answer) => ({ ...answer, status: 202 })),
  },
  {
    id: 'created-without-body',
    freedom: 'Response shapes are not shown; this one has no body, nor anything else.',
    wrap: onCreation(() => ({ status: 204 })),
  },
  {
    id: 'created-with-a-location-only',
    freedom: 'Response shapes are not shown; this one has only a Location.',
    wrap: onCreation(({ headers }) => ({ status: 201, headers: { location: headers?.location ?? '' } })),
  },
  {
    id: 'id-in-the-location',
    freedom: 'Response shapes are not shown; the identity stands in the Location and not in the body.',
    wrap: onCreation((answer) => withAnswerBody(answer, { status: 'created' })),
  },
  shows('id-three-levels-deep', 'Response shapes are not shown; the identity stands deep in the answer.', ({ id }) => ({
    outcome: { payload: { record: { customer_id: id } } },
  })),
  shows('id-in-camel-case', 'Names of members in answers are not shown; they are in camel case.', ({ id, ...rest }) => ({
    data: { customer: { uuid: id, ...(camelled(rest) as object) } },
  })),
  shows('map-keyed-by-id', 'Response shapes are not shown; customers are a map.', ({ id, ...rest }) => ({
    customers: { [String(id)]: rest },
  })),
  {
    id: 'json-api',
    freedom: 'Response shapes are not shown; this one follows JSON:API.',
    wrap: onCreation((answer) => {
      const { id, ...attributes } = membersOf(answer.body) ?? {};
      const body = { data: { type: 'customers', id, attributes }, jsonapi: { version: '1.1' } };
      return withAnswerHeaders(withAnswerBody(answer, body), { 'content-type': 'application/vnd.api+json' });
    }),
  },
  shows('hal', 'Response shapes are not shown; the identity is the address of the customer.', ({ id, ...rest }) => ({
    ...rest,
    _links: { self: { href: `/v1/customers/${id}` }, collection: { href: '/v1/customers' } },
  })),
  shows('bare-id', 'Response shapes are not shown; the answer is the id alone, as a JSON string.', ({ id }) => id),
  shows('list-of-one', 'Response shapes are not shown; the answer is a list.', (customer) => [customer]),
  shows('no-identity', 'Whether an answer holds an identity is not shown; this one says that all is well.', () => ({
    status: 'ok',
  })),
  shows('id-and-status-only', 'Fields of the customer in answers are not shown; there are two.', ({ id }) => ({
    id,
    status: 'pending_verification',
  })),
  shows('masked-customer', 'Fields of the customer in answers are not shown; personal ones are masked.', (customer) => ({
    ...customer,
    email: String(customer.email).replace(/^(.).*@/, '$1***@'),
    phone: '***',
    address: undefined,
  })),
  shows('two-identifiers', 'Fields of the customer in answers are not shown; there is a reference beside the id.', (customer) => ({
    ...customer,
    reference: `C-${createHash('sha256').update(String(customer.id)).digest('hex').slice(0, 10).toUpperCase()}`,
  })),
  shows('opaque-token', 'The form of identities is not shown; this one is a long token.', ({ id, ...rest }) => ({
    token: createHash('sha512').update(String(id)).digest('base64url').repeat(2),
    ...rest,
  })),
  shows('echo-of-the-request', 'Response shapes are not shown; the answer holds what was sent once more.', (customer, asked) => ({
    request: { body: membersOf(asked.body), tenant: asked.headers.get('x-tenant-id') },
    response: customer,
  })),
  shows('idempotency-key-shown', 'Response shapes are not shown; the answer names its Idempotency-Key.', (customer, asked) => ({
    idempotency_key: asked.headers.get('idempotency-key'),
    customer,
  })),
  shows('moment-of-birth', 'What an answer repeats is not shown; dates come back as moments.', (customer) => ({
    ...customer,
    ...(customer.date_of_birth ? { date_of_birth: `${customer.date_of_birth}T00:00:00.000Z` } : {}),
  })),
  numbered('numeric-id', 'The form of identities is not shown; they are numbers.', 48_211n, () => ''),
  numbered('small-numbers', 'The form of identities is not shown; they count from 1 in each tenant.', 1n, (asked) =>
    String(asked.headers.get('x-tenant-id')),
  ),
  numbered(
    'numbers-beyond-doubles',
    'The form of identities is not shown; they are numbers of more digits than a double holds.',
    9_007_199_254_740_993n,
    () => '',
  ),
];
