import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { countCreated, createdFile, isCreatedOf, listedAlone, piecesOfCreated, renderCreated } from './created-file.js';
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

test('generated cases are listed each, with the identity in their response', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const hear = createdFile(file, { run: 'r' });
  const { wrote: customer } = wrote('a') as Extract<JournalEntry, { entry: 'exchange' }>;
  const generated = { entry: 'unkept', requests: 1, ...(customer && { wrote: customer }) } as const;
  hear({ entry: 'unkept', requests: 1 });
  for (const entry of [generated, { ...generated, identity: 'cus_1' }, wrote('a')]) hear(entry);
  hear({ ...wrote('b'), entry: 'end' } as JournalEntry);
  expect(JSON.parse(readFileSync(file, 'utf8')).customers).toStrictEqual([
    customer,
    { ...customer, identity: 'cus_1' },
    customer,
  ]);
});

test('a list that could not be begun is begun with the next customer', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'created-')), 'later');
  const file = join(folder, 'created.json');
  const hear = createdFile(file, { run: 'r' });
  expect(() => hear(wrote('a'))).toThrow(
    'The list of created customers could not be written, so the run stopped: the folder does not exist (ENOENT).',
  );
  mkdirSync(folder);
  for (const key of ['b', 'c']) hear(wrote(key));
  expect(countCreated(file)).toBe(2);
});

type Created = Report['created'][number];
const one = (idempotencyKey: string, more: Partial<Created> = {}): Created => ({
  ...{ idempotencyKey, email: `${idempotencyKey},@example.com`, tenant: 'first', resource: 'customer' },
  ...more,
});

test('a list is that of its customers, and goes on only where more may have come', () => {
  const by = { run: 'r' };
  const customers = [one('a'), one('b')];
  const text = renderCreated(by, customers);
  expect(text).toBe(
    `{\n  "run": "r",\n  "customers": [\n${customers.map((of) => `    ${JSON.stringify(of)}`).join(',\n')}\n  ]\n}\n`,
  );
  for (const more of [false, true]) {
    expect(isCreatedOf(text, { by, customers, more }), 'whole').toBe(true);
    expect(isCreatedOf(text, { by, customers: customers.slice(0, 1), more }), 'goes on').toBe(more);
    expect(isCreatedOf(text, { by, customers: customers.toReversed(), more }), 'another order').toBe(false);
    expect(isCreatedOf(text, { by: { run: 's' }, customers, more }), 'another run').toBe(false);
    expect(isCreatedOf(text, { by, customers: [...customers, one('c')], more }), 'ends before').toBe(false);
  }
});

test('the report leaves out what its list alone holds; where customers have identities, a success without one is no customer', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'created-')), 'created.json');
  const listed = [
    one('a', { identity: 'cus_a' }),
    one('b', { identity: 'cus_b' }),
    one('c'),
    one('d', { resource: 'card' }),
  ];
  writeFileSync(file, renderCreated({ run: 'r' }, listed));
  const keys = (created: Report['created']) =>
    [...listedAlone(file, created)].map((customer) => (JSON.parse(customer) as Created).idempotencyKey);
  expect(keys([])).toEqual(['a', 'b', 'c', 'd']);
  expect(keys([one('a')])).toEqual(['b', 'c', 'd']);
  expect(keys([one('a', { identity: 'cus_a' })])).toEqual(['b', 'd']);
  expect(keys([one('a', { tenant: 'second' })])).toEqual(['a', 'b', 'c', 'd']);
  expect([...listedAlone(join(file, '..', 'none.json'), [])]).toEqual([]);
  expect([...listedAlone(file, listed.slice(1))]).toEqual([JSON.stringify(listed[0])]);
});

test.each([0, 1, 2])('a list of %i customers and others is the same whether it comes whole or in pieces', (count) => {
  const by = { run: 'r', target: 'https://sandbox.example/v1/' };
  const customers = Array.from({ length: count }, (_, at) => one(`own${at}`));
  for (const others of [[], [one('a')], Array.from({ length: 3000 }, (_, at) => one(`other${at}`))]) {
    const pieces = [
      ...piecesOfCreated(
        by,
        customers,
        others.map((of) => JSON.stringify(of)),
      ),
    ];
    expect(pieces.join('')).toBe(renderCreated(by, [...customers, ...others]));
    expect(pieces.length).toBe(others.length < 2 ? 1 : Math.ceil(pieces.join('').length / (65 * 1024)));
  }
});
