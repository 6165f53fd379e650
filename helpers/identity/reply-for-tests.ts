import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { createCustomer, listAccounts } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import type { Asked } from '../engine/change.js';
import { makeReply, type Reply } from '../engine/reply.js';

/** What a test says of an answer: everything else is as usual. */
interface Answered {
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  readonly customer?: Customer;
  readonly key?: string;
}

/** An answer to a creation. */
export function created({ status = 201, headers = [], body, customer, key = randomUUID() }: Answered): Reply {
  const asked: Asked = {
    operation: createCustomer,
    change: {},
    apiKey: 'sk_sandbox_0123456789abcdef',
    tenant: 'tnt_0123456789',
    idempotencyKey: key,
    customer: customer ?? { first_name: 'Ada', email: `probe.${key}@example.com`, phone: '+12015550123' },
    outgoing: { method: 'POST', path: 'customers', headers: [], body: '' },
  };
  return answered(asked, status, headers, body);
}

/** An answer to a listing. */
export function listed(body: unknown, headers: readonly Header[] = []): Reply {
  const asked: Asked = {
    operation: listAccounts,
    change: {},
    apiKey: 'sk_sandbox_0123456789abcdef',
    tenant: 'tnt_0123456789',
    idempotencyKey: null,
    outgoing: { method: 'GET', path: 'accounts', headers: [] },
  };
  return answered(asked, 200, headers, body);
}

function answered(asked: Asked, status: number, headers: readonly Header[], body: unknown): Reply {
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
  return makeReply(asked, incoming, { exchange: 'x0001', durationMs: 1, again: false, alone: true });
}
