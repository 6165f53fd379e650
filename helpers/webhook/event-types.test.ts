import { describe, expect, test } from 'vitest';
import { eventsByType, eventTypesOf } from './event-types.js';
import { eventsOf } from './events.js';
import { events, notified } from './senders.fixture.js';

const none = new Set<string>();

describe('what names the kind of an event', () => {
  test.each<[body: unknown, name: string, at: string]>([
    [{ id: 'evt_1', type: 'customer.created', data: { type: 'individual', name: 'Ada' } }, 'customer.created', '/type'],
    [{ event: 'CUSTOMER_CREATED', type: 'notification' }, 'CUSTOMER_CREATED', '/event'],
    [{ event: { type: 'customer.created', id: '7' }, payload: {} }, 'customer.created', '/event/type'],
    [{ eventType: 'CustomerCreated', resource: { kind: 'retail_customer' } }, 'CustomerCreated', '/eventType'],
    [{ meta: { topic: 'customers/create' }, data: {} }, 'customers/create', '/meta/topic'],
    [{ data: { event_name: 'transfer.settled', amount: '1.00' } }, 'transfer.settled', '/data/event_name'],
    [{ name: 'account opened', type: 'event' }, 'account opened', '/name'],
    [[{ kind: 'card.blocked.v2' }, { kind: 'card.blocked.v2' }], 'card.blocked.v2', '/[]/kind'],
    [{ sent: 1, events: [{ type: 'customer.created' }] }, 'customer.created', '/events/[]/type'],
  ])('%j', (body, name, at) => {
    expect(eventTypesOf(events(body), none)).toMatchObject({ names: [name], at: [at] });
  });

  test('a header, and the same name in the body beside it', () => {
    const both = notified({ topic: 'customers/create' }, { 'x-shop-topic': 'customers/create' });
    expect(eventTypesOf(eventsOf(both), none)).toMatchObject({
      names: ['customers/create'],
      at: ['/topic', 'header:x-shop-topic'],
    });
    const alone = notified(
      { id: 'c1' },
      { 'x-webhook-type': 'customer.created', 'x-customer-type': 'retail_customer' },
    );
    expect(eventTypesOf(eventsOf(alone), none)).toMatchObject({
      names: ['customer.created'],
      at: ['header:x-webhook-type'],
    });
  });

  test.each<[what: string, body: unknown]>([
    ['an identifier', { event: '0b0b9f1e-8a52-4f6e-9d64-3c1f0d3f7a10', type: 'evt_Zq8Kx3Vn7Rt2' }],
    ['a number', { type: '20261104', kind: 7 }],
    ['a sentence', { event: 'A customer was created by somebody in the dashboard today' }],
    ['what is about the customer', { customer: { type: 'retail_customer', name: 'Ada Lovelace' } }],
    ['an address', { event_url: 'https/customers', type_id: 'customer.created' }],
    ['markup', { type: '<b>customer.created</b>' }],
  ])('%s does not', (_, body) => {
    expect(eventTypesOf(events(body), none)).toMatchObject({ names: [], at: [] });
  });

  test('what this run sent does not: a customer’s type is no event', () => {
    const bodies = events({ id: 'c1', type: 'individual' }, { id: 'c2', type: 'Individual' });
    expect(eventTypesOf(bodies, new Set(['individual'])).names).toEqual([]);
  });

  test('a place where every event has a text of its own holds data', () => {
    const people = ['Ada', 'Grace', 'Edith', 'Mary', 'Hedy', 'Joan'];
    expect(eventTypesOf(events(...people.map((name) => ({ name }))), none).names).toEqual([]);
  });
});

test('order and number of events change nothing', () => {
  const bodies = ['b.opened', 'a.created', 'a.created', 'c.closed'].map((type) => ({ type }));
  const one = eventTypesOf(events(...bodies), none);
  const other = eventTypesOf(events(...bodies.toReversed(), ...bodies), none);
  expect([one.names, one.at]).toEqual([['a.created', 'b.opened', 'c.closed'], ['/type']]);
  expect([other.names, other.at]).toEqual([one.names, one.at]);
});

test('events without a name stand together', () => {
  const some = events({ type: 'a.created' }, { id: 1 }, 'plain text', '');
  const groups = eventsByType(some, eventTypesOf(some, none));
  expect(groups.map(([kind, own]) => [kind, own.length])).toEqual([
    ['a.created', 1],
    ['an event without a name', 3],
  ]);
});
