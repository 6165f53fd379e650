import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readEnvFile } from './dot-env.js';
import { UsageError } from './usage-error.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dot-env-'));
});

const read = () => Object.fromEntries(readEnvFile(folder).map(({ name, value }) => [name, value]));
const write = (content: string | Uint8Array) => writeFileSync(join(folder, '.env'), content);

test('no file, no variables', () => {
  expect(read()).toEqual({});
});

test('comments, quotes, export, several lines and all line ends are read', () => {
  write(
    '\uFEFF# comment\r\n\r\nA=1\r\nexport B = two words # more\rC="a # b" # more\nD=\'one\ntwo\'\nE="say \\"no\\""\nF=\n',
  );
  expect(read()).toMatchObject({ A: '1', B: 'two words', C: 'a # b', D: 'one\ntwo', F: '' });
});

test('the environment is not changed', () => {
  write('CONFORMANCE_DOT_ENV_TEST=1\n');
  read();
  expect(process.env).not.toHaveProperty('CONFORMANCE_DOT_ENV_TEST');
});

test.each([
  ['A=1\nsk_top_secret\n', 'Line 2 of ".env" is neither'],
  ['=sk_top_secret', 'Line 1 of ".env" is neither'],
  ['{"A": "sk_top_secret"}', 'Line 1 of ".env" is neither'],
  ['A=sk_top#secret', 'Line 1 of ".env" is neither'],
  ['A="sk_top_secret\nB=2\n', 'Line 1 of ".env" is neither'],
  ['A="sk_top"secret', 'Line 1 of ".env" is neither'],
  ["A='x\ny'secret", 'Line 1 of ".env" is neither'],
  ['CONFORMANCE_A=1\n\nCONFORMANCE_A=sk_top_secret', 'Line 3 of ".env" sets a variable that line 1 already set'],
])('%j is broken, and the message shows the line number alone', (content, why) => {
  write(content);
  const attempt = () => read();
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(why);
  expect(attempt).not.toThrow('secret');
});

test.each([
  ['UTF-16', Buffer.from('\uFEFFA=1\n', 'utf16le')],
  ['Latin-1', Buffer.from('A=\xe9\n', 'latin1')],
])('%s is not UTF-8 text', (_, content) => {
  write(content);
  expect(() => read()).toThrow(/not UTF-8/);
});

test('a folder in its place, or a link that leads nowhere, cannot be read', () => {
  symlinkSync(join(folder, 'missing'), join(folder, '.env'));
  expect(() => read()).toThrow(/does not exist/);
  rmSync(join(folder, '.env'));
  mkdirSync(join(folder, '.env'));
  expect(() => read()).toThrow(/is a folder/);
});
