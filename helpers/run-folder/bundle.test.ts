import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFolder } from './bundle.js';

const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));

function folder(name: string, modes: Readonly<Record<string, number>>): string {
  mkdirSync(join(cwd, name));
  for (const [file, mode] of Object.entries(modes)) {
    writeFileSync(join(cwd, name, file), '{}');
    chmodSync(join(cwd, name, file), mode);
  }
  return name;
}

test.runIf(process.platform !== 'win32')('a program is found, unless the file system calls every file one', () => {
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

test.each([
  ['of two folders', ['a/report.json', 'b/report.json'], /no zip of one run folder/],
  ['of a folder in a folder', ['a/b/report.json'], /no zip of one run folder/],
  ['of files alone', ['report.json'], /no zip of one run folder/],
])('a zip %s is refused', (_, names, message) => {
  const file = join(cwd, `${names.join('-').replaceAll('/', '_')}.zip`);
  writeFileSync(file, zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('{}')]))));
  expect(() => readFolder(file, cwd)).toThrow(message);
});
