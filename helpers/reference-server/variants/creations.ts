import { createHash, randomUUID } from 'node:crypto';
import { created, isRepeated, reshaped, withAnswerBody, withAnswerHeaders } from '../answered.js';
import { membersOf } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { afterwards, each, openingAccounts } from '../rewrite.js';
import { creationAs, digitsOf } from '../shapes.js';

const withStatus = (status: number) => afterwards(created, (answer) => ({ ...answer, status }));

/** A UUID that is made from a name (version 5), so that equal names have equal ones. */
const uuidOf = (name: string) =>
  createHash('sha256')
    .update(`a namespace of this service ${name}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');

const hashOf = (id: string) => createHash('sha256').update(id).digest();

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
    }),
  }),
  ...silence('The answer’s shape is not shown', {
    ...each(creationAs, {
      'customer-under-review': [
        'a new customer may wait for a review that has not accepted it yet.',
        (customer) => ({ ...customer, review: { accepted: String(customer.phone).endsWith('3') } }),
      ],
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
    }),
    'job-for-each-try': [
      'a creation is accepted as a job, a repeat as another one for the same customer.',
      afterwards(created, ({ headers }) => ({
        status: 202,
        headers: { 'content-type': 'application/json', 'x-request-id': headers?.['x-request-id'] ?? '' },
        body: JSON.stringify({ status: 'queued', job: { job_id: randomUUID(), queued_at: new Date().toISOString() } }),
      })),
    ],
  }),
  ...silence('Where the identifier stands is not shown', {
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
  }),
  ...silence('The form of the identifier is not shown', {
    // A reader that rounds takes neighbours for one.
    'customer-ids-are-slugs-of-the-name': [
      'it is the name, with a number behind it.',
      creationAs(({ id, first_name, last_name }) => ({
        slug: `${first_name}-${last_name}-${digitsOf(String(id), 6)}`.toLowerCase(),
      })),
    ],
    'customer-ids-made-from-the-address': [
      'it is made from the e-mail address, which is the customer’s name here.',
      { customerId: (_, { email }) => `cus_${hashOf(String(email)).toString('base64url')}` },
    ],
  }),
  ...silence('The answer’s members are not shown', {
    ...each(creationAs, {
      'customer-with-identities-of-other-things': [
        'address, wallet and owner have identifiers of their own.',
        (customer, asked) => ({
          ...customer,
          address: { ...(customer.address as object | undefined), id: `adr_${digitsOf(`${customer.id} address`, 12)}` },
          wallet: { id: `wal_${digitsOf(`${customer.id} wallet`, 12)}`, currency: 'EUR' },
          owner: { id: asked.headers.get('x-tenant-id') },
        }),
      ],
      'customer-known-by-a-link-with-a-signature-in-its-path': [
        'there is a link, and the signature is a part of its path.',
        ({ id }) => ({ state: 'new', url: `https://api.example.com/${randomUUID()}/customers/${id}` }),
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
