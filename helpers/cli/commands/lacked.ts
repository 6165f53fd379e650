import { declarableIn, hasDecided } from '../../../reports/model/declarable.js';
import { groupsOf } from '../../../schemas/specification.js';
import type { Report } from '../../../schemas/types.js';
import { reportBefore, targetName } from '../../run-folder/earlier-runs.js';
import { chosenReport, latestReport } from '../../run-folder/report-file.js';
import { allIds } from '../../settings/filter.js';
import { nearest, quote, UsageError } from '../../settings/usage-error.js';
import type { Place } from '../place.js';

/**
 * The requirements that `decide lack` declares: of a group those that the newest run shows as lacking; a requirement that
 * is named itself unless that run shows that it passes. Also the environment of that run.
 * @throws UsageError for an unknown name, a group without a run, and where the run shows no lack
 */
export function lackedIn(names: readonly string[], from: string | undefined, { cwd, tested }: Place) {
  const groups = Object.keys(tested.groups);
  const known = [...groups, ...allIds(tested)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, known) || '; explain shows all';
    throw new UsageError(`${quote(unknown)} is no requirement and no group${near}.`);
  }
  const report = decidingReport(cwd, from, tested);
  if (!report) {
    const group = names.find((name) => groups.includes(name));
    if (group === undefined) return { ids: names, notes: [] };
    throw new UsageError(`No run shows what of ${group} this mock lacks. Run the suite first.`);
  }
  const open = declarableIn(report, tested).map(({ id }) => id);
  const passed = report.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  const shown = names.map((name) => {
    const ofGroup = open.filter((id) => groupsOf(tested, id).includes(name));
    const ids = groups.includes(name) ? ofGroup : [name].filter((id) => !passed.includes(id));
    if (ids.length > 0) return { name, ids };
    throw new UsageError(`The run ${report.run.id} shows no lack of ${name}: what was tested of it passed.`);
  });
  const ids = [...new Set(shown.flatMap((one) => one.ids))];
  const notes = shown.filter(({ name }) => groups.includes(name)).map((one) => `${one.name}: ${one.ids.join(', ')}.`);
  return { ids, environment: report.target.environment, notes };
}

/** The report that is named, or that of the newest whole run that decided something. */
function decidingReport(cwd: string, from: string | undefined, tested: Place['tested']): Report | undefined {
  if (from !== undefined) {
    const report = chosenReport(cwd, from);
    if (hasDecided(report, tested)) return report;
    throw new UsageError(
      `The run ${report.run.id} decided nothing, so it does not show what this mock lacks. Run the suite first.`,
    );
  }
  const newest = latestReport(cwd);
  if (!newest || hasDecided(newest, tested)) return newest;
  return reportBefore(cwd, targetName(newest.target), (report) => hasDecided(report, tested))?.report;
}
