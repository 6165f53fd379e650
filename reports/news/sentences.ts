/** What is new and what is open, in sentences that every format sets. */

import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import type { News, Open, Report } from '../../schemas/types.js';
import { dayInFull, firstOf } from '../text/words.js';
import { reasonOf, whatHappened } from '../wording/row.js';
import type { Mark } from '../wording/verdict-labels.js';

/** One cause, one sentence. */
export type NewsNote = Readonly<{ kind: News['kind']; mark: Mark; ids: readonly string[]; text: string }>;

const marks: Readonly<Record<News['kind'], Mark>> = {
  target: 'inconclusive',
  'waiver-ended': 'fail',
  'attestation-ended': 'skipped',
  fails: 'fail',
  'fails-more': 'fail',
  undecided: 'inconclusive',
  differs: 'differs',
  'waiver-ends': 'waived',
  passes: 'pass',
  configuration: 'skipped',
};

/** In the order of a reader: the cause of everything else first. */
const order = Object.keys(marks) as readonly News['kind'][];

/** The news of a report, a note for each kind and cause. */
export function newsNotes(report: Report): readonly NewsNote[] {
  const groups = byKey(report.news.map((news) => [groupOf(news, report), news]));
  const notes = [...groups.values()].map((all): NewsNote => {
    const [first] = all as [News, ...News[]];
    const ids = all.map(({ id }) => id);
    return { kind: first.kind, mark: marks[first.kind], ids, text: sentenceOf(first, ids, report) };
  });
  return notes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** News of one kind stand together, as far as one sentence says them. */
function groupOf({ id, kind, by, until, earlierSuite }: News, report: Report): string {
  const own =
    kind === 'undecided' ? reasonOf(rowOf(id, report)) : kind === 'differs' || kind === 'configuration' ? id : '';
  return JSON.stringify([kind, by, until, earlierSuite, own]);
}

function rowOf(id: string, { requirements }: Pick<Report, 'requirements'>): Report['requirements'][number] {
  const row = requirements.find((requirement) => requirement.id === id);
  if (!row) throw new RangeError(`the report has no requirement ${id}`);
  return row;
}

/** What a run asks less, by the id of its news. */
const askedLess: Readonly<Record<string, (report: Report) => string>> = {
  profile: ({ summary }) => `This run asks less than the one before: its profile is ${summary.profile}.`,
  'second-tenant': () => 'This run asks less than the one before: no second tenant is configured.',
  observe: ({ summary }) => `This run asks less than the one before: \`--observe ${summary.observe}\`.`,
};

function sentenceOf({ kind, id, by, until, earlierSuite }: News, ids: readonly string[], report: Report): string {
  const [names, isOne] = [firstOf(ids), ids.length === 1];
  const suite = earlierSuite ? ' The suite of the run before did not have this check.' : '';
  switch (kind) {
    case 'target':
      return report.run.unavailable?.sentence ?? '';
    case 'configuration':
      return askedLess[id]?.(report) ?? '';
    case 'waiver-ended':
      return `The waiver of ${names} by ${by} has ended: it held until ${dayInFull(until ?? '')}.`;
    case 'attestation-ended':
      return `What ${by} attested for ${names} has ended: it held until ${dayInFull(until ?? '')}.`;
    case 'waiver-ends':
      return `The waiver of ${names} by ${by} ends on ${dayInFull(until ?? '')}.`;
    case 'fails':
      return `${names} ${isOne ? `fails. ${whatHappened(rowOf(id, report))}` : 'fail.'}${suite}`;
    case 'fails-more':
      return `Another check of ${names} fails.${suite}`;
    case 'undecided':
      return `${names} ${isOne ? 'is' : 'are'} no longer decided. ${reasonOf(rowOf(id, report))}`;
    case 'differs':
      return `${id} differs: ${rowOf(id, report).drift?.sentence ?? 'it was observed otherwise before.'}`;
    default:
      return `${names} ${isOne ? 'passes' : 'pass'} now.`;
  }
}

/** Kinds of news that say that something of this kind is open. */
const saidBy: Readonly<Record<Open['kind'], readonly News['kind'][]>> = {
  target: ['target'],
  fails: ['fails', 'fails-more', 'waiver-ended'],
  differs: ['differs'],
  undecided: ['undecided'],
  'waiver-ends': ['waiver-ends'],
  'attestation-ended': ['attestation-ended'],
  decision: ['waiver-ended', 'attestation-ended'],
};

/** What is open and not new, as one sentence without full stop; empty for nothing. */
export function stillOpen(report: Report): string {
  const isNew = ({ id, kind }: Open) => report.news.some((news) => news.id === id && saidBy[kind].includes(news.kind));
  const groups = byKey(report.open.filter((open) => !isNew(open)).map((open) => [`${open.kind} ${open.since}`, open]));
  return [...groups.values()].map((all) => openPhrase(all as [Open, ...Open[]], report)).join('; ');
}

function openPhrase(all: readonly [Open, ...Open[]], report: Report): string {
  const { kind, since } = all[0];
  const isOne = all.length === 1;
  const ids = firstOf(all.map(({ id }) => id));
  const from = `since ${dayInFull(since)}`;
  switch (kind) {
    case 'target':
      return `${(report.run.unavailable?.sentence ?? 'The target was not available.').replace(/\.$/, '')} (${from})`;
    case 'fails':
      return `${ids} ${isOne ? 'fails' : 'fail'} (${from})`;
    case 'differs':
      return `${ids} ${isOne ? 'differs' : 'differ'} (${from})`;
    case 'undecided':
      return `${ids} ${isOne ? 'is' : 'are'} not decided (${from})`;
    case 'waiver-ends':
      return `${listed(all.map(({ id, until = '' }) => `the waiver of ${id} ends on ${dayInFull(until)}`))}`;
    case 'attestation-ended':
      return `the attestation of ${ids} has ended (${from})`;
    default:
      return `the decision on ${ids} has ended or is of no use (${from})`;
  }
}

/** Since when a requirement has its verdict, in a phrase that begins with a capital; empty if unknown. */
export function sincePhrase(id: string, report: Report): string {
  const { news, run } = report;
  const own = news.find((one) => one.id === id);
  const { since } = rowOf(id, report);
  const start = since === undefined ? '' : `Since ${dayInFull(since)}`;
  if (own?.kind === 'waiver-ended') return `Accepted by ${own.by} until ${dayInFull(own.until ?? '')}`;
  if (own?.kind === 'fails-more') return `${start}; another check fails now`;
  if (own?.kind === 'fails' || own?.kind === 'undecided') return run.previous === undefined ? '' : 'New in this run';
  return run.previous === undefined ? '' : start;
}
