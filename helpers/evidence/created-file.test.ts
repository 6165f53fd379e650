import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { createdFile, customersIn, lateCustomers, renderCreated } from './created-file.js';
import type { JournalEntry } from './journal.js';

const ids = Array.from({ length: 99 }, (_, at) => `x${at}`).values();
const wrote = (idempotencyKey: string, resource = 'customer'): JournalEntry => ({
  ...({ entry: 'exchange', id: ids.next().value ?? '' } as Extract<JournalEntry, { entry: 'exchange' }>),
  wrote: { idempotencyKey, email: `é${idempotencyKey}@example.com`, tenant: 'first', resource },
});

test('after each customer the file is JSON and lists all of them, each key once', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const hear = createdFile(file, { run: 'r', target: 'https://sandbox.example/v1/' });
  expect(customersIn(file)).toHaveLength(0);
  for (const [count, key] of [
    [1, 'a'],
    [2, 'b'],
    [2, 'a'],
    [3, ''],
    [4, ''],
  ] as const) {
    hear(wrote(key));
    hear({ entry: 'retried' });
    expect(customersIn(file)).toHaveLength(count);
  }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    run: 'r',
    target: 'https://sandbox.example/v1/',
    customers: [{ idempotencyKey: 'a', email: 'éa@example.com' }, { idempotencyKey: 'b' }, {}, {}],
  });
});

test('two operations under one key made two things, and both are listed', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const hear = createdFile(file, { run: 'r' });
  for (const resource of ['customer', 'transfer', 'transfer']) hear(wrote('a', resource));
  expect(customersIn(file)).toHaveLength(2);
});

test('nothing in it acts on a terminal, or hides', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const key = '\u{202e}\u{9b}2J\u{e0041}';
  createdFile(file, { run: 'r' })(wrote(key));
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/[\p{Cf}\u{9b}]/u);
  expect(JSON.parse(text).customers[0].idempotencyKey).toBe(key);
});

test('the list that was published and sealed is not written to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'created-'));
  const file = join(folder, 'created.json');
  const hear = createdFile(file, { run: 'r' });
  hear(wrote('a'));
  const published = readFileSync(file, 'utf8');
  writeFileSync(join(folder, 'manifest.json'), '{}');
  hear(wrote('b'));
  expect(readFileSync(file, 'utf8')).toBe(published);
});

test('a list that could not be begun is begun with the next customer, and lists both', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'created-')), 'later');
  const file = join(folder, 'created.json');
  const hear = createdFile(file, { run: 'r' });
  expect(() => hear(wrote('a'))).toThrow(
    'The list of created customers could not be written, so the run stopped: the folder does not exist (ENOENT).',
  );
  mkdirSync(folder);
  for (const key of ['b', 'c']) hear(wrote(key));
  expect(customersIn(file)).toHaveLength(3);
});

test('customers that no exchange of the evidence has made came late', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  expect(lateCustomers(file, [])).toEqual([]);
  const entries = ['a', 'b'].map((key) => wrote(key) as Exchange);
  writeFileSync(
    file,
    renderCreated(
      { run: 'r' },
      entries.map((entry) => entry.wrote as object),
    ),
  );
  expect(lateCustomers(file, entries)).toEqual([]);
  expect(lateCustomers(file, entries.slice(1)).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a']);
});
