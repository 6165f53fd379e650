import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floor } from '../../schemas/fsapi/groups.js';
import { groupsOf } from '../../schemas/specification.js';
import { fsapi } from '../fsapi/fsapi.js';
import { UsageError } from '../settings/usage-error.js';
import { readDecisions } from './decisions.js';

const now = new Date('2026-01-15T02:00:00Z');
const waiver = {
  id: 'CUST-15',
  kind: 'waive',
  by: 'an owner',
  on: '2026-01-01',
  reason: 'known',
  expires: '2026-02-01',
};

const sandbox = { environment: 'sandbox', specification: fsapi } as const;
const mock = { environment: 'mock', specification: fsapi } as const;

function file(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-decisions-')), 'decisions.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a list and an object that holds a list are both read', () => {
  expect(readDecisions(file([waiver]), now, sandbox).entries).toEqual([waiver]);
  const { entries, digest } = readDecisions(file({ decisions: [waiver] }), now, sandbox);
  expect(entries).toEqual([waiver]);
  expect(readDecisions(file(`\uFEFF${JSON.stringify([waiver])}`), now, sandbox).entries).toEqual([waiver]);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[name: string, content: unknown, message: RegExp]>([
  ['no JSON', '{', /not well-formed JSON: see line 1\./],
  ['no JSON in its third line', '[\n  { "id": "CUST-15",\n    "kind" "waive" }\n]', /see line 3\./],
  [
    'an entry that lacks several members',
    [{ id: 'CUST-15', kind: 'waive' }],
    /: it lacks expires; it lacks by; it lacks on; it lacks reason\.$/,
  ],
  ['no list', { waivers: [] }, /does not hold a list of decisions/],
  ['an unknown id', [{ ...waiver, id: 'CUST-51' }], /CUST-51.*nearest is CUST-/],
  ['a waiver without an end', [{ ...waiver, expires: undefined }], /lacks expires/],
  ['a waiver that ends after more than a year', [{ ...waiver, expires: '2027-06-01' }], /within a year/],
  ['a day that is none', [{ ...waiver, expires: '2026-02-30' }], /expires must be a day, written as YYYY-MM-DD/],
  ['a waiver without a person', [{ ...waiver, by: undefined }], /lacks by/],
  ['an attestation without evidence', [{ ...waiver, id: 'AUTH-10', kind: 'attest' }], /lacks evidence/],
  [
    'an attestation of what requests decide',
    [{ ...waiver, kind: 'attest', evidence: 'e' }],
    /only organisational controls/,
  ],
  ['a settlement of what is stated', [{ ...waiver, kind: 'settle', schema: {} }], /nothing to settle/],
  [
    'a settlement with a schema that is none',
    [{ ...waiver, id: 'CUST-19', kind: 'settle', schema: { type: 'nonsense' } }],
    /an invalid JSON Schema/,
  ],
  [
    'a lack of a target that is no mock',
    [{ ...waiver, id: 'tenants', kind: 'lack' }],
    /lacks tenants, which only a mock may: the environment is sandbox/,
  ],
  ['a lack of what is no group', [{ ...waiver, id: 'tenant', kind: 'lack' }], /no group; the nearest is tenants/],
  ['a member that is not known', [{ ...waiver, untill: 'x' }], /sets "untill", which no decision has/],
  ['a member that is misspelt', [{ ...waiver, aproved: 'x' }], /"aproved".*nearest is approvedBy\./],
  ['an empty file', '', /is empty\.$/],
])('%s is a usage error', (_, content, message) => {
  expect(() => readDecisions(file(content), now, sandbox)).toThrow(UsageError);
  expect(() => readDecisions(file(content), now, sandbox)).toThrow(message);
});

test('of a mock a lack may be declared, and nothing of its floor waived', () => {
  const lack = { id: 'tenants', kind: 'lack', by: 'b', on: '2026-01-01', reason: 'r' };
  const decisions = readDecisions(file([waiver, lack]), now, mock);
  expect(decisions.entries).toEqual([waiver, lack]);
  for (const id of floor)
    expect(() => readDecisions(file([{ ...waiver, id }]), now, mock)).toThrow(`waives ${id}, which no mock may lack`);
  expect(readDecisions(file([{ ...waiver, id: 'AUTH-01' }]), now, sandbox).entries).toHaveLength(1);
});

test('the floor is in no group, and every group holds what requests decide', () => {
  expect(floor.flatMap((id) => groupsOf(fsapi, id))).toEqual([]);
  expect(groupsOf(fsapi, 'IDEM-05')).toEqual(['idempotency', 'tenants']);
});

test('an entry of an unknown kind is told the kinds', () => {
  expect(() => readDecisions(file([{ ...waiver, kind: 'waiver' }]), now, sandbox)).toThrow(/has the kind "waiver"/);
  expect(() => readDecisions(file([{ ...waiver, kind: 'zzzzzzzz' }]), now, sandbox)).toThrow(/; there are /);
});
