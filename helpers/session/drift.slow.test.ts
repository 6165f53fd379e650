import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderJunit } from '../../reports/formats/junit.js';
import { renderMarkdown } from '../../reports/formats/markdown.js';
import { renderHtml } from '../../reports/page/page.js';
import type { Report } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { type Called, call, emptyFolder, runHere, variablesFor } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { startReferenceServer } from '../reference-server/server.js';

/**
 * Nights against one address: the second changes nothing, then it is down, from then on successes announce a
 * deprecation, and before the last night somebody accepts that.
 */
const cwd = emptyFolder();
const nights: (Called & { readonly report: Report })[] = [];
const folders = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => join(cwd, 'reports', 'runs', name));
const [first = '', second = '', third = '', fourth = '', fifth = ''] = folders;
let accepted: Called | undefined;
let env: Record<string, string> = {};

async function night(folder: string): Promise<void> {
  const argv = ['--format', 'json', '--seed', '5', '--out', folder, '--fail-on-drift'];
  const called = await runHere(argv, env, cwd);
  if (!existsSync(folder)) throw new Error(`no report: status ${called.status}\n${called.stdout}\n${called.stderr}`);
  nights.push({ ...called, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report });
}

beforeAll(async () => {
  const server = await startReferenceServer();
  env = variablesFor(server, cwd);
  await night(first);
  await runHere(['--only', 'VER-01', '--format', 'json', '--quiet'], env, cwd);
  await night(second);
  await server.close();
  // The target is down: a run without a response is neither a night to compare with nor the end of a change.
  await runHere(['--format', 'json', '--quiet', '--fail-on-drift'], env, cwd);
  const { port, credentials } = server;
  const changed = await startReferenceServer({ variant: 'deprecation-announced', port, credentials });
  env = variablesFor(changed, cwd);
  await night(third);
  await night(fourth);
  accepted = await call(
    ['decide', 'accept', 'VER-02', '--by', 'API board', '--reason', 'announced', '--from', fourth],
    {},
    cwd,
  );
  await night(fifth);
  await changed.close();
}, 300_000);

describe('compared with the previous run', () => {
  test('the first run has none, and says so where drift was to count', () => {
    expect(nights[0]?.status).toBe(0);
    expect(nights[0]?.report.comparison).toBeUndefined();
    expect(nights[0]?.report.run.notices?.join()).toContain('nothing to compare with');
  });

  test('an unchanged target has not drifted; a partial run in between is no baseline', () => {
    const [one, two] = nights.map(({ report }) => report);
    expect(two?.comparison).toEqual({
      baseline: {
        id: one?.run.id,
        startedAt: one?.run.startedAt,
        baseUrl: one?.target.baseUrl,
        embedded: false,
        suiteVersion: one?.run.suiteVersion,
      },
      compared: one?.requirements.filter(({ observation }) => observation !== undefined).length,
      changed: [],
      newFailures: [],
      fixed: [],
      undecided: [],
      decided: [],
    });
    expect(two?.comparison?.compared).toBeGreaterThan(5);
    expect(two?.requirements.filter(({ drift }) => drift)).toEqual([]);
    expect(two?.run.notices).toBeUndefined();
    expect(nights[1]?.status).toBe(0);
    expect(nights[1]?.stdout.replace(/\s+/g, ' ')).toMatch(
      /Compared with the run of .*: nothing differs; \d+ observations compared/,
    );
  });

  test('a target that changed has: in the rows that describe it, with status 1, and the verdict is what it is', () => {
    const { status, stdout, report } = nights[2] ?? expect.unreachable();
    const changed = report.comparison?.changed ?? [];
    expect(changed).toEqual(['VER-02']);
    const counted = `${changed.length} observation${changed.length === 1 ? '' : 's'} changed`;
    expect(report.requirements.find(({ id }) => id === 'VER-02')?.drift).toMatchObject({
      sentence: expect.stringMatching(/deprecation/i),
      differences: expect.arrayContaining([{ at: '/creations/always/0', now: 'deprecation' }]),
    });
    expect(report.summary.verdict).toBe('conformant');
    expect(status).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`Exit 1: ${counted} since [\\w ]+, and --fail-on-drift was given\\.`),
    );
    expect(stdout).toMatch(/^DIFFERS {7}VER-02 {2}.*deprecation/m);
    for (const { report: each } of nights) expect(validator('report')(each)).toBe(true);
    for (const page of [
      renderHtml(report, [], fsapi),
      renderMarkdown(report, [], fsapi),
      renderJunit(report, [], fsapi),
    ]) {
      expect(page.replaceAll('\u00a0', ' ')).toContain(counted);
      expect(page).toContain('deprecation');
    }
  });
});

