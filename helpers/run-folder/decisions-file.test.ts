import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DecisionEntry } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { addEntry, entriesFor, entriesIn, removeEntries } from './decisions-file.js';

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
  const entries = entriesIn(path, now, fsapi);
  addEntry(path, entry, now, fsapi);
  expect(entriesIn(path, now, fsapi)).toEqual([...entries, entry]);
  expect(readFileSync(path, 'utf8').startsWith(kept)).toBe(true);
});

const acceptance: DecisionEntry = {
  ...{ id: 'VER-02', kind: 'accept', by: 'owner', on: '2026-01-02', reason: 'known', observation: 'a'.repeat(64) },
};

test.each<[what: string, before: Partial<DecisionEntry>, added: Partial<DecisionEntry>, replaces: boolean]>([
  ['a waiver of the whole', {}, {}, true],
  ['a waiver of one check', { check: 'a' }, { check: 'a' }, true],
  ['a waiver of the same checks in another order', { check: ['a', 'b'] }, { check: ['b', 'a'] }, true],
  ['a waiver of the whole by one of a check', {}, { check: 'a' }, true],
  ['a waiver of a check by one of the whole', { check: 'a' }, {}, true],
  ['no waiver of another check', { check: 'a' }, { check: 'b' }, false],
  ['no waiver of another requirement', { id: 'CUST-09' }, {}, false],
  ['no decision of another kind', acceptance, { id: 'VER-02' }, false],
  ['an acceptance of the same observation', acceptance, { ...acceptance, by: 'board' }, true],
  ['no acceptance of another observation', acceptance, { ...acceptance, observation: 'b'.repeat(64) }, false],
])('an entry replaces %s', (_, before, added, replaces) => {
  const path = join(emptyFolder(), 'decisions.json');
  const [first, second] = [before, added].map((change) => ({ ...entry, ...change }) as DecisionEntry);
  if (!first || !second) expect.unreachable();
  writeFileSync(path, `{"decisions":[${one.replace('CUST-09', 'CUST-08')},${JSON.stringify(first)}],"$schema":"s"}`);
  expect(addEntry(path, second, now, fsapi)).toEqual(replaces ? [first] : []);
  expect(entriesIn(path, now, fsapi).slice(1)).toEqual(replaces ? [second] : [first, second]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('$schema', 's');
});

test('the entries of a requirement are removed, and the others stay', () => {
  const path = join(emptyFolder(), 'decisions.json');
  writeFileSync(path, `[${one}]`);
  addEntry(path, entry, now, fsapi);
  expect(entriesFor(path, 'CUST-15', now, fsapi)).toEqual([entry]);
  expect(removeEntries(path, 'CUST-15', now, fsapi)).toEqual([entry]);
  expect(entriesIn(path, now, fsapi)).toEqual([JSON.parse(one)]);
  expect(() => removeEntries(path, 'CUST-15', now, fsapi)).toThrow(/"decisions\.json" holds no decision on CUST-15/);
  expect(() => removeEntries(join(emptyFolder(), 'none.json'), 'CUST-15', now, fsapi)).toThrow(/holds no decision/);
});

test('an entry that a run would reject leaves the file alone, and a broken file is reported as such', () => {
  const path = join(emptyFolder(), 'decisions.json');
  writeFileSync(path, `[${one}]`);
  expect(() => addEntry(path, { ...entry, expires: '2028-01-01' }, now, fsapi)).toThrow(/within a year/);
  expect(readFileSync(path, 'utf8')).toBe(`[${one}]`);
  writeFileSync(path, '[');
  expect(() => addEntry(path, entry, now, fsapi)).toThrow(/not well-formed JSON/);
  expect(readFileSync(path, 'utf8')).toBe('[');
});
