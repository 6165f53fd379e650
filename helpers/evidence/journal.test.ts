import { expect, test } from 'vitest';
import { createJournal, evidenceOf, type JournalEntry } from './journal.js';

const exchange = (id: string): JournalEntry => ({
  ...{ entry: 'exchange', id, startedAt: '2026-01-01T00:00:00.000Z', offsetMs: 0, durationMs: 1 },
  purpose: 'baseline request',
  request: { method: 'POST', url: 'https://a.example/v1/customers', headers: [] },
});
const writing = (id: string, idempotencyKey: string, resource = 'customer') =>
  ({ ...exchange(id), wrote: { idempotencyKey, email: '', tenant: 'first', resource } }) as JournalEntry;
const known = (id: string, idempotencyKey: string, identity: string, resource = 'customer'): JournalEntry => ({
  ...{ entry: 'identity', tenant: 'first', exchange: id },
  ...{ idempotencyKey, identity, resource },
});
const end: JournalEntry = { entry: 'end' };
const customersIn = (entries: readonly JournalEntry[]) =>
  evidenceOf(entries).exchanges.map(({ id, customer }) => [id, customer]);

test('tries under one key have a letter for each customer, and no exchange holds an identity', () => {
  const entries = [
    ...['x0004', 'x0003', 'x0002', 'x0001'].map(exchange),
    known('x0001', 'k', 'cus_1'),
    known('x0002', 'k', 'cus_2'),
    known('x0003', 'k', 'cus_1'),
    known('x0004', 'another', 'cus_3'),
  ];
  const letters = [
    ['x0001', 'A'],
    ['x0002', 'B'],
    ['x0003', 'A'],
    ['x0004', undefined],
  ];
  expect(customersIn(entries)).toEqual(letters);
  expect(JSON.stringify(evidenceOf(entries).exchanges)).not.toContain('cus_');
});

test('each of many customers under one key has its own letter, after Z a number; without a key there is nothing to tell apart', () => {
  const ids = Array.from({ length: 28 }, (_, at) => `x${String(at + 1).padStart(4, '0')}`);
  const letters = (key: string) =>
    customersIn([...ids.map(exchange), ...ids.map((id) => known(id, key, `cus_${id}`))]).map(([, letter]) => letter);
  expect([letters('k').at(0), ...letters('k').slice(25)]).toEqual(['A', 'Z', '27', '28']);
  expect(letters('')).toEqual(ids.map(() => undefined));
});

test('exchanges stand in the order of their numbers, and without a customer as they are', () => {
  const { exchanges } = evidenceOf(['x10000', 'x0002', 'x0999'].map(exchange));
  expect(exchanges.map(({ id }) => id)).toEqual(['x0002', 'x0999', 'x10000']);
  expect({ entry: 'exchange', ...exchanges[0] }).toStrictEqual(exchange('x0002'));
});

test.each<[says: string, more: readonly JournalEntry[], created: readonly string[]]>([
  ['responses without identities: each key counts once', [end], ['a', 'b', '']],
  ['one response has an identity: only what has one was created', [known('x0002', 'b', 'cus_1'), end], ['b cus_1']],
  ['the run was cut short before it looked', [known('x0002', 'b', 'cus_1')], ['a', 'b cus_1', '']],
  [
    'identities of another kind of thing say nothing',
    [writing('x0009', 'z', 'card'), known('x0009', 'z', 'card_1', 'card'), end],
    ['a', 'b', '', 'z card_1'],
  ],
  [
    'two identities under one key are two customers',
    [known('x0001', 'a', 'cus_1'), known('x0003', 'a', 'cus_2'), end],
    ['a cus_1', 'a cus_2'],
  ],
  [
    'two operations under one key are two writes',
    [known('x0001', 'a', 'cus_1'), writing('x0009', 'a', 'transfer'), known('x0009', 'a', 'trf_1', 'transfer'), end],
    ['a cus_1', 'a trf_1'],
  ],
])('%s', (_, more, created) => {
  const three = [writing('x0001', 'a'), writing('x0002', 'b'), writing('x0003', 'a'), writing('x0004', '')];
  const listed = evidenceOf([...three, ...more]).created;
  expect(listed.map(({ idempotencyKey, identity = '' }) => `${idempotencyKey} ${identity}`.trim())).toEqual(created);
});

test('what a run learned beside exchanges is read out of its journal, and nothing else', () => {
  const nothing = { created: [], retried: 0, inPart: [], doubtful: new Set() };
  expect(evidenceOf([end])).toEqual({ ...nothing, exchanges: [] });
  const certificate = { subject: 'sandbox.example' };
  const evidence = evidenceOf([
    ...([{ entry: 'retried' }, { entry: 'retried' }] as const),
    { entry: 'certificate', certificate },
    { entry: 'in part', exchange: 'x0001' },
    { entry: 'end', stopped: 'The target was silent.' },
    { entry: 'certificate', certificate: { subject: 'later' } },
  ]);
  expect(evidence).toMatchObject({ certificate, retried: 2, inPart: ['x0001'], stopped: 'The target was silent.' });
});

test('after data over an idle connection every response over a reused one may be of another request', () => {
  const answered = (id: string, response?: object) => ({ ...exchange(id), response }) as JournalEntry;
  const entries = [answered('x0001', { reused: true }), answered('x0002', {}), answered('x0003')];
  expect(evidenceOf(entries).doubtful).toEqual(new Set());
  expect(evidenceOf([...entries, { entry: 'disorder' }]).doubtful).toEqual(new Set(['x0001']));
});

test('the list hears every entry first, and the journal keeps none that could not be listed', () => {
  const heard: JournalEntry[] = [];
  const journal = createJournal((entry) => {
    if (entry.entry === 'end') throw new Error('the disk is full');
    heard.push(entry);
  });
  journal.write({ entry: 'retried' });
  expect(() => journal.write(end)).toThrow('the disk is full');
  expect([heard, journal.entries]).toEqual([[{ entry: 'retried' }], [{ entry: 'retried' }]]);
});
