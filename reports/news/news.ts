import { profileNames } from '../../schemas/profiles.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, News, Open, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { holdsOn } from '../../schemas/verdict.js';
import { entriesOf, isEndingSoon } from '../wording/decisions.js';
import { isLeftByTarget } from '../wording/row.js';
import { dayOf, isDecided, lastDecidedOf, observedAfter } from './memory.js';

/** Adds memory, news and what is open. @param before of the target's newest complete run that no filter made smaller */
export function withNews(
  report: Report,
  before: Report | undefined,
  { byChance, shapes }: Pick<Specification, 'byChance' | 'shapes'>,
): Report {
  const changes = report.requirements.map((row) => changeOf(row, report, before, shapes.includes(row.id)));
  const opened = changes.map(openOf);
  const cause = report.run.unavailable?.cause;
  const wasOut = before?.open.find(({ kind, id }) => kind === 'target' && id === cause);
  const out = cause && ({ id: cause, kind: 'target', since: wasOut?.since ?? dayOf(report) } as const);
  const asked = changes.filter(({ row }) => row.leftOut === undefined);
  return {
    ...report,
    requirements: changes.map(({ row }, at) => withSince(row, opened[at])) as Report['requirements'],
    news: [
      ...(out && !wasOut ? [out] : []),
      ...asked.flatMap((change) => newsOf(change, byChance) ?? []),
      ...askedLess(report, before),
    ],
    open: [...(out ? [out] : []), ...opened.flat()],
  };
}

function changeOf(row: Row, report: Report, before: Report | undefined, isShape: boolean) {
  const earlier = before?.requirements.find(({ id }) => id === row.id);
  const { isNew = false, ...observed } = observedAfter(row, earlier, report, isShape);
  const lastDecided = lastDecidedOf(row, earlier?.lastDecided, report);
  // What an earlier call added goes.
  const { lastDecided: _, shown: __, differs: ___, lastObserved: ____, since: _____, ...bare } = row;
  return {
    row: { ...bare, ...observed, lastDecided } satisfies Row,
    /** The requirement in the report before, and what was open of it. */
    earlier,
    wasOpen: (before?.open ?? []).filter(({ id }) => id === row.id),
    entries: entriesOf(report).filter(({ id }) => id === row.id),
    isNew,
    report,
    before,
  };
}

function withSince(row: Row, opened: readonly Open[] = []): Row {
  const kind = row.verdict === 'inconclusive' ? 'undecided' : 'fails';
  const ofKind = opened.find((open) => open.kind === kind)?.since;
  const since = row.verdict === 'waived' ? row.lastDecided?.since : ofKind;
  return since === undefined ? row : { ...row, since };
}

type Change = ReturnType<typeof changeOf>;

const byEnd = (a: DecisionEntry, b: DecisionEntry) => String(a.expires).localeCompare(String(b.expires));
const lastToEnd = (entries: readonly DecisionEntry[]) => entries.toSorted((a, b) => byEnd(b, a))[0];

const endedEntry = ({ entries, report }: Change, kind: 'waive' | 'attest') =>
  lastToEnd(entries.filter((entry) => entry.kind === kind && (entry.expires ?? '9') < dayOf(report)));

/** The news of a requirement: the first kind that applies. */
function newsOf(change: Change, byChance: readonly string[]): News | undefined {
  const { row, earlier, wasOpen, report } = change;
  const last = earlier?.lastDecided;
  const news = (kind: News['kind'], since = dayOf(report)): News => ({ id: row.id, kind, since });
  const wasTold = (kind: Open['kind'], until?: string) =>
    wasOpen.some((was) => was.kind === kind && was.until === until);
  const ended = endOfDecision(change);
  if (ended && !wasTold('decision', ended.expires))
    return { ...news(ended.kind === 'waive' ? 'waiver-ended' : 'attestation-ended'), ...whoseEnd(ended) };
  const failure = failureIn(change, byChance);
  if (failure) return failure;
  if (isLeftUndecided(change) && last && !wasTold('undecided')) return news('undecided');
  if (change.isNew) return news('differs', row.differs?.since);
  const ending = endingWaiver(change);
  if (ending && !wasTold('waiver-ends', ending.expires)) return { ...news('waiver-ends'), ...whoseEnd(ending) };
  return row.verdict === 'pass' && last && /^(fail|waived|lacking)$/.test(last.verdict) ? news('passes') : undefined;
}

