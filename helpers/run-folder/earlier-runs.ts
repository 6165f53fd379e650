import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { manifestFile } from '../../reports/integrity/manifest.js';
import type { Baseline } from '../../reports/model/compared.js';
import { printableLine } from '../../reports/text/words.js';
import { observedIn } from '../../reports/wording/row.js';
import { isPartial } from '../../reports/wording/scope.js';
import { sha256 } from '../../schemas/common/sha256.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { Configuration } from '../settings/schema.js';
import { attempt, quote, UsageError, usable } from '../settings/usage-error.js';

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
 * The report before of a target: that of its newest complete run in `reports/runs` that no filter made smaller. It is all
 * that a new run remembers.
 * @param isWanted passes over the reports for which it is false
 */
export function reportBefore(
  cwd: string,
  target: string,
  isWanted: (report: Report) => boolean = () => true,
): EarlierRun | undefined {
  for (const folder of runFolders(cwd)) {
    const run = runIn(folder);
    if (!run || !isReportBefore(run.report) || targetName(run.report.target) !== target) continue;
    if (isWanted(run.report)) return run;
  }
  return undefined;
}

/** Whether a later run can build on a report: the run was complete, and no filter made it smaller. */
export function isReportBefore({ run, requirements }: Report): boolean {
  return run.complete && !isPartial(requirements);
}

/**
 * What observations are compared with: the report of `--baseline`, nothing for `none`, else the report before.
 * @throws UsageError for a named report that is unusable, or has nothing in common with this run
 */
export function chooseBaseline(
  { baseline: named, environment, baseUrl = '', embedded, only }: Configuration,
  before: EarlierRun | undefined,
  cwd: string,
): Baseline | undefined {
  if (named === undefined) return before && { report: before.report, kind: 'previous' };
  if (named.toLowerCase() === 'none') return undefined;
  const { report } = readReport(resolve(cwd, named), 'The baseline');
  if (targetName(report.target) === targetName({ baseUrl, environment, embedded })) return { report, kind: 'named' };
  const isResult = (row: Report['requirements'][number]) =>
    observedIn(row) !== undefined || /pass|fail/.test(row.verdict);
  if (!report.requirements.some((row) => only.includes(row.id) && isResult(row)))
    throw new UsageError(
      'The baseline has no result for anything that this run tests. Choose one with the same --only, or a complete one.',
    );
  return { report, kind: 'other target' };
}

/** What the baseline observed, by requirement: a differing observation is retested. */
export function observationsOf(baseline: Baseline | undefined): Record<string, unknown> {
  const rows = baseline?.report.requirements.filter((row) => observedIn(row) !== undefined) ?? [];
  return Object.fromEntries(rows.map((row) => [row.id, observedIn(row)]));
}

/** Bytes of a file that are read: 50 times those of an ordinary run. */
export const mostOfFile = 64 * 1024 * 1024;

/**
 * Reads a report, perhaps of another version, perhaps made by hand, and the SHA-256 of its file.
 * @param path a report.json, or the folder of a run
 * @param said how a message names it: `The baseline`
 * @throws UsageError where it is missing, no file of a run, no JSON, or invalid
 */
export function readReport(path: string, said: string): { report: Report; digest: string } {
  const subject = `${said}, ${quote(basename(path))},`;
  const rejected = (what: string) => new UsageError(`${subject} ${what}.`);
  const known = { ENOENT: `${subject} does not exist.`, EISDIR: `${subject} is a folder without a report.json.` };
  const work = () => {
    const inFolder = join(path, 'report.json');
    const file = existsSync(inFolder) ? inFolder : path;
    const stat = statSync(file);
    const isReadable = stat.isDirectory() || (stat.isFile() && stat.size <= mostOfFile);
    if (!isReadable) throw rejected('is no file that a run writes');
    return readFileSync(file, 'utf8');
  };
  const text = usable(`${subject} cannot be read`, work, known);
  const report: unknown = attempt(() => JSON.parse(text));
  if (report === undefined) throw rejected('is not well-formed JSON');
  const valid = validator('report');
  // Whoever made the file named the members in a complaint.
  if (!valid(report)) throw rejected(`is not a valid report: ${printableLine(complaint(valid.errors))}`);
  return { report: report as Report, digest: sha256(text) };
}

/** The report that is named, or that of the newest complete run. @throws UsageError as `readReport` */
export function chosenReport(cwd: string, given?: string): Report {
  if (given !== undefined) return readReport(resolve(cwd, given), 'The report of --from').report;
  const latest = latestReport(cwd);
  if (latest) return latest;
  throw new UsageError('There is no report in reports/latest. Run the suite first, or name a report with --from.');
}

/** The newest complete run's report, if any. @throws UsageError for a damaged one */
export function latestReport(cwd: string): Report | undefined {
  const latest = join(cwd, 'reports', 'latest');
  return existsSync(join(latest, 'report.json')) ? readReport(latest, 'The newest report').report : undefined;
}
