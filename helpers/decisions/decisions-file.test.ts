import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DecisionEntry } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { changeFile, entriesIn, isForSameThing } from './decisions-file.js';

const now = new Date('2026-01-15T02:00:00Z');
const entry: DecisionEntry = {
  ...{ id: 'CUST-15', kind: 'waive', by: 'owner', on: '2026-01-15', reason: 'known [see "x"]', expires: '2026-02-01' },
};
const other: DecisionEntry = { ...entry, id: 'CUST-09' };
const add = (path: string, comes: DecisionEntry) =>
  changeFile(path, { goes: (one) => isForSameThing(one, comes), comes }, now, fsapi);

test.each<[what: string, before: string | undefined]>([
  ['no file', undefined],
  ['an empty list', '[]'],
  ['a list', JSON.stringify([other])],
  ['an object', JSON.stringify({ $schema: 's', decisions: [other] })],
])('an entry is added to %s, and taken out again', (_, before) => {
  const path = join(emptyFolder(), 'decisions.json');
  if (before !== undefined) writeFileSync(path, before);
  const entries = entriesIn(path, now, fsapi);
  expect(add(path, entry)).toEqual([]);
  expect(entriesIn(path, now, fsapi)).toEqual([...entries, entry]);
  expect(changeFile(path, { goes: ({ id }) => id === entry.id }, now, fsapi)).toEqual([entry]);
  expect(entriesIn(path, now, fsapi)).toEqual(entries);
  if (before?.includes('$schema')) expect(readFileSync(path, 'utf8')).toContain('"$schema": "s"');
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
  writeFileSync(path, JSON.stringify([{ ...entry, id: 'CUST-08' }, first]));
  expect(add(path, second)).toEqual(replaces ? [first] : []);
  expect(entriesIn(path, now, fsapi).slice(1)).toEqual(replaces ? [second] : [first, second]);
});

test('an entry that a run would reject leaves the file alone, and a broken file is reported as such', () => {
  const path = join(emptyFolder(), 'decisions.json');
  writeFileSync(path, JSON.stringify([other]));
  expect(() => add(path, { ...entry, expires: '2028-01-01' })).toThrow(/within a year/);
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify([other]));
  writeFileSync(path, '[');
  expect(() => add(path, entry)).toThrow(/not well-formed JSON/);
  expect(readFileSync(path, 'utf8')).toBe('[');
});
