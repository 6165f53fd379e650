import type { Report } from '../../schemas/types.js';
import { type Changed, type Comparison, isSame, type Moved, type NamedCheck } from '../drift/comparison.js';
import { linesOf } from '../drift/lines.js';
import { contextOf, inCounts, recorded } from '../drift/sentences.js';
import { counted } from '../text/counted.js';
import { moment } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { whatHappened } from '../wording/summary-text.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { wrap } from './sanitise.js';
import { createStyle, type Style } from './style.js';

/** What the terminal can show, and how wide it is. */
interface Surface {
  readonly colour: boolean;
  readonly unicode: boolean;
  /** Whether marks may be other than ASCII. */
  readonly glyphs: boolean;
  readonly columns: number;
}

const indent = 12;
const longestText = 600;
const mostLines = 20;
const mostChecks = 20;

/** A comparison of two reports for a terminal or a log: what differs, the two runs, then row by row. */
export function renderComparison(comparison: Comparison<Report>, surface: Surface): string {
  const ink = createStyle(surface);
  const { columns } = surface;
  const { failures, undecided, changed, vanished, decided, added } = comparison;
  const described = new Set(failures.new.map(({ id }) => id));
  const rows = [
    ...failures.new.flatMap((row) => moved(row, ink, columns)),
    ...undecided.flatMap((row) => moved(row, ink, columns)),
    ...changed.flatMap((row) => drifted(row, ink, columns)),
    ...checks(vanished, 'gone', ink, columns),
    ...failures.fixed.flatMap((row) => moved(row, ink, columns)),
    ...decided.filter(({ id }) => !described.has(id)).flatMap((row) => moved(row, ink, columns)),
    ...still(failures.still, ink, columns),
    ...checks(added, 'new', ink, columns),
  ];
  const lines = [...head(comparison, ink, columns), ...(rows.length > 0 ? ['', ...rows] : [])];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function head(comparison: Comparison<Report>, ink: Style, columns: number): string[] {
  const same = isSame(comparison);
  const word = same ? 'SAME' : 'DIFFERS';
  const counts = inCounts(recorded(comparison));
  const sentence = wrap(ink.safe(`${counts.charAt(0).toUpperCase()}${counts.slice(1)}.`), columns - word.length - 2);
  return [
    ...sentence.map((line, index) =>
      index === 0
        ? `${ink.bold(ink.paint(same ? 'pass' : 'changed', word))}  ${line}`
        : `${' '.repeat(word.length + 2)}${line}`,
    ),
    '',
    ...side('before', comparison.before, ink, columns),
    ...side('now', comparison.now, ink, columns),
    ...beside('', contextOf(comparison).join(' '), ink, columns),
  ];
}

function side(name: string, report: Report, ink: Style, columns: number): string[] {
  const { run, target } = report;
  const where = target.environment === 'live' ? 'Live' : 'Sandbox';
  const facts = `${target.baseUrl}  ${where}, ${moment(run.startedAt)}, ${headline(report).text.toLowerCase()}`;
  return beside(name, facts, ink, columns);
}

/** A row with another verdict: what it is now, what it was, and what happened where it is or was open. */
function moved({ id, before, now, rows }: Moved, ink: Style, columns: number): string[] {
  const good = now === 'pass' || now === 'attested';
  const open = good ? rows.before : rows.now;
  const happened = open && open.verdict !== 'pass' && open.verdict !== 'attested' ? whatHappened(open) : '';
  const was = before === undefined ? 'not in the earlier report' : `${labels[before].word.toLowerCase()} before`;
  const text =
    happened === '' || happened === rows.now.title ? `${was}.` : `${was}${good ? ': ' : '; now: '}${happened}`;
  return [
    ...marked(now, labels[now].head, `${id}  ${rows.now.title}`, ink, columns),
    ...beside('', `${text.charAt(0).toUpperCase()}${text.slice(1)}`, ink, columns),
  ];
}

function drifted({ id, title, before, now, differences }: Changed, ink: Style, columns: number): string[] {
  const sentences = before !== now || differences.length === 0;
  return [
    ...marked('changed', labels.changed.head, `${id}  ${title}`, ink, columns),
    ...(sentences && before !== undefined ? beside('', `before: ${before}`, ink, columns) : []),
    ...(sentences && now !== undefined ? beside('', `now: ${now}`, ink, columns) : []),
    ...linesOf(differences, mostLines).flatMap((line) => beside('', `- ${line}`, ink, columns)),
  ];
}

function checks(named: readonly NamedCheck[], what: string, ink: Style, columns: number): string[] {
  if (named.length === 0) return [];
  const shown = named.slice(0, mostChecks).flatMap(({ id, name }) => beside('', `${id} ${name}`, ink, columns));
  const more = named.length > mostChecks ? beside('', `and ${named.length - mostChecks} more`, ink, columns) : [];
  return [...marked('skipped', what, counted(named.length, 'check'), ink, columns), ...shown, ...more];
}

function still(rows: readonly Moved[], ink: Style, columns: number): string[] {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id, now }) => (now === 'waived' ? `${id} (waived now)` : id));
  return marked('fail', 'still', ids.join(', '), ink, columns);
}

function marked(mark: Mark, word: string, text: string, ink: Style, columns: number): string[] {
  const head = `${ink.sign(mark)} ${ink.paint(mark, word.padEnd(indent - 4))}  `;
  return wrap(ink.safe(clip(text, longestText)), columns - indent).map((line, index) =>
    index === 0 ? head + line : ' '.repeat(indent) + line,
  );
}

function beside(name: string, text: string, ink: Style, columns: number): string[] {
  if (text === '') return [];
  return wrap(ink.safe(clip(text, longestText)), columns - indent).map((line, index) =>
    index === 0 ? `${ink.soft(name)}${' '.repeat(indent - name.length)}${line}` : ' '.repeat(indent) + line,
  );
}
