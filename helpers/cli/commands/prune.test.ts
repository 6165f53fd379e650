import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, emptyFolder } from '../testing/command.js';

const stamp = (daysAgo: number) =>
  `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** A folder named as a run's, with no report in it. */
const unfinished = '2020-01-01T00-00-00Z';

/** A folder with runs of so many days ago, of which the oldest is the latest complete one, and a folder of somebody else. */
function withRuns(...days: number[]): { cwd: string; left: () => string[]; names: string[] } {
  const cwd = emptyFolder();
  const runs = join(cwd, 'reports', 'runs');
  const names = days.map(stamp);
  for (const name of [...names, 'kept-by-hand']) {
    mkdirSync(join(runs, name), { recursive: true });
    writeFileSync(join(runs, name, 'report.json'), '{}');
  }
  mkdirSync(join(runs, unfinished));
  writeFileSync(join(cwd, 'reports', 'history.ndjson'), '{}\n');
  symlinkSync(join('runs', names.at(-1) ?? ''), join(cwd, 'reports', 'latest'), 'dir');
  return { cwd, names, left: () => readdirSync(runs).filter((name) => names.includes(name)) };
}

const prune = (cwd: string, ...argv: string[]) => call(['prune', ...argv], {}, cwd);

test.each<[keep: string, kept: number[]]>([
  ['2', [1, 2, 200]],
  ['30d', [1, 2, 20, 200]],
  ['9', [1, 2, 20, 40, 200]],
])('--keep %s', async (keep, kept) => {
  const { cwd, left, names } = withRuns(1, 2, 20, 40, 200);
  expect((await prune(cwd, '--keep', keep, '--dry-run')).stdout).toMatch(/would be removed/);
  expect(left()).toHaveLength(5);
  expect((await prune(cwd, '--keep', keep)).status).toBe(0);
  expect(left().sort()).toEqual(names.filter((_, at) => kept.includes([1, 2, 20, 40, 200][at] ?? 0)).sort());
  // Neither what is no run of this suite nor the history.
  for (const other of [join('runs', 'kept-by-hand'), join('runs', unfinished), 'history.ndjson'])
    expect(existsSync(join(cwd, 'reports', other)), other).toBe(true);
});

test.each(['0', '0d', '-1', '30 days', 'all'])('--keep %s is a usage error', async (keep) => {
  const { cwd, left } = withRuns(1, 2);
  expect(await prune(cwd, `--keep=${keep}`)).toMatchObject({ status: 2, stderr: expect.stringContaining('--keep') });
  expect(left()).toHaveLength(2);
});
