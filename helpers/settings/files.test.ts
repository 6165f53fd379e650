import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readCustomer } from './customer-file.js';
import { parsedJson, readText, rejectUsedFolder, UsageError } from './usage-error.js';

const folder = emptyFolder();

test('a message names a missing file, and a folder in its place', () => {
  const missing = 'CONFORMANCE_CA_FILE names "ca.pem", which does not exist.';
  expect(() => readText(join(folder, 'ca.pem'), 'CONFORMANCE_CA_FILE')).toThrow(missing);
  expect(() => readText(folder, 'it')).toThrow('is a folder, not a file');
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

test('what is not well-formed is not repeated', () => {
  expect(() => parsedJson('{\n "email": topsecret}', 'It')).toThrow(new UsageError('It is not well-formed JSON.'));
});

test('a customer is a JSON object', () => {
  const read = (text: string) => {
    writeFileSync(join(folder, 'file'), text);
    return readCustomer(join(folder, 'file'), 'it', fsapi);
  };
  expect(read('{"type": "individual"}')).toEqual({ type: 'individual' });
  for (const text of ['[]', 'null', '"text"', '7']) expect(() => read(text)).toThrow('is not a JSON object');
});
