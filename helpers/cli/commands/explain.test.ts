import { expect, test } from 'vitest';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { call, emptyFolder } from '../testing/command.js';
import { explained, knownOf } from './explain.js';

test('every requirement is explained: what can fail has checks and a fault, what is open a question', async () => {
  const known = await knownOf(fsapi);
  for (const about of catalogue.map((row) => explained(row, known))) {
    const canFail = about.basis === 'stated' || about.basis === 'inferred';
    // EVENT-05 needs a receiver of webhooks, and no shown operation is said to emit an event.
    if (canFail && about.id !== 'EVENT-05') expect(about.faults.length, about.id).toBeGreaterThan(0);
    if (canFail) expect([about.checks.length > 0, about.why !== undefined], about.id).toEqual([true, true]);
    expect(about.title.endsWith('?'), about.id).toBe(about.basis === 'not-shown');
    expect(about.decisions.map(({ command }) => command.includes(` ${about.id} --by `))).not.toContain(false);
  }
});

test('explain of an area lists its requirements', async () => {
  const { status, stdout } = await call(['explain', 'idem'], {}, emptyFolder());
  expect([status, stdout.match(/^IDEM-/gm)?.length]).toEqual([0, 11]);
  expect(stdout).toMatch(/^IDEM-01 {3}stated {5}A retry with the same key/);
  expect((await call(['explain', 'XYZZY'], {}, emptyFolder())).stderr).toBe(
    'The catalogue has no "XYZZY"; explain shows all.\n',
  );
});

test('explain prints clause, checks, faults and decisions in 80 columns, --json the same as data', async () => {
  const { status, stdout } = await call(['explain', 'CUST-09'], {}, emptyFolder());
  expect(status).toBe(0);
  for (const part of [
    'Form stated, rejection inferred: Resources, customer, date_of_birth.',
    'month 13',
    'leap-day-in-any-year',
    'decide waive CUST-09 --by',
  ])
    expect(stdout).toContain(part);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const json = await call(['explain', 'AUTH-10', '--json'], {}, emptyFolder());
  expect(JSON.parse(json.stdout)).toMatchObject({ id: 'AUTH-10', basis: 'attested', checks: [], faults: [] });
  const unknown = await call(['explain', 'CUTS-09'], {}, emptyFolder());
  expect([unknown.status, unknown.stderr]).toEqual([2, 'The catalogue has no "CUTS-09"; the nearest is CUST-09.\n']);
});
