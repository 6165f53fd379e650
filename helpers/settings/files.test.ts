import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { notStored, parsedJson, readText, rejectUsedFolder } from './files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});

const file = (content: string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
test('a message names a missing file, and a folder in its place', () => {
  expect(() => readText(join(folder, 'ca.pem'), 'CONFORMANCE_CA_FILE')).toThrow(
    'CONFORMANCE_CA_FILE names "ca.pem", which does not exist.',
  );
  expect(() => readText(folder, 'it')).toThrow('is a folder, not a file');
});

test('a pipe, a device and a file without end are not read', ({ skip }) => {
  skip(process.platform !== 'linux', 'devices and pipes of Linux');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', '/dev/null'])
    expect(() => readText(path, 'it')).toThrow(/^it names "\w+", which is no plain file\.$/);
  expect(() => readText(file('a'.repeat(1024 * 1024 + 1)), 'it')).toThrow('which is larger than 1 MiB');
  expect(readText(file('a'.repeat(1024 * 1024)), 'it')).toHaveLength(1024 * 1024);
});

test('a folder for the run is new or empty', () => {
  const out = join(folder, 'run');
  expect(() => rejectUsedFolder(out, 'it')).not.toThrow();
  mkdirSync(out);
  expect(() => rejectUsedFolder(out, 'it')).not.toThrow();
  writeFileSync(join(out, '.hidden'), '');
  expect(() => rejectUsedFolder(out, '--out')).toThrow('--out names "run", which is not empty');
  expect(() => rejectUsedFolder(join(out, '.hidden'), 'it')).toThrow('is not a folder');
});

test('what the file system rejects is told, and what is wrong otherwise is thrown', () => {
  expect(notStored('No history', () => {})).toBeUndefined();
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  expect(
    notStored('No history', () => {
      throw full;
    }),
  ).toMatch(/^No history: .+\.$/);
  expect(() =>
    notStored('No history', () => {
      throw new TypeError('a defect');
    }),
  ).toThrow('a defect');
});

test.each([
  ['{\n "email": topsecret}', 2],
  ['[1,\n2,\n]', 3],
  ['{"a": 1', 1],
  ['[{}\n{}]', 2],
])('%j is not well-formed in line %i, and is not repeated', (text, line) => {
  expect(() => parsedJson(text, 'It')).toThrow(`It is not well-formed JSON: see line ${line}.`);
  expect(() => parsedJson(text, 'It')).not.toThrow('topsecret');
});
