import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { type CreatedList, createdList } from './created-file.js';

const ids = Array.from({ length: 99 }, (_, at) => `x${at}`).values();
const wrote = (idempotencyKey: string, resource = 'customer'): Exchange => ({
  ...({ id: ids.next().value } as Exchange),
  wrote: { idempotencyKey, email: `é${idempotencyKey}@example.com`, tenant: 'first', resource },
});

const by = { run: 'r', target: 'https://sandbox.example/v1/' };
function begun() {
  const folder = mkdtempSync(join(tmpdir(), 'created-'));
  const list = createdList(folder, by) as CreatedList;
  const read = () => JSON.parse(readFileSync(list.file, 'utf8')) as { customers: { idempotencyKey: string }[] };
  return { folder, list, read };
}

test('after each customer the file is JSON and lists all of them, each key once', () => {
  const { list, read } = begun();
  expect(read()).toEqual({ ...by, customers: [] });
  const counts = ['a', 'b', 'a', '', ''].map((key) => {
    list.hear(wrote(key));
    list.hear({ id: 'x1' } as Exchange);
    return read().customers.length;
  });
  expect(counts).toEqual([1, 2, 2, 3, 4]);
  expect(read().customers[0]).toMatchObject({ idempotencyKey: 'a', email: 'éa@example.com' });
  expect(list.customers()).toEqual(read().customers);
});

test('nothing in it acts on a terminal, or hides', () => {
  const { list, read } = begun();
  const key = '\u{202e}\u{9b}2J\u{e0041}';
  list.hear(wrote(key));
  expect(readFileSync(list.file, 'utf8')).not.toMatch(/[\p{Cf}\u{9b}]/u);
  expect(read().customers[0]?.idempotencyKey).toBe(key);
});

test('the list of another run is left alone, and so is one that was published and sealed', () => {
  const { folder, list } = begun();
  list.hear(wrote('a'));
  const published = readFileSync(list.file, 'utf8');
  expect(createdList(folder, by)).toBeUndefined();
  writeFileSync(join(folder, 'manifest.json'), '{}');
  list.hear(wrote('b'));
  expect(readFileSync(list.file, 'utf8')).toBe(published);
});

test('a list that could not be written says so, and lists all with the next customer', () => {
  const { folder, list, read } = begun();
  rmSync(folder, { recursive: true });
  expect(() => list.hear(wrote('a'))).toThrow(/^The list .* not be written, so the run stopped: .*\(ENOENT\)\.$/);
  mkdirSync(folder);
  for (const key of ['b', 'c']) list.hear(wrote(key));
  expect(read().customers).toHaveLength(3);
});
