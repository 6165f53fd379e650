import { expect, test } from 'vitest';
import { createJournal, type JournalEntry } from './journal.js';

const wrote = (idempotencyKey: string) => ({ idempotencyKey, email: 'a@example.com', tenant: 'first' as const });
const exchange = (id: string, key?: string) =>
  ({ entry: 'exchange', id, ...(key !== undefined && { wrote: wrote(key) }) }) as JournalEntry;
const unkept = (more: object = {}): JournalEntry => ({ entry: 'unkept', requests: 1, ...more });

/** A journal that holds these entries; with a list, what the list heard. */
function journalOf(entries: readonly JournalEntry[], hasList = false) {
  const heard: JournalEntry[] = [];
  const journal = createJournal(hasList ? (entry) => void heard.push(entry) : undefined);
  for (const entry of entries) journal.write(entry);
  return { journal, heard };
}

test('an empty journal holds no entries, and counts nothing', () => {
  const { journal } = journalOf([]);
  expect(journal.entries).toEqual([]);
  expect(journal.counts).toEqual({ requests: 0, customers: 0 });
});

test('requests count each, customers once for each key', () => {
  const { journal } = journalOf([
    ...[exchange('x0001'), exchange('x0002', 'a'), exchange('x0003', 'a'), exchange('x0004', 'b')],
    ...[unkept({ wrote: wrote('c') }), unkept(), unkept({ requests: 4 })],
    { entry: 'retried' },
  ]);
  expect(journal.counts).toEqual({ requests: 10, customers: 3 });
});

test('what is learned of generated cases adds up to one entry, once there is something', () => {
  const cases = (planned: number, asked: number): JournalEntry => ({ entry: 'cases', planned, asked });
  const end: JournalEntry = { entry: 'end' };
  const listed = { identified: 2, bare: 3 };
  const { journal } = journalOf([cases(40, 0), unkept(), cases(0, 25), unkept({ listed }), unkept({ listed }), end]);
  expect(journal.entries).toEqual([
    end,
    { entry: 'unkept', requests: 3, listed: { identified: 4, bare: 6 } },
    { entry: 'cases', planned: 40, asked: 25 },
  ]);
  expect(journal.counts).toEqual({ requests: 3, customers: 0, cases: { planned: 40, asked: 25 } });
});

const written = [
  exchange('x0001', 'a'),
  unkept({ wrote: wrote('b'), identity: 'cus_b' }),
  unkept({ wrote: wrote('c') }),
  unkept({ requests: 2 }),
];

test('without a list of its own the journal keeps the customers of generated cases', () => {
  const { journal } = journalOf(written);
  expect(journal.entries).toEqual([
    ...written.slice(0, 3),
    unkept({ requests: 2, listed: { identified: 0, bare: 0 } }),
  ]);
});

test('the list hears every entry whole, and the journal keeps how many of the customers were identified', () => {
  const more = [...written, unkept({ wrote: wrote('d') })];
  const { journal, heard } = journalOf(more, true);
  expect(heard).toEqual(more);
  expect(journal.entries).toEqual([written[0], unkept({ requests: 5, listed: { identified: 1, bare: 2 } })]);
  expect(journal.counts).toEqual({ requests: 6, customers: 4 });
});

test('an entry that could not be listed is not kept', () => {
  const journal = createJournal(() => {
    throw new Error('the disk is full');
  });
  expect(() => journal.write({ entry: 'retried' })).toThrow('the disk is full');
  expect(journal.entries).toEqual([]);
});
