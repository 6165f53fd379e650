import { STATUS_CODES } from 'node:http';
import type { Exchange } from '../../schemas/exchange.js';

export const sampleStart = Date.parse('2025-11-20T02:00:07.000Z');
export const sampleBase = 'https://sandbox.payments.example/v1/';

interface Sent {
  readonly purpose: string;
  readonly status: number;
  readonly lists?: boolean;
  /** Place in a burst, whose tries are released at once. */
  readonly at?: number;
  readonly customer?: 'A' | 'B';
}

const customerSent = '{"email":"‹text 27›","type":"‹text 10›","address":{"city":"‹text 6›","country":"‹text 2›"}}';

/** Sends nothing: writes down what a wire would have. */
export class Wire {
  readonly exchanges: Exchange[] = [];

  send({ purpose, status, lists = false, at, customer = 'A' }: Sent): string {
    const number = this.exchanges.length + 1;
    const digits = String(number).padStart(4, '0');
    const offsetMs = (number - (at ?? 0)) * 110;
    const idempotencyKey = `6f0c${digits}-51c4-4d0e-9d1b-5b21e0a4b21e`;
    const email = `probe-${digits}-7d1c@example.com`;
    const ofCaller = { 'Api-Key': '$CONFORMANCE_API_KEY', 'x-tenant-id': '$CONFORMANCE_TENANT_ID' };
    const ofWrite = { 'Idempotency-Key': idempotencyKey, 'Content-Type': 'application/json' };
    this.exchanges.push({
      ...{ id: `x${digits}`, startedAt: new Date(sampleStart + offsetMs).toISOString(), offsetMs, purpose },
      durationMs: status === 504 ? 5_400 : 28 + (number % 60),
      request: {
        ...(lists
          ? { method: 'GET', url: `${sampleBase}accounts` }
          : { method: 'POST', url: `${sampleBase}customers` }),
        headers: Object.entries({ ...ofCaller, ...(!lists && ofWrite) }),
        ...(!lists && { body: customerSent }),
      },
      ...(number % 251 === 250
        ? { fault: 'the connection was reset before an answer came' }
        : { response: answer(status, customer) }),
      ...(at !== undefined && { customer }),
      ...(status === 201 && number % 13 === 0 && { wrote: { idempotencyKey, email, tenant: 'first' as const } }),
    });
    return `x${digits}`;
  }
}

function answer(status: number, customer: string): NonNullable<Exchange['response']> {
  const bodies: Readonly<Record<number, string>> = {
    200: '{"data":[{"id":"‹text 12›","currency":"‹text 3›","balance":"‹number›"}],"next":null}',
    201: `{"data":{"id":"‹customer ${customer}›","status":"‹text 6›","created_at":"‹text 24›"}}`,
    504: '‹text of 167 characters›',
  };
  const body = bodies[status] ?? '{"error":{"code":"‹text 14›","message":"‹text 31›"}}';
  const type = status === 504 ? 'text/html' : 'application/json';
  return {
    ...{ status, httpVersion: '1.1', body, bodyBytes: body.length, cut: false, reason: STATUS_CODES[status] ?? '' },
    headers: Object.entries({ 'content-type': type, 'x-request-id': '‹text 20›' }),
  };
}
