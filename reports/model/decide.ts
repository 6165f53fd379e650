import { currentName } from '../../schemas/renamed-checks.js';
import { OutOfTime, timeLimit } from '../../schemas/time-limit.js';
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
  const within = timeLimit(settlingMs);
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
      const after = apply(decided, entry, { withheld: withheld.includes(row.id), notices, within });
      if (after !== decided) tookPart.push(entry);
      decided = after;
    }
    return decided;
  });
  return { requirements, tookPart, notices };
}

const order = ['settle', 'attest', 'waive'];
const nouns = { waive: 'waiver', attest: 'attestation', settle: 'settlement' } as const;

/** What a decision is applied with. */
interface Applying {
  /** Whether an option disabled the probe of the requirement. */
  readonly withheld: boolean;
  readonly notices: string[];
  /** The time that all settlements share. */
  readonly within: ReturnType<typeof timeLimit>;
}

function apply(row: ReportedRequirement, entry: DecisionEntry, applying: Applying): ReportedRequirement {
  const { id: _, schema: __, ...decision } = entry;
  switch (entry.kind) {
    case 'attest':
      return { ...row, verdict: 'attested', reason: `Attested by ${entry.by}: ${entry.reason}`, decision };
    case 'settle':
      return settled(row, entry, applying, decision);
    case 'waive':
      return waived(row, entry, decision, applying.notices);
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
/** Milliseconds that all settlements of a report may take: their schemas are somebody's, and so are the patterns in them. */
const settlingMs = 5000;
/** Name of the check that a settlement adds to its requirement. */
export const settledCheck = 'as it was settled';

function settled(
  row: ReportedRequirement,
  entry: DecisionEntry,
  { withheld, within }: Applying,
  decision: object,
): ReportedRequirement {
  const decided = { ...row, decision: decision as ReportedRequirement['decision'] };
  // Its reason stays: why nothing was observed.
  if (row.observation === undefined) return { ...decided, verdict: withheld ? 'skipped' : 'inconclusive' };
  const outcome = evaluated(entry.schema as object, row.observation, within);
  if ('reason' in outcome) return { ...decided, verdict: 'inconclusive', reason: outcome.reason };
  const { holds, said } = outcome;
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

/** Whether a schema accepts an observation, and what it says against it; or why that stays open. */
function evaluated(
  schema: object,
  observation: unknown,
  within: Applying['within'],
): { readonly holds: boolean; readonly said: string } | { readonly reason: string } {
  try {
    return within(() => {
      const validate = settledBy(schema);
      return { holds: validate(observation), said: complaint(validate.errors) };
    });
  } catch (error) {
    const why = error instanceof OutOfTime ? 'takes too long' : 'is invalid, or refers to itself without end';
    return { reason: `The settlement could not be evaluated: its JSON Schema ${why}.` };
  }
}
