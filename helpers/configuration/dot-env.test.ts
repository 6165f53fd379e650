import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readDotEnv } from './dot-env.js';
import { UsageError } from './usage-error.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dot-env-'));
});

const write = (content: string | Uint8Array) => writeFileSync(join(folder, '.env'), content);

test('no file, no variables', () => {
  expect(readDotEnv(folder)).toEqual({});
});

test('comments, quotes, export, several lines and all line ends are read', () => {
  write(
    '\uFEFF# comment\r\n\r\nA=1\r\nexport B = two words # more\rC="a # b" # more\nD=\'one\ntwo\'\nE="say \\"no\\""\nF=\nG: 3\n',
  );
  expect(readDotEnv(folder)).toMatchObject({ A: '1', B: 'two words', C: 'a # b', D: 'one\ntwo', F: '', G: '3' });
});

test('the environment is not changed', () => {
  write('CONFORMANCE_DOT_ENV_TEST=1\n');
  readDotEnv(folder);
  expect(process.env).not.toHaveProperty('CONFORMANCE_DOT_ENV_TEST');
});

test.each([
  ['A=1\nsk_top_secret\n', 'line 2 is neither'],
  ['=sk_top_secret', 'line 1 is neither'],
  ['{"A": "sk_top_secret"}', 'line 1 is neither'],
  ['A=sk_top#secret', 'line 1 has a # inside'],
  ['A="sk_top_secret\nB=2\n', 'line 1 opens a quote'],
  ['A="sk_top"secret', 'line 1 continues after'],
  ["A='x\ny'secret", 'line 2 continues after'],
  ['CONFORMANCE_A=1\n\nCONFORMANCE_A=sk_top_secret', 'line 3 sets a variable that line 1 already set'],
])('%j is broken, and the message shows the line number alone', (content, why) => {
  write(content);
  const attempt = () => readDotEnv(folder);
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(why);
  expect(attempt).not.toThrow('secret');
});

test.each([
  ['UTF-16', Buffer.from('\uFEFFA=1\n', 'utf16le')],
  ['Latin-1', Buffer.from('A=\xe9\n', 'latin1')],
  ['a NUL byte', Buffer.from('A=1\0\n')],
])('%s is not UTF-8 text', (_, content) => {
  write(content);
  expect(() => readDotEnv(folder)).toThrow(/not UTF-8/);
});

test('a folder in its place, or a link that leads nowhere, cannot be read', () => {
  symlinkSync(join(folder, 'missing'), join(folder, '.env'));
  expect(() => readDotEnv(folder)).toThrow(/cannot be read \(ENOENT\)/);
  rmSync(join(folder, '.env'));
  mkdirSync(join(folder, '.env'));
  expect(() => readDotEnv(folder)).toThrow(/cannot be read \(EISDIR\)/);
});
