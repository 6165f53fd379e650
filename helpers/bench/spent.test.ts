import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { spend } from './spent.js';

test('a command’s status, what it printed, and what it took', async () => {
  const script = `const held = Buffer.alloc(150e6, 1);
    console.log('one'); console.error('two');
    while (process.cpuUsage().user < 5e5) held.includes(2);
    process.exitCode = 3`;
  const spent = await spend(['--eval', script], { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' } });
  expect(spent).toMatchObject({ status: 3, printed: 'one\ntwo\n' });
  expect(spent.cpuSeconds).toBeGreaterThan(0.45);
  expect(spent.seconds).toBeGreaterThan(0.1);
  expect(spent.peakMiB).toBeGreaterThan(150);
});
