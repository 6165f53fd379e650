/** What is new in a report since the one before, and what is open. Everything that speaks of change sets these two lists. */

import { isDeepStrictEqual } from 'node:util';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, News, Open, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { holdsOn } from '../../schemas/verdict.js';
import { isEndingSoon } from '../wording/decisions.js';
import { acceptedOn, dayOf, isDecided, lastDecidedOf, observedAfter } from './memory.js';

/**
 * A report with what it remembers, what is new since the report before, and what is open. Pure.
 * @param before that of the target's newest complete run that no filter made smaller; undefined for a first run
 */
export function withNews(
  report: Report,
  before: Report | undefined,
  { byChance, shapes }: Pick<Specification, 'byChance' | 'shapes'>,
): Report {
  const changes = report.requirements.map((row) => changeOf(row, report, before, shapes.includes(row.id)));
  const target = targetOf(report, before);
  const isTargetNew =
    target !== undefined && !before?.open.some((was) => was.kind === 'target' && was.id === target.id);
  return {
    ...report,
    requirements: changes.map((change) => withSince(change)) as Report['requirements'],
    news: [
      ...(isTargetNew ? [target] : []),
      ...changes.flatMap((change) => newsOf(change, byChance) ?? []),
      ...askedLess(report, before),
    ],
    open: [...(target ? [target] : []), ...changes.flatMap(openOf)],
  };
}

/** A requirement with all that its news is made of. */
function changeOf(row: Row, report: Report, before: Report | undefined, isShape: boolean): Change {
  const earlier = before?.requirements.find(({ id }) => id === row.id);
  const all = report.decisions as unknown as readonly DecisionEntry[];
  const isAccepted = acceptedOn(all, dayOf(report));
  const isSettledAnew = row.decision?.kind === 'settle' && !isDeepStrictEqual(row.decision, earlier?.decision);
  const { isNew, ...observed } = observedAfter(row, earlier, {
    day: dayOf(report),
    // Where only a second key was rejected, the rest was observed as ever.
    isSilent: report.run.unavailable !== undefined && report.run.unavailable.unmet === undefined,
    isShape,
    isAccepted: (id, digest) => isSettledAnew || isAccepted(id, digest),
  });
  const lastDecided = lastDecidedOf(row, earlier?.lastDecided, report);
  return {
    row: { ...withoutMemory(row), ...observed, ...(lastDecided && { lastDecided }) },
    earlier,
    wasOpen: (before?.open ?? []).filter(({ id }) => id === row.id),
    entries: all.filter(({ id }) => id === row.id),
    isNew,
    report,
    before,
  };
}

/** The requirement with the day since which its verdict is the same: where it is open, or waived. */
function withSince(change: Change): Row {
  const { row } = change;
  const kind = row.verdict === 'inconclusive' ? 'undecided' : 'fails';
  const opened = openOf(change).find((open) => open.kind === kind)?.since;
  const since = row.verdict === 'waived' ? row.lastDecided?.since : opened;
  return since === undefined ? row : { ...row, since };
}

/** Whatever an earlier call added. */
function withoutMemory({
  lastDecided: _,
  shown: __,
  differs: ___,
  lastObserved: ____,
  since: _____,
  ...row
}: Row): Row {
  return row;
}

type Change = Readonly<{
  row: Row;
  earlier: Row | undefined;
  /** What was open of it in the report before. */
  wasOpen: readonly Open[];
  entries: readonly DecisionEntry[];
  /** It was observed otherwise, as no report has shown before. */
  isNew: boolean;
  report: Report;
  before: Report | undefined;
}>;

/** The waivers and attestations of a requirement that are over, the last one to end first. */
function endedEntry({ entries, report }: Change, kind: 'waive' | 'attest'): DecisionEntry | undefined {
  const ended = entries.filter((entry) => entry.kind === kind && (entry.expires ?? '9') < dayOf(report));
  return ended.toSorted((one, other) => String(other.expires).localeCompare(String(one.expires)))[0];
}

/** The news of a requirement: the first kind that applies. */
function newsOf(change: Change, byChance: readonly string[]): News | undefined {
  const { row, earlier, wasOpen, isNew, report } = change;
  const { id, verdict } = row;
  const day = dayOf(report);
  if (row.leftOut !== undefined) return undefined;
  const last = earlier?.lastDecided;
  const ended = endOfDecision(change);
  if (ended) return ended;
  if (verdict === 'fail' && last?.verdict !== 'fail')
    return { id, kind: 'fails', since: row.lastDecided?.since ?? day, ...ofAnotherSuite(change, failedChecks(row)) };
  const more = failedChecks(row).filter((name) => !last?.failing.includes(name));
  if (verdict === 'fail' && more.length > 0 && !byChance.includes(id))
    return { id, kind: 'fails-more', since: day, ...ofAnotherSuite(change, more) };
  const wasUndecided = wasOpen.some(({ kind }) => kind === 'undecided');
  if (isLeftUndecided(change) && last && !wasUndecided) return { id, kind: 'undecided', since: day };
  if (isNew) return { id, kind: 'differs', since: row.differs?.since ?? day };
  const ending = endingWaiver(change);
  if (ending && !wasOpen.some(({ kind, until }) => kind === 'waiver-ends' && until === ending.until)) return ending;
  if (verdict === 'pass' && last && /^(fail|waived|lacking)$/.test(last.verdict))
    return { id, kind: 'passes', since: day };
  return undefined;
}

