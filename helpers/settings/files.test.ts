import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { readCustomer } from './customer-file.js';
import { notStored, parsedJson, readText, rejectUsedFolder } from './files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});

const file = (content: string): string => {
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
};

test('a message names a missing file, and a folder, a pipe, a device or a file without end in its place', ({
  skip,
}) => {
  const missing = 'CONFORMANCE_CA_FILE names "ca.pem", which does not exist.';
  expect(() => readText(join(folder, 'ca.pem'), 'CONFORMANCE_CA_FILE')).toThrow(missing);
  expect(() => readText(folder, 'it')).toThrow('is a folder, not a file');
  expect(() => readText(file('a'.repeat(1024 * 1024 + 1)), 'it')).toThrow('which is larger than 1 MiB');
  expect(readText(file('a'.repeat(1024 * 1024)), 'it')).toHaveLength(1024 * 1024);
  skip(process.platform !== 'linux', 'devices and pipes of Linux');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', '/dev/null'])
    expect(() => readText(path, 'it')).toThrow(/^it names "\w+", which is no plain file\.$/);
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
  const ending = (error: Error) =>
    notStored('No history', () => {
      throw error;
    });
  expect(notStored('No history', () => {})).toBeUndefined();
  expect(ending(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }))).toMatch(/^No history: .+\.$/);
  expect(() => ending(new TypeError('a defect'))).toThrow('a defect');
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

test('a customer is a JSON object', () => {
  expect(readCustomer(file('{"type": "individual"}'), 'it', fsapi)).toEqual({ type: 'individual' });
  for (const text of ['[]', 'null', '"text"', '7'])
    expect(() => readCustomer(file(text), 'it', fsapi)).toThrow('is not a JSON object');
});
