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
import { attempt, parsedJson, quote, UsageError, usable } from '../settings/usage-error.js';

const mostFolders = 60;

/** Folders of `reports/runs` with a manifest, newest first: by name, or by the start of a run that a person named. */
export function runFolders(cwd: string) {
  const parent = join(cwd, 'reports', 'runs');
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => !name.startsWith('.')) : [];
  const complete = names.filter((name) => existsSync(join(parent, name, manifestFile)));
  const startOf = (name: string) =>
    /^\d{4}-\d\d-\d\dT/.test(name)
      ? name
      : (runIn(join(parent, name))?.report.run.startedAt ?? '').replaceAll(':', '-');
  const dated = complete.map((name) => ({ name, start: startOf(name) }));
  const newestFirst = dated.sort((a, b) => (a.start < b.start ? 1 : -1)).slice(0, mostFolders);
  return newestFirst.map(({ name }) => join(parent, name));
}

type EarlierRun = Readonly<{ report: Report; digest: string }>;

export const runIn = (folder: string) => attempt(() => readReport(folder, 'An earlier run'));

/** Identifies the target of a run. The port of the embedded server does not count. */
export const targetName = ({ baseUrl, environment, embedded }: Omit<Report['target'], 'tenants'>) =>
  embedded ? 'embedded' : `${environment} ${baseUrl}`;

/** The newest report of a target in `reports/runs` on which a later run can build: all that a run remembers. */
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

/** Whether a later run can build on it: the run was complete and no filter left anything out. */
export const isReportBefore = ({ run, requirements }: Report) => run.complete && !isPartial(requirements);

/** The report to compare with: of `--baseline`, or the one before. @throws UsageError for an unusable `--baseline` */
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

export function observationsOf(baseline: Baseline | undefined) {
  const rows = baseline?.report.requirements.filter((row) => observedIn(row) !== undefined) ?? [];
  return Object.fromEntries(rows.map((row) => [row.id, observedIn(row)]));
}

/** Larger files are not read: an ordinary run has a fiftieth of this. */
export const mostOfFile = 64 * 1024 * 1024;

/** Reads a report, or that of a folder. @param title names it: `The baseline` @throws UsageError for an unusable one */
export function readReport(path: string, title: string): EarlierRun {
  const subject = `${title}, ${quote(basename(path))},`;
  const rejected = (what: string) => new UsageError(`${subject} ${what}.`);
  const sentences = { ENOENT: `${subject} does not exist.`, EISDIR: `${subject} is a folder without a report.json.` };
  const work = () => {
    const inFolder = join(path, 'report.json');
    const file = existsSync(inFolder) ? inFolder : path;
    const stat = statSync(file);
    const isReadable = stat.isDirectory() || (stat.isFile() && stat.size <= mostOfFile);
    if (!isReadable) throw rejected('is no file that a run writes');
    return readFileSync(file, 'utf8');
  };
  const text = usable(`${subject} cannot be read`, work, sentences);
  const report = parsedJson(text, subject);
  const valid = validator('report');
  // A complaint names members of the file.
  if (!valid(report)) throw rejected(`is not a valid report: ${printableLine(complaint(valid.errors))}`);
  return { report: report as Report, digest: sha256(text) };
}

/** The named report, or that of the newest complete run. @throws UsageError as `readReport` */
export function chosenReport(cwd: string, given?: string): Report {
  if (given !== undefined) return readReport(resolve(cwd, given), 'The report of --from').report;
  const latest = latestReport(cwd);
  if (latest) return latest;
  throw new UsageError('There is no report in reports/latest. Run the suite first, or name a report with --from.');
}

/** The newest complete run's report, if any. @throws UsageError for a damaged one */
export function latestReport(cwd: string) {
  const latest = join(cwd, 'reports', 'latest');
  return existsSync(join(latest, 'report.json')) ? readReport(latest, 'The newest report').report : undefined;
}
