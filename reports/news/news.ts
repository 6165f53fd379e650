/** What is new in a report since the one before, and what is open. Everything that speaks of change sets these two lists. */

import { isDeepStrictEqual } from 'node:util';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, News, Open, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { holdsOn } from '../../schemas/verdict.js';
import { entriesOf, isEndingSoon } from '../wording/decisions.js';
import { isLeftByTarget } from '../wording/row.js';
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
  const opened = changes.map(openOf);
  const target = targetOf(report, before);
  const isTargetNew =
    target !== undefined && !before?.open.some((was) => was.kind === 'target' && was.id === target.id);
  return {
    ...report,
    requirements: changes.map(({ row }, at) => withSince(row, opened[at])) as Report['requirements'],
    news: [
      ...(isTargetNew ? [target] : []),
      ...changes.flatMap((change) => newsOf(change, byChance) ?? []),
      ...askedLess(report, before),
    ],
    open: [...(target ? [target] : []), ...opened.flat()],
  };
}

/** A requirement with all that its news is made of. */
function changeOf(row: Row, report: Report, before: Report | undefined, isShape: boolean): Change {
  const earlier = before?.requirements.find(({ id }) => id === row.id);
  const all = entriesOf(report);
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
  // Whatever an earlier call added goes.
  const { lastDecided: _, shown: __, differs: ___, lastObserved: ____, since: _____, ...bare } = row;
  return {
    row: { ...bare, ...observed, ...(lastDecided && { lastDecided }) },
    earlier,
    wasOpen: (before?.open ?? []).filter(({ id }) => id === row.id),
    entries: all.filter(({ id }) => id === row.id),
    isNew,
    report,
    before,
  };
}

