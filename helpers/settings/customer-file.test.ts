import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { readCustomer } from './customer-file.js';

const file = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'customer-')), 'customer.json');
  writeFileSync(path, content);
  return path;
};

test('a customer is a JSON object', () => {
  expect(readCustomer(file('{"type": "individual"}'), 'it', fsapi)).toEqual({ type: 'individual' });
  for (const text of ['[]', 'null', '"text"', '7'])
    expect(() => readCustomer(file(text), 'it', fsapi)).toThrow('is not a JSON object');
  const attempt = () => readCustomer(file('{\n "email": topsecret}'), 'it', fsapi);
  expect(attempt).toThrow('is not well-formed JSON: see line 2.');
  expect(attempt).not.toThrow('topsecret');
});
