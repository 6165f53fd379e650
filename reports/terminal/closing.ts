import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { counted, firstOf, plain, seconds, startOf } from '../text/words.js';
import { linesOfFinding } from '../view/findings.js';
import type { Note } from '../view/notes.js';
import { type View, viewOf } from '../view/view.js';
import { labels } from '../wording/verdict-labels.js';
import type { Style } from './style.js';

/** `because` is a phrase that says why the verdict alone gives another status. */
export type Where = Readonly<{ reportPath?: string; seal?: string; exitStatus: number; because?: string }>;

/** Findings in full; others get a line. */
const mostInFull = 10;
const longestCommand = 3_000;
const indent = 6;
const label = 12;

export function closing(report: Report, specification: Specification, where: Where, sheet: Style) {
  const view = viewOf(report, specification);
  const { findings, undecided, decisions, differences, notices, headline, because, offer } = view;
  const others = findings.slice(mostInFull).map(({ ids, found }) => ({ mark: 'fail' as const, ids, brief: found }));
  const word = inCapitals(headline.text);
  const { run, summary } = report;
  const created = `${counted(summary.customersCreated, 'customer')} created`;
  const facts = [counted(summary.requests, 'request'), created, seconds(run.startedAt, run.finishedAt)];
  return [
    ...whatIsNew(view, sheet),
    ...findings.slice(0, mostInFull).flatMap((finding) => [...failure(finding, sheet), '']),
    ...[...others, ...undecided, ...decisions, ...(differences?.notes ?? [])].flatMap((note) => aside(note, sheet)),
    '',
    ...notices.flatMap((notice) => sheet.lines(plain(notice)).map(sheet.bold)),
    ...sheet.lines(plain(because), word.length + 2, `${sheet.marked(headline.mark, word)}  `),
    ...(differences ? sheet.lines(plain(differences.sentence)) : []),
    ...offer.map((line) => sheet.safe(plain(line))),
    ...sheet.lines(`${facts.join(', ')}. ${exitOf(where)}`),
    ...(where.seal === undefined ? [] : sheet.lines(where.seal)),
    ...(where.reportPath === undefined ? [] : [sheet.safe(where.reportPath)]),
  ];
}

const exitOf = ({ exitStatus, because }: Where) => `Exit ${exitStatus}${because === undefined ? '' : `: ${because}`}.`;

/** What is new and open comes first, so that nobody has to look for it. */
function whatIsNew({ news, open, isFirst }: View, sheet: Style) {
  const lines = [
    ...(news.length === 0 && !isFirst ? sheet.beside('NEW', 'Nothing.', 'pass') : []),
    ...news.flatMap(({ text, mark }) => sheet.beside('NEW', plain(text), mark)),
    ...(open === '' ? [] : sheet.beside('OPEN', plain(`${startOf(open)}.`), 'differs')),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

/** For `--quiet`: what is new and open, the verdict in one line, and the report's path. */
export function briefly(report: Report, specification: Specification, where: Where, sheet: Style) {
  const view = viewOf(report, specification);
  const { headline, because, notices, offer } = view;
  const line = plain([...notices, because].join(' '));
  return [
    ...whatIsNew(view, sheet).filter((text) => text !== ''),
    `${sheet.marked(headline.mark, inCapitals(headline.text))}  ${sheet.safe(line)}`,
    ...offer.map((text) => sheet.safe(plain(text))),
    ...(where.because === undefined ? [] : [sheet.safe(exitOf(where))]),
    ...(where.reportPath === undefined ? [] : [sheet.safe(where.reportPath)]),
  ];
}

const inCapitals = (text: string) => text.replace(/^[^(]+/, (verdict) => verdict.toUpperCase());

function failure(finding: View['findings'][number], sheet: Style) {
  const { id, named, title, found, harm, about, since, exchange } = finding;
  const head = `${sheet.marked('fail', 'FAIL')}  ${sheet.bold(sheet.safe(named))}  `;
  const evidence = `${exchange === undefined ? '' : `${exchange} in `}report.html#finding-${id}`;
  return [
    ...sheet.lines(title, named.length + 8, head),
    ...sheet.lines(plain(found), indent),
    ...sheet.lines([harm && `${harm}.`, about, since && `${since}.`].filter(Boolean).join(' '), indent),
    '',
    ...linesOfFinding(finding).flatMap(([field, value]) => fieldLines(field, value, sheet)),
    ...fieldLines('evidence', evidence, sheet),
  ];
}

type Aside = Pick<Note, 'mark' | 'ids' | 'brief'> & Partial<Note>;

function aside({ mark, word = labels[mark].word, ids, brief, when }: Aside, sheet: Style) {
  const text = plain([brief, when].filter(Boolean).join('. ')).replace(/([.?])\./g, '$1');
  return sheet.beside(word.toUpperCase(), `${firstOf(ids)}  ${text}`, mark);
}

/** Commands are not broken, so that a copy stays whole. */
function fieldLines(name: string, value: string, sheet: Style) {
  const head = `  ${sheet.soft(name)}${' '.repeat(label - 2 - name.length)}`;
  // Half a command is worse than none.
  const text = value.length <= longestCommand ? value : 'a command too long to show here; see report.html';
  return text.split(/\r?\n/).flatMap((line, at) => {
    const start = at === 0 ? head : ' '.repeat(label);
    return name === 'or' ? [start + sheet.safe(line)] : sheet.lines(line, label, start);
  });
}
