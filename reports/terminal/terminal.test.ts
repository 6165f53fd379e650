import { describe, expect, test } from 'vitest';
import { areas, catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { width } from './sanitise.js';
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.js';

/** The only control codes that may ever be written: colours, and the step back to the top of the block. */
const esc = String.fromCharCode(27);
const colours = new RegExp(`${esc}\\[\\d+m`, 'g');
const stepBack = new RegExp(`${esc}\\[(\\d+)A${esc}\\[J`, 'g');

const plain = { colour: false, unicode: true, quiet: false };
const beginning = {
  suiteVersion: '1.0.0',
  environment: 'sandbox',
  baseUrl: 'https://sandbox.payments.example/v1/',
  embedded: false,
  seed: 418602,
  tenants: 2,
  notices: [],
} as const;

/** A stream that keeps what is written to it. */
function stream(about: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...about, written, write: (text: string) => written.push(text), text: () => written.join('') };
}

function played(
  options: TerminalOptions,
  about: { isTTY?: boolean; columns?: number },
  play: (terminal: Terminal) => void,
) {
  const out = stream(about);
  const terminal = createTerminal(out, fsapi, options);
  play(terminal);
  terminal.close();
  return out;
}

describe('on a terminal', () => {
  test('the block fills in catalogue order, with failures above the status line', () => {
    const out = played(plain, { isTTY: true, columns: 80 }, (terminal) => {
      terminal.begin(beginning);
      terminal.decided('HTTP-01', 'pass');
      terminal.decided('HTTP-03', 'pass');
      terminal.decided('IDEM-02', 'fail', 'Two customers were made under one Idempotency-Key.');
      terminal.decided('AUTH-11', 'attested');
      terminal.progress({ requests: 1498, customers: 1, asking: 'AUTH-05', elapsedMs: 58_400 });
    });
    const lines = out.written.at(-1)?.replace(stepBack, '').split('\n') ?? [];
    expect(lines.find((line) => line.startsWith('Transport'))).toMatch(/ \d+ {2}✓ ✓$/);
    expect(lines.find((line) => line.startsWith('Idempotency'))).toMatch(/ \d+ {3}✗$/);
    expect(lines.slice(areas.length)).toEqual([
      '',
      '✗ IDEM-02  Two customers were made under one Idempotency-Key.',
      '',
      '0:58   1,498 requests   1 customer   testing AUTH-05',
      '',
    ]);
  });

  test('it redraws the lines that it drew, and no others', () => {
    const out = played(plain, { isTTY: true, columns: 80 }, (terminal) => {
      terminal.begin(beginning);
      terminal.decided('HTTP-01', 'fail', 'a');
      terminal.decided('HTTP-03', 'fail', 'b');
    });
    const frames = out.written.slice(1);
    const up = frames.map((frame) => Number([...frame.matchAll(stepBack)][0]?.[1] ?? 0));
    const drawn = frames.map((frame) => frame.split('\n').length - 1);
    expect(up).toEqual([0, ...drawn.slice(0, -1)]);
  });

  test('it is drawn ten times a second at the most while nothing is decided', () => {
    const out = played(plain, { isTTY: true }, (terminal) => {
      for (let elapsedMs = 0; elapsedMs < 1000; elapsedMs += 5)
        terminal.progress({ requests: 1, customers: 0, elapsedMs });
    });
    expect(out.written.length).toBeLessThanOrEqual(10);
  });

  test.each([40, 60, 80, 200])('no line of the block is wider than %i columns', (columns) => {
    const out = played(plain, { isTTY: true, columns }, (terminal) => {
      for (const { id, verdict } of sample().report.requirements)
        terminal.decided(id, verdict, '中 wide words '.repeat(40));
      terminal.decided('HTTP-01', 'fail', 'a long sentence '.repeat(40));
    });
    const longest = Math.max(
      ...out
        .text()
        .split('\n')
        .map((line) => width(line.replace(stepBack, ''))),
    );
    expect(longest).toBeLessThanOrEqual(columns);
  });

  test('failures beyond the height of the screen are counted', () => {
    const out = played(plain, { isTTY: true }, (terminal) => {
      for (const { id } of sample().report.requirements) terminal.decided(id, 'fail', 'x');
    });
    expect(out.written.at(-1)).toContain(`and ${catalogue.length - 8} more`);
    expect(out.written.at(-1)?.split('\n').length).toBeLessThan(22);
  });
});

