import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, emptyFolder, reportIn, rowOf, runHere, variablesFor } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';

const cwd = emptyFolder();
const folderOf = (name: string) => join(cwd, 'reports', 'runs', name);
let [one, changed] = [] as unknown as [Night, Night];
let env: Record<string, string> = {};

type Night = Awaited<ReturnType<typeof night>>;
async function night(name: string) {
  const argv = ['--format', 'json', '--seed', '5', '--out', folderOf(name), '--fail-on-drift'];
  const called = await runHere(argv, env, cwd);
  return { ...called, stdout: called.stdout.replace(/\s+/g, ' '), report: reportIn(folderOf(name)) };
}

beforeAll(async () => {
  const server = await startReferenceServer();
  env = variablesFor(server, cwd);
  one = await night('one');
  await runHere(['--only', 'VER-01', '--format', 'json', '--quiet'], env, cwd);
  await server.close();
  const { port, world } = server;
  const other = await startReferenceServer({ variant: 'deprecation-announced', port, world });
  env = variablesFor(other, cwd);
  changed = await night('changed');
  await other.close();
});

describe('compared with the previous run', () => {
  test('the first run has none, and says so where drift was to count', () => {
    expect([one.status, one.report.news]).toEqual([0, []]);
    expect(one.report.run.notices?.join()).toContain('nothing to compare with');
  });

  test('a target that changed has: in the rows that describe it, with status 1, and the verdict is what it is', () => {
    const { status, stdout, report } = changed;
    const since = report.run.startedAt.slice(0, 10);
    expect(report.news).toEqual([{ id: 'VER-02', kind: 'differs', since }]);
    expect(report.open).toEqual(report.news);
    expect(rowOf(report, 'VER-02').drift).toMatchObject({
      since,
      sentence: expect.stringMatching(/deprecation/i),
      differences: expect.arrayContaining([{ at: '/creations/always/0', now: 'deprecation' }]),
    });
    expect([status, report.summary.verdict]).toEqual([1, 'conformant']);
    expect(stdout).toMatch(/Exit 1: 1 difference \(VER-02\), and --fail-on-drift was given\./);
    expect(stdout).toContain('NEW VER-02 differs: Creations and listings now have deprecation.');
    // The filtered run between them is nobody's report before.
    expect(report.history.map(({ id }) => id)).toEqual([one.report.run.id, report.run.id]);
    expect(report.run.previous).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('diff', () => {
  const diff = (...argv: string[]) => call(['diff', ...argv], {}, cwd);

  test('two that are the same: status 0', async () => {
    const { status, stdout, stderr } = await diff(folderOf('one'), join(folderOf('one'), 'report.json'));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^SAME {2}Nothing is new\.\n/);
  });

  test('two that differ: status 1, both runs and the change named', async () => {
    const { status, stdout } = await diff(folderOf('one'), folderOf('changed'));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^DIFFERS {2}What is new since the first run:\n/);
    for (const { report } of [one, changed]) expect(stdout).toContain(report.target.baseUrl);
    expect(stdout).toMatch(/^Differs {7}VER-02 differs: .*have deprecation\./m);
  });

  test('what is unused: status 2 and one sentence', async () => {
    const first = folderOf('one');
    const report = readFileSync(join(first, 'report.json'), 'utf8');
    const files = {
      text: 'not JSON {',
      other: report.replace('"schemaVersion": "1.2"', '"schemaVersion": "2.0"'),
      broken: report.replace('"verdict": "conformant"', '"verdict": "fine"'),
      hostile: report.replace('"run": {', '"run": { "\\u001b[2J\\u202e": 1,'),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, `${name}.json`), text);
    mkdirSync(join(cwd, 'empty'));
    const cases: [name: string, message: RegExp][] = [
      ['gone.json', /^NEW, "gone\.json", .*\n$/],
      ['empty', /^NEW, "empty", is a folder without a report\.json\.\n$/],
      ['text.json', /^NEW, "text\.json", .*JSON\.\n$/],
      ['other.json', /^NEW, "other\.json", .*report: schemaVersion .*\.\n$/],
      ['broken.json', /^NEW, "broken\.json", .*report: summary\.verdict must be one of .*\.\n$/],
      ['hostile.json', /^NEW, "hostile\.json", .*report: .*\[U\+001B\]\[2J\[U\+202E\].*\.\n$/],
    ];
    for (const [name, message] of cases) {
      const { status, stdout, stderr } = await diff(first, name);
      expect(stderr).toMatch(message);
      expect([status, stdout], stderr).toEqual([2, '']);
    }
    expect(await diff('empty', first)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^OLD, "empty", /) });
  });
});

test('an unusable --baseline is status 2, and nothing is sent or left behind', async () => {
  const before = readdirSync(folderOf(''));
  const { status, stdout, stderr } = await runHere(['--baseline', 'reports/nowhere.json'], env, cwd);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/baseline.*"nowhere\.json"/)]);
  expect(readdirSync(folderOf(''))).toEqual(before);
});
