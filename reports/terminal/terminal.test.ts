import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.js';

/** The only control codes that may ever be written: colours, and the erasing of the line of progress. */
const esc = String.fromCharCode(27);
const allowed = new RegExp(`${esc}\\[\\d+m|\\r${esc}\\[K`, 'g');

const plain = { colour: false, quiet: false, live: true };
const beginning = {
  ...({ environment: 'sandbox', baseUrl: 'https://sandbox.payments.example/v1/', embedded: false } as const),
  ...({ suiteVersion: '1.0.0', seed: 418602, tenants: 2, notices: [] } as const),
};
const where = { reportPath: 'reports/runs/x/report.html', exitStatus: 1, seal: 'Unsigned.' };

function played(options: TerminalOptions, about: { isTTY?: boolean; columns?: number }, play: (to: Terminal) => void) {
  const written: string[] = [];
  const terminal = createTerminal({ ...about, write: (text: string) => written.push(text) }, fsapi, options);
  play(terminal);
  terminal.close();
  return written;
}

test('on a terminal one line tells how far the run is, and is gone at its end', () => {
  const written = played(plain, { isTTY: true, columns: 80 }, (terminal) => {
    terminal.begin(beginning);
    terminal.progress({ ended: 10, expected: 430, failed: 0 });
    terminal.progress({ ended: 10, expected: 430, failed: 0 });
    terminal.progress({ ended: 212, expected: 430, failed: 1 });
    terminal.end(sample().report, where);
  });
  const [, first, ...more] = written;
  expect(first).toBe('10 of 430 checks');
  expect(more[0]).toBe(`\r${esc}[K212 of 430 checks, 1 failed`);
  expect(more[1]).toBe(`\r${esc}[K`);
  expect(more[2]).toMatch(/^NEW {11}AUTH-06 fails\./);
  expect(more[2]).toContain('\nNONCONFORMANT  ');
});

test('a log has the head and the end, and nothing between; quiet has the target, what is new and open, the verdict and the path', () => {
  const play = (terminal: Terminal) => {
    terminal.begin(beginning);
    terminal.progress({ ended: 212, expected: 430, failed: 1 });
    terminal.end(sample().report, where);
  };
  expect(played({ ...plain, live: false }, {}, play)).toHaveLength(2);
  const quiet = played({ ...plain, quiet: true }, {}, play)
    .join('')
    .trimEnd()
    .split('\n');
  const [target, ...lines] = quiet;
  expect(target).toBe('Sandbox   https://sandbox.payments.example/v1/');
  const isOwn = (line: string) => !line.startsWith(' '.repeat(14));
  expect(lines.filter(isOwn)).toEqual([
    expect.stringMatching(/^NEW {11}AUTH-06 fails\. /),
    expect.stringMatching(/^NEW {11}IDEM-03 is no longer decided\. /),
    expect.stringMatching(/^NEW {11}ACCT-07 differs: /),
    expect.stringMatching(/^OPEN {10}\S/),
    expect.stringMatching(/^NONCONFORMANT {2}\d+ of \d+ rules passed, 3 failed/),
    where.reportPath,
  ]);
});

describe('the end of a run', () => {
  const ended = (of = sample().report, options: TerminalOptions = plain, columns = 80) =>
    played(options, { isTTY: true, columns }, (terminal) => terminal.end(of, where)).join('');

  test('begins with what is new, or that nothing is; a first run without anything has neither', () => {
    const { report } = sample();
    expect(ended()).toMatch(/^NEW .*\nNEW .*\nNEW .*\nOPEN .*\n\nFAIL {2}/s);
    expect(ended({ ...report, news: [], open: [] })).toMatch(/^NEW {11}Nothing\.\n\nFAIL {2}/);
    const first = { ...report, news: [], open: [], run: { ...report.run, previous: undefined } };
    expect(ended(first)).toMatch(/^FAIL {2}/);
  });

  test('has each failure with its sides and how to send it again, then what was not decided, and the verdict', () => {
    const text = ended();
    for (const line of [
      /^FAIL {2}CUST-09 {2}date_of_birth/m,
      /^ {2}sent {6}POST \/customers with "date_of_birth"/m,
      /^ {2}expected {2}\S/m,
      /^ {2}received {2}\S/m,
      /^ {2}again {5}.*--only CUST-09/m,
      /^ {2}or {8}curl -i/m,
      /NOT TESTED {4}AUTH-09 {2}No rotated-out key was given\. Set\s+CONFORMANCE_REVOKED_KEY\./,
      /^WAIVED {8}CUST-15/m,
      /^NEW {11}ACCT-07 differs: The member available_balance is new\./m,
      /^NONCONFORMANT {2}\d+ of \d+ rules passed/m,
      /customers created, 71 s\. Exit 1\.\nUnsigned\.\nreports\/runs\/x\/report\.html\n$/,
    ])
      expect(text).toMatch(line);
  });

  test.each([40, 80, 200])('breaks lines at %i columns, but for those that are copied', (columns) => {
    const lines = ended(sample().report, plain, columns).split('\n');
    const long = lines.filter((line) => line.length > columns);
    expect(long.filter((line) => !/curl|-H |--data/.test(line))).toEqual([]);
  });

  test.each(Object.entries(hostile))('prints %s of a target as text', (_, word) => {
    const text = ended(poisoned(word).report, { ...plain, colour: true }).replace(allowed, '');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}](?<!\n)/u);
  });

  test.each([true, false])(
    'of a mock that lacks something has the command to declare it in one line, quiet: %s',
    (quiet) => {
      const { report } = sample();
      const mock = { ...report, target: { ...report.target, environment: 'mock' as const } };
      const offer =
        /^A mock may declare what it lacks:\nnpx --no -- fsapi-conformance decide lack \S+ --by … --reason …$/m;
      expect(ended(mock, { ...plain, quiet }, 40)).toMatch(offer);
      expect(ended(report, { ...plain, quiet }, 40)).not.toContain('decide lack');
    },
  );

  test('is short whatever a target sends', () => {
    expect(ended(flooded('w'.repeat(100_000)).report).length).toBeLessThan(500_000);
  });
});
