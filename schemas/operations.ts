/** The two operations that the specification shows (Endpoints, endpoints with a shown shape). */
export interface Operation {
  readonly name: 'create customer' | 'list accounts';
  readonly method: 'POST' | 'GET';
  /** Relative to the base address, so that it is joined to `/v1/`. */
  readonly path: string;
  readonly writes: boolean;
}

export const createCustomer: Operation = { name: 'create customer', method: 'POST', path: 'customers', writes: true };
export const listAccounts: Operation = { name: 'list accounts', method: 'GET', path: 'accounts', writes: false };

/** The request headers of the specification (Endpoints, common request headers), spelt as there. */
export const headerNames = {
  apiKey: 'Api-Key',
  tenant: 'x-tenant-id',
  idempotencyKey: 'Idempotency-Key',
  contentType: 'Content-Type',
} as const;
