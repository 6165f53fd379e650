import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgedZip } from '../../reports/testing/forged-zip.js';
import { emptyFolder, executable } from './testing/command.js';

/** Folders that a stranger made to take our time and memory. Limits: one sentence, status 2, 10 s, 300 MB. */
const cwd = emptyFolder();

/** Calls the executable, and gives the most memory that it had, in MB, where the system tells. */
async function measured(argv: readonly string[]) {
  const peak = `process.on('exit', () => process.stderr.write('\\n@' + process.resourceUsage().maxRSS));`;
  const preload = `data:text/javascript,${encodeURIComponent(peak)}`;
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', preload, executable, ...argv], { cwd });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const [text = '', kilobytes = ''] = stderr.split('\n@');
  return { status, stdout, text, seconds: (performance.now() - began) / 1000, megabytes: Number(kilobytes) / 1024 };
}

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

describe.each(['500 MB', 'without end', 'a million objects', 'a million levels', 'a million errors'])('%s', (name) => {
  test.each([
    ['diff', name, name],
    ['render', name, '--format', 'md'],
  ])('%s', async (...argv) => {
    const { status, stdout, text, seconds, megabytes } = await measured(argv);
    expect([status, stdout]).toEqual([2, '']);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(seconds).toBeLessThan(10);
    expect(megabytes).toBeLessThan(300);
  });
});

test.each([
  ['verify', '500 MB'],
  ['merge', '500 MB', '--out', 'joined'],
  ['verify', 'bomb.zip'],
])('%s %s', async (...argv) => {
  // 128 MiB of one byte; what the zip says of its size is a lie.
  if (argv[1] === 'bomb.zip')
    writeFileSync(join(cwd, 'bomb.zip'), forgedZip('run/report.json', Buffer.alloc(2 ** 27), 4096));
  const { status, stdout, text, seconds, megabytes } = await measured(argv);
  expect([status, stdout]).toEqual([2, '']);
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(seconds).toBeLessThan(10);
  expect(megabytes).toBeLessThan(300);
});
