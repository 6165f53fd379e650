import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { readFolder } from './verify-folder.js';

const cwd = emptyFolder();

function folder(name: string, modes: Readonly<Record<string, number>>): string {
  mkdirSync(join(cwd, name));
  for (const [file, mode] of Object.entries(modes)) {
    writeFileSync(join(cwd, name, file), '{}');
    chmodSync(join(cwd, name, file), mode);
  }
  return name;
}

test('a program is found, unless the file system calls every file one', ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes of files');
  const one = folder('one', { 'report.json': 0o644, 'report.html': 0o755 });
  expect(readFolder(one, cwd).strange).toEqual([
    { file: 'report.html', says: 'is executable; a run writes data only' },
  ]);
  const all = folder('all', { 'report.json': 0o777, 'report.html': 0o777 });
  expect(readFolder(all, cwd).strange).toEqual([]);
});

test('a device in the place of a file is not read', () => {
  const name = folder('device', { 'manifest.json': 0o644 });
  symlinkSync('/dev/zero', join(cwd, name, 'report.json'));
  expect(readFolder(name, cwd).strange).toEqual([
    { file: 'report.json', says: 'is a symbolic link; a run folder holds files only' },
  ]);
});

test('a file that is larger than any of a run is not read', () => {
  const name = folder('large', { 'evidence.har': 0o644, 'report.json': 0o644 });
  truncateSync(join(cwd, name, 'evidence.har'), 2 ** 40);
  expect(readFolder(name, cwd).strange).toEqual([{ file: 'evidence.har', says: 'is larger than any file of a run' }]);
});
