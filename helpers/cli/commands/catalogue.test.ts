import { expect, test } from 'vitest';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { tests } from '../../../suites/index.js';
import { faults } from '../../reference-server/all.js';
import { call, emptyFolder } from '../testing/command.js';

interface Listed {
  readonly id: string;
  readonly basis: string;
  readonly checks: readonly { readonly name: string; readonly faults: readonly string[] }[];
  readonly faults: readonly { readonly id: string }[];
}

async function listed(): Promise<readonly Listed[]> {
  const { status, stdout } = await call(['explain', '--json'], {}, emptyFolder());
  expect(status).toBe(0);
  return JSON.parse(stdout);
}
const canFail = ({ basis }: Listed) => basis === 'stated' || basis === 'inferred';

test('explain alone prints the catalogue, a line for each requirement', async () => {
  const { stdout } = await call(['explain'], {}, emptyFolder());
  expect(stdout.match(/^[A-Z]+-\d\d /gm)?.map((id) => id.trim())).toEqual(catalogue.map(({ id }) => id));
});

test('every requirement that can be tested has a check, every check a requirement, and names are unique within a requirement', async () => {
  const all = await listed();
  expect(all.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  for (const row of all) {
    const names = row.checks.map(({ name }) => name);
    expect(new Set(names).size, row.id).toBe(names.length);
    if (canFail(row)) expect(names.length, row.id).toBeGreaterThan(0);
    if (row.basis === 'attested') expect(names, row.id).toEqual([]);
  }
});

test('every requirement that can fail has a fault, and so has each of its checks', async () => {
  const all = (await listed()).filter(canFail);
  // EVENT-05 needs a receiver of webhooks, and no shown operation is said to emit an event.
  expect(all.flatMap(({ id, faults }) => (faults.length > 0 ? [] : [id]))).toEqual(['EVENT-05']);
  // The first two take part where one tenant is configured, and the matrix has two; the third needs a webhook receiver.
  const without = all.flatMap(({ id, checks }) =>
    checks.flatMap(({ name, faults }) => (faults.length > 0 ? [] : [`${id} ${name}`])),
  );
  expect(without).toEqual([
    'ACCT-04 the caller’s id twice in a list, with the first tenant’s key',
    'ACCT-04 the caller’s id twice in a list, with the second tenant’s key',
    'EVENT-05 a notification during the run',
  ]);
});

test('the checks that a fault fails exist, and are of requirements that it breaks', () => {
  const known = new Set(tests.suites.flatMap(({ definitions }) => definitions.map(({ id, name }) => `${id} ${name}`)));
  for (const { id, fails, breaks } of faults)
    for (const check of fails) {
      expect([...known], id).toContain(check);
      expect(breaks, `${id}: ${check}`).toContain(check.split(' ')[0]);
    }
});
