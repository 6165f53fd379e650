import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Customer } from '../../schemas/types.js';
import type { BuiltRequest, Response } from '../client/message.js';
import { makeResponse } from '../client/response.js';
import { parseJson } from '../json/parse-json.js';
import { type Listing, readListing } from './listing.js';
import { learnIdentity } from './resource-identity.js';

/** What a test says of an answer: everything else is as usual. */
export interface Answered {
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  readonly customer?: Customer;
  readonly key?: string;
}

const caller = { change: {}, apiKey: 'sk_sandbox_0123456789abcdef', tenant: 'tnt_0123456789' };

export function created({ status = 201, headers = [], body, customer, key = randomUUID() }: Answered): Response {
  const asked: BuiltRequest = {
    ...{ ...caller, operation: createCustomer, idempotencyKey: key },
    body: customer ?? { first_name: 'Ada', email: `probe.${key}@example.com`, phone: '+12015550123' },
    raw: { method: 'POST', path: 'customers', headers: [], body: '' },
  };
  return answered(asked, status, headers, body);
}

export function listed(body: unknown, headers: readonly Header[] = []): Response {
  const raw = { method: 'GET', path: 'accounts', headers: [] };
  return answered({ ...caller, operation: listAccounts, idempotencyKey: null, raw }, 200, headers, body);
}

/** What two customers are learned by, the first of them repeated, and perhaps its body sent under another key. */
export function learned(original: Answered, repeat: Answered | undefined, control: Answered, sameBody?: Answered) {
  const key = randomUUID();
  const from = {
    ...{ original: created({ key, ...original }), control: created(control), rejections: [] },
    repeat: created({ key, ...repeat }),
    ...(sameBody && { sameBody: created(sameBody) }),
  };
  return { from, identity: learnIdentity(repeat ? from : { ...from, repeat: undefined }) };
}

/** The accounts in such a body; none where it is no listing. */
export const listingOf = (body: unknown): Listing => readListing(listed(body)) ?? { items: [], paged: false };

function answered(asked: BuiltRequest, status: number, headers: readonly Header[], body: unknown): Response {
  const text = String(body).startsWith('raw:') ? String(body).slice(4) : (JSON.stringify(body) ?? '');
  const incoming = { status, reason: '', httpVersion: '1.1', headers, body: text, bodyBytes: text.length };
  const about = { exchange: 'x0001', durationMs: 1, again: false, alone: true, text, ...parseJson(text) };
  return makeResponse(asked, { ...incoming, cut: false, reused: false }, about);
}
