import type { Operation } from '../operation.js';
import type { SchemaName } from '../types.js';
import type { DecidableId } from './catalogue.js';

/** An operation whose ids and schemas are some of these. */
type OperationOf<Id, Schema> = Omit<Operation, 'body' | 'success' | 'unauthorized'> & {
  readonly body?: Schema;
  readonly success: Id;
  readonly unauthorized: { readonly missingKey: Id; readonly invalidKey: Id } | null;
};

/** Endpoints with a shown shape, POST {base_url}/customers. */
export const createCustomer = {
  name: 'create customer',
  title: 'Create a customer',
  activity: 'creating a customer',
  method: 'POST',
  path: '/customers',
  effect: 'creates',
  resource: 'customer',
  body: 'customer',
  success: 'CUST-01',
  unauthorized: { missingKey: 'AUTH-01', invalidKey: 'AUTH-03' },
} as const satisfies OperationOf<DecidableId, SchemaName>;

/** Endpoints with a shown shape, GET {base_url}/accounts. */
export const listAccounts = {
  name: 'list accounts',
  title: 'List accounts',
  activity: 'listing accounts',
  method: 'GET',
  path: '/accounts',
  effect: 'lists',
  resource: 'account',
  success: 'ACCT-01',
  unauthorized: { missingKey: 'AUTH-02', invalidKey: 'AUTH-04' },
} as const satisfies OperationOf<DecidableId, SchemaName>;

const all = [createCustomer, listAccounts] as const;

/** Key of the table that needs an entry for each operation: handlers of the reference server. */
export type OperationName = (typeof all)[number]['name'];

/** The operations whose path has parameters, so that no valid request of theirs follows from the data. */
export type ParameterisedName = Extract<(typeof all)[number], { path: `${string}{${string}` }>['name'];

/** The schemas of the bodies that operations have. */
export type BodySchema = Extract<(typeof all)[number], { body: SchemaName }>['body'];

/** Every operation, in the order in which reports and documents name them. */
export const operations: readonly FsapiOperation[] = all;

/** An operation of this API: its name is one of the tables that need an entry for each. */
export type FsapiOperation = OperationOf<DecidableId, BodySchema> & { readonly name: OperationName };

/** The request headers of the specification (Endpoints, common request headers), spelt as there. */
export const headers = {
  credential: 'Api-Key',
  tenant: 'x-tenant-id',
  idempotencyKey: 'Idempotency-Key',
} as const;
