import { expect, test } from 'vitest';
import { createJournal, type JournalEntry } from './journal.js';

const wrote = (idempotencyKey: string) => ({ idempotencyKey, email: 'a@example.com', tenant: 'first' as const });
const exchange = (id: string, key?: string) =>
  ({ entry: 'exchange', id, ...(key !== undefined && { wrote: wrote(key) }) }) as JournalEntry;

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
    { entry: 'retried' },
  ]);
  expect(journal.counts).toEqual({ requests: 4, customers: 2 });
});

test('the list hears every entry, and the journal keeps it', () => {
  const entries: JournalEntry[] = [exchange('x0001', 'a'), { entry: 'retried' }];
  const { journal, heard } = journalOf(entries, true);
  expect(heard).toEqual(entries);
  expect(journal.entries).toEqual(entries);
});

test('an entry that could not be listed is not kept', () => {
  const journal = createJournal(() => {
    throw new Error('the disk is full');
  });
  expect(() => journal.write({ entry: 'retried' })).toThrow('the disk is full');
  expect(journal.entries).toEqual([]);
});
