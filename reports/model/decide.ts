import { groupOf, groupsOf, type Specification } from '../../schemas/specification.js';
import type { DecisionEntry, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { complaint as firstError, settledBy } from '../../schemas/validate.js';
import { holdsOn, worst } from '../../schemas/verdict.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { digestOfRow, verdictWithoutDecision, verdictWithoutWaiver } from '../wording/row.js';

/** What an entry of the decisions file means in a run. */
export interface Standing {
  readonly entry: DecisionEntry;
  /**
   * `unused`: a waiver of what did not fail, the declaration of a lack that does not show, or the acceptance of a behaviour that is another one now. `untested`: the
   * run had nothing that the entry could apply to. `not yet`: it is dated after the run.
   */
  readonly state: 'in force' | 'not yet' | 'expired' | 'unused' | 'untested';
  /** Why, as a sentence, where it is not in force and something was tested. */
  readonly reason?: string;
}

/** The day of a run, YYYY-MM-DD, and the ids whose probe an option disabled. */
interface DecideOn {
  readonly day: string;
  readonly withheld?: readonly string[];
  readonly specification: Pick<Specification, 'groups'>;
}

/**
 * Applies decisions to the requirements of a report. Pure. Beside the requirements it gives what became of each entry that
 * concerns one of them (`standings`), and a sentence for each that is expired, not yet in force, or unused (`notices`).
 * @param on a decision holds from its own day to the day it ends, not on the next; a settled requirement without an
 * observation is skipped where its probe was withheld, as one is that the filter left out
 */
export function decide(
  rows: readonly ReportedRequirement[],
  entries: readonly DecisionEntry[],
  { day, withheld = [], specification }: DecideOn,
) {
  const standings: Standing[] = [];
  const decided = rows.map((row) => {
    // Only a settled requirement can fail, so settlements come before waivers.
    const ofRow = entries
      .filter(({ id }) => id === row.id)
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    return ofRow.reduce((before, entry) => {
      const after = holdsOn(entry, day)
        ? apply(before, entry, withheld.includes(row.id) || row.leftOut !== undefined)
        : { row: before, standing: outOfForce(entry, day) };
      standings.push({ entry, ...after.standing });
      return after.row;
    }, row);
  });
  const { requirements, standings: ofLacks } = declaredLacking(decided, entries, { day, specification });
  const all = [...standings, ...ofLacks];
  // An acceptance of an earlier observation was replaced by what followed it.
  const notices = all.flatMap(({ entry, reason }) => (entry.kind === 'accept' || reason === undefined ? [] : [reason]));
  return { requirements, standings: all, notices };
}

/**
 * What a mock lacks as it was declared. Last, and by groups: a group whose requirements all pass lacks nothing. A
 * requirement in two groups needs one of them. Its decision has the name of the group as its id.
 */
function declaredLacking(
  rows: readonly ReportedRequirement[],
  entries: readonly DecisionEntry[],
  { day, specification }: DecideOn,
) {
  const standings: Standing[] = [];
  const declaring = new Map<string, DecisionEntry>();
  for (const entry of entries.filter(({ kind }) => kind === 'lack')) {
    const ofGroup = rows.filter(({ id }) => groupsOf(specification, id).includes(entry.id));
    const standing = holdsOn(entry, day) ? standingOfLack(entry, ofGroup) : outOfForce(entry, day);
    standings.push({ entry, ...standing });
    if (standing.state !== 'in force') continue;
    for (const row of ofGroup) if (mayLack(row) && !declaring.has(row.id)) declaring.set(row.id, entry);
  }
  const requirements = rows.map((row): ReportedRequirement => {
    const entry = declaring.get(row.id);
    if (!entry) return row;
    const { unmet } = groupOf(specification, entry.id);
    return { ...row, verdict: 'lacking', decision: { ...entry, unmet } };
  });
  return { requirements, standings };
}

/**
 * A declaration covers what the target answered, and what was not asked for want of a second tenant or of a key; no
 * outage, no filter, and nothing that a run without writes leaves out.
 */
function mayLack({ verdict, checks, leftOut, lacks }: ReportedRequirement): boolean {
  if (leftOut !== undefined || lacks === 'writes') return false;
  if (verdict === 'skipped') return true;
  const isOpen = verdict === 'fail' || verdict === 'inconclusive';
  return isOpen && checks.length > 0 && !checks.some(({ unanswered }) => unanswered);
}

function standingOfLack(entry: DecisionEntry, ofGroup: readonly ReportedRequirement[]): Outcome {
  // A setting of its own may be all that a skipped one wants (AUTH-09), which says nothing about the target.
  if (ofGroup.some((row) => mayLack(row) && (row.verdict !== 'skipped' || row.lacks !== undefined))) return inForce;
  const tested = ofGroup.filter(({ verdict }) => verdict !== 'skipped');
  if (tested.length === 0 || tested.some(({ verdict }) => verdict !== 'pass')) return { state: 'untested' };
  return { state: 'unused', reason: `${named(entry)} is unused: all that was tested of it passes.` };
}

const order = ['settle', 'accept', 'attest', 'waive'];
const nouns = { waive: 'waiver', attest: 'attestation', settle: 'settlement', accept: 'acceptance' } as const;

/** The state of an entry, and why. */
type Outcome = Omit<Standing, 'entry'>;
/** A requirement after an entry. */
type Applied = { readonly row: ReportedRequirement; readonly standing: Outcome };

const inForce = { state: 'in force' } as const;

/** The words for an entry: `The waiver of CUST-15 by the product owner`. */
function named({ kind, id, by }: DecisionEntry): string {
  if (kind === 'lack') return `The declaration of ${by} that this mock lacks ${id}`;
  return `The ${nouns[kind]} of ${id} by ${by}`;
}

/** What became of an entry that does not hold on the day of the run. */
function outOfForce(entry: DecisionEntry, day: string): Outcome {
  const { on, expires = '' } = entry;
  if (on > day)
    return { state: 'not yet', reason: `${named(entry)} is dated ${dayInFull(on)} and is not in force yet.` };
  return { state: 'expired', reason: `${named(entry)} expired on ${dayInFull(expires)} and has no effect.` };
}

/** @param isWithheld whether an option disabled the probe of the requirement, or the filter left it out */
function apply(row: ReportedRequirement, entry: DecisionEntry, isWithheld: boolean): Applied {
  const { id: _, schema: __, ...decision } = entry;
  switch (entry.kind) {
    case 'attest': {
      const reason = `Attested by ${entry.by}: ${entry.reason}`;
      return { row: { ...row, verdict: 'attested', reason, decision }, standing: inForce };
    }
    case 'settle':
      // Its reason stays: why nothing was observed.
      if (row.observation === undefined)
        return { row: { ...row, decision, verdict: isWithheld ? 'skipped' : 'inconclusive' }, standing: inForce };
      return { row: settled({ ...row, decision }, entry), standing: inForce };
    case 'accept':
      return { row, standing: acceptance(row, entry) };
    default:
      return waived(row, entry, decision);
  }
}

/** An acceptance changes no verdict: an accepted observation is what later ones are compared with. */
function acceptance(row: ReportedRequirement, entry: DecisionEntry): Outcome {
  if (row.observation === undefined && !/^(pass|fail)$/.test(verdictWithoutDecision(row))) return { state: 'untested' };
  if (digestOfRow(row) === entry.observation) return inForce;
  return { state: 'unused', reason: `${named(entry)} accepts another observation than the present one.` };
}

function waived(row: ReportedRequirement, entry: DecisionEntry, decision: object): Applied {
  // All of them where it names none.
  const only = entry.check === undefined ? undefined : [entry.check].flat();
  const concerned = row.checks.filter(({ name }) => only?.includes(name) ?? true);
  const covers = (check: ReportedCheck) => concerned.includes(check) && isCovered(check);
  if (!row.checks.some(covers)) return { row, standing: uncovered(row, entry, concerned) };
  const checks = row.checks.map((check) => (covers(check) ? { ...check, verdict: 'waived' as const } : check));
  const verdict = worst(checks.map((check) => check.verdict));
  // `found` is of a check that still fails, where there is one.
  const still = checks.filter((check) => check.verdict === 'fail' && check.found !== undefined);
  const found = still.some((check) => check.found === row.found) ? row.found : (still[0]?.found ?? row.found);
  return {
    row: { ...row, ...(found && { found }), verdict, checks, decision: decision as ReportedRequirement['decision'] },
    standing: inForce,
  };
}

/** A waiver covers what the target answered. That it did not respond is another thing than what was waived. */
function isCovered({ verdict, unanswered }: ReportedCheck): boolean {
  return !unanswered && (verdict === 'fail' || verdict === 'inconclusive');
}

/** Why a waiver covers nothing. That nothing was tested says nothing about it. */
function uncovered(row: ReportedRequirement, entry: DecisionEntry, concerned: readonly ReportedCheck[]): Outcome {
  const isUnanswered = concerned.some((check) => check.unanswered);
  if (isUnanswered || (row.verdict !== 'pending' && concerned.every((check) => check.verdict === 'skipped'))) {
    if (row.checks.length === 0 || concerned.length > 0) return { state: 'untested' };
    const unknown = [entry.check ?? []].flat().join(', ');
    return { state: 'unused', reason: `The waiver of ${entry.id} names an unknown check: ${unknown}.` };
  }
  const why = concerned.some((check) => check.verdict === 'waived')
    ? 'another waiver covers it'
    : `the requirement is ${row.verdict}, and what it names did not fail`;
  return { state: 'unused', reason: `${named(entry)} is unused: ${why}.` };
}

/** Characters of a schema or an observation in a failure. Both stand whole in the report, and may be long. */
const shown = 600;
/** Name of the check that a settlement adds to its requirement. */
export const settledCheck = 'as it was settled';

function settled(row: ReportedRequirement, entry: DecisionEntry): ReportedRequirement {
  const outcome = evaluated(entry.schema as object, row.observation);
  if ('reason' in outcome) return { ...row, verdict: 'inconclusive', reason: outcome.reason };
  const { holds, complaint } = outcome;
  const check: ReportedCheck = {
    name: settledCheck,
    verdict: holds ? 'pass' : 'fail',
    ...(!holds && { found: `${row.sentence ?? ''} This differs from the settled behaviour: ${complaint}.`.trim() }),
    expected: `the behaviour that ${entry.by} settled on ${entry.on}: ${clip(JSON.stringify(entry.schema), shown)}`,
    received: clip(JSON.stringify(row.observation), shown),
    exchanges: [],
    durationMs: 0,
  };
  const found = holds ? {} : { found: check.found, reason: `Settled by ${entry.by} on ${entry.on}: ${entry.reason}` };
  return { ...row, ...found, verdict: check.verdict, checks: [...row.checks, check] };
}

/** Whether a schema accepts an observation, and what it says against it; or why that stays open. */
function evaluated(schema: object, observation: unknown) {
  try {
    const validate = settledBy(schema);
    return { holds: validate(observation) === true, complaint: firstError(validate.errors) };
  } catch {
    const reason =
      'The settlement could not be evaluated: its JSON Schema is invalid, or refers to itself without end.';
    return { reason };
  }
}

/** A requirement before decisions. */
export function withoutDecision({ decision: _, ...row }: ReportedRequirement): ReportedRequirement {
  const checks = row.checks
    .filter(({ name }) => name !== settledCheck)
    .map((check): ReportedCheck => ({ ...check, verdict: verdictWithoutWaiver(check) }));
  if (checks.length > 0) return { ...row, checks, verdict: worst(checks.map(({ verdict }) => verdict)) };
  const untested = { attested: 'skipped', 'not-shown': 'pending', stated: undefined, inferred: undefined } as const;
  return { ...row, checks, verdict: untested[row.basis] ?? verdictWithoutDecision(row) };
}
