import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skipWithout } from '../../reports/testing/system-tools.js';
import { emptyFolder } from './testing/command.js';
import { tokens } from './testing/gitlab.js';
import { type Forge, nightThatLeft, runPipelineNight, runPipelineWatch } from './testing/pipeline.js';

const listed = (text: string) =>
  text.split(', ').flatMap((entry) => {
    const [kind, id] = entry.split(' ');
    return id ? [{ kind, id }] : [];
  });

/** A night whose report holds this, as `kind id, kind id`, and whose summary and JUnit hold `name`. */
function night(name: string, news: string, open: string, startedAt = new Date().toISOString()) {
  const folder = emptyFolder();
  const report = { run: { startedAt }, news: listed(news), open: listed(open) };
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  for (const file of ['summary.md', 'junit.xml']) writeFileSync(join(folder, file), name);
  return nightThatLeft(folder, open.includes('fails') ? 1 : 0);
}
const unconfigured = { command: 'echo "line before"; echo "CONFORMANCE_API_KEY  is not set." >&2; exit 2' };
const noReport = 'Conformance: no report, status 2: CONFORMANCE_API_KEY is not set.';

const cust = 'Conformance: CUST-09';
/** What happens, the night, and the issue after it: its title, open or not, and what its last comment names. */
const nights = [
  ['as expected', night('A', '', ''), undefined],
  ['a failure', night('B', 'fails CUST-09', 'fails CUST-09'), cust, true, 0],
  ['the same', night('C', '', 'fails CUST-09'), cust, true, 0],
  ['another check of it', night('D', 'fails-more CUST-09', 'fails CUST-09'), cust, true, 1, 'D'],
  ['no report', unconfigured, noReport, true, 2, 'No report, status 2'],
  ['no report again', unconfigured, noReport, true, 2],
  ['the failure of before', night('E', '', 'fails CUST-09'), cust, true, 2],
  ['mended', night('F', 'passes CUST-09', 'decision CUST-15'), cust, false, 3, 'F'],
  ['asks less', night('G', 'configuration run', 'decision CUST-15'), cust, false, 3],
  ['a change', night('H', 'differs VER-02', 'differs VER-02'), 'Conformance: VER-02', true, 4, 'H'],
  ['a change that nobody accepted', night('I', '', 'differs VER-02'), 'Conformance: VER-02', true, 4],
  ['dead', night('J', 'target target', 'differs VER-02, target target'), 'Conformance: VER-02, target', true, 5, 'J'],
  ['dead again', night('K', '', 'differs VER-02, target target'), 'Conformance: VER-02, target', true, 5],
  ['accepted', night('L', '', ''), 'Conformance: VER-02, target', false, 6, 'L'],
  ['the end of a waiver is near', night('M', 'waiver-ends CUST-15', 'waiver-ends CUST-15'), 'Conformance: CUST-15', true, 7, 'M'],
] as const;

test.each<Forge>(['github', 'gitlab'])('the nights of %s keep one issue open while something is open, and comment on what is new', async (forge) => {
  const folder = emptyFolder();
  let before: string | undefined;
  for (const [name, night, title, isOpen = false, comments = 0, last = ''] of nights) {
    const { status, issues, cwd, log } = await runPipelineNight(forge, folder, night);
    const [issue, ...others] = issues;
    expect([name, others.length, issue?.title, issue?.isOpen ?? false, issue?.comments.length ?? 0], log).toEqual([name, 0, title, isOpen, comments]);
    expect(issue?.comments.at(-1) ?? '').toContain(last);
    const inFolder = join(cwd, 'reports/runs/before/summary.md');
    expect(name === 'as expected' ? undefined : readFileSync(inFolder, 'utf8')).toBe(before);
    if (night !== unconfigured) before = readFileSync(join(cwd, 'reports/latest/summary.md'), 'utf8');
    expect(status).toBe(Number(night.command.slice(-1)));
  }
});
