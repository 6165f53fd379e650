import { STATUS_CODES } from 'node:http';
import type { Exchange } from '../../schemas/exchange.js';

export const sampleStart = Date.parse('2025-11-20T02:00:07.000Z');
export const sampleBase = 'https://sandbox.payments.example/v1/';

interface Sent {
  readonly purpose: string;
  readonly status: number;
  readonly lists?: boolean;
  /** Place in a burst: released at once. */
  readonly at?: number;
  readonly customer?: 'A' | 'B';
}

/** Sends nothing: writes down what a wire would have. */
export class Wire {
  readonly exchanges: Exchange[] = [];
  private offsetMs = 40;

  send({ purpose, status, lists = false, at, customer = 'A' }: Sent): string {
    const number = this.exchanges.length + 1;
    this.offsetMs += at === undefined ? 60 + ((number * 37) % 120) : at === 0 ? 300 : 0.1;
    const offsetMs = Math.round(this.offsetMs * 10) / 10;
    const slow = status === 504 ? 5_400 : 28 + ((number * number * 13) % 60);
    const key = `6f0c${number.toString(16).padStart(4, '0')}-51c4-4d0e-9d1b-5b21e0a4b21e`;
    const wrote = status === 201 && number % 13 === 0;
    const email = `probe-${String(number).padStart(4, '0')}-7d1c@example.com`;
    this.exchanges.push({
      id: `x${String(number).padStart(4, '0')}`,
      startedAt: new Date(sampleStart + offsetMs).toISOString(),
      offsetMs,
      durationMs: slow,
      purpose,
      request: {
        method: lists ? 'GET' : 'POST',
        url: `${sampleBase}${lists ? 'accounts' : 'customers'}`,
        headers: [
          ['Api-Key', '$CONFORMANCE_API_KEY'],
          ['x-tenant-id', '$CONFORMANCE_TENANT_ID'],
          ...(lists ? [] : Object.entries({ 'Idempotency-Key': key, 'Content-Type': 'application/json' })),
        ],
        ...(!lists && {
          body: '{"first_name":"‹text 5›","last_name":"‹text 5›","email":"‹text 27›","phone":"‹text 13›","type":"‹text 10›","address":{"city":"‹text 6›","country":"‹text 2›","state":"‹text 4›"}}',
        }),
      },
      ...(number % 251 === 250
        ? { fault: 'the connection was reset before an answer came' }
        : { response: answer(status, customer, number) }),
      ...(at !== undefined && { customer }),
      ...(wrote && { wrote: { idempotencyKey: key, email, tenant: 'first' as const } }),
    });
    return `x${String(number).padStart(4, '0')}`;
  }
}

function answer(status: number, customer: string, number: number): NonNullable<Exchange['response']> {
  const body = bodyOf(status, customer);
  return {
    ...{ status, httpVersion: '1.1', body, bodyBytes: body.length, cut: false },
    reason: STATUS_CODES[status] ?? '',
    headers: [
      ['content-type', status === 504 ? 'text/html' : 'application/json'],
      ['cache-control', 'no-store'],
      ['x-request-id', `‹text ${20 + (number % 3)}›`],
    ],
  };
}

function bodyOf(status: number, customer: string): string {
  const known: Readonly<Record<number, string>> = {
    200: '{"data":[{"id":"‹text 12›","currency":"‹text 3›","balance":"‹number›"}],"next":null}',
    201: `{"data":{"id":"‹customer ${customer}›","status":"‹text 6›","created_at":"‹text 24›"}}`,
    504: '‹text of 167 characters›',
  };
  return known[status] ?? '{"error":{"code":"‹text 14›","message":"‹text 31›"}}';
}
