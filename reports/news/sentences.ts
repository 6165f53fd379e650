import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import type { DecisionEntry, News, Open, Report } from '../../schemas/types.js';
import { dayInFull, firstOf, startOf } from '../text/words.js';
import { entriesOf } from '../wording/decisions.js';
import { reasonOf, whatHappened } from '../wording/row.js';
import type { Mark } from '../wording/verdict-labels.js';
import { dayOf } from './memory.js';

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

/** The cause of everything else comes first. */
const order = Object.keys(marks) as readonly News['kind'][];

/** A note for each kind and cause; `brief` leaves out the finding, which stands on the same page. */
export function newsNotes(report: Report) {
  const groups = byKey(report.news.map((news) => [groupOf(news, report), news]));
  const notes = [...groups.values()].map((all) => {
    const [first] = all;
    const ids = all.map(({ id }) => id);
    const brief = sentenceOf(first, ids, report);
    const found = first.kind === 'fails' && ids.length === 1 ? ` ${whatHappened(rowOf(first.id, report))}` : '';
    return { kind: first.kind, mark: marks[first.kind], ids, text: brief + found, brief };
  });
  return notes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** One sentence says news of one group. */
function groupOf({ id, kind, by, until, earlierSuite }: News, report: Report) {
  const standsAlone = kind === 'differs' || kind === 'configuration';
  const cause = kind === 'undecided' ? reasonOf(rowOf(id, report)) : '';
  return JSON.stringify([kind, by, until, earlierSuite, standsAlone ? id : cause]);
}

function rowOf(id: string, { requirements }: Pick<Report, 'requirements'>) {
  const row = requirements.find((requirement) => requirement.id === id);
  if (!row) throw new RangeError(`the report has no requirement ${id}`);
  return row;
}

function sentenceOf({ kind, id, by, until = '', earlierSuite }: News, ids: readonly string[], report: Report) {
  const names = firstOf(ids);
  const isOne = ids.length === 1;
  const end = dayInFull(until);
  const suite = earlierSuite ? ' The suite of the run before did not have this check.' : '';
  const asked: Readonly<Record<string, string>> = {
    profile: `its profile is ${report.summary.profile}`,
    'second-tenant': 'no second tenant is configured',
    observe: `\`--observe ${report.summary.observe}\``,
  };
  const sentences: Readonly<Record<News['kind'], () => string>> = {
    target: () => report.run.unavailable?.sentence ?? '',
    configuration: () => `This run asks less than the one before: ${asked[id]}.`,
    'waiver-ended': () => `The waiver of ${names} by ${by} has ended: it held until ${end}.`,
    'attestation-ended': () => `What ${by} attested for ${names} has ended: it held until ${end}.`,
    'waiver-ends': () => `The waiver of ${names} by ${by} ends on ${end}.`,
    fails: () => `${names} ${isOne ? 'fails' : 'fail'}.${suite}`,
    'fails-more': () => `Another check of ${names} fails.${suite}`,
    undecided: () => `${names} ${isOne ? 'is' : 'are'} no longer decided. ${reasonOf(rowOf(id, report))}`,
    differs: () => `${id} differs: ${driftOf(id, report)}`,
    passes: () => `${names} ${isOne ? 'passes' : 'pass'} now.`,
  };
  return sentences[kind]();
}

/** News of the same kind, and of these, say that something is open. */
const alsoSaidBy: Partial<Record<Open['kind'], readonly News['kind'][]>> = {
  fails: ['fails-more', 'waiver-ended'],
  decision: ['waiver-ended', 'attestation-ended'],
};

/** What is open and not new: a phrase for each kind and day, and more about it. */
export function openNotes(report: Report) {
  const isNew = ({ id, kind }: Open) =>
    report.news.some((news) => news.id === id && (news.kind === kind || alsoSaidBy[kind]?.includes(news.kind)));
  const groups = byKey(report.open.filter((open) => !isNew(open)).map((open) => [`${open.kind} ${open.since}`, open]));
  return [...groups.values()].map((all) => {
    const [{ kind }] = all;
    const changed = kind === 'differs' ? all : [];
    const changes = changed.map(({ id }) => `${all.length > 1 ? `${id}: ` : ''}${driftOf(id, report)}`);
    const mark: Mark = kind === 'decision' ? 'skipped' : marks[kind];
    return { kind, mark, phrase: openPhrase(all, report), more: changes.join(' ') };
  });
}

export const stillOpen = (report: Report) =>
  openNotes(report)
    .map(({ phrase }) => phrase)
    .join('; ');

const driftOf = (id: string, report: Report) =>
  rowOf(id, report).drift?.sentence ?? 'It was observed otherwise before.';

function openPhrase(all: readonly [Open, ...Open[]], report: Report) {
  const { kind, since, until } = all[0];
  if (kind === 'waiver-ends')
    return listed(all.map(({ id, until: end = '' }) => `the waiver of ${id} ends on ${dayInFull(end)}`));
  const isOne = all.length === 1;
  const ids = firstOf(all.map(({ id }) => id));
  const hasEnded = isOne && until !== undefined && until < dayOf(report);
  const phrases: Readonly<Record<typeof kind, string>> = {
    target: (report.run.unavailable?.sentence ?? 'The target was not available.').replace(/\.$/, ''),
    fails: `${ids} ${isOne ? 'fails' : 'fail'}`,
    differs: `${ids} ${isOne ? 'differs' : 'differ'}`,
    undecided: `${ids} ${isOne ? 'is' : 'are'} not decided`,
    'attestation-ended': `the attestation of ${ids} has ended`,
    decision: `the decision on ${ids} ${hasEnded ? `ended on ${dayInFull(until)}` : 'has no effect any more'}`,
  };
  const remedy = kind === 'decision' ? `; \`decide revoke ${ids}\` takes it out` : '';
  return `${phrases[kind]} (since ${dayInFull(since)}${remedy})`;
}

/** Since when a requirement has its verdict; empty if unknown. */
export function sincePhrase(id: string, report: Report) {
  const { news, run } = report;
  const own = news.find((item) => item.id === id);
  const { since } = rowOf(id, report);
  const day = dayOf(report);
  const isOver = ({ kind, expires = day }: DecisionEntry) => kind === 'waive' && expires < day;
  const ended = entriesOf(report).findLast((entry) => entry.id === id && isOver(entry));
  const accepted = ended ? [`accepted by ${ended.by} until ${dayInFull(ended.expires ?? '')}`] : [];
  const more = own?.kind === 'fails-more' ? ['another check fails now'] : [];
  const isNew = own?.kind === 'fails' || own?.kind === 'undecided';
  const start = isNew ? 'New in this run' : since === undefined ? '' : `Since ${dayInFull(since)}`;
  const phrases = [run.previous === undefined ? '' : start, ...accepted, ...more].filter(Boolean);
  return startOf(phrases.join('; '));
}
