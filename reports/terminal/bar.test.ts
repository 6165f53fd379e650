import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { bar, barWords, clock, createThroughput } from './bar.js';
import { createStyle } from './style.js';
import { createTerminal } from './terminal.js';

const ink = createStyle({ colour: false, unicode: true, glyphs: true });
const ascii = createStyle({ colour: false, unicode: false, glyphs: false });

describe('how fast it goes', () => {
  test('no speed is shown in the first second, nor without progress', () => {
    const speed = createThroughput();
    expect(speed({ planned: 100, asked: 0 }, 0)).toBeUndefined();
    expect(speed({ planned: 100, asked: 50 }, 900)).toBeUndefined();
    expect(speed({ planned: 100, asked: 0 }, 5000)).toBeUndefined();
  });

  test('the speed is that of the last seconds, not since the beginning', () => {
    const speed = createThroughput();
    for (let second = 0; second <= 30; second += 1) speed({ planned: 10_000, asked: second * 100 }, second * 1000);
    for (let second = 31; second <= 60; second += 1)
      speed({ planned: 10_000, asked: 3000 + (second - 30) * 10 }, second * 1000);
    const now = speed({ planned: 10_000, asked: 3310 }, 61_000);
    expect(now?.perSecond).toBeCloseTo(10, 0);
    expect(now?.leftMs).toBeCloseTo(669_000, -4);
  });

  test('a finished portion has no time left', () => {
    const speed = createThroughput();
    speed({ planned: 10, asked: 0 }, 0);
    expect(speed({ planned: 10, asked: 10 }, 2000)).toEqual({ perSecond: 5 });
  });
});

describe('the bar', () => {
  const portion = { planned: 2800, asked: 1204 };
  const speed = { perSecond: 310.4, leftMs: 5142 };

  test('with numbers, speed and time left', () => {
    expect(bar(portion, speed, ink, 80)).toBe(
      '██████████░░░░░░░░░░░░░░  1,204 of 2,800 cases   310 per second   0:06 left',
    );
    expect(bar(portion, undefined, ink, 80)).toBe('██████████░░░░░░░░░░░░░░  1,204 of 2,800 cases');
    expect(bar(portion, speed, ascii, 62)).toBe('###......  1,204 of 2,800 cases   310 per second   0:06 left');
    expect(barWords(portion, speed)).toBe('1,204 of 2,800 cases, 310 per second, 6 s left');
    expect(clock(61_500)).toBe('1:02');
  });

  test('never wider than the terminal', () => {
    for (let columns = 20; columns < 120; columns += 1)
      expect(bar(portion, speed, ink, columns).length, String(columns)).toBeLessThan(columns);
  });
});

describe('in a terminal and a log', () => {
  const played = (isTTY: boolean, quiet: boolean, withCases: boolean) => {
    const written: string[] = [];
    const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) };
    const terminal = createTerminal(stream, fsapi, { colour: false, unicode: true, quiet });
    for (let second = 0; second <= 21; second += 1) {
      const cases = { planned: 2800, asked: second * 50 };
      const common = { requests: second * 51, customers: 3, elapsedMs: second * 1000 };
      terminal.progress({ ...common, ...(withCases && { cases }) });
    }
    terminal.close();
    return written.join('');
  };

  test('a bar on a terminal, a line now and then in a log', () => {
    expect(played(true, false, true)).toContain('1,050 of 2,800 cases   50 per second   0:35 left');
    const log = played(false, false, true);
    expect(log.trim().split('\n')).toEqual([
      `conformance: 10 s, 510 requests, 0 of ${catalogue.length} evaluated, 500 of 2,800 cases, 50 per second, 46 s left`,
      `conformance: 20 s, 1,020 requests, 0 of ${catalogue.length} evaluated, 1,000 of 2,800 cases, 50 per second, 36 s left`,
    ]);
  });

  test('no time left is shown without a known total, and nothing at all with --quiet', () => {
    expect(played(true, false, false)).not.toContain('left');
    expect(played(false, false, false)).not.toContain('left');
    expect(played(true, true, true)).toBe('');
    expect(played(false, true, true)).toBe('');
  });
});
