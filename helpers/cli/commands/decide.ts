import { basename, resolve } from 'node:path';
import { declarableIn, hasDecided } from '../../../reports/model/declarable.js';
import { settlingSchema, unsigned } from '../../../reports/model/settlement.js';
import { plain, printableLine } from '../../../reports/text/words.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { digestOfRow } from '../../../reports/wording/row.js';
import { embeddedNotice } from '../../../reports/wording/target.js';
import { listed } from '../../../schemas/common/listed.js';
import { escapedJson } from '../../../schemas/escaped-json.js';
import { groupsOf, raisedBy, requirementOf } from '../../../schemas/specification.js';
import type { DecisionEntry, ReportedRequirement } from '../../../schemas/types.js';
import { changeDecisions, isForSameThing, kinds, misfitOf, refused } from '../../decisions/decisions.js';
import { chosenReport, latestReport, reportBefore, targetName } from '../../run-folder/earlier-runs.js';
import { allIds } from '../../settings/filter.js';
import { readGiven } from '../../settings/sources.js';
import { nearest, quote, UsageError } from '../../settings/usage-error.js';
import type { Given, Outcome, Place } from '../place.js';

type Kind = DecisionEntry['kind'];

type DecideOptions = Readonly<
  Partial<Record<'by' | 'reason' | 'expires' | 'ticket' | 'approvedBy' | 'evidence' | 'from', string>>
> & { readonly check?: readonly string[]; readonly print?: boolean };

/** Of CONFORMANCE_DECISIONS, or decisions.json of the working folder. */
export const decisionsFile = ({ cwd, env }: Pick<Place, 'cwd' | 'env'>) =>
  resolve(cwd, String(readGiven({ env, cwd }).given.get('decisionsFile')?.value ?? 'decisions.json'));

