import type { Report } from '../../schemas/types.js';
import { type Item, itemsOf, type Side } from '../compare/items.js';
import { type Comparison, isSame, type NamedCheck } from '../drift/comparison.js';
import { contextOf, inCounts, recorded } from '../drift/sentences.js';
import { counted } from '../text/counted.js';
import { moment } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { hanging, wrap } from './sanitise.js';
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
const mostChecks = 20;

/** A comparison of two reports for a terminal or a log: what differs, the two runs, then row by row. */
export function renderComparison(comparison: Comparison<Report>, surface: Surface): string {
  const ink = createStyle(surface);
  const { columns } = surface;
  const items = itemsOf(comparison);
  const rows = [
    ...items.filter(({ kind }) => kind !== 'still').flatMap((item) => differing(item, ink, columns)),
    ...vanished(comparison.vanished, ink, columns),
    ...still(items, ink, columns),
  ];
  const lines = [...head(comparison, ink, columns), ...(rows.length > 0 ? ['', ...rows] : [])];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function head(comparison: Comparison<Report>, ink: Style, columns: number): string[] {
  const same = isSame(comparison);
  const word = same ? 'SAME' : 'DIFFERS';
  const sentence = wrap(ink.safe(`${startOf(inCounts(recorded(comparison)))}.`), columns - word.length - 2);
  return [
    ...hanging(`${ink.bold(ink.paint(same ? 'pass' : 'changed', word))}  `, word.length + 2, sentence),
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

/** A requirement that differs: what it is now, then both sides in words, and what differs in an observation. */
function differing({ kind, id, title, before, now, differences }: Item, ink: Style, columns: number): string[] {
  const mark = kind === 'changed' ? kind : (now.mark ?? 'changed');
  const isPlain = ({ mark: of, text }: Side) => of !== undefined && text === labels[of].means;
  const was = kind === 'changed' || !before.mark ? 'before' : `${labels[before.mark].word.toLowerCase()} before`;
  const sides = [isPlain(before) ? was : `${was}: ${before.text}`, isPlain(now) ? '' : `now: ${now.text}`];
  const isToldByDifferences = differences.length > 0 && before.text === now.text;
  const lines = [...(isToldByDifferences ? [] : sides), ...differences.map((line) => `- ${line}`)];
  return [
    ...marked(mark, labels[mark].head, `${id}  ${title}`, ink, columns),
    ...lines.flatMap((line) => beside('', line, ink, columns)),
  ];
}

function vanished(named: readonly NamedCheck[], ink: Style, columns: number): string[] {
  if (named.length === 0) return [];
  const shown = named.slice(0, mostChecks).flatMap(({ id, name }) => beside('', `${id} ${name}`, ink, columns));
  const more = named.length > mostChecks ? beside('', `and ${named.length - mostChecks} more`, ink, columns) : [];
  return [...marked('skipped', 'gone', counted(named.length, 'check'), ink, columns), ...shown, ...more];
}

function still(items: readonly Item[], ink: Style, columns: number): string[] {
  const own = items.filter(({ kind }) => kind === 'still');
  if (own.length === 0) return [];
  const ids = own.map(({ id, now }) => (now.mark === 'waived' ? `${id} (waived now)` : id));
  return marked('fail', 'still', ids.join(', '), ink, columns);
}

function marked(mark: Mark, word: string, text: string, ink: Style, columns: number): string[] {
  const head = `${ink.sign(mark)} ${ink.paint(mark, word.padEnd(indent - 4))}  `;
  return hanging(head, indent, wrap(ink.safe(clip(text, longestText)), columns - indent));
}

function beside(name: string, text: string, ink: Style, columns: number): string[] {
  if (text === '') return [];
  const head = `${ink.soft(name)}${' '.repeat(indent - name.length)}`;
  return hanging(head, indent, wrap(ink.safe(clip(text, longestText)), columns - indent));
}
