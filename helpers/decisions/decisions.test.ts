import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floor } from '../../schemas/fsapi/groups.js';
import { groupsOf } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { UsageError } from '../settings/usage-error.js';
import { changeDecisions, isForSameThing, readDecisions } from './decisions.js';

const now = new Date('2026-01-15T02:00:00Z');
const sandbox = { now, environment: 'sandbox', specification: fsapi } as const;
const mock = { ...sandbox, environment: 'mock' } as const;
const waiver: DecisionEntry = {
  ...{ id: 'CUST-15', kind: 'waive', by: 'owner', on: '2026-01-15', reason: 'known [see "x"]', expires: '2026-02-01' },
};
const other: DecisionEntry = { ...waiver, id: 'CUST-09' };
const acceptance: DecisionEntry = {
  ...{ id: 'VER-02', kind: 'accept', by: 'owner', on: '2026-01-02', reason: 'known', observation: 'a'.repeat(64) },
};

function file(content: unknown): string {
  const path = join(emptyFolder(), 'decisions.json');
  if (content !== undefined) writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const entriesIn = (path: string) => readDecisions(path, sandbox).entries;
function add(path: string, comes: DecisionEntry) {
  const { gone, write } = changeDecisions(path, (one) => isForSameThing(one, comes), [comes], sandbox);
  write();
  return gone;
}

test.each([
  ['a list', [waiver]],
  ['an object that holds a list', { decisions: [waiver] }],
  ['a list behind a byte order mark', `\uFEFF${JSON.stringify([waiver])}`],
])('%s is read, and has a digest', (_, content) => {
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(readDecisions(file(content), sandbox)).toEqual({ entries: [waiver], digest });
});

test.each([
  ['no JSON', '{', /not well-formed JSON\.$/],
  ['no list', { waivers: [] }, /does not hold a list of decisions/],
])('%s is a usage error', (_, content, message) => {
  expect(() => entriesIn(file(content))).toThrow(UsageError);
  expect(() => entriesIn(file(content))).toThrow(message);
});

test.each([
  ['lacks several', { expires: undefined, by: undefined }, /: it lacks expires; it lacks by/],
  ['has an unknown id', { id: 'CUST-51' }, /CUST-51.*nearest is CUST-/],
  ['is a waiver for more than a year', { expires: '2027-06-01' }, /within a year/],
  ['ends on a day that is none', { expires: '2026-02-30' }, /expires must be a day, written as YYYY-MM-DD/],
  ['is not signed', { by: '‹your name›' }, /^Entry 2 of .*: it holds the placeholder ‹your name›: fill in by\.$/],
  ['attests without evidence', { id: 'AUTH-10', kind: 'attest' }, /lacks evidence/],
  ['attests what requests decide', { kind: 'attest', evidence: 'e' }, /is stated; attest is for what is attested/],
  ['settles what is stated', { kind: 'settle', schema: {} }, /is stated; settle is for what is not-shown/],
  ['settles by no schema', { id: 'CUST-19', kind: 'settle', schema: { type: 'x' } }, /an invalid JSON Schema/],
  ['declares a lack of what is no mock', { kind: 'lack' }, /only a mock may: the environment is sandbox/],
  ['declares a group', { id: 'tenants', kind: 'lack' }, /"tenants", which is not in the catalogue/],
  ['has an unknown member', { untill: 'x' }, /has an unknown member: untill/],
  ['has an unknown kind', { kind: 'waiver' }, /kind must be one of waive, /],
])('an entry that %s is a usage error', (_, change, message) => {
  expect(() => entriesIn(file([waiver, { ...waiver, ...change }]))).toThrow(message);
});

test('of a mock a lack may be declared, and nothing of its floor declared lacking or waived', () => {
  const lack = { id: 'ACCT-04', kind: 'lack', by: 'b', on: '2026-01-01', reason: 'r' };
  expect(readDecisions(file([waiver, lack]), mock).entries).toEqual([waiver, lack]);
  for (const id of floor)
    for (const [entry, verb] of [
      [waiver, 'waives'],
      [lack, 'declares lacking'],
    ] as const)
      expect(() => readDecisions(file([{ ...entry, id }]), mock)).toThrow(
        `${verb} ${id}, which every mock has to meet`,
      );
  expect(entriesIn(file([{ ...waiver, id: 'AUTH-01' }]))).toHaveLength(1);
  expect(floor.flatMap((id) => groupsOf(fsapi, id))).toEqual([]);
});

test.each([
  ['no file', undefined],
  ['an empty list', []],
  ['a list', [other]],
  ['an object', { $schema: 's', decisions: [other] }],
])('an entry is added to %s, and taken out again', (_, before) => {
  const path = file(before);
  const entries = entriesIn(path);
  expect(add(path, waiver)).toEqual([]);
  expect(entriesIn(path)).toEqual([...entries, waiver]);
  const { gone, write } = changeDecisions(path, ({ id }) => id === waiver.id, [], sandbox);
  write();
  expect(gone).toEqual([waiver]);
  expect(entriesIn(path)).toEqual(entries);
  if (JSON.stringify(before)?.includes('$schema')) expect(readFileSync(path, 'utf8')).toContain('"$schema": "s"');
});

test.each([
  ['a waiver of the whole', {}, {}, true],
  ['a waiver of the same checks in another order', { check: ['a', 'b'] }, { check: ['b', 'a'] }, true],
  ['a waiver of the whole by one of a check', {}, { check: 'a' }, true],
  ['a waiver of a check by one of the whole', { check: 'a' }, {}, true],
  ['no waiver of another check', { check: 'a' }, { check: 'b' }, false],
  ['no waiver of another requirement', { id: 'CUST-09' }, {}, false],
  ['no decision of another kind', acceptance, { id: 'VER-02' }, false],
  ['an acceptance of the same observation', acceptance, { ...acceptance, by: 'board' }, true],
  ['no acceptance of another observation', acceptance, { ...acceptance, observation: 'b'.repeat(64) }, false],
])('an entry replaces %s', (_, before, added, replaces) => {
  const [first, second] = [before, added].map((change) => ({ ...waiver, ...change })) as [DecisionEntry, DecisionEntry];
  const path = file([first]);
  expect(add(path, second)).toEqual(replaces ? [first] : []);
  expect(entriesIn(path)).toEqual(replaces ? [second] : [first, second]);
});

test('an entry that a run would reject leaves the file alone, and a broken file is reported as such', () => {
  const text = JSON.stringify([other]);
  const path = file(text);
  expect(() => add(path, { ...waiver, expires: '2028-01-01' })).toThrow(/within a year/);
  expect(readFileSync(path, 'utf8')).toBe(text);
  writeFileSync(path, '[');
  expect(() => add(path, waiver)).toThrow(/not well-formed JSON/);
  expect(readFileSync(path, 'utf8')).toBe('[');
});
