import { listed } from '../../schemas/common/listed.js';
import { type ObservationFinding, settledCheck } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import { hasProbes } from '../../schemas/observation.js';
import type { DecisionEntry, ReportedCheck, ReportedRequirement as Row } from '../../schemas/types.js';
import { complaint, settledBy } from '../../schemas/validate.js';
import { holdsOn, worst } from '../../schemas/verdict.js';
import { clip, dayInFull } from '../text/words.js';
import { digestOfRow, verdictWithoutDecision, verdictWithoutWaiver } from '../wording/row.js';

export type Standing = Outcome & Readonly<{ entry: DecisionEntry }>;

type Outcome = Readonly<{
  /** `unused`: it covers nothing. `untested`: nothing that it could apply to was tested. `not yet`: it is dated later. */
  state: 'in force' | 'not yet' | 'expired' | 'unused' | 'untested';
  /** Why it is not in force, as a sentence, if something was tested. */
  reason?: string;
}>;

/** `row` after the entry, if that changes it. */
type Applied = Outcome & { readonly row?: Row };

// Only what is settled can fail, so settlements come before waivers; what a waiver covers is not lacking.
const order = ['settle', 'accept', 'attest', 'waive', 'lack'];

/** An observation that an option disabled, or no response showed. */
type Unseen = Pick<ObservationFinding, 'id' | 'name' | 'verdict' | 'reason'>;

/** Applies decisions to requirements. @param on the day of the run, YYYY-MM-DD, and what it did not observe */
export function decide(
  rows: readonly Row[],
  entries: readonly DecisionEntry[],
  on: Readonly<{ day: string; unseen?: readonly Unseen[] }>,
) {
  const standings: Standing[] = [];
  const decided = rows.map((row) =>
    entries
      .filter(({ id }) => id === row.id)
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .reduce((before, entry) => {
        const unseen = on.unseen?.filter(({ id }) => id === row.id);
        const { row: after = before, ...outcome } = outOfForce(entry, on.day) ?? apply(before, entry, unseen);
        standings.push({ entry, ...outcome });
        return after;
      }, row),
  );
  // Later observations replaced an unused acceptance, and unused lacks are named together.
  const isNamedAlone = ({ entry, state }: Standing) =>
    entry.kind !== 'accept' && !(entry.kind === 'lack' && state === 'unused');
  const notices = [...standings.filter(isNamedAlone).flatMap(({ reason }) => reason ?? []), ...obsolete(standings)];
  return { requirements: withoutAdvice(decided), standings, notices };
}

function obsolete(standings: readonly Standing[]) {
  const ids = standings.flatMap(({ entry, state }) => (entry.kind === 'lack' && state === 'unused' ? [entry.id] : []));
  if (ids.length === 0) return [];
  const command = code(`decide revoke ${ids.join(',')}`);
  return [`What the decisions declare lacking passes: ${listed(ids)}. Take it out with ${command}.`];
}

/** A mock that is declared to lack a second tenant needs no advice to configure one. */
function withoutAdvice(rows: Row[]): Row[] {
  if (!rows.some(({ verdict, lacks }) => verdict === 'lacking' && lacks === 'second-tenant')) return rows;
  const shortened = <Reasoned extends { reason?: string }>(of: Reasoned): Reasoned => {
    return { ...of, reason: of.reason?.replace(/ Set `CONFORMANCE_OTHER_TENANT_ID`[^.]*\./, '') };
  };
  return rows.map((row) => ({ ...shortened(row), checks: row.checks.map(shortened) }));
}

/** A lack covers answers, or a missing second tenant or key; no outage, no filter, no run without writes. */
export function mayLack({ verdict, checks, leftOut, lacks }: Row) {
  if (leftOut !== undefined || lacks === 'writes') return false;
  if (verdict === 'skipped') return true;
  const isOpen = verdict === 'fail' || verdict === 'inconclusive';
  return isOpen && checks.length > 0 && !checks.some(({ unanswered }) => unanswered);
}

