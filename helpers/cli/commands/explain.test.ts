import { expect, test } from 'vitest';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { call, emptyFolder } from '../testing/command.js';

type Explained = Readonly<Record<'id' | 'basis' | 'title', string>> & {
  readonly why?: string;
  readonly checks: readonly { readonly name: string; readonly sends?: string; readonly faults: readonly string[] }[];
  readonly decisions: readonly { readonly command: string }[];
};

const cwd = emptyFolder();
const explain = (...argv: string[]) => call(['explain', ...argv], {}, cwd);
const all = JSON.parse((await explain('--json')).stdout) as readonly Explained[];
const decidable = all.filter(({ basis }) => basis === 'stated' || basis === 'inferred');

test('every requirement is explained: what can fail has checks of different names and a reason, what is open a question', () => {
  expect(all.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  for (const { id, basis, title, checks, why, decisions } of all) {
    expect(new Set(checks.map(({ name }) => name)).size, id).toBe(checks.length);
    if (basis === 'attested') expect(checks, id).toEqual([]);
    expect(title.endsWith('?'), id).toBe(basis === 'not-shown');
    expect(decisions.map(({ command }) => command.includes(` ${id} --by `))).not.toContain(false);
    if (decidable.some((one) => one.id === id))
      expect([checks.length > 0, why !== undefined], id).toEqual([true, true]);
  }
});

test('a check of a row says what it sends', () => {
  const { checks = [] } = all.find(({ id }) => id === 'CUST-10') ?? {};
  expect(checks.map(({ sends }) => sends)).toContain('POST /customers with an empty array');
  const [wellFormed] = checks.filter(({ name }) => !name.includes(': '));
  expect(wellFormed?.sends).toBeUndefined();
});

test('every check of a requirement that can fail has a fault', () => {
  // The first two take part where one tenant is configured, and the matrix has two; the third needs a webhook receiver.
  const without = decidable.flatMap(({ id, checks }) =>
    checks.flatMap((check) => (check.faults.length > 0 ? [] : [`${id} ${check.name}`])),
  );
  expect(without).toEqual([
    'ACCT-04 the caller’s id twice in a list, with the first tenant’s key',
    'ACCT-04 the caller’s id twice in a list, with the second tenant’s key',
    'EVENT-05 a notification during the run',
  ]);
});

test('explain prints the catalogue with its groups, an area, a group, or clause, checks, faults and decisions of a requirement, in 80 columns', async () => {
  const alone = await explain();
  expect(alone.stdout.match(/^[A-Z]+-\d\d /gm)?.map((id) => id.trim())).toEqual(catalogue.map(({ id }) => id));
  const area = await explain('idem');
  expect([area.status, area.stdout.match(/^IDEM-/gm)?.length]).toEqual([0, 11]);
  expect(area.stdout).toMatch(/^IDEM-01 {3}stated {5}A retry with the same key/);
  const group = await explain('Tenants');
  expect(group.stdout.match(/^[A-Z]+-\d\d /gm)).toHaveLength(5);
  for (const { stdout } of [alone, group]) expect(stdout).toContain('\n  tenants: ACCT-02, ACCT-03, ACCT-04, IDEM-05');
  const { status, stdout } = await explain('CUST-09');
  expect(status).toBe(0);
  const clause = 'Form stated, rejection inferred: Resources, customer, date_of_birth.';
  for (const part of [clause, 'month 13', 'leap-day-in-any-year', 'decide waive CUST-09 --by'])
    expect(stdout).toContain(part);
  for (const line of [...stdout.split('\n'), ...alone.stdout.split('\n')]) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  ['XYZZY', 'ID names "XYZZY", which matches no requirement; explain shows all.\n'],
  ['tenant', 'ID names "tenant", which matches no requirement; the nearest is tenants.\n'],
  ['CUTS-09', 'ID names "CUTS-09", which matches no requirement; the nearest is CUST-09.\n'],
])('status 2: %s', async (word, stderr) => {
  expect(await explain(word)).toEqual({ status: 2, stdout: '', stderr });
});
