import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { call, emptyFolder, variablesFor } from '../cli/testing/command.js';
import { faults } from '../property-tests/services.fixture.js';
import { startReferenceServer } from '../reference-server/server.js';
import { thisSuite } from '../run-folder/digests.js';
import { targetName } from '../run-folder/history.js';
import { type InCommon, unfinishedRun } from '../run-folder/unfinished-run.js';

const cwd = emptyFolder();
const argv = '--only CUST-02,CUST-15 --cases 150 --seed 4 --observe none --format har,html --quiet'.split(' ');
const reportIn = (name: string): Report => JSON.parse(readFileSync(join(cwd, name, 'report.json'), 'utf8')) as Report;

/** A service with a fault that interrupts the run once it has been sent so many requests, and responds slowly from then on. */
async function interruptingAfter(most: number) {
  let [requests, child]: [number, ChildProcess | undefined] = [0, undefined];
  const fault = faults.subdivision.middleware;
  const server = await startReferenceServer({
    https: false,
    change: {
      middleware: (honest, state) => {
        const faulty = fault?.(honest, state) ?? honest;
        return async (asked) => {
          requests += 1;
          if (requests === most) child?.kill('SIGTERM');
          if (requests >= most && child?.exitCode === null) await new Promise((go) => setTimeout(go, 100));
          return faulty(asked);
        };
      },
    },
  });
  return {
    server,
    interrupts: (one: ChildProcess) => {
      child = one;
    },
  };
}

test('a run that was interrupted is continued: its cases are not sent again, and what they found stays', async () => {
  const { server, interrupts } = await interruptingAfter(300);
  const env = variablesFor(server, cwd);
  const run = (...more: string[]) => call([...argv, ...more], env, cwd);
  const first = await call([...argv, '--out', 'first'], env, cwd, { meanwhile: interrupts });
  expect(first.status).toBe(143);
  const cut = reportIn('first');
  expect(cut.run.cases?.asked).toBeGreaterThan(100);
  expect(cut.run.cases?.asked).toBeLessThan(600);

  const { status } = await run('--resume', 'first', '--out', 'second');
  const { run: now, summary, requirements, created } = reportIn('second');
  expect(status).toBe(1);
  expect(now).toMatchObject({ complete: true, resumed: [{ id: cut.run.id, finishedAt: cut.run.finishedAt }] });
  expect(now.notices?.join(' ')).toContain(`continues the generated cases of the run ${cut.run.id}`);
  const checks = requirements.flatMap((row) =>
    row.checks.flatMap((one) => (one.cases ? [{ ...one, of: row.id }] : [])),
  );
  expect(checks.filter(({ verdict }) => verdict !== 'pass').map(({ of, name }) => `${of} ${name}`)).toEqual([
    'CUST-15 generated: malformed',
  ]);
  for (const { verdict, cases } of checks)
    if (verdict === 'pass') expect(cases).toMatchObject({ planned: 150, asked: 150 });
  // Of the valid cases each was sent once, and each has created one customer: under other keys in the two runs.
  const { customers } = JSON.parse(readFileSync(join(cwd, 'second', 'created.json'), 'utf8'));
  expect(customers.length).toBeGreaterThanOrEqual(summary.customersCreated);
  expect(new Set(customers.map((one: { idempotencyKey: string }) => one.idempotencyKey)).size).toBe(customers.length);
  expect(summary.customersCreated).toBe(created.length + (now.cases?.unkept.customers ?? 0));
  expect((await call(['verify', 'second', '--allow-unsigned'], {}, cwd)).status).toBe(0);

  await server.close();

  const { run: of } = cut;
  const alike = {
    ...thisSuite(),
    target: targetName(cut.target),
    seed: 4,
    shard: 'none',
    configuration: of.configuration ?? '',
    decisions: undefined,
    keysOf: () => of.cases?.keys ?? '',
  };
  const read = (name: string, other: Partial<InCommon> = {}) =>
    unfinishedRun(join(cwd, name), cwd, { ...alike, ...other }, undefined);
  expect((await read('first')).report.run.id).toBe(of.id);
  await expect(read('first', { keysOf: () => 'other' })).rejects.toThrow('its keys were other ones');
  for (const other of [{ seed: 5 }, { shard: '1/2' }, { target: 'x' }, { configuration: 'x' }, { exam: 'x' }])
    await expect(read('first', other)).rejects.toThrow(/"first" cannot be continued: the .* was .*, and is .* now/);
  await expect(read('second')).rejects.toThrow('"second" was not cut short');
  cpSync(join(cwd, 'first'), join(cwd, 'altered'), { recursive: true });
  writeFileSync(join(cwd, 'altered', 'report.json'), JSON.stringify({ ...cut, requirements: [] }));
  await expect(read('altered')).rejects.toThrow('"altered" is modified');

  const refused = await run('--resume', 'none', '--out', 'refused');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('There is no folder "none"')]);
  expect(existsSync(join(cwd, 'refused'))).toBe(false);
});
