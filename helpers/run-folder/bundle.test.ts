import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { readFolder } from './bundle.js';

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

test.each([
  ['of two folders', ['a/report.json', 'b/report.json'], /no zip of one run folder/],
  ['of a folder in a folder', ['a/b/report.json'], /no zip of one run folder/],
  ['of files alone', ['report.json'], /no zip of one run folder/],
])('a zip %s is refused', (_, names, message) => {
  const file = join(cwd, `${names.join('-').replaceAll('/', '_')}.zip`);
  writeFileSync(file, zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('{}')]))));
  expect(() => readFolder(file, cwd)).toThrow(message);
});

const at = new Date(2025, 10, 20, 12);
const zip = (names: readonly string[]) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(names.map((name) => [name, [Buffer.from(`${name} `.repeat(99)), { mtime: at, level: 6 }]])),
    ),
  );
const whole = zip(['run/a.json', 'run/report.json']);

/** The files of a zip that somebody changed. */
function filesOf(change: (copy: Buffer) => Buffer | undefined) {
  const copy = Buffer.from(whole);
  writeFileSync(join(cwd, 'changed.zip'), change(copy) ?? copy);
  return [...readFolder('changed.zip', cwd).bundle.files.values()];
}

test('the files of a zip as pack writes it', () => {
  const files = filesOf(() => undefined);
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a.json', 99 * 11],
    ['report.json', 99 * 16],
  ]);
  expect(files.map(({ content }) => content?.slice(0, 15).toString())).toEqual([undefined, 'run/report.json']);
});

test('no other zip: with anything between, before, behind or beside its files, or with another name in its directory', () => {
  const directory = whole.readUInt32LE(whole.length - 6);
  const refused = 'no zip as pack writes it';
  expect(() => filesOf((copy) => Buffer.concat([copy, Buffer.from('x')]))).toThrow(refused);
  expect(() => filesOf((copy) => Buffer.concat([Buffer.from('x'), copy]))).toThrow(refused);
  expect(() => filesOf((copy) => void copy.write('B', directory + 46 + 4))).toThrow(refused);
  expect(() => filesOf((copy) => void copy.writeUInt32LE(0o120777 * 65536, directory + 38))).toThrow(refused);
  expect(() => filesOf((copy) => void copy.writeUInt16LE(1, copy.length - 12))).toThrow(refused);
  expect(() => filesOf((copy) => void copy.fill(0xff, directory + 46, directory + 48).fill(0xff, 30, 32))).toThrow(
    refused,
  );
  expect(() => filesOf(() => Buffer.from('text'))).toThrow(refused);
  expect(() => filesOf(() => Buffer.alloc(0))).toThrow(refused);
});

test('a file is unpacked to the size that the zip says, and to no other', () => {
  const directory = whole.readUInt32LE(whole.length - 6);
  const lie = (copy: Buffer) => {
    for (const place of [22, directory + 24]) copy.writeUInt32LE(10, place);
    return copy;
  };
  expect(() => filesOf(lie)).toThrow('no zip as pack writes it');
});

test('files that are small enough each, and too large together, are not read', () => {
  const name = folder('large', { 'attestation.dsse.json': 0o644, 'evidence.har': 0o644, 'report.json': 0o644 });
  for (const file of ['attestation.dsse.json', 'evidence.har']) truncateSync(join(cwd, name, file), 64 * 1024 * 1024);
  expect(() => readFolder(name, cwd)).toThrow(/"report.json" is too large to be read/);
  const zeros = new Uint8Array(64 * 1024 * 1024);
  const file = join(cwd, 'large.zip');
  const large = {
    'run/attestation.dsse.json': zeros,
    'run/evidence.har': zeros,
    'run/manifest.json': zeros.subarray(0, 1),
  };
  writeFileSync(file, zipSync(large, { level: 1 }));
  expect(() => readFolder(file, cwd)).toThrow(/"manifest.json" of "large.zip" is too large to be read/);
});
