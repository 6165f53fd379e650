import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, callProcess, emptyFolder } from './testing/command.js';

/** Folders that a stranger made to take our time and memory. Limits: one sentence, status 2, 10 s of processor, 300 MB. */
const cwd = emptyFolder();

/**
 * Says at its end the most memory, in kB, that a process had, and its processor time in microseconds. Linux counts as
 * memory of a process that of the one which started it, and only the peak of its own address space leaves that out.
 */
const peak = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  process.on('exit', () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
    process.stderr.write('\\n@' + (/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? maxRSS) + '@' + userCPUTime);
  });
`)}`;

async function expectRefused(argv: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await callProcess(argv, { NODE_OPTIONS: `--import=${peak}` }, cwd);
  const [text = '', kilobytes, microseconds] = stderr.split(/\n?@(?=[\d@]+$)/);
  expect([status, stdout]).toEqual([2, '']);
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(Number(microseconds)).toBeLessThan(10_000_000);
  expect(Number(kilobytes) / 1024).toBeLessThan(300);
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
  test('diff', () => expectRefused(['diff', name, name]));
});

test('verify of 500 MB reads none of it', async () => {
  const { status, stdout } = await call(['verify', '500 MB'], {}, cwd);
  expect([status, stdout]).toEqual([1, expect.stringContaining('report.json is larger than any file of a run')]);
});
