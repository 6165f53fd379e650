import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { call, emptyFolder } from './testing/command.js';
import { callMeasured } from './testing/peak.js';

/** Folders that a stranger made to take our time and memory. Limits: one sentence, status 2, 10 s of processor, 300 MB. */
const cwd = emptyFolder();

function folder(name: string, report: string | undefined): void {
  mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, name, 'report.json'), report ?? '');
}

beforeAll(() => {
  folder('500 MB', undefined);
  truncateSync(join(cwd, '500 MB', 'report.json'), 500 * 1024 * 1024);
  mkdirSync(join(cwd, 'without end'));
  symlinkSync('/dev/zero', join(cwd, 'without end', 'report.json'));
  folder('a million objects', `[${'{},'.repeat(1_000_000)}{}]`);
  folder('a million levels', '['.repeat(1_000_000));
  folder('a million errors', JSON.stringify({ requirements: Array.from({ length: 400_000 }, () => ({})) }));
});

test.each(['500 MB', 'without end', 'a million objects', 'a million levels', 'a million errors'])(
  'diff of %s',
  async (name) => {
    const { status, stdout, stderr, megabytes, seconds } = await callMeasured(['diff', name, name], {}, cwd);
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(seconds).toBeLessThan(10);
    expect(megabytes).toBeLessThan(300);
  },
);

test('verify of 500 MB reads none of it', async () => {
  const { status, stdout } = await call(['verify', '500 MB'], {}, cwd);
  expect([status, stdout]).toEqual([1, expect.stringContaining('report.json is larger than any file of a run')]);
});