describe('one of many runs', () => {
  test.each([{ isTTY: true, columns: 60 }, {}])('leaves seven lines at most: %j', (about) => {
    const { report } = sample();
    for (const row of report.requirements.slice(0, 8))
      Object.assign(row, { verdict: 'fail', found: 'long '.repeat(90) });
    const out = played({ ...plain, brief: true }, about, (terminal) => {
      terminal.begin(beginning);
      terminal.decided('HTTP-01', 'fail', 'a');
      terminal.progress({ requests: 1, customers: 0, elapsedMs: 20_000 });
      terminal.end(report, { exitStatus: 1, reportPath: 'reports/runs/x/report.html' });
    });
    const lines = (out.written.at(-1) ?? '').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(7);
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(about.columns ?? 120);
    expect(lines.at(-1)).toBe('reports/runs/x/report.html');
    // In a log nothing else stands there, and on a terminal nothing stays but this.
    expect(out.written.length === 1 || out.written.at(-2)).toSatisfy(
      (last) => last === true || stepBack.test(`${last}`),
    );
  });

  test('one that does not end leaves nothing', () => {
    const out = played({ ...plain, brief: true }, { isTTY: true }, (terminal) => terminal.begin(beginning));
    expect(out.written.at(-1)?.replace(stepBack, '')).toBe('');
  });
});

describe('in a log', () => {
  const run = (terminal: Terminal) => {
    terminal.begin({ ...beginning, notices: ['At most 25 customers are created.'] });
    terminal.decided('HTTP-01', 'pass');
    terminal.progress({ requests: 90, customers: 3, asking: 'IDEM-02', elapsedMs: 9_900 });
    terminal.progress({ requests: 171, customers: 9, asking: 'IDEM-02', elapsedMs: 20_300 });
    terminal.decided('IDEM-03', 'inconclusive', 'A gateway answered 504.');
    terminal.decided('IDEM-02', 'fail', 'Two customers were made under one Idempotency-Key.');
    terminal.decided('IDEM-02', 'fail', 'Two customers were made under one Idempotency-Key.');
    terminal.progress({ requests: 180, customers: 9, asking: 'IDEM-02', elapsedMs: 24_000 });
  };

  test('a line for each failure and inconclusive requirement, and a heartbeat', () => {
    const [, , , , ...lines] = played({ ...plain, unicode: false }, {}, run)
      .text()
      .trimEnd()
      .split('\n');
    expect(lines).toEqual([
      `conformance: 20 s, 171 requests, 1 of ${catalogue.length} evaluated`,
      'INCONCLUSIVE  IDEM-03   A gateway answered 504.',
      'FAIL          IDEM-02   Two customers were made under one Idempotency-Key.',
    ]);
  });

  test('one cause is shown once, and one empty line separates head and end', () => {
    const reason = 'The target cannot be reached.';
    const many = played(plain, {}, (terminal) => {
      for (const { id } of sample().report.requirements) terminal.decided(id, 'inconclusive', reason);
    });
    expect(many.written).toHaveLength(1);
    const quiet = played(plain, {}, (terminal) => {
      terminal.begin({ ...beginning, embedded: true });
      terminal.end({ ...sample().report, target: { ...sample().report.target, embedded: true } }, { exitStatus: 1 });
    }).text();
    expect(quiet).not.toContain('\n\n\nRun');
    expect(quiet.split('It says nothing about any service.')).toHaveLength(2);
    expect(quiet).toMatch(/^fsapi-conformance 1\.0\.0 {3}Embedded reference server /);
  });

  test('no control code and, without UTF-8, nothing but ASCII', () => {
    const out = played({ ...plain, unicode: false }, {}, (terminal) => {
      run(terminal);
      terminal.end(sample().report, { exitStatus: 1 });
    });
    expect(out.text()).toMatch(/^[\n -~]*$/);
  });
});