function lacking(row: Row, entry: DecisionEntry): Applied {
  if (mayLack(row)) return { ...inForce, row: { ...row, verdict: 'lacking' } };
  if (row.verdict !== 'pass') return { state: 'untested' };
  return { state: 'unused', reason: `${named(entry)} is unused: it passes.` };
}

const nouns = { waive: 'waiver', attest: 'attestation', settle: 'settlement', accept: 'acceptance' } as const;
const inForce = { state: 'in force' } as const;

/** `The waiver of CUST-15 by the product owner`. */
function named({ kind, id, by }: DecisionEntry) {
  if (kind === 'lack') return `The declaration of ${by} that this mock lacks ${id}`;
  return `The ${nouns[kind]} of ${id} by ${by}`;
}

function outOfForce(entry: DecisionEntry, day: string): Applied | undefined {
  const { on, expires = '' } = entry;
  if (holdsOn(entry, day)) return undefined;
  if (on > day)
    return { state: 'not yet', reason: `${named(entry)} is dated ${dayInFull(on)} and is not in force yet.` };
  return { state: 'expired', reason: `${named(entry)} expired on ${dayInFull(expires)} and has no effect.` };
}

function apply(row: Row, entry: DecisionEntry, unseen: readonly Unseen[] = []): Applied {
  const { id: _, schema: __, ...decision } = entry;
  const decided = { ...row, decision };
  const { kind, by, reason } = entry;
  switch (kind) {
    case 'attest':
      return { ...inForce, row: { ...decided, verdict: 'attested', reason: `Attested by ${by}: ${reason}` } };
    case 'settle':
      return { ...inForce, row: settled(decided, entry, unseen) };
    case 'accept':
      return acceptance(row, entry);
    case 'lack':
      return lacking(decided, entry);
    default:
      return waived(decided, entry);
  }
}

/** No verdict changes: later observations are compared with an accepted one. */
function acceptance(row: Row, entry: DecisionEntry): Outcome {
  if (row.observation === undefined && !/^(pass|fail)$/.test(verdictWithoutDecision(row))) return { state: 'untested' };
  if (digestOfRow(row) === entry.observation) return inForce;
  return { state: 'unused', reason: `${named(entry)} accepts an observation that differs from that of this run.` };
}

function waived(row: Row, entry: DecisionEntry): Applied {
  // A waiver that names no check concerns all.
  const concerned = row.checks.filter(({ name }) => [entry.check ?? name].flat().includes(name));
  // A waiver covers answers, not that there was none.
  const covered = concerned.filter(({ verdict, unanswered }) => !unanswered && /^(fail|inconclusive)$/.test(verdict));
  if (covered.length === 0) return uncovered(row, entry, concerned);
  const checks = row.checks.map((check) =>
    covered.includes(check) ? { ...check, verdict: 'waived' as const } : check,
  );
  // The finding of a check that still fails stands for the requirement.
  const stillFound = checks.flatMap(({ verdict, found }) => (verdict === 'fail' && found !== undefined ? [found] : []));
  const found = stillFound.find((text) => text === row.found) ?? stillFound[0] ?? row.found;
  return { ...inForce, row: { ...row, found, verdict: worst(checks.map(({ verdict }) => verdict)), checks } };
}

function uncovered(row: Row, entry: DecisionEntry, concerned: readonly ReportedCheck[]): Outcome {
  const isSkipped = ({ verdict }: ReportedCheck) => verdict === 'skipped';
  // What failed may be one of the named checks that this run did not send.
  const isUnsent =
    entry.check === undefined ? concerned.every(isSkipped) : concerned.some(isSkipped) || concerned.length === 0;
  if (concerned.some((check) => check.unanswered) || (row.verdict !== 'pending' && isUnsent)) {
    if (row.checks.length === 0 || concerned.length > 0) return { state: 'untested' };
    const unknown = [entry.check ?? []].flat().join(', ');
    return { state: 'unused', reason: `The waiver of ${entry.id} names an unknown check: ${unknown}.` };
  }
  const why = concerned.some((check) => check.verdict === 'waived')
    ? 'another waiver covers it'
    : `the requirement is ${row.verdict}, and no check that it covers failed`;
  return { state: 'unused', reason: `${named(entry)} is unused: ${why}.` };
}

