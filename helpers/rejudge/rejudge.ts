import { findingOf } from '../../reports/model/findings-of.js';
import { counted } from '../../reports/text/counted.js';
import { byKey } from '../../schemas/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { numberOf } from '../client/record-exchange.js';
import { suiteDigest } from '../run-folder/digests.js';
import type { Tested } from '../session/tested.js';
import { doubtfulReason } from '../session/unfinished-checks.js';
import type { Lacking } from './recorded-exchanges.js';
import { type ReplayedRun, replayRun, requirementsOf, whyNotJudgeable } from './replay-run.js';

/** What judging a check again came to. */
export interface RejudgedCheck {
  readonly id: string;
  readonly name: string;
  readonly outcome: 'confirmed' | 'contradicted' | 'not judgeable';
  /** Of a contradiction what is recorded and what came out; why it is not judgeable: a clause. */
  readonly why?: string;
  /** Not judgeable because the evidence lacks what the check sends, or holds more: the run that it is said to be of left other evidence. */
  readonly isIncomplete?: true;
  /** What came out, where something did. */
  readonly finding?: CheckFinding;
}

/** What judging a run again came to. */
export interface Rejudged {
  readonly checks: readonly RejudgedCheck[];
  /** Exchanges that no check asked for. */
  readonly left: readonly string[];
  /** Created customers that the report does not list, as clauses. */
  readonly unlisted?: readonly string[];
  /** What a run as it is said to be would have left, and is not there, as clauses. */
  readonly missing?: readonly string[];
  /** Why nothing of it could be judged, as a sentence. */
  readonly impossible?: string;
}

/**
 * Judges every check of a report again, from its evidence alone. Nothing is sent.
 * @param evidence the exchanges of evidence.har; undefined where it is not there
 */
export async function rejudge(
  report: Report,
  evidence: readonly Exchange[] | undefined,
  tested: Tested,
): Promise<Rejudged> {
  const impossible = whyNotJudgeable(report, evidence);
  // Settings that somebody edited may be no settings.
  const unusable = () => 'Its settings cannot be used.' as const;
  const replayed = impossible ?? (evidence ? await replayRun(report, evidence, tested).catch(unusable) : '');
  if (typeof replayed === 'string') {
    const why = 'the run holds no evidence that can be judged';
    const checks = recorded(report, tested).map(({ id, name }) => ({
      id,
      name,
      outcome: 'not judgeable' as const,
      why,
    }));
    return { checks, left: [], impossible: replayed };
  }
  const isCut = !report.run.complete;
  const areCut = (evidence ?? []).some(({ wrote, response }) => wrote && response?.cut);
  const checks = [
    ...recorded(report, tested).map((check) => compared(check, replayed, isCut)),
    ...unrecorded(report, replayed, tested),
  ];
  const lacks = checks.find(({ isIncomplete }) => isIncomplete);
  const blind = lacks && { outcome: 'not judgeable' as const, why: `it looks through all responses, and ${lacks.why}` };
  const isBlind = ({ id, name, outcome, finding }: RejudgedCheck) =>
    (outcome === 'confirmed' || finding?.verdict === 'skipped') && replayed.surveys.has(`${id} ${name}`);
  return {
    checks: checks.map((one) => (isBlind(one) ? { ...one, ...blind } : one)),
    left: replayed.left,
    // A run that was cut short may not have come to know all identities.
    unlisted: isCut ? [] : unlisted(report, replayed, areCut),
    missing: [...gapsIn(evidence ?? []), ...(isCut ? unlisted(report, replayed, isCut) : [])],
  };
}

/** Numbers that are not there, up to as many as there are exchanges: a run numbers them without gaps. */
function gapsIn(evidence: readonly Exchange[]): string[] {
  const there = new Set(evidence.map(({ id }) => id));
  const gaps = evidence.map((_, at) => numberOf(at + 1)).filter((id) => !there.has(id));
  const more = gaps.length > 10 ? ' …' : '';
  return gaps.length > 0
    ? [`evidence.har lacks ${counted(gaps.length, 'exchange')}: ${gaps.slice(0, 10).join(', ')}${more}`]
    : [];
}

/**
 * Customers that the exchanges created, and that the report does not list: it lists what its exchanges show, by the same rules.
 * @param isCut whether the run, or the evidence of a creation, was: then identities are not as the run came to know them
 */
