import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { readEnvFile } from './dot-env.js';
import { UsageError } from './usage-error.js';

function read(content?: string | Uint8Array) {
  const folder = emptyFolder();
  if (content !== undefined) writeFileSync(join(folder, '.env'), content);
  return Object.fromEntries(readEnvFile(folder).map(({ name, value }) => [name, value]));
}

test('comments, quotes, export, several lines and all line ends are read; no file, no variables', () => {
  expect(read()).toEqual({});
  const lines = '\uFEFF# comment\r\n\r\nA=1\r\nexport B = two words # more\rC="a # b" # more\n';
  const more = `D='one\ntwo'\nE="say \\"no\\""\nF=\n`;
  expect(read(lines + more)).toMatchObject({ A: '1', B: 'two words', C: 'a # b', D: 'one\ntwo', F: '' });
  expect(process.env).not.toHaveProperty('A');
});

test.each([
  ['A=1\nsk_top_secret\n', 'Line 2 of ".env" is neither'],
  ['A=sk_top#secret', 'Line 1 of ".env" is neither'],
  ['A="sk_top_secret\nB=2\n', 'Line 1 of ".env" is neither'],
  ["A='x\ny'secret", 'Line 1 of ".env" is neither'],
  ['CONFORMANCE_A=1\n\nCONFORMANCE_A=sk_top_secret', 'Line 3 of ".env" sets a variable that line 1 already set'],
  [Buffer.from('\uFEFFA=secret\n', 'utf16le'), 'not UTF-8'],
  [Buffer.from('A=secret\xe9\n', 'latin1'), 'not UTF-8'],
])('%j is broken, and the message shows the line number alone', (content, why) => {
  const reading = () => read(content);
  expect(reading).toThrow(UsageError);
  expect(reading).toThrow(why);
  expect(reading).not.toThrow('secret');
});
