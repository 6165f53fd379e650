import { expect, test } from 'vitest';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { tests } from '../../../suites/index.js';
import { faults } from '../../reference-server/all.js';
import { readKills } from '../../reference-server/kills.js';
import { call, emptyFolder } from '../testing/command.js';

interface Listed {
  readonly id: string;
  readonly basis: string;
  readonly checks: readonly string[];
}

test('every requirement that can be tested has a check, every check a requirement, and names are unique within a requirement', async () => {
  const { status, stdout } = await call(['list', '--json'], {}, emptyFolder());
  expect(status).toBe(0);
  const listed = JSON.parse(stdout) as Listed[];
  expect(listed.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  for (const { id, basis, checks } of listed) {
    expect(new Set(checks).size, id).toBe(checks.length);
    if (basis === 'stated' || basis === 'inferred') expect(checks.length, id).toBeGreaterThan(0);
    if (basis === 'attested') expect(checks, id).toEqual([]);
  }
});

test('the matrix names a fault for every requirement that can fail', async () => {
  const { status, stdout } = await call(['list', '--matrix'], {}, emptyFolder());
  expect(status).toBe(0);
  const without = stdout.split('\n').filter((line) => line.includes('(no fault)'));
  // EVENT-05 needs a receiver of webhooks, and no shown operation is said to emit an event.
  expect(without.map((line) => line.split(' ')[0])).toEqual(['EVENT-05']);
});

test('the matrix by check names a fault for every check that can fail', async () => {
  const { status, stdout } = await call(['list', '--matrix', '--checks'], {}, emptyFolder());
  expect(status).toBe(0);
  const without = stdout.split('\n').filter((line) => line.includes('(no fault)'));
  // The first two take part where one tenant is configured, and the matrix has two; the third needs a webhook receiver.
  expect(without).toEqual([
    'ACCT-04   the caller’s id twice in a list, with the first tenant’s key: (no fault)',
    'ACCT-04   the caller’s id twice in a list, with the second tenant’s key: (no fault)',
    'EVENT-05  a notification during the run: (no fault)',
  ]);
});

test('kills.json names checks and faults that exist, and each fault for a requirement that it breaks', () => {
  const known = new Set(tests.suites.flatMap(({ definitions }) => definitions.map(({ id, name }) => `${id} ${name}`)));
  for (const [check, killers] of Object.entries(readKills())) {
    expect(known).toContain(check);
    for (const killer of killers) {
      const breaks: readonly string[] = faults.find(({ id }) => id === killer)?.breaks ?? [];
      expect(breaks, `${killer}: ${check}`).toContain(check.split(' ')[0]);
    }
  }
});
