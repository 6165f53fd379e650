import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { allHostile, flooded } from '../testing/hostile.js';
import { unseen } from '../testing/published-schemas.js';
import { sample } from '../testing/sample.js';
import { asTests } from './as-tests.js';

test('one test for each requirement: red for a failure alone, green only for what holds, and the rest is skipped', () => {
  const { report } = sample();
  const states: Record<string, string> = { pass: 'pass', attested: 'pass', fail: 'fail' };
  const described = asTests(report, fsapi);
  expect(described.map(({ id, state }) => `${id} ${state}`)).toEqual(
    report.requirements.map(({ id, verdict }) => `${id} ${states[verdict] ?? 'skip'}`),
  );
  expect(new Set(report.requirements.map(({ verdict }) => verdict)).size).toBe(7);
  expect(described.filter(({ state, text }) => (state === 'pass') !== (text === ''))).toEqual([]);
});

test('a failure tells its sides and its clause, what stayed open says so, a waiver its end', () => {
  const { report } = sample();
  const textOf = (verdict: string) =>
    asTests(report, fsapi).find(({ id }) => id === report.requirements.find((row) => row.verdict === verdict)?.id)
      ?.text;
  expect(textOf('fail')).toMatch(/^[A-Z].*\n\nClause: .+\n(?:.*\n)*Sent: .+\nExpected: .+\n(?:.+\n)*Received: .+/);
  expect(textOf('fail')).toMatch(/^Again: /m);
  expect(textOf('inconclusive')).toMatch(/^Inconclusive\. /);
  expect(textOf('waived')).toMatch(/^Waived\. .*Until \d+ \w+ \d+, by /);
});

test('what a target sends moves no cursor, and adds no line to what is skipped', () => {
  for (const { state, text } of asTests(flooded(allHostile).report, fsapi)) {
    expect(text).not.toMatch(unseen);
    if (state === 'skip') expect(text).not.toContain('\n');
  }
});

test('a megabyte from the target is cut', () => {
  const described = asTests(flooded('w'.repeat(1_000_000)).report, fsapi);
  expect(Math.max(...described.map(({ text }) => text.length))).toBeLessThan(20_000);
});
