import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notStored, StorageError, stored } from './storage-error.js';

test('a rejected write is one sentence: what was to be written, and why not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'));
  expect(notStored('x', () => {})).toBeUndefined();
  const reading = () => stored('The list was not written', () => readFileSync(folder));
  expect(reading).toThrow(StorageError);
  expect(reading).toThrow(/^The list was not written: .+ \(EISDIR\)\.$/);
  expect(notStored('x', () => mkdirSync(folder))).toBe('x: file already exists (EEXIST).');
});

test('an error that is none of the file system passes as it is', () => {
  const ofNode = { code: 'ERR_INVALID_ARG_TYPE', syscall: 'open' };
  for (const error of [ofNode, { code: 17, syscall: 'open' }, { code: 'ENOSPC' }, new TypeError('made up')]) {
    const work = () => {
      throw error;
    };
    expect(() => stored('x', work)).toThrow(expect.objectContaining(error));
  }
});