test('the change stays open with its first day, until it is accepted', () => {
  const since = nights[2]?.report.run.startedAt.slice(0, 10);
  for (const at of [2, 3])
    expect(nights[at]?.report.requirements.find(({ id }) => id === 'VER-02')?.drift?.since).toBe(since);
  expect(nights[3]?.status).toBe(1);
  expect([accepted?.status, accepted?.stderr]).toEqual([0, expect.stringContaining('Written to "decisions.json".')]);
  const [entry] = JSON.parse(readFileSync(join(cwd, 'decisions.json'), 'utf8'));
  expect(entry).toMatchObject({ id: 'VER-02', kind: 'accept', by: 'API board', reason: 'announced' });
  expect(nights[4]?.status).toBe(0);
  expect(nights[4]?.report.comparison?.changed).toEqual([]);
  expect(nights[4]?.report.decisions).toEqual([entry]);
});

test('the history has a row for every complete run, carried from report to report', () => {
  const { history } = nights[4]?.report ?? expect.unreachable();
  expect(history.map(({ partial, unreached }) => ({ partial, unreached }))).toEqual([
    {},
    { partial: true },
    {},
    { unreached: true },
    {},
    {},
    {},
  ]);
  expect(nights[4]?.report.run.previous).toMatch(/^[0-9a-f]{64}$/);
});

describe('diff', () => {
  const diff = (...argv: string[]) => call(['diff', ...argv], {}, cwd);

  test('two folders that are the same: status 0', async () => {
    const { status, stdout, stderr } = await diff(first, join(second, 'report.json'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^SAME {2}Nothing differs; \d+ observations compared\.\n/);
    expect(status).toBe(0);
  });

  test('two that differ: status 1, both runs and the change named', async () => {
    const { status, stdout } = await diff(first, third);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^DIFFERS {2}\d observations? changed\.\n/);
    for (const { report } of [nights[0], nights[2]].flatMap((one) => one ?? []))
      expect(stdout).toContain(report.target.baseUrl);
    expect(stdout).toMatch(/^Differs {7}VER-02 {2}.*\n {14}.*deprecation/m);
  });

  test('what is unused: status 2 and one sentence', async () => {
    const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
    const report = readFileSync(join(first, 'report.json'), 'utf8');
    write('text.json', 'not JSON {');
    write('other.json', report.replace('"schemaVersion": "1.1"', '"schemaVersion": "2.0"'));
    write('broken.json', report.replace('"verdict": "conformant"', '"verdict": "fine"'));
    write('list.json', '[]');
    write('hostile.json', report.replace('"run": {', '"run": { "\\u001b[2J\\u202e": 1,'));
    write('deep.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    mkdirSync(join(cwd, 'empty'));
    const cases: [argv: string[], message: RegExp][] = [
      [[first], /^diff .*(OLD|NEW).*\n$/],
      [[first, second, third], /^diff .*\n$/],
      [[first, '--jsno', second], /no option --jsno; .*\n$/],
      [['gone.json', first], /^OLD, "gone\.json", .*\n$/],
      [[first, 'gone.json'], /^NEW, "gone\.json", .*\n$/],
      [['empty', first], /^OLD, "empty", is a folder without a report\.json\.\n$/],
      [['text.json', first], /^OLD, "text\.json", .*JSON\.\n$/],
      [[first, 'other.json'], /^NEW, "other\.json", .*"2\.0".*1\.1\.\n$/],
      [[first, 'broken.json'], /^NEW, "broken\.json", .*report: summary\.verdict must be one of .*\.\n$/],
      [['list.json', first], /^OLD, "list\.json", .*report: .*\.\n$/],
      [[first, 'hostile.json'], /^NEW, "hostile\.json", .*report: .*\[U\+001B\]\[2J\[U\+202E\].*\.\n$/],
      [[first, 'deep.json'], /^NEW, "deep\.json", .*report: .*\.\n$/],
    ];
    for (const [argv, message] of cases) {
      const { status, stdout, stderr } = await diff(...argv);
      expect(stderr).toMatch(message);
      expect([status, stdout], stderr).toEqual([2, '']);
    }
  });
});

describe('--baseline', () => {
  test('an unusable file is status 2, and nothing is sent or left behind', async () => {
    const before = readdirSync(join(cwd, 'reports', 'runs'));
    const { status, stdout, stderr } = await runHere(['--baseline', 'reports/nowhere.json'], env, cwd);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/baseline.*"nowhere\.json"/)]);
    expect(readdirSync(join(cwd, 'reports', 'runs'))).toEqual(before);
  });

  test('the report of another target can be one, and none leaves it out', async () => {
    const elsewhere = emptyFolder();
    const run = (out: string, baseline: string) =>
      call(
        ['--embedded', '--only', 'VER-01,HTTP-01', '--format', 'json', '--out', out, '--baseline', baseline],
        {},
        elsewhere,
      );
    const { status, stdout } = await run('a', first);
    expect(status).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Compared with Sandbox');
    const none = await run('b', 'none');
    expect(none.stdout).not.toContain('Compared with Sandbox');
    expect(existsSync(join(elsewhere, 'b', 'report.json'))).toBe(true);
  });
});