function failureIn({ row, earlier, report, before }: Change, byChance: readonly string[]): News | undefined {
  if (row.verdict !== 'fail') return undefined;
  const failedBefore = earlier?.lastDecided?.verdict === 'fail' ? earlier.lastDecided.failing : undefined;
  const failing = row.checks.flatMap(({ name, verdict }) => (verdict === 'fail' ? [name] : []));
  const names = failing.filter((name) => !failedBefore?.includes(name));
  if (failedBefore && (names.length === 0 || byChance.includes(row.id))) return undefined;
  const isSameSuite = !before || before.run.exam === report.run.exam;
  const wasAsked = earlier?.checks.some(({ name }) => names.includes(name));
  const since = failedBefore ? undefined : row.lastDecided?.since;
  const news: News = { id: row.id, kind: failedBefore ? 'fails-more' : 'fails', since: since ?? dayOf(report) };
  return isSameSuite || wasAsked ? news : { ...news, earlierSuite: true };
}

/** A waiver or an attestation that is over, if the requirement does not pass. */
function endOfDecision(change: Change) {
  const { verdict } = change.row;
  const last = change.earlier?.lastDecided?.verdict;
  if (!/^(fail|skipped)$/.test(verdict) && !isLeftUndecided(change)) return undefined;
  if (last === 'waived') return endedEntry(change, 'waive');
  return last === 'attested' ? endedEntry(change, 'attest') : undefined;
}

const whoseEnd = ({ by, expires: until }: DecisionEntry) => ({ by, until });

/** Whether the target's own responses do it, not the end of the run or an outage. */
const isLeftUndecided = ({ row, report: { run } }: Change) =>
  row.verdict === 'inconclusive' && run.complete && !isLeftByTarget(row, run);

/** The first to end, if that is soon. */
function endingWaiver({ row, entries, report }: Change) {
  const day = dayOf(report);
  const ending = entries.filter((entry) => entry.kind === 'waive' && holdsOn(entry, day) && isEndingSoon(entry, day));
  return row.verdict === 'waived' ? ending.toSorted(byEnd)[0] : undefined;
}

/** What is open of a requirement. What this run did not decide stays open. */
function openOf(change: Change): Open[] {
  const { row, wasOpen, report } = change;
  const { id, verdict } = row;
  const day = dayOf(report);
  const isOver = isDecided(row) || verdict === 'pending';
  const isLeft = isLeftUndecided(change);
  const kept = (kind: Open['kind']) => wasOpen.find((was) => was.kind === kind);
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
  return all.filter((item) => item !== undefined && !hasEnded(item)) as Open[];
}

/** The last to end of those that have ended or have no effect. */
function uselessEntry({ row: { id }, entries, report }: Change) {
  const isUnused = report.unusedWaivers?.includes(id) ?? false;
  const isUseless = ({ kind, expires = '9' }: DecisionEntry) =>
    expires < dayOf(report) || (isUnused && (kind === 'waive' || kind === 'lack'));
  return lastToEnd(entries.filter(isUseless));
}

const observeLevels = ['none', 'cheap', 'all'];

function askedLess(report: Report, before: Report | undefined): News[] {
  if (!before) return [];
  const isLess = (levels: readonly string[], now: string, then: string) => levels.indexOf(now) < levels.indexOf(then);
  const less = {
    profile: isLess(profileNames.toReversed(), report.summary.profile, before.summary.profile),
    'second-tenant': report.target.tenants < before.target.tenants,
    observe: isLess(observeLevels, report.summary.observe, before.summary.observe),
  };
  const reduced = Object.entries(less).filter(([, isReduced]) => isReduced);
  return reduced.map(([id]) => ({ id, kind: 'configuration', since: dayOf(report) }));
}
