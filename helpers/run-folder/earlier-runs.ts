import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestFile } from '../../reports/integrity/manifest.js';
import type { Baseline } from '../../reports/model/compared.js';
import type { Report } from '../../schemas/types.js';
import { isDead } from '../../schemas/verdict.js';
import type { Configuration } from '../settings/schema.js';
import { attempt, UsageError } from '../settings/usage-error.js';
import { readReport } from './report-file.js';

/** Folders that are read: those written last. */
const mostFolders = 60;

/** Folders of `reports/runs` with a manifest, newest first. */
export function runFolders(cwd: string): readonly string[] {
  const parent = join(cwd, 'reports', 'runs');
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => !name.startsWith('.')) : [];
  const sealed = names.flatMap((name) => {
    const folder = join(parent, name);
    const manifest = attempt(() => statSync(join(folder, manifestFile)));
    return manifest ? [{ folder, writtenAt: manifest.mtimeMs }] : [];
  });
  const newestFirst = sealed.toSorted((a, b) => b.writtenAt - a.writtenAt || (a.folder < b.folder ? 1 : -1));
  return newestFirst.slice(0, mostFolders).map(({ folder }) => folder);
}

type EarlierRun = NonNullable<ReturnType<typeof runIn>>;

/** The run of a folder, and the SHA-256 of its report; undefined where that is damaged, or of another version. */
export const runIn = (folder: string) => attempt(() => ({ folder, ...readReport(folder, 'An earlier run') }));

/** The target of a run. The embedded server is one, whatever its port. */
export function targetName({ baseUrl, environment, embedded }: Omit<Report['target'], 'tenants'>): string {
  return embedded ? 'embedded' : `${environment} ${baseUrl}`;
}

/**
 * The runs of a target in `reports/runs` that a new one builds on: the last complete one, whose report carries the
 * history, and the last whole one, which carries observations and open changes.
 */
export function memoryOf(cwd: string, target: string): { last?: EarlierRun; whole?: EarlierRun } {
  let last: EarlierRun | undefined;
  for (const folder of runFolders(cwd)) {
    const run = runIn(folder);
    if (!run?.report.run.complete || targetName(run.report.target) !== target) continue;
    last ??= run;
    if (isWhole(run.report)) return { last, whole: run };
  }
  return last ? { last } : {};
}

/** Whether a later run can build on a report: complete, not filtered, and something decided. */
export function isWhole({ run, history }: Report): boolean {
  const own = history.at(-1);
  return run.complete && own !== undefined && !own.partial && !isDead(own);
}

/**
 * What a run is compared with: the report of `--baseline`, nothing for `none`, else the last whole run.
 * @throws UsageError for a named report that is unusable, or has nothing in common with this run
 */
export function chooseBaseline(
  { baseline: named, environment, baseUrl = '', embedded, only }: Configuration,
  memory: ReturnType<typeof memoryOf> | undefined,
  cwd: string,
): Baseline | undefined {
  if (named === undefined) return memory?.whole && { report: memory.whole.report, kind: 'previous' };
  if (named.toLowerCase() === 'none') return undefined;
  const { report } = readReport(resolve(cwd, named), 'The baseline');
  if (targetName(report.target) === targetName({ baseUrl, environment, embedded })) return { report, kind: 'named' };
  const isResult = ({ observation, verdict }: Report['requirements'][number]) =>
    observation !== undefined || /pass|fail/.test(verdict);
  if (!report.requirements.some((row) => only.includes(row.id) && isResult(row)))
    throw new UsageError(
      'The baseline has no result for anything that this run tests. Choose one with the same --only, or a complete one.',
    );
  return { report, kind: 'other target' };
}

/** What the baseline observed, by requirement: a differing observation is retested. */
export function observationsOf(baseline: Baseline | undefined): Record<string, unknown> {
  const rows = baseline?.report.requirements.filter(({ observation }) => observation !== undefined) ?? [];
  return Object.fromEntries(rows.map(({ id, observation }) => [id, observation]));
}
