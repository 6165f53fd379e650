import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../../reports/testing/system-tools.js';
import { emptyFolder } from './testing/command.js';
import { type Forge, startForge, tokens } from './testing/forge.js';
import { runPipelineJob, runPipelineNight, runThatLeft } from './testing/pipeline.js';

const listed = (text: string) =>
  text.split(', ').flatMap((entry) => {
    const [kind, id = kind] = entry.split(' ');
    return kind ? [{ kind, id }] : [];
  });

/** A night of this `news` and `open`, written `kind id, kind id`, whose summary and JUnit hold its `name`. */
function night(name: string, news = '', open = '', startedAt = new Date()) {
  const folder = emptyFolder();
  const report = { run: { startedAt }, news: listed(news), open: listed(open) };
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  for (const file of ['summary.md', 'junit.xml']) writeFileSync(join(folder, file), `Summary ${name}`);
  return runThatLeft(folder, open.includes('fails') ? 1 : 0);
}
const unconfigured = 'echo "a line before"; echo "No  address is set." >&2; exit 2';

/** What happens in a night, and the issue after it: its title, whether it is open, its comments, and words of the last. */
const nights = [
  ['nothing is open', night('A')],
  ['a failure', night('B', 'fails CUST-09', 'fails CUST-09'), 'CUST-09', true, 0],
  ['the same', night('C', '', 'fails CUST-09'), 'CUST-09', true, 0],
  ['another check of it', night('D', 'fails-more CUST-09', 'fails CUST-09'), 'CUST-09', true, 1, 'Summary D'],
  ['no report', unconfigured, 'no report, status 2: No address is set.', true, 2, '):\n\n    No address is set.'],
  ['none again', unconfigured, 'no report, status 2: No address is set.', true, 2],
  ['the failure from before', night('E', '', 'fails CUST-09'), 'CUST-09', true, 2],
  ['mended', night('F', 'passes CUST-09', 'decision CUST-15'), 'CUST-09', false, 3, 'Summary F'],
  ['a decision is due', night('G', '', 'decision CUST-15'), 'CUST-09', false, 3],
  ['a change', night('H', 'differs VER-02', 'differs VER-02'), 'VER-02', true, 4, 'Summary H'],
  ['asks less', night('I', 'configuration', 'differs VER-02'), 'VER-02', true, 4],
  ['a dead target', night('J', 'target', 'differs VER-02, target'), 'VER-02, target', true, 5, 'Summary J'],
  ['still dead', night('K', '', 'differs VER-02, target'), 'VER-02, target', true, 5],
  ['back, and accepted', night('L'), 'VER-02, target', false, 6, 'Summary L'],
  ['a waiver ends soon', night('M', 'waiver-ends CUST-15', 'waiver-ends CUST-15'), 'CUST-15', true, 7, 'Summary M'],
] as const;

describe.each(['github', 'gitlab'] as const)('the pipeline of %s', (kind) => {
  let forge: Forge;
  beforeEach(async (context) => {
    skipWithout(context, 'jq', 'curl');
    forge = await startForge(kind);
    return forge.close;
  });

  test('keeps one issue, open while something is, and comments on what is new', async () => {
    let before = '';
    for (const [event, run, title, isOpen, comments = 0, words = ''] of nights) {
      const { status, cwd, log } = await runPipelineNight(forge, run);
      expect(status, `${event} ${log}`).toBe(Number(run.at(-1)));
      const shown = forge.issues.map((each) => [each.title, each.isOpen, each.comments.length]);
      expect(shown, event).toEqual(title ? [[`Conformance: ${title}`, isOpen, comments]] : []);
      expect(forge.issues[0]?.comments.at(-1) ?? '', event).toContain(words);
      // What a run remembers is the newest complete one.
      if (before) expect(readFileSync(join(cwd, 'reports/runs/before/summary.md'), 'utf8'), event).toBe(before);
      if (status !== 2) before = readFileSync(join(cwd, 'reports/latest/summary.md'), 'utf8');
    }
  });

  test('opens an issue again that a person closed, under a title that has an end', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `fails CUST-${at}`).join(', ');
    await runPipelineNight(forge, night('A', many, many));
    expect(forge.issues[0]?.title).toMatch(/^Conformance: CUST-0, .{130,150}$/);
    expect(forge.issues[0]?.body).toMatch(/^Summary A\n\nJob: https:\S+\/own\/er\/\S+$/);
    Object.assign(forge.issues[0] ?? {}, { isOpen: false });
    await runPipelineNight(forge, night('B', '', many));
    expect(forge.issues).toMatchObject([{ isOpen: true, comments: [expect.stringContaining('Summary B')] }]);
  });

  test('fails twelve hours later where no night came in 36 hours', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const watch = async () => (await runPipelineJob(forge, 'watch', unconfigured)).status;
    expect(await watch()).not.toBe(0);
    for (const [hours, status] of [
      [37, 1],
      [35, 0],
    ] as const) {
      await runPipelineNight(forge, night('A', '', '', hoursAgo(hours)));
      if (kind === 'github') utimesSync(join(forge.folder, 'conformance-latest'), hoursAgo(hours), hoursAgo(hours));
      expect(await watch()).toBe(status);
    }
  });
});

test('GitLab shows the JUnit of its own night, and no token is an argument of curl', async (context) => {
  skipWithout(context, 'curl');
  const forge = await startForge('gitlab');
  for (const name of ['A', 'B']) await runPipelineNight(forge, night(name, 'fails CUST-09', 'fails CUST-09'));
  await forge.close();
  const junit = join(forge.folder, 'junit');
  expect(readdirSync(junit).map((name) => readFileSync(join(junit, name), 'utf8'))).toEqual(['Summary B']);
  const calls = readFileSync(join(forge.folder, 'curl.log'), 'utf8');
  expect(calls).toContain('/packages/generic/conformance-latest/main/latest.tgz');
  for (const token of Object.values(tokens)) expect(calls).not.toContain(token);
});
