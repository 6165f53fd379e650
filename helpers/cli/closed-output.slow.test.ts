import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, spawned } from './testing/command.js';

function unread(argv: readonly string[], cwd: string, at: 'once' | 'after a line'): Promise<number | null> {
  const { child } = spawned(argv, {}, cwd);
  if (at === 'once') child.stdout.destroy();
  else child.stdout.once('data', () => child.stdout.destroy());
  return new Promise((resolve) => child.on('exit', resolve));
}

test.each(['once', 'after a line'] as const)(
  'a run, and a list, whose output is closed %s, end as they should',
  async (at) => {
    const cwd = emptyFolder();
    expect(await unread(['run', '--embedded', '--only', 'AUTH-01,CUST-01', '--format', 'html'], cwd, at)).toBe(0);
    expect(await unread(['explain', '--json'], emptyFolder(), at)).toBe(0);
    const names = readdirSync(join(cwd, 'reports', 'runs'));
    expect(names.map((name) => existsSync(join(cwd, 'reports', 'runs', name, 'report.html')))).toEqual([true]);
  },
);
