import { describe, expect, test } from 'vitest';
import { lay } from './exchange.js';

/** 14 points of padding, and 0.6002 of 8 points for each of 40 columns. */
const forty = 14 + 40 * 0.6002 * 8 + 1;

describe('text of fixed width', () => {
  test('goes on further in, after a space or a sign near the end', () => {
    expect(lay('  "at": "https://sandbox.pay.example/v1/customers", "x": 1', forty).lines).toEqual([
      '  "at": "https://sandbox.pay.example/v1/',
      '    customers", "x": 1',
    ]);
    expect(lay(`x ${'w'.repeat(50)}`, forty).lines).toEqual([`x ${'w'.repeat(38)}`, `  ${'w'.repeat(12)}`]);
  });

  test('keeps its own lines, with empty ones and those that are spaces', () => {
    expect(lay('a\n\n  b\tc', forty)).toEqual({ lines: ['a', '', '  b    c'], cut: false });
  });

  test('no line is longer than there is room for, and none is lost', () => {
    const { lines, cut } = lay('0123456789'.repeat(30), forty);
    expect(Math.max(...lines.map(({ length }) => length))).toBe(40);
    expect(lines.map((line) => line.trim()).join('')).toBe('0123456789'.repeat(30));
    expect(cut).toBe(false);
  });

  test('a number that stands for a letter is not torn', () => {
    for (const line of lay('中'.repeat(100), forty).lines) expect(line.trim()).toMatch(/^(‹U\+4E2D›)+$/);
  });

  test('a word of a hundred thousand letters, or a megabyte, is cut at once', () => {
    const began = process.cpuUsage();
    for (const text of ['w'.repeat(100_000), '中'.repeat(1_000_000), '\n'.repeat(1_000_000), ' '.repeat(1_000_000)]) {
      const { lines, cut } = lay(text, forty, 20);
      expect(lines).toHaveLength(20);
      expect(cut).toBe(true);
    }
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
  });
});
