import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { created, isRepeated } from './answered.js';
import { membersOf } from './asked.js';
import type { Middleware } from './middleware.js';
import { type Customer, letters } from './state.js';

/** One notification as it is sent. */
export interface Notice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the creation of a customer is announced: which notifications, and in which form. */
export type Manner = (customer: Customer, secret: string) => readonly Notice[];

/** Sends notifications to one address. */
interface Notifier {
  /** The webhook Secret Key: made up, and gone with the server. */
  readonly secret: string;
  /** Notifies of every customer that the service creates, after its answer is decided and without waiting. */
  readonly wrap: Middleware;
  /** Lets go of what is under way. */
  close(): void;
}

/** Milliseconds for one delivery, and until it is tried once more. */
const timeoutMs = 2000;
const retryMs = 250;

/** `t=…,v1=…`: seconds since the epoch, and HMAC-SHA256 in hexadecimal over them, a full stop and the body. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** The plain manner: one JSON object with id, type, time and the customer, signed. */
export const plainManner: Manner = (customer, secret) => {
  const now = Date.now();
  const event = {
    id: `evt_${letters(24)}`,
    type: 'customer.created',
    created_at: new Date(now).toISOString(),
    data: customer,
  };
  const body = JSON.stringify(event);
  const signed = { 'Webhook-Signature': signature(secret, Math.floor(now / 1000), body) };
  return [{ headers: { 'Content-Type': 'application/json', ...signed }, body }];
};

/** Whether an address is plain HTTP on this machine: this server must not be made to send elsewhere. */
export function isNear(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** @throws RangeError for an address that is not on loopback */
export function createNotifier(address: string, manner: Manner = plainManner): Notifier {
  if (!isNear(address)) throw new RangeError('notifications go to an http address on loopback, and nowhere else');
  const secret = `whsec_${letters(40)}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const closed = new AbortController();

  const deliver = (notice: Notice, tries: number): void => {
    const again = () => {
      if (tries > 1 && !closed.signal.aborted) setTimeout(() => deliver(notice, tries - 1), retryMs).unref();
    };
    if (closed.signal.aborted) return;
    const headers = { ...notice.headers, 'Content-Length': String(Buffer.byteLength(notice.body)) };
    const outgoing = request(address, { method: 'POST', headers, agent, timeout: timeoutMs }, (answer) => {
      answer.resume().on('error', () => {});
      const { statusCode = 0 } = answer;
      if (statusCode < 200 || statusCode > 299) again();
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', again);
    outgoing.end(notice.body);
  };

  return {
    secret,
    wrap: (honest) => async (asked) => {
      const answer = await honest(asked);
      // Only a first try creates; its repeats are marked.
      if (created(asked, answer) && !isRepeated(answer)) {
        const customer = membersOf(answer.body) as Customer | undefined;
        if (customer) for (const notice of manner(customer, secret)) setImmediate(() => deliver(notice, 2));
      }
      return answer;
    },
    close: () => {
      closed.abort();
      agent.destroy();
    },
  };
}
