import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countCreated, createdFile } from './created-file.js';
import type { JournalEntry } from './journal.js';

const wrote = (idempotencyKey: string, resource = 'customer'): JournalEntry => ({
  ...({ entry: 'exchange' } as Extract<JournalEntry, { entry: 'exchange' }>),
  wrote: { idempotencyKey, email: `é${idempotencyKey}@example.com`, tenant: 'first', resource },
});

test('after each customer the file is JSON and lists all of them, each key once', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const hear = createdFile(file, { run: 'r', target: 'https://sandbox.example/v1/' });
  expect(countCreated(file)).toBe(0);
  for (const [count, key] of [
    [1, 'a'],
    [2, 'b'],
    [2, 'a'],
    [3, ''],
    [4, ''],
  ] as const) {
    hear(wrote(key));
    hear({ entry: 'retried' });
    expect(countCreated(file)).toBe(count);
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
  expect(countCreated(file)).toBe(2);
});

test('nothing in it acts on a terminal, or hides', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const key = '\u{202e}\u{9b}2J\u{e0041}';
  createdFile(file, { run: 'r' })(wrote(key));
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/[\p{Cf}\u{9b}]/u);
  expect(JSON.parse(text).customers[0].idempotencyKey).toBe(key);
});

test('another file in its place, as the list that was published and sealed, is not written to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'created-'));
  const file = join(folder, 'created.json');
  const hear = createdFile(file, { run: 'r' });
  hear(wrote('a'));
  const published = readFileSync(file, 'utf8');
  writeFileSync(join(folder, 'published.json'), published);
  renameSync(join(folder, 'published.json'), file);
  hear(wrote('b'));
  expect(readFileSync(file, 'utf8')).toBe(published);
});