function unlisted({ created }: Report, { customers, renamed, isShape }: ReplayedRun, isCut: boolean): string[] {
  type Customer = Report['created'][number];
  const isNamed = (all: readonly Customer[]) => all.some(({ identity }) => identity !== undefined);
  // The customers of successes without identity are listed only where no response has one.
  if (isNamed(created) && !isNamed(customers)) return [];
  const asText = ({ tenant, idempotencyKey, email, identity }: Customer) =>
    JSON.stringify(isShape || isCut ? [tenant, idempotencyKey] : [tenant, idempotencyKey, email, identity]);
  const listed = byKey(created.map((one) => [renamed(asText(one)), one]));
  return [...byKey(customers.map((one) => [asText(one), one]))].flatMap(([text, of]) => {
    // One customer, once with its identity and once cut, are two in evidence.
    const more = (isCut ? 1 : of.length) - (listed.get(text)?.length ?? 0);
    return more > 0 ? [`report.json /created lacks ${counted(more, 'customer')} that ${of[0]?.exchange} created`] : [];
  });
}

/**
 * Checks that this version makes, and that the report lacks: one that failed may have been deleted. What version made the
 * report is only said there, so that one of another version is not confirmed without them either.
 */
function unrecorded(report: Report, { findings, faults, senders }: ReplayedRun, tested: Tested): RejudgedCheck[] {
  const rows = new Set<string>(requirementsOf(report, senders.keys(), tested));
  const known = new Set(recorded(report, tested).map(({ id, name }) => `${id} ${name}`));
  const isOurs = report.run.suiteVersion === suiteVersion;
  const isLacking = ({ id, name }: Pick<RejudgedCheck, 'id' | 'name'>) => !known.has(`${id} ${name}`) && rows.has(id);
  const lacking = ({ id, name }: Pick<RejudgedCheck, 'id' | 'name'>, why: string, finding?: CheckFinding) =>
    isOurs || senders.has(`${id} ${name}`)
      ? { id, name, outcome: 'contradicted' as const, why, ...(finding && { finding }) }
      : { id, name, outcome: 'not judgeable' as const, why, isIncomplete: true as const };
  return [
    ...findings.flatMap((one) => {
      if (one.kind !== 'check' || !isLacking(one)) return [];
      return [lacking(one, `no verdict is recorded, and the evidence gives ${one.verdict}${described(one)}`, one)];
    }),
    // Of a run that was cut, the probes of gaps are lacking, too: a report names none of them.
    ...faults.flatMap((one) => {
      if (!isLacking(one) || !isDecided(one, tested)) return [];
      return [lacking(one, 'the report lacks this check, and the evidence too')];
    }),
  ];
}

/** Whether checks decide a requirement: as this version has it, whatever an edited report says. */
function isDecided(
  { id, basis }: { readonly id: string; readonly basis?: string },
  { catalogue }: Specification,
): boolean {
  const known = catalogue.find((one) => one.id === id)?.basis ?? basis;
  return known === 'stated' || known === 'inferred';
}

/** The checks of a report before decisions: what probes found. Settlements are derived from observations, not from exchanges. */
function recorded({ requirements }: Report, specification: Specification): CheckFinding[] {
  const decided = requirements.filter((row) => isDecided(row, specification));
  return decided.flatMap(({ id, checks }) => checks.map((check) => findingOf(id, check)));
}

/** @param isCut whether the run ended early: then checks may lack what they had not sent yet */
function compared(then: CheckFinding, of: ReplayedRun, isCut: boolean): RejudgedCheck {
  const { findings, faults, witnessed, lacking, digested, withheld, senders, isShape } = of;
  const { id, name } = then;
  const title = `${id} ${name}`;
  const isSame = (one: { id: string; name: string }) => one.id === id && one.name === name;
  const open = (why: string) => ({ id, name, outcome: 'not judgeable', why }) as const;
  const lack = lacking.get(title);
  const fault = faults.find(isSame);
  const isUnanswered = then.verdict === 'inconclusive' && then.unanswered === true;
  const isDoubted = then.verdict === 'inconclusive' && then.reason === doubtfulReason;
  const isUnfinished = isUnanswered && isCut;
  if (fault)
    return {
      ...open(lack?.what ?? reasonOf(fault.message)),
      ...(!lack && !isUnfinished && !(isShape && digested.has(title)) && { isIncomplete: true }),
    };
  if (witnessed.has(title)) return open('it rests on a handshake or a webhook, which is no exchange');
  const now = findings.find((one) => isSame(one) && one.kind === 'check') as CheckFinding | undefined;
  if (!now) return open('this version has no such check, or it needs more than exchanges');
  if (lack && !failsBesides(then, now, lack)) return open(lack.what);
  // Neither what may be another's response nor a part of a check decides; a failure that is set aside for it is named.
  if (now.verdict !== then.verdict && (isDoubted || isUnfinished)) {
    const why = isDoubted ? 'its responses may be those of other requests' : 'the run ended before it did';
    return now.verdict === 'fail'
      ? { ...open(`${why}, and the evidence gives fail${described(now)}`), isIncomplete: true }
      : open(why);
  }
  if (now.verdict !== then.verdict && isUnanswered) {
    const why = `no response is recorded of it, and the evidence has them and gives ${now.verdict}${described(now)}`;
    return { id, name, outcome: 'contradicted', why, finding: now };
  }
  // Without values, a pass that read any may have missed what stood there.
  if (isShape && digested.has(title) && now.verdict !== 'fail') return open(digested.get(title) ?? '');
  const unused = senders.get(title) ?? 0;
  const surplus = `the evidence holds ${counted(unused, 'request')} of it that it does not send`;
  if (now.verdict === then.verdict && unused > 0 && !isUnfinished) return { ...open(surplus), isIncomplete: true };
  if (now.verdict === then.verdict) return { id, name, outcome: 'confirmed', finding: now };
  // A failure is shown by values that the evidence holds; that there is none may rest on what it withholds.
  const mask = digested.get(title) ?? (isShape ? 'the evidence holds no values' : undefined);
  if (mask && (now.verdict !== 'fail' || withheld.has(now.deciding ?? ''))) return open(mask);
  // Digests show that values are the same: a failure that rests on it is not refuted by a report without it.
  if (isShape && digested.has(title))
    return { ...open(`${mask}, and the rest gives fail${described(now)}`), isIncomplete: true };
  const why = `${then.verdict} is recorded, and the evidence gives ${now.verdict}${described(now)}`;
  return { id, name, outcome: 'contradicted', why, finding: now };
}

