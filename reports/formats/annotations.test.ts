import { expect, test } from 'vitest';
import type { Verdict } from '../../schemas/verdict.js';
import { hostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { annotations } from './annotations.js';

/** A workflow command as a runner reads it. */
function read(line: string): { name: string; title: string; sentence: string } {
  const [, name = '', properties = '', data = ''] = /^::(\w+) (.*?)::(.*)\n$/.exec(line) ?? [];
  const plain = (text: string) =>
    text.replace(/%(0D|0A|3A|2C|25)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { name, title: plain(properties.replace(/^title=/, '')), sentence: plain(data) };
}

test('a failure is an error with what was found, what is undecided a warning, fails first', () => {
  const lines = annotations(sample().report);
  const all = lines.map(read);
  const [first] = all;
  expect(first?.name).toBe('error');
  expect(first?.title).toMatch(/^[A-Z]+-\d\d /);
  expect(all.find(({ title }) => title.startsWith('CUST-09'))).toEqual({
    name: 'error',
    title: 'CUST-09 date_of_birth is a calendar date, YYYY-MM-DD',
    sentence: expect.stringContaining('29 February 1990'),
  });
  expect(lines.join('')).toContain('title=CUST-09 date_of_birth is a calendar date%2C YYYY-MM-DD::');
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
});

test('what holds, was waived or was not tested is no annotation', () => {
  const { report } = sample();
  const verdicts = annotations(report).map((line) => {
    const id = read(line).title.split(' ')[0];
    return report.requirements.find((row) => row.id === id)?.verdict;
  });
  expect(new Set(verdicts)).toEqual(new Set(['fail', 'inconclusive']));
});

test('ten are shown, and a line says how many more', () => {
  const ids = sample().report.requirements.map(({ id }) => id);
  const fails = Object.fromEntries(ids.slice(0, 14).map((id): [string, Verdict] => [id, 'fail']));
  const rest = Object.fromEntries(ids.slice(14).map((id): [string, Verdict] => [id, 'pass']));
  const lines = annotations(sample({ ...rest, ...fails }).report);
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe(
    '::notice title=Not all findings are shown::4 requirements more failed or were inconclusive; the report lists all of them.\n',
  );
});

test.each(
  Object.entries({
    ...hostile,
    command: '\n::stop-commands::x\r::add-mask::y%0A::error::z ##[error]w',
    comma: 'a,file=b::c:d',
  }),
)('a target that sends %s adds no command, no property and no line', (_, word) => {
  for (const line of annotations(poisoned(word).report)) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,\n\r]*::[^\n\r]*\n$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
    expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(line).not.toMatch(/%(?!25|0D|0A|3A|2C)|##\[/);
  }
});