/** A failure shows the start of a schema or an observation; the report has both whole. */
const quote = (value: unknown) => clip(JSON.stringify(value), 600);

function settled(row: Row, entry: DecisionEntry, unseen: readonly Unseen[]): Row {
  const isWithheld = row.leftOut !== undefined || unseen.some(({ verdict }) => verdict === 'not-asked');
  if (row.observation === undefined) return { ...row, verdict: isWithheld ? 'skipped' : 'inconclusive' };
  const applied = row.contract ? row.checks.filter(({ name }) => name === settledCheck) : judged(row, entry, unseen);
  if (applied.length === 0) return { ...row, verdict: 'inconclusive', reason: 'It was settled after the run.' };
  const verdict = worst(applied.map((check) => check.verdict));
  const { found, reason } = applied.find((check) => check.verdict === verdict) ?? {};
  const expected = `the behaviour that ${entry.by} settled on ${entry.on}: ${quote(entry.schema)}`;
  const why = verdict === 'fail' ? `Settled by ${entry.by} on ${entry.on}: ${entry.reason}` : (reason ?? row.reason);
  const others = row.checks.filter((candidate) => !applied.includes(candidate));
  return { ...row, verdict, found, reason: why, checks: [...others, ...applied.map((one) => ({ ...one, expected }))] };
}

type OfParts = Readonly<{ properties?: object; required?: readonly string[]; additionalProperties?: unknown }>;

/** A check of what was observed, and one of each settled part (a probe, a status) that was not: drift ignores it, too. */
function judged({ observation, sentence }: Row, entry: DecisionEntry, unseen: readonly Unseen[]): ReportedCheck[] {
  const { required = [], additionalProperties, ...rest } = entry.schema as OfParts;
  const parts = hasProbes(observation, observation) ? Object.keys(rest.properties ?? {}) : [];
  const missing = parts.filter((name) => !Object.hasOwn(observation as object, name));
  const isNothingSeen = missing.length > 0 && missing.length === parts.length;
  const none = { verdict: isNothingSeen ? 'inconclusive' : 'not-asked', reason: 'No response of this run showed it.' };
  const left = missing.map((part): ReportedCheck => {
    const { verdict, reason } = unseen.find(({ name }) => name === part) ?? none;
    return { ...check(`: ${part}`), verdict: verdict === 'inconclusive' ? verdict : 'skipped', reason };
  });
  const isSeen = (name: string) => !missing.includes(name);
  const ofParts = { ...rest, required: required.filter(isSeen), additionalProperties: additionalProperties || true };
  const schema = parts.length > 0 ? ofParts : entry.schema;
  return isNothingSeen ? left : [overall(observation, schema as object, sentence), ...left];
}

const check = (of = '') => ({ name: `${settledCheck}${of}`, exchanges: [], durationMs: 0 });

function overall(observation: unknown, schema: object, sentence = ''): ReportedCheck {
  const received = quote(observation);
  try {
    const validate = settledBy(schema);
    if (validate(observation)) return { ...check(), received, verdict: 'pass' };
    const differs = `${sentence} This differs from the settled behaviour: ${complaint(validate.errors)}.`;
    return { ...check(), received, verdict: 'fail', found: differs.trim() };
  } catch {
    const reason = 'The settlement cannot be applied: its JSON Schema is invalid, or refers to itself without end.';
    return { ...check(), received, verdict: 'inconclusive', reason };
  }
}

export function withoutDecision({ decision: _, ...row }: Row): Row {
  const checks = row.checks
    .filter(({ name }) => row.contract || !name.startsWith(settledCheck))
    .map((check): ReportedCheck => ({ ...check, verdict: verdictWithoutWaiver(check) }));
  if (checks.length > 0) return { ...row, checks, verdict: worst(checks.map(({ verdict }) => verdict)) };
  const untested = { attested: 'skipped', 'not-shown': 'pending', stated: undefined, inferred: undefined } as const;
  return { ...row, checks, verdict: untested[row.basis] ?? verdictWithoutDecision(row) };
}
