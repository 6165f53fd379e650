import { expect, test } from 'vitest';
import { createRedactor } from '../redaction/redactor.js';
import { createTargetLog, lastLines } from './target-log.js';

const key = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
const redactor = createRedactor();
redactor.addSecret(key, '$KEY');

test('a key in two chunks, or with colours in it, is redacted', () => {
  const log = createTargetLog();
  for (const chunk of [
    `a ${key.slice(0, 12)}`,
    `${key.slice(12)} b\r\n`,
    `\u001b[31m${key.slice(0, 9)}\u001b[0m${key.slice(9)}`,
  ])
    log.add(Buffer.from(chunk));
  expect(log.text(redactor)).toBe('a $KEY b\n$KEY\n');
});

test('no control character reaches a file, and binary output does no harm', () => {
  const log = createTargetLog();
  log.add(Buffer.from('one\rtwo\u001b]0;title\u0007 \u202eabc\u0000', 'utf8'));
  log.add(Buffer.from([0xff, 0xfe, 0x0a]));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
  expect(log.text(redactor)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(log.text(redactor)).toMatch(/^one\ntwo/);
});

test('a target without output has an empty log', () => {
  expect(createTargetLog().text(redactor)).toBe('');
});

test('a long log keeps its beginning and end, cut between lines, and counts the omitted bytes', () => {
  const log = createTargetLog(1000);
  const lines = Array.from({ length: 500 }, (_, at) => `${at} ${key}\n`);
  for (const line of lines) log.add(Buffer.from(line));
  const text = log.text(redactor);
  const [, missing = ''] =
    /\n\[ ([\d,]+) bytes omitted here; the first and last 1,000 are kept\. \]\n/.exec(text) ?? [];
  const kept = text.split('\n').filter((line) => /^\d+ \$KEY$/.test(line));
  expect(kept[0]).toBe('0 $KEY');
  expect(kept.at(-1)).toBe('499 $KEY');
  const whole = lines.join('').length;
  const keptBytes = kept.reduce((sum, line) => sum + line.replace('$KEY', key).length + 1, 0);
  expect(Number(missing.replaceAll(',', ''))).toBe(whole - keptBytes);
  expect(text).not.toContain('sk_');
});

test.each([999, 1000, 1001, 2000, 2001, 3500])(
  'whatever was not cut is whole, and what was is marked (%i bytes)',
  (size) => {
    const log = createTargetLog(1000);
    for (let left = size; left > 0; left -= 7)
      log.add(Buffer.from('x'.repeat(Math.min(7, left - 1)) + (left <= 7 ? '\n' : '')));
    const whole = createTargetLog(1_000_000);
    for (let left = size; left > 0; left -= 7)
      whole.add(Buffer.from('x'.repeat(Math.min(7, left - 1)) + (left <= 7 ? '\n' : '')));
    const text = log.text(redactor);
    if (size <= 2000) expect(text).toBe(whole.text(redactor));
    else expect(text).toContain('bytes omitted here');
  },
);

test('the last lines are for a terminal: no line of theirs begins at its edge, none is long', () => {
  const text = `${Array.from({ length: 30 }, (_, at) => `::error::${at}`).join('\n')}\n\n${'y'.repeat(900)}\n`;
  const lines = lastLines(text, {});
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('  | ::error::19');
  expect(lines.at(-1)?.length).toBeLessThan(210);
});
