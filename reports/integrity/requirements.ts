import { areaOf, catalogue } from '../../schemas/catalogue.js';
import type { CheckFinding, ObservationFinding } from '../../schemas/finding.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { outcomeOf, sinceOf } from '../model/assemble.js';
import { decide, settledCheck } from '../model/decide.js';
import { statementsOf } from '../text/observed.js';
import { differences, type IntegrityError, shown, told } from './integrity-error.js';

const file = 'report.json';
type Say = (at: string, says: string) => void;

/** What the rows of a report are held against. */
export interface Against {
  /** Whether this suite made the report: then its catalogue and its wording have to be ours too. */
  readonly ours: boolean;
}

/**
 * What is wrong with the rows of a report by its own word: each is taken back to what its checks found, and led again
 * through the rules that made it. A report of another version is held to its verdicts only.
 */
export function alteredRequirements(report: Report, { ours }: Against): IntegrityError[] {
  const found: IntegrityError[] = [];
  const say: Say = (at, says) => found.push({ file, at, says });
  if (ours) inCatalogue(report, say);
  else unique(report, say);
  for (const [index, row] of report.requirements.entries()) {
    for (const [at, check] of row.checks.entries()) tellsItsVerdict(check, `/requirements/${index}/checks/${at}`, say);
  }
  if (validDecisions(report, say)) decidedAgain(report, ours, say);
  return found;
}

/** Every row of the catalogue, in its order and its words. */
function inCatalogue({ requirements }: Report, say: Say): void {
  const ids = requirements.map(({ id }) => id);
  const missing = catalogue.filter(({ id }) => !ids.includes(id));
  for (const { id } of missing) say('/requirements', `has no row ${id}`);
  for (const [index, row] of requirements.entries()) {
    const at = `/requirements/${index}`;
    const known = catalogue.find(({ id }) => id === row.id);
    if (!known) say(`${at}/id`, `is ${row.id}, which the catalogue does not have`);
    else if (ids.indexOf(row.id) !== index) say(`${at}/id`, `is ${row.id}, which stands twice`);
    else if (missing.length === 0 && catalogue[index]?.id !== row.id)
      say(`${at}/id`, `is ${row.id}, and the catalogue has ${catalogue[index]?.id ?? 'nothing'} there`);
    if (!known) continue;
    const { title, basis, clause, step, supports, why } = { ...absent, ...known };
    const expected = { title, area: areaOf(known.id).name, basis, clause, step, supports, why };
    for (const [name, value] of Object.entries(expected)) {
      const actual = row[name as keyof typeof expected];
      for (const one of differences(value, actual, `${at}/${name}`)) say(one.at, told(one, 'the catalogue says'));
    }
  }
}

const absent = { step: undefined, supports: undefined, why: undefined };

function unique({ requirements }: Report, say: Say): void {
  for (const [index, { id }] of requirements.entries()) {
    if (requirements.findIndex((row) => row.id === id) !== index)
      say(`/requirements/${index}/id`, `is ${id}, which stands twice`);
  }
}

/** What a check tells beside its verdict. A failure that was renamed keeps what it told. */
function tellsItsVerdict(check: ReportedCheck, at: string, say: Say): void {
  const { name, verdict, found, reason, received } = check;
  if (name === settledCheck || verdict === 'waived') return;
  const failure = found ?? received;
  if (verdict === 'fail' && found === undefined) say(`${at}/verdict`, 'is fail, and nothing is told that failed');
  if (verdict !== 'fail' && failure !== undefined)
    say(`${at}/verdict`, `is ${verdict}, and a failure is told beside it`);
  if (verdict === 'pass' && reason !== undefined)
    say(`${at}/verdict`, 'is pass, and a reason why it is none beside it');
}

function validDecisions({ decisions }: Report, say: Say): boolean {
  const valid = validator('decisions', 'entry');
  const broken = decisions.map((entry, index) => {
    if (valid(entry)) return false;
    say(`/decisions/${index}`, `is no decision: ${shown(complaint(valid.errors))}`);
    return true;
  });
  return !broken.includes(true);
}

