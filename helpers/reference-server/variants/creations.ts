import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createCustomer } from '../../../schemas/fsapi/operations.js';
import { created, isRepeated, withAnswerBody, withAnswerHeaders, withMembers } from '../answered.js';
import { membersOf } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { afterwards, bodyRewritten, each, openingAccounts } from '../rewrite.js';
import { json } from '../service.js';
import { camelCased, creationAs, digitsOf, reshaped, withoutBody } from './shapes.js';

const withStatus = (status: number) => afterwards(created, (answer) => ({ ...answer, status }));

const signature = () => new URLSearchParams({ expires: String(Date.now()), sig: randomUUID() });

/** Ten letters that stand for a digest. */
const lettersOf = (digest: Buffer) =>
  String.fromCharCode(...[...digest.subarray(0, 10)].map((byte) => 65 + (byte % 26)));

/** Whole numbers from here on are further apart than one in double precision. */
const beyondDouble = 9_007_199_254_740_000_000n;

/** A UUID that is made from a name (version 5), so that equal names have equal ones. */
const uuidOf = (name: string) =>
  createHash('sha256')
    .update(`a namespace of this service ${name}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');

const hashOf = (id: string) => createHash('sha256').update(id).digest();

const secretOf = (text: unknown) => `cus_${createHmac('sha256', 'a secret').update(String(text)).digest('base64url')}`;

const addressOf = (id: unknown) => `/v1${createCustomer.path}/${id}`;

/** Resources, gaps, and Endpoints, gaps: the response to a creation, and what identifies a customer in it. */
export const creationVariants: readonly Variant[] = [
  ...silence('Which operation opens an account is not shown', {
    'creation-opens-an-account': [
      'each new customer has an account, which the listing shows at once.',
      openingAccounts((_, answer) => !isRepeated(answer)),
    ],
  }),
  ...silence('Success statuses are not shown', {
    ...each(withStatus, {
      'creation-200': ['a creation returns 200.', 200],
      'creation-202': ['a creation is accepted with 202 and worked off later.', 202],
    }),
    'creation-204': [
      'a creation returns 204, without a body.',
      afterwards(created, (answer) => ({ ...withoutBody(reshaped(answer, '')), status: 204 })),
    ],
  }),
  ...silence('The answer’s shape is not shown', {
    'creation-201-with-a-location-only': [
      'a creation returns the address of the customer and no body.',
      afterwards(created, withoutBody),
    ],
    ...each(creationAs, {
      'customer-under-review': [
        'a new customer may wait for a review that has not accepted it yet.',
        (customer) => ({ ...customer, review: { accepted: String(customer.phone).endsWith('3') } }),
      ],
      'customer-uuid-in-camel-case': [
        'names are in camel case, and the identifier is uuid.',
        ({ id, ...rest }) => ({ data: { customer: { uuid: id, ...(camelCased(rest) as object) } } }),
      ],
      'customer-in-a-map-by-id': [
        'the customer stands under its identifier.',
        ({ id, ...rest }) => ({ customers: { [id]: rest } }),
      ],
      'customer-in-an-array-of-one': ['a bulk interface answers with a list.', (customer) => [customer]],
      'customer-in-json-api': [
        'it is a JSON:API document.',
        ({ id, ...attributes }) => ({
          jsonapi: { version: '1.1' },
          data: { type: 'customers', id, attributes, links: { self: `/v1${createCustomer.path}/${id}` } },
        }),
      ],
      'customer-in-hal': [
        'it is HAL, and its self link alone names the customer.',
        ({ id, ...rest }) => ({ ...rest, _links: { self: { href: `/v1${createCustomer.path}/${id}` } } }),
      ],
      'customer-id-as-a-bare-string': ['it is the identifier as a JSON string.', ({ id }) => id],
      'creation-repeats-what-was-sent': ['it is what was sent, and nothing else.', (_, asked) => membersOf(asked.body)],
      'creation-tells-no-identity': ['it says that all went well, and nothing else.', () => ({ status: 'ok' })],
      'creation-tells-who-asks': [
        'it says that all went well, and names the API client and the caller’s own record.',
        (_, asked) => ({
          status: 'accepted',
          client_id: '7f8e6c2d-1b3a-4c5d-8e9f-0a1b2c3d4e5f',
          tenant: { id: asked.headers.get('x-tenant-id') },
        }),
      ],
      'customer-as-an-href': ['its address alone names the customer.', ({ id }) => ({ href: addressOf(id) })],
      'customer-as-a-resource-uri': [
        'its absolute address alone names the customer.',
        ({ id }) => ({ resource_uri: `https://api.example.com${addressOf(id)}/`, status: 'active' }),
      ],
      'customer-in-json-api-by-its-link': [
        'it is a JSON:API document, and its self link alone names the customer.',
        ({ id }) => ({ data: { type: 'customers', links: { self: addressOf(id) } } }),
      ],
      'customer-id-composed': [
        'the identifier stands between a type and the tenant.',
        ({ id, ...rest }, asked) => ({ id: `cus:${id}:${asked.headers.get('x-tenant-id')}`, ...rest }),
      ],
      'creation-masks-the-customer': [
        'personal data stay inside, the response has only identifier and status.',
        ({ id }) => ({ id, status: 'pending_verification' }),
      ],
      'creation-in-an-envelope-of-success': [
        'an envelope has a place for errors, empty on success.',
        (data) => ({ success: true, code: 0, message: 'OK', error: null, errors: [], data }),
      ],
      'echo-of-the-request': [
        'the answer holds what was sent once more.',
        (customer, asked) => ({
          request: { body: membersOf(asked.body), tenant: asked.headers.get('x-tenant-id') },
          response: customer,
        }),
      ],
      'idempotency-key-shown': [
        'the answer names its Idempotency-Key.',
        (customer, asked) => ({ idempotency_key: asked.headers.get('idempotency-key'), customer }),
      ],
    }),
    'job-for-each-try': [
      'a creation is accepted as a job, a repeat as another one for the same customer.',
      afterwards(created, ({ headers }) => ({
        status: 202,
        headers: { 'content-type': 'application/json', 'x-request-id': headers?.['x-request-id'] ?? '' },
        body: JSON.stringify({ status: 'queued', job: { job_id: randomUUID(), queued_at: new Date().toISOString() } }),
      })),
    ],
    // The customer goes by the identity of its job, so that what was handed out can be read back.
    'creation-and-replay-as-a-job': [
      '202 with a job, which is the same for each try.',
      { customerId: (uuid) => `job_${uuid}` },
      afterwards(created, (answer) => json(202, { job: { id: membersOf(answer.body)?.id, state: 'queued' } })),
    ],
  }),
  ...silence('Where the identifier stands is not shown', {
    'customer-id-in-the-location-beside-a-body': [
      'the body repeats what was sent, the Location names the customer.',
      afterwards(created, (answer) => withMembers(answer, { id: undefined })),
    ],
    'customer-id-in-the-location-beside-an-id-of-the-answer': [
      'the body has an id of the answer, another in each repeat, and the Location names the customer.',
      afterwards(created, (answer) => withAnswerBody(answer, { id: randomUUID() })),
    ],
    'customer-id-in-a-link-header': [
      'the body says that all went well, and a Link names the customer.',
      afterwards(created, (answer) =>
        withAnswerHeaders(reshaped(answer, { ok: true }), { link: `<${answer.headers?.location}>; rel="self"` }),
      ),
    ],
    'customer-id-in-the-query-of-the-location': [
      'it is a parameter of an absolute Location.',
      afterwards(created, (answer) => {
        const location = `https://api.example.com/v1${createCustomer.path}?view=full&id=${membersOf(answer.body)?.id}`;
        return withAnswerHeaders(reshaped(answer, { status: 'created' }), { location });
      }),
    ],
  }),
  ...silence('The form of the identifier is not shown', {
    'customer-ids-are-numbers': ['it is a number.', { customerId: (uuid) => Number(digitsOf(uuid, 10)) }],
    // A reader that rounds takes neighbours for one.
    'customer-ids-are-numbers-beyond-double-precision': [
      'it is a number of 19 digits, which JavaScript cannot hold.',
      { customerId: (_, { tenant, count }) => String(beyondDouble + BigInt(2 * count + tenant)) },
      bodyRewritten(
        (_, { body }) => body !== undefined,
        (body) => body.replace(/"id":"(9007199254\d{9})"/g, '"id":$1'),
      ),
    ],
    'customer-ids-counted-in-each-tenant': [
      'customers are counted from 1 in each tenant.',
      { customerId: (_, { count }) => count + 1 },
    ],
    'customer-ids-are-opaque': [
      'it is a long string without any structure.',
      { customerId: (uuid) => hashOf(uuid).toString('base64url') },
    ],
    'customer-ids-begin-with-the-time': [
      'it is sortable, so that those of one minute begin alike.',
      { customerId: (uuid) => `01JZ${hashOf(uuid).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}` },
    ],
    'customer-ids-are-called-reference': [
      'it is a reference of ten letters, without a digit, and is called so.',
      { customerId: (uuid) => lettersOf(hashOf(uuid)) },
      creationAs(({ id, ...rest }) => ({ customer_reference: id, ...rest })),
    ],
    'customer-ids-are-slugs-of-the-name': [
      'it is the name, with a number behind it.',
      creationAs(({ id, first_name, last_name }) => ({
        slug: `${first_name}-${last_name}-${digitsOf(String(id), 6)}`.toLowerCase(),
      })),
    ],
    'customer-ids-made-from-the-idempotency-key': [
      'it is a UUID made from the Idempotency-Key, in each tenant.',
      { customerId: (_, { idempotencyKey }) => uuidOf(idempotencyKey) },
    ],
    'customer-ids-made-from-the-address': [
      'it is made from the e-mail address, which is the customer’s name here.',
      { customerId: (_, { email }) => `cus_${hashOf(String(email)).toString('base64url')}` },
    ],
    'customer-ids-made-from-the-address-with-a-secret': [
      'it is made from the e-mail address and a secret, in each tenant.',
      { customerId: (_, { email }) => secretOf(email) },
      creationAs(({ id, first_name, created_at }) => ({ id, first_name, created_at })),
    ],
    'customer-ids-made-from-the-key-with-a-secret': [
      'it is made from the Idempotency-Key and a secret, in each tenant.',
      { customerId: (_, { idempotencyKey }) => secretOf(idempotencyKey) },
      creationAs(({ id, created_at }) => ({ id, created_at })),
    ],
  }),
  ...silence('The answer’s members are not shown', {
    ...each(creationAs, {
      'two-identifiers': [
        'there is a reference beside the id.',
        (customer) => ({
          ...customer,
          reference: `C-${createHash('sha256').update(String(customer.id)).digest('hex').slice(0, 10).toUpperCase()}`,
        }),
      ],
      'customer-with-identities-of-other-things': [
        'address, wallet and owner have identifiers of their own.',
        (customer, asked) => ({
          ...customer,
          address: { ...(customer.address as object | undefined), id: `adr_${digitsOf(`${customer.id} address`, 12)}` },
          wallet: { id: `wal_${digitsOf(`${customer.id} wallet`, 12)}`, currency: 'EUR' },
          owner: { id: asked.headers.get('x-tenant-id') },
        }),
      ],
      'customer-known-by-a-signed-link': [
        'there is a link, with a signature of its own in each answer.',
        ({ id }) => ({
          state: 'new',
          links: { self: `https://api.example.com/v1/customers/${id}?${signature()}` },
        }),
      ],
      'customer-known-by-a-link-with-a-signature-in-its-path': [
        'there is a link, and the signature is a part of its path.',
        ({ id }) => ({ state: 'new', url: `https://api.example.com/${randomUUID()}/customers/${id}` }),
      ],
      'customer-known-by-the-query-of-a-link': [
        'there is a link to a page, and its query names the customer.',
        ({ id }) => ({ href: `/onboarding?${signature()}&customer=${id}` }),
      ],
      'times-of-creation-are-whole-seconds': [
        'a time has milliseconds, which are zero.',
        (customer) => ({ ...customer, created_at: customer.created_at.replace(/\.\d{3}/, '.000') }),
      ],
      'customers-known-by-a-link-to-their-profile': [
        'the identifier stands inside a link, and another word ends it.',
        ({ id }) => ({
          status: 'profile created',
          _links: { self: { href: `/v1/customers/${id}/profile` } },
        }),
      ],
    }),
    'customer-ids-made-from-the-key-and-nothing-else': [
      'there is nothing but a UUID made from the Idempotency-Key.',
      { customerId: (_, { idempotencyKey }) => uuidOf(idempotencyKey) },
      creationAs(({ id }) => ({ id })),
    ],
  }),
];