describe('at the end', () => {
  const end = (
    options: Partial<TerminalOptions> = {},
    about: { isTTY?: boolean; columns?: number } = { isTTY: true, columns: 80 },
  ) =>
    played({ ...plain, ...options }, about, (terminal) =>
      terminal.end(sample().report, { reportPath: 'reports/runs/a/report.html', exitStatus: 1 }),
    ).text();

  test('a failure shows its clause, what was sent, expected and received, and how to send it again', () => {
    const [, described = ''] = /✗ FAIL {2}AUTH-06 {2}([\s\S]*?)\n\n\n/.exec(end()) ?? [];
    const fields = ['sent', 'expected', 'received', 'control', 'checks', 'again', 'or', 'evidence'];
    expect([...described.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name]) => name)).toEqual(fields);
    expect(described).toMatch(/^ {8}stated: Authentication, item 8 +new in this run$/m);
    // Wrapped under the field; a command is not, so that a copy stays whole.
    expect(described).toContain('with the body cut after 40\n            characters\n');
    expect(described).toContain("  or        curl -i -X POST 'https://sandbox.payments.example/v1/customers' \\\n");
    for (const line of described.split('\n')) expect(width(line)).toBeLessThanOrEqual(80);
  });

  test('then the verdict, what was set aside, and the path of the report', () => {
    const { report } = sample();
    const text = end();
    const lines = text.slice(text.indexOf('NONCONFORMANT')).trimEnd().split('\n');
    expect(lines.filter((line) => /^[/~-] (waived|changed|skipped) /.test(line)).length).toBeGreaterThan(4);
    const { requests, customersCreated } = report.summary;
    expect(lines.at(-2)).toBe(`${requests} requests, ${customersCreated} customers created, 71 s. Exit 1.`);
    expect(lines.at(-1)).toBe('reports/runs/a/report.html');
  });

  test('with --quiet: the verdict, waived and skipped requirements, and the report', () => {
    const lines = end({ quiet: true }).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^NONCONFORMANT {2}.*\b3\b.*\b4\b/);
    expect(lines[1]).toBe('reports/runs/a/report.html');
  });

  test('an exit status that differs from the verdict is shown with its reason, with --quiet too', () => {
    const where = { exitStatus: 1, because: '2 observations changed, and --fail-on-drift was given' };
    for (const quiet of [true, false])
      expect(played({ ...plain, quiet }, {}, (terminal) => terminal.end(sample().report, where)).text()).toContain(
        'Exit 1: 2 observations changed, and --fail-on-drift was given.\n',
      );
  });

  test('colour changes nothing in the text', () => {
    expect(end({ colour: true }).replace(colours, '')).toBe(end());
  });

  test('one cause of many inconclusive requirements is shown once', () => {
    const { report } = sample();
    const reason = 'The key itself was refused.';
    for (const row of report.requirements)
      if (row.verdict === 'pass') Object.assign(row, { verdict: 'inconclusive', reason });
    const text = played(plain, {}, (terminal) => terminal.end(report, { exitStatus: 3 })).text();
    // In full, and in the list of what would turn the run green.
    expect(text.split(reason)).toHaveLength(3);
    expect(text).toMatch(/\d+ requirements stay open for this reason:/);
  });
});

describe.each(Object.entries(hostile))('a target that sends %s', (_, word) => {
  const { report } = poisoned(word);
  const play = (terminal: Terminal) => {
    terminal.begin({ ...beginning, baseUrl: word, notices: [word] });
    terminal.decided('IDEM-02', 'fail', word);
    terminal.progress({ requests: 1, customers: 0, asking: word, elapsedMs: 11_000 });
    terminal.end(report, { reportPath: word, exitStatus: 1 });
  };

  test.each([true, false])('sends no control code (a terminal: %s)', (isTTY) => {
    const text = played({ ...plain, colour: true }, { isTTY }, play)
      .text()
      .replace(colours, '')
      .replace(stepBack, '');
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  test('sends only ASCII where the locale is not UTF-8', () => {
    expect(played({ ...plain, unicode: false }, {}, play).text()).toMatch(/^[\n -~]*$/);
  });
});

test('a megabyte from the target is cut', () => {
  const { report } = flooded('w'.repeat(1_000_000));
  const out = played(plain, {}, (terminal) => terminal.end(report, { exitStatus: 1 }));
  expect(out.text().length).toBeLessThan(200_000);
});
