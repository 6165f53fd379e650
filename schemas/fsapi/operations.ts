import type { Operation } from '../operation.js';
import type { DecidableId } from './catalogue.js';

interface Stated extends Operation {
  readonly success: DecidableId;
  readonly unauthorized: { readonly missingKey: DecidableId; readonly invalidKey: DecidableId };
}

const ofCustomers = 'customer customers client clients person persons user users party profile contact holder member';

/** Endpoints with a shown shape, POST {base_url}/customers. */
export const createCustomer = {
  name: 'create customer',
  activity: 'creating a customer',
  method: 'POST',
  path: '/customers',
  resource: 'customer',
  words: new Set(ofCustomers.split(' ')),
  body: 'customer',
  success: 'CUST-01',
  unauthorized: { missingKey: 'AUTH-01', invalidKey: 'AUTH-03' },
} as const satisfies Stated;

/** Endpoints with a shown shape, GET {base_url}/accounts. */
export const listAccounts = {
  name: 'list accounts',
  activity: 'listing accounts',
  method: 'GET',
  path: '/accounts',
  resource: 'account',
  words: new Set(),
  success: 'ACCT-01',
  unauthorized: { missingKey: 'AUTH-02', invalidKey: 'AUTH-04' },
} as const satisfies Stated;

export type FsapiOperation = Stated & { readonly name: (typeof createCustomer | typeof listAccounts)['name'] };

/** In the order of reports and documents. */
export const operations: readonly FsapiOperation[] = [createCustomer, listAccounts];

/** Endpoints, common request headers; spelt as there. */
export const headers = { credential: 'Api-Key', tenant: 'x-tenant-id', idempotencyKey: 'Idempotency-Key' } as const;
