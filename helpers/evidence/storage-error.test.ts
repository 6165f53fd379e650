import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StorageError, stored, whyNotStored } from './storage-error.js';

test('a rejected write is one sentence: what was to be written, and why not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'));
  expect(stored('It was not read', () => 'what was read')).toBe('what was read');
  const reading = () => stored('The list was not written', () => readFileSync(folder));
  expect(reading).toThrow(StorageError);
  expect(reading).toThrow(/^The list was not written: .+ \(EISDIR\)\.$/);
  expect(() => stored('x', () => mkdirSync(folder))).toThrow('x: file already exists (EEXIST).');
});

test('a fault of the program passes as it is', () => {
  const fault = new TypeError('made up');
  expect(() =>
    stored('x', () => {
      throw fault;
    }),
  ).toThrow(fault);
});

test.each([
  ['an error of the system', { code: 'ENOSPC', syscall: 'write', message: 'ENOSPC: full, write' }, 'full (ENOSPC)'],
  ['one without words', { code: 'Unknown system error -122', syscall: 'write' }, 'Unknown system error -122'],
  ['null', null, undefined],
  ['an error of Node itself', { code: 'ERR_INVALID_ARG_TYPE', syscall: 'open' }, undefined],
  ['a code without a call of the system', { code: 'ENOSPC' }, undefined],
])('%s: why the file system rejected a write', (_, error, why) => {
  expect(whyNotStored(error)).toBe(why);
});