/** The requirement with the day since which its verdict is the same: where it is open, or waived. */
function withSince(row: Row, opened: readonly Open[] = []): Row {
  const kind = row.verdict === 'inconclusive' ? 'undecided' : 'fails';
  const ofKind = opened.find((open) => open.kind === kind)?.since;
  const since = row.verdict === 'waived' ? row.lastDecided?.since : ofKind;
  return since === undefined ? row : { ...row, since };
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

const byEnd = (one: DecisionEntry, other: DecisionEntry): number =>
  String(one.expires).localeCompare(String(other.expires));

/** The waiver or attestation of a requirement that is over, of several the last to end. */
function endedEntry({ entries, report }: Change, kind: 'waive' | 'attest'): DecisionEntry | undefined {
  const ended = entries.filter((entry) => entry.kind === kind && (entry.expires ?? '9') < dayOf(report));
  return ended.toSorted((one, other) => byEnd(other, one))[0];
}

/** The news of a requirement: the first kind that applies. */
function newsOf(change: Change, byChance: readonly string[]): News | undefined {
  const { row, earlier, wasOpen, isNew, report } = change;
  const { id, verdict } = row;
  if (row.leftOut !== undefined) return undefined;
  const last = earlier?.lastDecided;
  const news = (kind: News['kind'], since = dayOf(report)): News => ({ id, kind, since });
  const wasTold = (kind: Open['kind'], until?: string) =>
    wasOpen.some((was) => was.kind === kind && was.until === until);
  const ended = endOfDecision(change);
  if (ended && !wasTold('decision', ended.expires))
    return { ...news(ended.kind === 'waive' ? 'waiver-ended' : 'attestation-ended'), ...whoseEnd(ended) };
  const failing = verdict === 'fail' ? failedChecks(row) : [];
  if (verdict === 'fail' && last?.verdict !== 'fail')
    return { ...news('fails', row.lastDecided?.since), ...ofAnotherSuite(change, failing) };
  const more = failing.filter((name) => !last?.failing.includes(name));
  if (more.length > 0 && !byChance.includes(id)) return { ...news('fails-more'), ...ofAnotherSuite(change, more) };
  if (isLeftUndecided(change) && last && !wasTold('undecided')) return news('undecided');
  if (isNew) return news('differs', row.differs?.since);
  const ending = endingWaiver(change);
  if (ending && !wasTold('waiver-ends', ending.expires)) return { ...news('waiver-ends'), ...whoseEnd(ending) };
  return verdict === 'pass' && last && /^(fail|waived|lacking)$/.test(last.verdict) ? news('passes') : undefined;
}

/** A waiver or an attestation that is over, of a requirement that nothing covers now and that does not pass. */
function endOfDecision(change: Change): DecisionEntry | undefined {
  const { verdict } = change.row;
  const last = change.earlier?.lastDecided?.verdict;
  if (!/^(fail|skipped)$/.test(verdict) && !isLeftUndecided(change)) return undefined;
  if (last === 'waived') return endedEntry(change, 'waive');
  return last === 'attested' ? endedEntry(change, 'attest') : undefined;
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
  return row.verdict === 'inconclusive' && run.complete && !isLeftByTarget(row, run);
}

/** The waiver of a waived requirement that is about to end, of several the first. */
function endingWaiver({ row, entries, report }: Change): DecisionEntry | undefined {
  const day = dayOf(report);
  const ending = entries.filter((one) => one.kind === 'waive' && holdsOn(one, day) && isEndingSoon(one, day));
  return row.verdict === 'waived' ? ending.toSorted(byEnd)[0] : undefined;
}

/** What is open of a requirement: what this run did not decide stays open through it. */
function openOf(change: Change): Open[] {
  const { row, wasOpen, report } = change;
  const { id, verdict } = row;
  const day = dayOf(report);
  const isOver = isDecided(row) || verdict === 'pending';
  const isLeft = isLeftUndecided(change);
  const kept = (kind: Open['kind']) => wasOpen.find((one) => one.kind === kind);
  const keptUnlessOver = (kind: Open['kind']) => (isOver ? undefined : kept(kind));
  const open = (kind: Open['kind'], since = kept(kind)?.since ?? day): Open => ({ id, kind, since });
  const ending = endingWaiver(change);
  const attestation = verdict === 'skipped' ? endedEntry(change, 'attest') : undefined;
  const decision = uselessEntry(change);
  const all = [
    verdict === 'fail' ? open('fails', row.lastDecided?.since ?? day) : keptUnlessOver('fails'),
    isLeft ? open('undecided') : keptUnlessOver('undecided'),
    row.differs && open('differs', row.differs.since),
    ending ? { ...open('waiver-ends'), ...whoseEnd(ending) } : keptUnlessOver('waiver-ends'),
    attestation && { ...open('attestation-ended'), ...whoseEnd(attestation) },
    verdict === 'inconclusive' && !isLeft
      ? kept('decision')
      : decision && { ...open('decision'), ...whoseEnd(decision) },
  ];
  const hasEnded = ({ kind, until = day }: Open) => kind === 'waiver-ends' && until < day;
  return all.filter((one) => one !== undefined && !hasEnded(one)) as Open[];
}

/** An entry that has ended, is of no use, or declares lacking what passes; of several the last to end. */
function uselessEntry({ row: { id }, entries, report }: Change): DecisionEntry | undefined {
  const isUnused = report.unusedWaivers?.includes(id) ?? false;
  const over = entries.filter(
    ({ kind, expires = '9' }) => expires < dayOf(report) || (isUnused && (kind === 'waive' || kind === 'lack')),
  );
  return over.toSorted((one, other) => byEnd(other, one))[0];
}

function targetOf({ run }: Report, before: Report | undefined): (News & Open & { kind: 'target' }) | undefined {
  if (!run.unavailable) return undefined;
  const id = run.unavailable.cause;
  const same = before?.open.find((was) => was.kind === 'target' && was.id === id);
  return { id, kind: 'target', since: same?.since ?? dayOf({ run }) };
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
  const asked = Object.entries(less).filter(([, isIt]) => isIt);
  return asked.map(([id]) => ({ id, kind: 'configuration', since: dayOf(report) }));
}
