import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, executable } from '../cli/testing/command.js';

/** Runs the executable in a shell that allows it so many open files. */
function limited(files: number, cwd: string) {
  const command = `ulimit -n ${files}; exec "$0" "$@"`;
  const argv = [executable, '--embedded', '--only', 'AUTH-01,CUST-01', '--concurrency', '32', '--out', 'out'];
  const env = { PATH: process.env.PATH ?? '' };
  return spawnSync('sh', ['-c', command, process.execPath, ...argv], { cwd, env, encoding: 'utf8' });
}

const reason = 'the limit of open files means something else on this system';

test.for([112, 64])('a run that may open %d files has fewer requests in flight, and says so', (files, { skip }) => {
  skip(process.platform !== 'linux', reason);
  const cwd = emptyFolder();
  const { status, stderr } = limited(files, cwd);
  expect(status, stderr).toBe(0);
  const { run } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'));
  expect(run.notices.join(' ')).toMatch(
    /may open few files \(`ulimit -n`\): at most \d+ requests were in flight, not 32/,
  );
});

test('one with too few is refused before anything is sent', ({ skip }) => {
  skip(process.platform !== 'linux', reason);
  const cwd = emptyFolder();
  const { status, stdout, stderr } = limited(44, cwd);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^This process may open too few files.*\n$/)]);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});
