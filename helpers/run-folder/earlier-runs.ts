import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestFile } from '../../reports/integrity/manifest.js';
import type { Baseline } from '../../reports/model/compared.js';
import type { Report } from '../../schemas/types.js';
import { isDead } from '../../schemas/verdict.js';
import { attempt } from '../settings/attempt.js';
import type { Configuration } from '../settings/settings.js';
import { UsageError } from '../settings/usage-error.js';
import { readReport } from './report-file.js';

/** Folders that are looked into: those written last. */
const mostFolders = 60;

/** The folders of `reports/runs` that are whole, the newest first: each has its manifest, which is written last. */
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

/** A run whose folder is there, with the SHA-256 of its report.json. */
type EarlierRun = NonNullable<ReturnType<typeof runIn>>;

/** The run of a folder; undefined where its report is damaged, or of another version. */
export const runIn = (folder: string) => attempt(() => ({ folder, ...readReport(folder, 'An earlier run') }));

/** What runs of one target have in common. The embedded server is one target, whatever its port. */
export function targetName({ baseUrl, environment, embedded }: Omit<Report['target'], 'tenants'>): string {
  return embedded ? 'embedded' : `${environment} ${baseUrl}`;
}

/**
 * What a run knows of those before it in `reports/runs`: their reports are its only memory.
 * @returns the last complete run of the target, whose report carries the history on, and the last that a later one can build
 * on, which carries observations and open changes
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

/** Whether a later run can build on a report: it is complete, no filter made it smaller, and it decided something. */
export function isWhole({ run, history }: Report): boolean {
  const own = history.at(-1);
  return run.complete && own !== undefined && !own.partial && !isDead(own);
}

/**
 * Chooses what a run is compared with: the report that `--baseline` names, nothing for `none`, and else the newest whole run before.
 * @throws UsageError for a report that is named and unusable, or that has nothing in common with this run
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

/** What the baseline observed, by requirement: an observation that differs from it is retested. */
export function observationsOf(baseline: Baseline | undefined): Record<string, unknown> {
  const rows = baseline?.report.requirements.filter(({ observation }) => observation !== undefined) ?? [];
  return Object.fromEntries(rows.map(({ id, observation }) => [id, observation]));
}
