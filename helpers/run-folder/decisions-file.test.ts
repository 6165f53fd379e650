import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DecisionEntry } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { addEntry, entriesIn } from './decisions-file.js';

const now = new Date('2026-01-15T02:00:00Z');
const entry: DecisionEntry = {
  ...{ id: 'CUST-15', kind: 'waive', by: 'owner', on: '2026-01-15', reason: 'known [see "x"]', expires: '2026-02-01' },
};
const one = JSON.stringify({ ...entry, id: 'CUST-09' });

test.each<[what: string, before: string | undefined, kept: string]>([
  ['no file', undefined, '['],
  ['an empty list', '[]', '['],
  ['a list that people laid out', `[\n\t${one}\n]\n`, `[\n\t${one},\n`],
  [
    'an object',
    `{\n  "$schema": "s",\n  "decisions": [\n    ${one}\n  ]\n}\n`,
    `{\n  "$schema": "s",\n  "decisions": [\n    ${one},\n`,
  ],
  ['an object whose last bracket is another one', `{ "decisions": [${one}], "$schema": "a]b" }`, '{'],
])('an entry is added to %s, and the rest stays as it was', (_, before, kept) => {
  const path = join(emptyFolder(), 'decisions.json');
  if (before !== undefined) writeFileSync(path, before);
  const entries = entriesIn(path, now);
  addEntry(path, entry, now);
  expect(entriesIn(path, now)).toEqual([...entries, entry]);
  expect(readFileSync(path, 'utf8').startsWith(kept)).toBe(true);
});

test('an entry that a run would reject leaves the file alone, and a broken file is reported as such', () => {
  const path = join(emptyFolder(), 'decisions.json');
  writeFileSync(path, `[${one}]`);
  expect(() => addEntry(path, { ...entry, expires: '2028-01-01' }, now)).toThrow(/within a year/);
  expect(readFileSync(path, 'utf8')).toBe(`[${one}]`);
  writeFileSync(path, '[');
  expect(() => addEntry(path, entry, now)).toThrow(/not well-formed JSON/);
  expect(readFileSync(path, 'utf8')).toBe('[');
});
