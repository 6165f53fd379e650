import { mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StorageError, stored, whyNotStored } from './storage-error.js';

test('a rejected write is one sentence: what was to be written, and why not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'));
  expect(stored('It was not read', () => 'what was read')).toBe('what was read');
  const error = caught(() => stored('The list was not written', () => readFileSync(folder)));
  expect(error).toBeInstanceOf(StorageError);
  expect(error.message).toBe('The list was not written: the path is a folder (EISDIR).');
  expect(caught(() => stored('x', () => mkdirSync(folder))).message).toBe('x: the path exists already (EEXIST).');
});

test('a fault of the program passes as it is', () => {
  const fault = new TypeError('made up');
  expect(
    caught(() =>
      stored('x', () => {
        throw fault;
      }),
    ),
  ).toBe(fault);
});

test('a code without words stands for itself', () => {
  expect(whyNotStored(caught(() => rmdirSync(import.meta.filename)))).toBe('a file is in place of a folder (ENOTDIR)');
  expect(whyNotStored({ code: 'EXDEV', syscall: 'rename' })).toBe('EXDEV');
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an error of Node itself', { code: 'ERR_INVALID_ARG_TYPE', syscall: 'open' }],
  ['a code within a text', { code: 'my ENOSPC', syscall: 'open' }],
  ['a code that is a number', { code: 17, syscall: 'open' }],
  ['a code without a call of the system', { code: 'ENOSPC' }],
])('%s is no rejection by the file system', (_, error) => {
  expect(whyNotStored(error)).toBeUndefined();
});

function caught(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