function decidedAgain(report: Report, ours: boolean, say: Say): void {
  const entries = report.decisions as unknown as readonly DecisionEntry[];
  const before = report.requirements.map((row, index) =>
    undecided(row, entries, report, `/requirements/${index}`, say),
  );
  const day = report.run.startedAt.slice(0, 10);
  const withheld = report.requirements.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id);
  let again: ReturnType<typeof decide>;
  try {
    again = decide(before, entries, day, withheld);
  } catch {
    say('/decisions', 'hold a settlement whose schema is none');
    return;
  }
  for (const [index, entry] of entries.entries()) {
    if (!again.tookPart.includes(entry)) say(`/decisions/${index}`, `is of ${shown(entry.id)} and takes no part`);
  }
  for (const [index, row] of report.requirements.entries()) {
    const expected = again.requirements[index];
    if (expected) compare(row, { ...expected, ...sinceOf(expected, report.history) }, index, { report, ours, say });
  }
}

/** A row as it was before people decided: by what its checks found, or by what was observed. */
function undecided(
  row: ReportedRequirement,
  entries: readonly DecisionEntry[],
  { run }: Report,
  at: string,
  say: Say,
): ReportedRequirement {
  const { found: _, reason: __, decision: ___, since: ____, unobserved: _____, ...rest } = row;
  const decidable = row.basis === 'stated' || row.basis === 'inferred';
  const checks = decidable ? row.checks.map(unwaived) : [];
  const asked = decidable && row.verdict === 'skipped' && checks.length === 0 ? [] : [row.id];
  if (decidable && asked.length > 0 && checks.length === 0 && run.complete) {
    say(`${at}/checks`, `are none, and ${row.id} is ${row.verdict} in a complete run`);
    return row;
  }
  const findings = checks.map((one) => foundBy(row.id, one));
  const settled = entries.some(({ id, kind }) => id === row.id && kind === 'settle');
  return { ...rest, ...outcomeOf(row, findings, [observedIn(row, settled)], { asked, run }), checks };
}

/** What a check found, before people decided. @param id of its row */
export function foundBy(id: string, check: ReportedCheck): CheckFinding {
  return { kind: 'check', id, retried: 0, ...unwaived(check) } as CheckFinding;
}

// A waiver leaves what was told: only a failure has something found.
function unwaived(check: ReportedCheck): ReportedCheck {
  if (check.verdict !== 'waived') return check;
  return { ...check, verdict: check.found === undefined ? 'inconclusive' : 'fail' };
}

/** What was observed of a row, before people decided. @param settled whether a decision judges it */
export function observedIn(row: ReportedRequirement, settled: boolean): ObservationFinding {
  const exchanges = row.exchanges ?? [];
  const common = { kind: 'observation', id: row.id, name: '', exchanges, durationMs: 0, retried: 0 } as const;
  if (row.observation !== undefined)
    return { ...common, verdict: 'observed', observation: row.observation, sentences: statementsOf(row) };
  const reason = settled ? row.unobserved : row.reason;
  const verdict = settled && row.verdict === 'skipped' ? 'not-asked' : 'inconclusive';
  return { ...common, verdict, ...(reason !== undefined && { reason }) };
}

interface Comparison extends Against {
  readonly report: Report;
  readonly say: Say;
}

function compare(row: ReportedRequirement, expected: ReportedRequirement, index: number, comparison: Comparison): void {
  const { report, ours, say } = comparison;
  const at = `/requirements/${index}`;
  const source = 'its checks and decisions say';
  if (row.verdict !== expected.verdict)
    say(`${at}/verdict`, told({ at, expected: expected.verdict, actual: row.verdict }, source));
  const wanted = expected.checks.map(({ verdict }) => verdict);
  const verdicts = row.checks.map(({ verdict }) => verdict);
  if (!ours) {
    for (const one of differences(wanted, verdicts, `${at}/checks`)) say(one.at, told(one, source));
    return;
  }
  for (const name of ['found', 'reason', 'unobserved', 'decision', 'checks'] as const) {
    for (const one of differences(expected[name], row[name], `${at}/${name}`)) say(one.at, told(one, source));
  }
  if (row.since !== expected.since && !longer(row, expected, report))
    say(`${at}/since`, told({ at, expected: expected.since, actual: row.since }, 'the runs before say'));
}

/** A row that was open in all nights that are told may have been so for longer. */
function longer({ since }: ReportedRequirement, expected: ReportedRequirement, { history }: Report): boolean {
  const first = history[0]?.startedAt.slice(0, 10);
  return since !== undefined && expected.since !== undefined && expected.since === first && since < first;
}
