import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Manner, type Notice, plainManner } from '../notify.js';

/** Other ways in which a service may notify, as real servers do. */

const json = (value: unknown, headers: Record<string, string> = {}): Notice => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** Names in camel case, the customer by its id alone, and the signature as services behind svix have it. */
export const anotherShape: Manner = ({ id }, secret) => {
  const body = {
    eventId: randomUUID(),
    eventType: 'CUSTOMER_CREATED',
    occurredAt: Date.now(),
    resource: { customerId: id },
  };
  const notice = json(body);
  const [message, seconds] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
  const signed = createHmac('sha256', secret).update(`${message}.${seconds}.${notice.body}`).digest('base64');
  return [
    {
      ...notice,
      headers: {
        ...notice.headers,
        'svix-id': message,
        'svix-timestamp': seconds,
        'svix-signature': `v1,${signed} v1,${signed}`,
      },
    },
  ];
};

/** An array of events, of one length and then of another, and the kinds of them in turn. */
export const batches: Manner = (customer) => {
  const event = (type: string) => ({ id: randomUUID(), type, data: { customer: customer.id } });
  const events = [event('customer.created'), event('account.opened'), event('customer.verification_pending')];
  return [
    json(events.slice(0, 2 + ((createHash('sha256').update(String(customer.id)).digest()[0] ?? 0) % 2))),
    json(events),
  ];
};

/** An envelope with the events in a member. */
export const envelopes: Manner = (customer) => [
  json({
    sent: new Date().toISOString(),
    events: [{ topic: 'customers/create', id: randomUUID(), email: customer.email }],
  }),
];

/** A form, with the event as JSON in one of its members. */
export const forms: Manner = (customer) => {
  const payload = JSON.stringify({ customer_id: customer.id });
  const body = new URLSearchParams({ event: 'customer.created', sent: String(Date.now()), payload }).toString();
  return [{ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }];
};

/** Each notification twice, whatever was answered. */
export const twice: Manner = (customer, secret) => plainManner(customer, secret).flatMap((notice) => [notice, notice]);

/** The kind in a header, the customer itself as the body, and nothing to verify by. */
export const kindInHeader: Manner = (customer) => [json(customer, { 'X-Event-Type': 'customer.created' })];

/** Nothing but that something happened. */
export const bare: Manner = () => [{ headers: {}, body: '' }];
