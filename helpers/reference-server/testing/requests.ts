import { randomInt, randomUUID } from 'node:crypto';
import type { ReferenceServer } from '../server.js';
import type { Sent } from './client.js';

type Credentials = ReferenceServer['credentials'];

/** A valid customer with an e-mail address and a phone of its own. */
export const customer = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  first_name: 'Ada',
  last_name: 'Example',
  middle_name: 'Mae',
  email: `ada.${randomUUID()}@example.com`,
  phone: `+4477009${String(randomInt(100_000)).padStart(5, '0')}`,
  type: 'individual',
  gender: 'female',
  date_of_birth: '1990-04-17',
  address: address(),
  ...change,
});

/** A valid address. */
export const address = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  address_line1: '1 Example Street',
  city: 'London',
  country: 'GB',
  postal_code: 'EC1A 1BB',
  state: 'GB-LND',
  ...change,
});

/** A valid listing of the first tenant, or of the second. */
export const listing = (of: Credentials, change: Sent = {}, other = false): Sent => ({
  method: 'GET',
  path: '/accounts',
  ...change,
  headers: { ...caller(of, other), ...change.headers },
});

/** A valid creation for the first tenant, or for the second, under a key of its own. */
export const creation = (of: Credentials, change: Sent = {}, other = false): Sent => ({
  method: 'POST',
  path: '/customers',
  body: customer(),
  ...change,
  headers: {
    ...caller(of, other),
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'application/json',
    ...change.headers,
  },
});

const caller = (of: Credentials, other: boolean) => ({
  'Api-Key': other ? (of.otherApiKey ?? of.apiKey) : of.apiKey,
  'x-tenant-id': other ? of.otherTenantId : of.tenantId,
});
