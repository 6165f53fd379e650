import { expect, test } from 'vitest';
import { call, changedBuild, emptyFolder } from '../cli/testing/command.js';

test('an installation whose checks cannot be loaded ends a run with one sentence', async () => {
  const main = changedBuild('suites/index.js', 'const suites = [', 'const suites = broken[');
  const { status, stdout, stderr } = await call(['--embedded', '--quiet', '--out', 'out'], {}, emptyFolder(), { main });
  expect([status, stdout, stderr]).toEqual([
    4,
    '',
    expect.stringMatching(/^The checks could not be loaded.*broken.*\n$/),
  ]);
});
