import type { DecidableId } from './catalogue.js';
import type { SchemaName } from './validate.js';

/** What a request of an operation does to the resource at its path. */
type Effect = 'creates' | 'changes' | 'removes' | 'reads' | 'lists';

/** An operation as the specification shows it. Sending, counting, checks and documents read this. */
interface OperationData {
  /** Part of the names of checks, to which waivers refer. Unique, and never renamed. */
  readonly name: string;
  /** `Create a customer`: a sentence without its full stop. */
  readonly title: string;
  /** `creating a customer`: what a run did, in a sentence. */
  readonly activity: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, with parameters in braces: `/customers/{id}`. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  readonly resource: 'customer' | 'account' | 'recipient' | 'transfer' | 'transaction' | 'webhook';
  /** The schema of the JSON body. Without it the operation has no body. */
  readonly body?: SchemaName;
  /** Statuses that a requirement states, beside 401, in words: `{ 404: 'The customer is another tenant’s.' }`. */
  readonly answers?: Readonly<Record<number, string>>;
  /**
   * The requirements that it returns 401 without a key and with an invalid one. Null while the catalogue has none: then
   * the authentication suites omit the operation.
   */
  readonly unauthorized: { readonly missingKey: DecidableId; readonly invalidKey: DecidableId } | null;
}

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
  unauthorized: { missingKey: 'AUTH-01', invalidKey: 'AUTH-03' },
} as const satisfies OperationData;

/** Endpoints with a shown shape, GET {base_url}/accounts. */
export const listAccounts = {
  name: 'list accounts',
  title: 'List accounts',
  activity: 'listing accounts',
  method: 'GET',
  path: '/accounts',
  effect: 'lists',
  resource: 'account',
  unauthorized: { missingKey: 'AUTH-02', invalidKey: 'AUTH-04' },
} as const satisfies OperationData;

const all = [createCustomer, listAccounts] as const;

/** Key of the tables that need an entry for each operation: baseline requests, handlers of the reference server. */
export type OperationName = (typeof all)[number]['name'];

/** The schemas of the bodies that operations have. */
export type BodySchema = Extract<(typeof all)[number], { body: SchemaName }>['body'];

export type Operation = OperationData & { readonly name: OperationName; readonly body?: BodySchema };

/** Every operation, in the order in which reports and documents name them. */
export const operations: readonly Operation[] = all;

/** Whether it changes anything in the service. */
export function writes({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect !== 'reads' && effect !== 'lists';
}

/** Whether its success leaves a new customer behind: what --max-customers counts, and the owner has to purge. */
export function createsCustomer({ effect, resource }: Pick<Operation, 'effect' | 'resource'>): boolean {
  return effect === 'creates' && resource === 'customer';
}

/** Whether its requests carry an Idempotency-Key (Idempotent POST). */
export function isIdempotentByKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST';
}

export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** The request headers of the specification (Endpoints, common request headers), spelt as there. */
export const headerNames = {
  apiKey: 'Api-Key',
  tenant: 'x-tenant-id',
  idempotencyKey: 'Idempotency-Key',
  contentType: 'Content-Type',
} as const;
