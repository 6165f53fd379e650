import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { spend } from './spent.js';

const place = { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' } };
const node = (script: string) => spend([process.execPath, '--eval', script], place);
const isLinux = process.platform === 'linux';

test('a command’s status, and the end of what it printed', async () => {
  const spent = await node(`console.log('one'); console.error('two'); process.exitCode = 3`);
  expect(spent.status).toBe(3);
  expect(spent.printed).toContain('one');
  expect(spent.printed).toContain('two');
});

test.runIf(isLinux)('waiting takes time and no processor, working takes both', async () => {
  const waiting = await node('setTimeout(() => {}, 1000)');
  const working = await node(
    'let sum = 0; while (process.cpuUsage().user < 5e5) for (let i = 0; i < 1e6; i += 1) sum += i;',
  );
  expect(waiting.seconds).toBeGreaterThan(1);
  expect(waiting.cpuSeconds).toBeLessThan(waiting.seconds);
  expect(working.cpuSeconds).toBeGreaterThan(0.45);
});

test.runIf(isLinux)('memory and processor of what a command starts are counted too', async () => {
  const grandchild = 'const held = Buffer.alloc(150e6, 1); setTimeout(() => held.length, 500)';
  const spent = await node(`require('node:child_process').spawnSync(process.execPath, ['--eval', '${grandchild}'])`);
  expect(spent.peakMiB).toBeGreaterThan(150);
});
