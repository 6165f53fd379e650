import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Customer } from '../../schemas/types.js';
import type { BuiltRequest, Response } from '../client/message.js';
import { makeResponse } from '../client/response.js';

/** What a test says of an answer: everything else is as usual. */
interface Answered {
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  readonly customer?: Customer;
  readonly key?: string;
}

/** An answer to a creation. */
export function created({ status = 201, headers = [], body, customer, key = randomUUID() }: Answered): Response {
  const asked: BuiltRequest = {
    operation: createCustomer,
    change: {},
    apiKey: 'sk_sandbox_0123456789abcdef',
    tenant: 'tnt_0123456789',
    idempotencyKey: key,
    body: customer ?? { first_name: 'Ada', email: `probe.${key}@example.com`, phone: '+12015550123' },
    raw: { method: 'POST', path: 'customers', headers: [], body: '' },
  };
  return answered(asked, status, headers, body);
}

/** An answer to a listing. */
export function listed(body: unknown, headers: readonly Header[] = []): Response {
  const asked: BuiltRequest = {
    operation: listAccounts,
    change: {},
    apiKey: 'sk_sandbox_0123456789abcdef',
    tenant: 'tnt_0123456789',
    idempotencyKey: null,
    raw: { method: 'GET', path: 'accounts', headers: [] },
  };
  return answered(asked, 200, headers, body);
}

function answered(asked: BuiltRequest, status: number, headers: readonly Header[], body: unknown): Response {
  const text =
    body === undefined
      ? ''
      : typeof body === 'string' && body.startsWith('raw:')
        ? body.slice(4)
        : JSON.stringify(body);
  const incoming = {
    status,
    reason: '',
    httpVersion: '1.1',
    headers,
    body: text,
    bodyBytes: text.length,
    cut: false,
    reused: false,
  };
  return makeResponse(asked, incoming, { exchange: 'x0001', durationMs: 1, again: false, alone: true });
}