/** `decide`. @throws UsageError for an entry that a run would reject, and if there is nothing to revoke */
export function decide({ words: [kind = '', names = ''], options }: Given<DecideOptions>, place: Place): Outcome {
  const kindNames = [...Object.keys(kinds), 'revoke'];
  if (!kindNames.includes(kind)) {
    const near = nearest(kind, kindNames) || `; there are ${listed(kindNames)}`;
    throw new UsageError(`There is no kind of decision ${quote(kind)}${near}.`);
  }
  const { print = false } = options;
  const ids = [...new Set(names.split(',').map((name) => name.trim()))];
  const isRevoked = kind === 'revoke';
  const now = new Date();
  const { entries, notes } = isRevoked
    ? { entries: [], notes: [] }
    : newEntries(kind as Kind, ids, options, place, now);
  const isReplaced = (old: DecisionEntry) =>
    old.on <= dayOf(now) && entries.some((entry) => isForSameThing(old, entry));
  const goes = (old: DecisionEntry) => (isRevoked ? ids.includes(old.id) : isReplaced(old));
  const file = decisionsFile(place);
  const name = quote(basename(file));
  const { gone, write } = changeDecisions(file, goes, entries, { now, specification: place.tested });
  const unknown = isRevoked ? ids.filter((id) => !gone.some((entry) => entry.id === id)) : [];
  if (unknown.length > 0) throw new UsageError(`${name} holds no decision on ${listed(unknown)}.`);
  if (!print) write();
  const removed = isRevoked ? [] : gone.map(({ by, on, reason }) => `It replaces the entry of ${by}, ${on}: ${reason}`);
  const done = isRevoked ? `Removed from ${name}.` : `Written to ${name}.`;
  const said = new Set([...notes, ...removed, print ? `Nothing was written to ${name}.` : done]);
  const written = entries.length === 1 ? entries[0] : entries;
  return { status: 0, lines: [escapedJson(isRevoked ? gone : written, 2)], notes: [...said].map(printableLine) };
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** With notes for their author. @throws UsageError for an entry that no run would accept */
function newEntries(kind: Kind, names: readonly string[], options: DecideOptions, place: Place, now: Date) {
  const { from, print, ...given } = options;
  const on = dayOf(now);
  // `changeDecisions` reports an invalid day.
  if (given.expires !== undefined && Date.parse(given.expires) < Date.parse(on))
    throw refused(`--expires is before today, ${on}.`);
  if (names.length > 1 && given.check) throw refused('--check names checks of one requirement, and there are several.');
  const { ids, environment, notes: ofRun } = kind === 'lack' ? lackedIn(names, from, place) : { ids: names, notes: [] };
  const judged = { now, specification: place.tested, environment };
  const all = ids.map((id) => {
    // A settlement gets its schema from the observation.
    const why = misfitOf({ ...given, id, kind, schema: {} } as DecisionEntry, judged);
    if (why !== undefined) throw refused(why);
    const { members, notes } = particulars[kind](id, options, place);
    const entry = { id, kind, on, ...(print && unsigned), ...given, ...members } as DecisionEntry;
    return { entry, notes: [...notes, approvalOf(entry) ?? ''].filter((note) => note !== '') };
  });
  return { entries: all.map(({ entry }) => entry), notes: [...ofRun, ...all.flatMap(({ notes }) => notes)] };
}

const ofShape =
  'A response with what it describes is then a pass, whatever else the response has. Widen it where more should be valid.';

type Commented = { readonly $comment?: string; readonly properties?: Readonly<Record<string, Commented>> };

function restsOn({ $comment, properties = {} }: Commented) {
  const ofStatuses = Object.entries(properties).map(([status, schema]) => `${schema.$comment} of ${status}`);
  return `The schema rests on ${$comment ?? listed(ofStatuses)}, and a part of it on as many as its $comment says.`;
}

/** The schema of a body. @throws UsageError if it would accept anything */
function contractOf({ id, contract = {} }: ReportedRequirement): object {
  if (Object.keys(contract).some((keyword) => !keyword.startsWith('$'))) return contract;
  throw refused(`the responses of the run show nothing of ${id} that a schema could hold.`);
}

type Particulars = Readonly<{ members: object; notes: readonly string[] }>;
const nothing: Particulars = { members: {}, notes: [] };

/** What each kind adds to its entry, and notes. @throws UsageError if the run does not show it */
const particulars: Readonly<Record<Kind, (id: string, options: DecideOptions, place: Place) => Particulars>> = {
  waive: waiving,
  attest: () => nothing,
  settle: (id, { from }, { cwd }) => {
    const { row, run, notes } = rowOf(id, cwd, from);
    if (row.observation === undefined)
      throw new UsageError(printableLine(`The run ${run} observed nothing for ${id}. ${row.reason ?? ''}`));
    if (row.contract)
      return { members: { schema: contractOf(row) }, notes: [...notes, restsOn(row.contract), ofShape] };
    const rest = 'Any other behaviour is then a failure. Widen the schema where more should be valid.';
    return { members: { schema: settlingSchema(row.observation) }, notes: [...notes, rest] };
  },
  accept: (id, { from }, { cwd, tested }) => {
    const { row, run, notes } = rowOf(id, cwd, from);
    if (!row.drift && raisedBy(row, requirementOf(tested, id)).length === 0)
      throw new UsageError(printableLine(`${id} did not change in the run ${run}, so there is nothing to accept.`));
    return { members: { observation: digestOfRow(row) }, notes: [...notes, plain(row.drift?.sentence ?? '')] };
  },
  lack: () => nothing,
};

/** Without --check a waiver covers what failed. @throws UsageError for no failure: it would cover later ones */
function waiving(id: string, { from, check }: DecideOptions, { cwd }: Place): Particulars {
  if (check) return nothing;
  const { row, run } = rowOf(id, cwd, from);
  const failed = row.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  if (failed.length === 0 && row.verdict !== 'inconclusive')
    throw new UsageError(
      `The run ${printableLine(run)} has no failure of ${id} (${row.verdict}): a waiver would cover every later failure of ${id}. Name its checks with --check.`,
    );
  const state = `In the run ${run} ${failed.length} of ${row.checks.length} checks failed.`;
  return { members: failed.length > 0 ? { check: failed.map(({ name }) => name) } : {}, notes: [state] };
}

function rowOf(id: string, cwd: string, from: string | undefined) {
  const { requirements, run, target } = chosenReport(cwd, from);
  const row = requirements.find((requirement) => requirement.id === id) as ReportedRequirement;
  const incomplete = run.complete ? '' : ', which is incomplete';
  const about = `${id}, ${row.title}. ${row.sentence ?? ''} Observed in the run ${run.id}${incomplete}.`;
  return { row, run: run.id, notes: [about, ...(target.embedded ? [embeddedNotice] : [])] };
}

/** Ids for `decide lack`, none that passed. @throws UsageError for an unknown name, and one that no run shows lacking */
function lackedIn(names: readonly string[], from: string | undefined, { cwd, tested }: Place) {
  const groups = Object.keys(tested.groups);
  const allNames = [...groups, ...allIds(tested)];
  const unknown = names.find((name) => !allNames.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, allNames) || '; explain shows all';
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
  const lacking = names.map((name) => {
    const ofGroup = open.filter((id) => groupsOf(tested, id).includes(name));
    const ids = groups.includes(name) ? ofGroup : [name].filter((id) => !passed.includes(id));
    if (ids.length > 0) return { name, ids };
    throw new UsageError(`The run ${report.run.id} shows no lack of ${name}: what was tested of it passed.`);
  });
  const ofGroups = lacking.filter(({ name }) => groups.includes(name));
  const notes = ofGroups.map(({ name, ids }) => `${name}: ${ids.join(', ')}.`);
  return { ids: [...new Set(lacking.flatMap(({ ids }) => ids))], environment: report.target.environment, notes };
}

/** The named report, or that of the newest complete run with a verdict. */
function decidingReport(cwd: string, from: string | undefined, tested: Place['tested']) {
  const report = from === undefined ? latestReport(cwd) : chosenReport(cwd, from);
  if (!report || hasDecided(report, tested)) return report;
  if (from === undefined)
    return reportBefore(cwd, targetName(report.target), (before) => hasDecided(before, tested))?.report;
  const why = `The run ${report.run.id} decided nothing, so it does not show what this mock lacks.`;
  throw new UsageError(`${why} Run the suite first.`);
}
