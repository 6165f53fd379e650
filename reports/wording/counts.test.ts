import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { renderJunit } from '../formats/junit.js';
import { renderMarkdown } from '../formats/markdown.js';
import { renderHtml } from '../html/page.js';
import { createTerminal } from '../terminal/terminal.js';
import { mockSample } from '../testing/mock-sample.js';
import { sample } from '../testing/sample.js';
import { countsOf, shownVerdicts } from './counts.js';

const all = catalogue.length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

describe.each([
  ['of a service', sample(), 8],
  ['of a mock that lacks something', mockSample(), 9],
])('the counts %s add up to the catalogue', (_, { report, evidence }, columns) => {
  const verdicts = shownVerdicts(report);
  const expected = verdicts.map((verdict) => countsOf(report)[verdict]);

  test('on the page: in the summary, and in the requirements', () => {
    const page = renderHtml(report, evidence, fsapi);
    const account = /one verdict each[\s\S]*?<\/table>/.exec(page)?.[0] ?? '';
    const counts = [...account.matchAll(/<td class="n">(?:<span class="soft">)?(\d+)</g)].map(([, count]) =>
      Number(count),
    );
    expect(counts).toEqual([...expected, all]);
    const rows = [...page.matchAll(/<details class="req"[^>]* data-verdict="(\w+)"/g)].map(([, verdict]) => verdict);
    expect(verdicts.map((verdict) => rows.filter((row) => row === verdict).length)).toEqual(expected);
  });

  test('in the summary', () => {
    const line =
      renderMarkdown(report, [], fsapi)
        .split('\n')
        .find((text) => /^\| \d/.test(text)) ?? '';
    expect(line.split('|').slice(1, -1).map(Number)).toEqual([...expected, all]);
  });

  test('in the file for pipelines', () => {
    const xml = renderJunit(report, [], fsapi);
    const suites = [...xml.matchAll(/<testsuite .*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/g)];
    const [tests, failures, errors, skipped] = [1, 2, 3, 4].map((at) => sum(suites.map((suite) => Number(suite[at]))));
    const { pass, fail, inconclusive, attested, skipped: left, waived, lacking, pending } = countsOf(report);
    expect([tests, failures, errors, skipped]).toEqual([all, fail, inconclusive, left + waived + lacking + pending]);
    expect(pass + attested).toBe(all - fail - inconclusive - left - waived - lacking - pending);
    expect(xml.match(/<testcase /g)).toHaveLength(all);
    expect(xml.match(/<(failure|error|skipped) /g)).toHaveLength(all - pass - attested);
  });

  test('on the terminal: by area and in all', () => {
    let text = '';
    const stream = { write: (more: string) => (text += more) };
    createTerminal(stream, fsapi, { colour: false, unicode: true, quiet: false }).end(report, { exitStatus: 1 });
    const rows = text.split('\n').filter((line) => new RegExp(`^.{16}( +(\\d+|\\.)){${columns}}$`).test(line));
    const numbers = rows.map((line) =>
      line
        .slice(16)
        .trim()
        .split(/ +/)
        .map((cell) => (cell === '.' ? 0 : Number(cell))),
    );
    expect(numbers).toHaveLength(fsapi.areas.length + 1);
    expect(numbers.at(-1)).toEqual([...expected, all]);
    for (const row of numbers) expect(sum(row.slice(0, -1))).toBe(row.at(-1));
    expect(sum(numbers.slice(0, -1).map((row) => row.at(-1) ?? 0))).toBe(all);
  });
});
