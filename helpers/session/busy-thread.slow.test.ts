import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, changedBuild, emptyFolder } from '../cli/testing/command.js';

/** A build whose thread of checks is busy for ever once it has sent ten requests: no target is known to do that. */
const busy = (file: string) =>
  changedBuild(
    'helpers/client/record-exchange.js',
    'run.requests += 1;',
    `run.requests += 1;
     if (run.requests > 10) { process.getBuiltinModule('node:fs').writeFileSync('${file}', ''); for (;;); }`,
  );

test('a signal ends a run whose checks keep their thread busy, with what was learned until then', async () => {
  const cwd = emptyFolder();
  const file = join(cwd, 'busy');
  const { status, stderr } = await call(['--embedded', '--out', 'out'], {}, cwd, {
    main: busy(file),
    meanwhile: (child) => {
      const waiting = setInterval(() => existsSync(file) && child.kill('SIGTERM') && clearInterval(waiting), 50);
      child.once('close', () => clearInterval(waiting));
    },
  });
  expect(status, stderr).toBe(143);
  const { run, summary } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'));
  expect(run).toMatchObject({ complete: false, stopped: expect.stringMatching(/interrupted \(SIGTERM\)/) });
  expect(summary.requests).toBeGreaterThan(0);
});

test('so does the deadline', async () => {
  const cwd = emptyFolder();
  const main = busy(join(cwd, 'busy'));
  const { status, stderr } = await call(['--embedded', '--out', 'out', '--deadline', '5'], {}, cwd, { main });
  expect(status, stderr).toBe(3);
  const { run } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'));
  expect(run).toMatchObject({ complete: false, stopped: expect.stringMatching(/deadline of 5 s/) });
});

test('an installation whose checks cannot be loaded ends a run with one sentence', async () => {
  const main = changedBuild('suites/all.thread.js', 'await hear()', 'await heart()');
  const { status, stdout, stderr } = await call(['--embedded', '--quiet', '--out', 'out'], {}, emptyFolder(), { main });
  expect([status, stdout, stderr]).toEqual([
    4,
    '',
    expect.stringMatching(/^The checks could not be loaded.*heart.*\n$/),
  ]);
});