/** Whether a failure is shown by the same response as before, and by none that evidence holds a part of. */
function failsBesides(then: CheckFinding, now: CheckFinding, { exchanges }: Lacking): boolean {
  const { verdict, deciding, control } = now;
  if (verdict !== 'fail' || then.verdict !== 'fail' || deciding === undefined || deciding !== then.deciding)
    return false;
  return ![deciding, control?.exchange].some((id) => id !== undefined && exchanges.has(id));
}

function described({ found, reason }: CheckFinding): string {
  const text = found ?? reason;
  return text === undefined ? '' : `: ${text}`;
}

/** The clause of what was missing; of any other error that there was one. */
function reasonOf(message: string): string {
  const [first = ''] = message.split('\n');
  return /^NotRecorded: (.*)/.exec(first)?.[1] ?? `the suite could not judge it (${first})`;
}

/** The word for what judging a run came to: confirmed is only a run whose evidence is all there. */
export function rejudgedWord(judged: Rejudged): 'CONTRADICTED' | 'NOT CONFIRMED' | 'CONFIRMED' {
  const { checks, unlisted = [], missing = [] } = judged;
  if (unlisted.length > 0 || checks.some(({ outcome }) => outcome === 'contradicted')) return 'CONTRADICTED';
  const isConfirmed = ({ outcome }: RejudgedCheck) => outcome === 'confirmed';
  const isWhole = missing.length === 0 && checks.some(isConfirmed) && !checks.some(({ isIncomplete }) => isIncomplete);
  return isWhole ? 'CONFIRMED' : 'NOT CONFIRMED';
}

/** How many checks came out how, in one sentence. */
export function rejudgedSentence({ checks }: Rejudged): string {
  const count = (outcome: RejudgedCheck['outcome']) => checks.filter((one) => one.outcome === outcome).length;
  const parts = [
    count('contradicted') > 0 && `${count('contradicted')} contradicted`,
    `${count('confirmed')} of ${counted(checks.length, 'check')} confirmed from their evidence`,
    count('not judgeable') > 0 && `${count('not judgeable')} not judgeable`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** What did not come out as recorded, a line for each contradiction, and one for each requirement that is not judgeable throughout. */
export function rejudgedLines(
  { checks, left, unlisted = [], missing = [] }: Rejudged,
  { run }: Pick<Report, 'run'>,
  specification: Specification,
): string[] {
  const contradicted = checks.filter(({ outcome }) => outcome === 'contradicted');
  const open = byKey(checks.filter(({ outcome }) => outcome === 'not judgeable').map((one) => [one.id, one]));
  const were = left.length === 1 ? 'was' : 'were';
  return [
    ...unlisted.map((what) => `  contradicted  ${what}`),
    ...contradicted.map(({ id, name, why }) => `  contradicted  ${id} ${name}: ${why}`),
    ...[...open].map(([id, of]) => {
      const [first] = of;
      const which = of.length === 1 ? first?.name : counted(of.length, 'check');
      return `  not judgeable  ${id} ${which}: ${first?.why}`;
    }),
    ...missing.map((what) => `  missing  ${what}`),
    left.length > 0 && `${counted(left.length, 'exchange')} of the evidence ${were} not needed by any check.`,
    run.suiteVersion !== suiteVersion && `Recorded by version ${run.suiteVersion}, judged by version ${suiteVersion}.`,
    run.suiteVersion === suiteVersion &&
      run.exam !== suiteDigest(specification) &&
      `Recorded by another build of version ${suiteVersion}, so only verdicts and counts were compared.`,
    // What judging again cannot show.
    'Evidence that was invented in agreement with the verdicts is not found.',
  ].filter((line) => line !== false);
}