/** A waiver or an attestation that is over, of a requirement that nothing covers now and that does not pass. */
function endOfDecision(change: Change): News | undefined {
  const { row, earlier, wasOpen, report } = change;
  const last = earlier?.lastDecided?.verdict;
  if ((last !== 'waived' && last !== 'attested') || !/^(fail|inconclusive|skipped)$/.test(row.verdict))
    return undefined;
  if (row.verdict === 'inconclusive' && !isLeftUndecided(change)) return undefined;
  const ended = endedEntry(change, last === 'waived' ? 'waive' : 'attest');
  const wasTold = wasOpen.some(({ kind, until }) => kind === 'decision' && until === ended?.expires);
  if (!ended || wasTold) return undefined;
  const kind = last === 'waived' ? 'waiver-ended' : 'attestation-ended';
  return { id: row.id, kind, since: dayOf(report), ...whoseEnd(ended) };
}

const whoseEnd = ({ by, expires }: DecisionEntry) => ({ by, ...(expires !== undefined && { until: expires }) });

const failedChecks = ({ checks }: Row) => checks.flatMap(({ name, verdict }) => (verdict === 'fail' ? [name] : []));

/** Whether the suite of the report before had none of these checks. */
function ofAnotherSuite({ earlier, report, before }: Change, names: readonly string[]): Pick<News, 'earlierSuite'> {
  const isSame = !before || before.run.exam === report.run.exam;
  const isAsked = earlier?.checks.some(({ name }) => names.includes(name));
  return isSame || isAsked ? {} : { earlierSuite: true };
}

/** Whether the target's own responses leave it undecided: not the end of the run, nor that the target was not available. */
function isLeftUndecided({ row, report: { run } }: Change): boolean {
  if (row.verdict !== 'inconclusive' || !run.complete) return false;
  if (!run.unavailable) return true;
  const { unmet } = run.unavailable;
  return unmet !== undefined && !row.checks.some((check) => check.unmet === unmet);
}

/** The waiver of a waived requirement that is about to end, of several the first. */
function endingWaiver({ row, entries, report }: Change): (News & Open & { kind: 'waiver-ends' }) | undefined {
  const day = dayOf(report);
  const ending = entries.filter((one) => one.kind === 'waive' && holdsOn(one, day) && isEndingSoon(one, day));
  const [first] = ending.toSorted((one, other) => String(one.expires).localeCompare(String(other.expires)));
  if (row.verdict !== 'waived' || !first) return undefined;
  return { id: row.id, kind: 'waiver-ends', since: day, ...whoseEnd(first) };
}

/** What is open of a requirement: what this run did not decide stays open through it. */
function openOf(change: Change): Open[] {
  const { row, wasOpen, report } = change;
  const { id, verdict } = row;
  const day = dayOf(report);
  const kept = (kind: Open['kind']) => wasOpen.find((one) => one.kind === kind);
  const since = (kind: Open['kind']) => kept(kind)?.since ?? day;
  const isOver = isDecided(row) || verdict === 'pending';
  const keptUnlessOver = (kind: Open['kind']) => (isOver ? undefined : kept(kind));
  const fails: Open | undefined =
    verdict === 'fail' ? { id, kind: 'fails', since: row.lastDecided?.since ?? day } : keptUnlessOver('fails');
  const undecided: Open | undefined = isLeftUndecided(change)
    ? { id, kind: 'undecided', since: since('undecided') }
    : keptUnlessOver('undecided');
  const differs: Open | undefined = row.differs && { id, kind: 'differs', since: row.differs.since };
  const ending = endingWaiver(change);
  const waiverEnds = ending ? { ...ending, since: since('waiver-ends') } : keptUnlessOver('waiver-ends');
  const ended = verdict === 'skipped' ? endedEntry(change, 'attest') : undefined;
  const attestation: Open | undefined = ended && {
    id,
    kind: 'attestation-ended',
    since: since('attestation-ended'),
    ...whoseEnd(ended),
  };
  return [
    fails,
    undecided,
    differs,
    waiverEnds?.until !== undefined && waiverEnds.until < day ? undefined : waiverEnds,
    attestation,
    verdict === 'inconclusive' && !isLeftUndecided(change) ? kept('decision') : decisionOf(change, since('decision')),
  ].filter((one) => one !== undefined);
}

/** An entry that has ended, is of no use, or declares lacking what passes. */
function decisionOf({ row: { id }, entries, report }: Change, since: string): Open | undefined {
  const isUnused = report.unusedWaivers?.includes(id) ?? false;
  const over = entries.filter(
    ({ kind, expires = '9' }) => expires < dayOf(report) || (isUnused && (kind === 'waive' || kind === 'lack')),
  );
  const last = over.toSorted((one, other) => String(other.expires).localeCompare(String(one.expires)))[0];
  return last && { id, kind: 'decision', since, ...whoseEnd(last) };
}

/** Why the target was not available, and since when. */
function targetOf({ run }: Report, before: Report | undefined): (News & Open & { kind: 'target' }) | undefined {
  if (!run.unavailable) return undefined;
  const id = run.unavailable.cause;
  const same = before?.open.find((was) => was.kind === 'target' && was.id === id);
  return { id, kind: 'target', since: same?.since ?? run.startedAt.slice(0, 10) };
}

const observeLevels = ['none', 'cheap', 'all'];
const profileLevels = ['read-only', 'single-tenant', 'full'];

/** What this run asks less than the one before. */
function askedLess(report: Report, before: Report | undefined): News[] {
  if (!before) return [];
  const isLess = (levels: readonly string[], now: string, then: string) => levels.indexOf(now) < levels.indexOf(then);
  const less = {
    profile: isLess(profileLevels, report.summary.profile, before.summary.profile),
    'second-tenant': report.target.tenants < before.target.tenants,
    observe: isLess(observeLevels, report.summary.observe, before.summary.observe),
  };
  return Object.entries(less).flatMap(([id, isIt]) =>
    isIt ? [{ id, kind: 'configuration' as const, since: dayOf(report) }] : [],
  );
}
