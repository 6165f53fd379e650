import { currentName } from '../../schemas/renamed-checks.js';
import type { DecisionEntry, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { complaint, settledBy } from '../../schemas/validate.js';
import { type Verdict, worst } from '../../schemas/verdict.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';

/** Requirements after decisions, with what has to be said about the decisions themselves. */
export interface Decided {
  readonly requirements: ReportedRequirement[];
  /** The entries that took part. */
  readonly tookPart: readonly DecisionEntry[];
  /** Expired, unmatched and useless decisions, one sentence each. */
  readonly notices: readonly string[];
}

/**
 * Applies decisions to the requirements of a report. Pure.
 * @param day the day of the run, YYYY-MM-DD: a decision holds on the day it ends, not on the next
 * @param withheld ids whose probe an option disabled: a settled requirement without an observation is then skipped
 */
export function decide(
  rows: readonly ReportedRequirement[],
  entries: readonly DecisionEntry[],
  day: string,
  withheld: readonly string[] = [],
): Decided {
  const notices: string[] = [];
  const tookPart: DecisionEntry[] = [];
  const requirements = rows.map((row) => {
    let decided = row;
    const own = entries.filter(({ id }) => id === row.id);
    // Only a settled requirement can fail, so settlements come before waivers.
    for (const entry of own.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
      if (entry.expires !== undefined && entry.expires < day) {
        notices.push(
          `The ${nouns[entry.kind]} of ${entry.id} by ${entry.by} expired on ${dayInFull(entry.expires)} and has no effect.`,
        );
        continue;
      }
      const after = apply(decided, entry, withheld.includes(row.id), notices);
      if (after !== decided) tookPart.push(entry);
      decided = after;
    }
    return decided;
  });
  return { requirements, tookPart, notices };
}

const order = ['settle', 'attest', 'waive'];
const nouns = { waive: 'waiver', attest: 'attestation', settle: 'settlement' } as const;

function apply(
  row: ReportedRequirement,
  entry: DecisionEntry,
  withheld: boolean,
  notices: string[],
): ReportedRequirement {
  const { id: _, schema: __, ...decision } = entry;
  switch (entry.kind) {
    case 'attest':
      return { ...row, verdict: 'attested', reason: `Attested by ${entry.by}: ${entry.reason}`, decision };
    case 'settle':
      return settled(row, entry, withheld, decision);
    case 'waive':
      return waived(row, entry, decision, notices);
  }
}

/**
 * The verdict to show while the run goes on: `waived` where a waiver of the whole requirement holds. One of single checks
 * is judged at the end.
 */
export function waivedSoFar(id: string, verdict: Verdict, entries: readonly DecisionEntry[], now: Date): Verdict {
  if (verdict !== 'fail' && verdict !== 'inconclusive') return verdict;
  const day = now.toISOString().slice(0, 10);
  const holds = entries.some((one) => {
    return one.kind === 'waive' && one.id === id && one.check === undefined && (one.expires ?? '') >= day;
  });
  return holds ? 'waived' : verdict;
}

function waived(
  row: ReportedRequirement,
  entry: DecisionEntry,
  decision: object,
  notices: string[],
): ReportedRequirement {
  const check = entry.check === undefined ? undefined : currentName(entry.check);
  const named = check === undefined ? row.checks : row.checks.filter(({ name }) => currentName(name) === check);
  if (named.length === 0 && (entry.check !== undefined || row.checks.length > 0)) {
    notices.push(`The waiver of ${entry.id} names an unknown check: ${entry.check}.`);
    return row;
  }
  const covers = ({ name, verdict }: ReportedCheck) =>
    (verdict === 'fail' || verdict === 'inconclusive') && named.some((one) => one.name === name);
  const bare = row.checks.length === 0 && (row.verdict === 'fail' || row.verdict === 'inconclusive');
  if (!row.checks.some(covers) && !bare) {
    const what = row.verdict === 'waived' ? 'another waiver covers it' : `the requirement is ${row.verdict}`;
    notices.push(`The waiver of ${entry.id} by ${entry.by} is unused: ${what}.`);
    return row;
  }
  const checks = row.checks.map((check) => (covers(check) ? { ...check, verdict: 'waived' as const } : check));
  const verdict = bare ? 'waived' : worst(checks.map((check) => check.verdict));
  return { ...row, verdict, checks, decision: decision as ReportedRequirement['decision'] };
}

/** Characters of a schema or an observation in a failure. Both stand whole in the report, and may be long. */
const shown = 600;
/** Name of the check that a settlement adds to its requirement. */
export const settledCheck = 'as it was settled';

function settled(
  row: ReportedRequirement,
  entry: DecisionEntry,
  withheld: boolean,
  decision: object,
): ReportedRequirement {
  const decided = { ...row, decision: decision as ReportedRequirement['decision'] };
  // Its reason stays: why nothing was observed.
  if (row.observation === undefined) return { ...decided, verdict: withheld ? 'skipped' : 'inconclusive' };
  const validate = settledBy(entry.schema as object);
  const holds = validate(row.observation);
  const said = complaint(validate.errors);
  const check: ReportedCheck = {
    name: settledCheck,
    verdict: holds ? 'pass' : 'fail',
    ...(!holds && { found: `${row.sentence ?? ''} This differs from the settled behaviour: ${said}.`.trim() }),
    expected: `the behaviour that ${entry.by} settled on ${entry.on}: ${clip(JSON.stringify(entry.schema), shown)}`,
    received: clip(JSON.stringify(row.observation), shown),
    exchanges: [],
    durationMs: 0,
  };
  const found = holds ? {} : { found: check.found, reason: `Settled by ${entry.by} on ${entry.on}: ${entry.reason}` };
  return { ...decided, ...found, verdict: check.verdict, checks: [...row.checks, check] };
}
