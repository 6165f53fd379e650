import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../configuration/usage-error.js';
import { emptyFolder } from '../testing/command.js';
import { index, open } from './overview.js';

test('index writes into the folder that is named, and rejects an age that is none', async () => {
  const cwd = emptyFolder();
  expect(await index.run('index', ['--out', 'public', '--badge-max-age', '3'], { cwd, env: {} })).toBe(0);
  expect(readFileSync(join(cwd, 'public', 'index.html'), 'utf8')).toContain('No run');
  for (const age of ['0', '1.5', 'week'])
    expect(() => index.run('index', ['--badge-max-age', age], { cwd, env: {} })).toThrow(UsageError);
});

test('open calls the browser of the system with a report or the overview', async ({ skip }) => {
  skip(process.platform !== 'linux', 'xdg-open is of Linux');
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'xdg-open'), `#!/bin/sh\necho "$1" > "${join(cwd, 'opened')}"\n`, { mode: 0o755 });
  const env = { PATH: `${cwd}:${process.env.PATH ?? ''}` };
  await expect(open.run('open', [], { cwd, env })).rejects.toThrow('run the suite first');
  index.run('index', [], { cwd, env });
  mkdirSync(join(cwd, 'reports', 'runs', 'a'), { recursive: true });
  writeFileSync(join(cwd, 'reports', 'runs', 'a', 'report.html'), '');
  const opened = () => readFileSync(join(cwd, 'opened'), 'utf8').trim();
  expect(await open.run('open', [], { cwd, env })).toBe(0);
  expect(opened()).toBe(`file://${join(cwd, 'reports', 'index.html')}`);
  expect(await open.run('open', ['a'], { cwd, env })).toBe(0);
  expect(opened()).toBe(`file://${join(cwd, 'reports', 'runs', 'a', 'report.html')}`);
  await expect(open.run('open', ['b'], { cwd, env })).rejects.toThrow('is no run');
  await expect(open.run('open', ['a'], { cwd, env: { PATH: '' } })).rejects.toThrow('No browser');
});
