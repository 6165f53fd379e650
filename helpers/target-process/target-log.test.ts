import { expect, test } from 'vitest';
import { unseen } from '../../reports/testing/hostile.js';
import { createRedactor } from '../redaction/redactor.js';
import { createTargetLog, lastLines } from './target-log.js';

const key = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
const redactor = createRedactor([{ value: key, label: '$KEY' }]);

test('a key in two chunks, or with colours in it, is redacted', () => {
  const log = createTargetLog();
  const coloured = `\u001b[31m${key.slice(0, 9)}\u001b[0m${key.slice(9)}`;
  for (const chunk of [`a ${key.slice(0, 12)}`, `${key.slice(12)} b\r\n`, coloured]) log.add(Buffer.from(chunk));
  expect(log.text(redactor)).toBe('a $KEY b\n$KEY\n');
  expect(createTargetLog().text(redactor)).toBe('');
});

test('no control character reaches a file, and binary output does no harm', () => {
  const log = createTargetLog();
  log.add(Buffer.from('one\rtwo\u001b]0;title\u0007 \u202eabc\u0000', 'utf8'));
  log.add(Buffer.from([0xff, 0xfe, 0x0a]));
  expect(log.text(redactor)).not.toMatch(unseen);
  expect(log.text(redactor)).toMatch(/^one\ntwo/);
});

test('of a long log the last lines are kept, from the beginning of one', () => {
  const log = createTargetLog();
  for (let at = 0; at < 20_000; at += 1) log.add(Buffer.from(`${at} ${key}\n`));
  const lines = log.text(redactor).trimEnd().split('\n');
  expect(lines[0]).toBe('[ Only the last lines are kept. ]');
  expect(lines.at(-1)).toBe('19999 $KEY');
  expect(lines.slice(1).every((line) => /^\d+ \$KEY$/.test(line))).toBe(true);
  expect(lines.length).toBeGreaterThan(6000);
});

test('the last lines are for a terminal: no line of theirs begins at its edge, none is long', () => {
  const text = `${Array.from({ length: 30 }, (_, at) => `::error::${at}`).join('\n')}\n\n${'y'.repeat(900)}\n`;
  const lines = lastLines(text);
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('  | ::error::19');
  expect(lines.at(-1)?.length).toBeLessThan(210);
});
