import { createHash, createHmac, randomUUID } from 'node:crypto';
import { bodyRewritten } from '../rewrite.js';
import { creationAs, digitsOf } from './shapes.js';
import { silences, type Variant } from './variant.js';

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

/** Resources, gaps: the identifier of a customer. */
export const identityVariants: readonly Variant[] = silences({
  'customer-ids-are-numbers': [
    'The form of the identifier is not shown: it is a number.',
    { customerId: (uuid) => Number(digitsOf(uuid, 10)) },
  ],
  // A reader that rounds takes neighbours for one.
  'customer-ids-are-numbers-beyond-double-precision': [
    'The form of the identifier is not shown: it is a number of 19 digits, which JavaScript cannot hold.',
    { customerId: (_, { tenant, count }) => String(beyondDouble + BigInt(2 * count + tenant)) },
    bodyRewritten(
      (_, { body }) => body !== undefined,
      (body) => body.replace(/"id":"(9007199254\d{9})"/g, '"id":$1'),
    ),
  ],
  'customer-ids-counted-in-each-tenant': [
    'The form of the identifier is not shown: customers are counted from 1 in each tenant.',
    { customerId: (_, { count }) => count + 1 },
  ],
  'customer-ids-are-opaque': [
    'The form of the identifier is not shown: it is a long string without any structure.',
    { customerId: (uuid) => hashOf(uuid).toString('base64url') },
  ],
  'customer-ids-begin-with-the-time': [
    'The form of the identifier is not shown: it is sortable, so that those of one minute begin alike.',
    { customerId: (uuid) => `01JZ${hashOf(uuid).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}` },
  ],
  'customer-ids-are-called-reference': [
    'The name of the identifier is not shown: it is a reference of ten letters, without a digit.',
    { customerId: (uuid) => lettersOf(hashOf(uuid)) },
    creationAs(({ id, ...rest }) => ({ customer_reference: id, ...rest })),
  ],
  'customer-ids-are-slugs-of-the-name': [
    'The form of the identifier is not shown: it is the name, with a number behind it.',
    creationAs(({ id, first_name, last_name }) => ({
      slug: `${first_name}-${last_name}-${digitsOf(String(id), 6)}`.toLowerCase(),
    })),
  ],
  'customer-with-identities-of-other-things': [
    'The answer’s members are not shown: address, wallet and owner have identifiers of their own.',
    creationAs((customer, asked) => ({
      ...customer,
      address: { ...(customer.address as object | undefined), id: `adr_${digitsOf(`${customer.id} address`, 12)}` },
      wallet: { id: `wal_${digitsOf(`${customer.id} wallet`, 12)}`, currency: 'EUR' },
      owner: { id: asked.headers.get('x-tenant-id') },
    })),
  ],
  'customer-ids-made-from-the-key-and-nothing-else': [
    'The answer’s members are not shown: there is nothing but a UUID made from the Idempotency-Key.',
    { customerId: (_, { idempotencyKey }) => uuidOf(idempotencyKey) },
    creationAs(({ id }) => ({ id })),
  ],
  'customer-ids-made-from-the-address-with-a-secret': [
    'The form of the identifier is not shown: it is made from the e-mail address and a secret, in each tenant.',
    { customerId: (_, { email }) => secretOf(email) },
    creationAs(({ id, first_name, created_at }) => ({ id, first_name, created_at })),
  ],
  'customer-ids-made-from-the-key-with-a-secret': [
    'The form of the identifier is not shown: it is made from the Idempotency-Key and a secret, in each tenant.',
    { customerId: (_, { idempotencyKey }) => secretOf(idempotencyKey) },
    creationAs(({ id, created_at }) => ({ id, created_at })),
  ],
  'customer-known-by-a-signed-link': [
    'The answer’s members are not shown: there is a link, with a signature of its own in each answer.',
    creationAs(({ id }) => ({
      state: 'new',
      links: { self: `https://api.example.com/v1/customers/${id}?${signature()}` },
    })),
  ],
  'customer-known-by-a-link-with-a-signature-in-its-path': [
    'The answer’s members are not shown: there is a link, and the signature is a part of its path.',
    creationAs(({ id }) => ({ state: 'new', url: `https://api.example.com/${randomUUID()}/customers/${id}` })),
  ],
  'customer-known-by-the-query-of-a-link': [
    'The answer’s members are not shown: there is a link to a page, and its query names the customer.',
    creationAs(({ id }) => ({ href: `/onboarding?${signature()}&customer=${id}` })),
  ],
  'customer-ids-made-from-the-idempotency-key': [
    'The form of the identifier is not shown: it is a UUID made from the Idempotency-Key, in each tenant.',
    { customerId: (_, { idempotencyKey }) => uuidOf(idempotencyKey) },
  ],
  'customer-ids-made-from-the-address': [
    'The form of the identifier is not shown: it is made from the e-mail address, which is the customer’s name here.',
    { customerId: (_, { email }) => `cus_${hashOf(String(email)).toString('base64url')}` },
  ],
  'times-of-creation-are-whole-seconds': [
    'The answer’s members are not shown: a time has milliseconds, which are zero.',
    creationAs((customer) => ({ ...customer, created_at: customer.created_at.replace(/\.\d{3}/, '.000') })),
  ],
  'customers-known-by-a-link-to-their-profile': [
    'The answer’s members are not shown: the identifier stands inside a link, and another word ends it.',
    creationAs(({ id }) => ({
      status: 'profile created',
      _links: { self: { href: `/v1/customers/${id}/profile` } },
    })),
  ],
  'customers-known-by-a-query-in-a-link': [
    'The answer’s members are not shown: the identifier is a parameter of a link.',
    creationAs(({ id }) => ({ profile_url: `https://api.example.com/v1/profile?customer=${id}&view=profile` })),
  ],
});
