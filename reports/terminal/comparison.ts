import type { Report } from '../../schemas/types.js';
import { type Comparison, isSame, type NamedCheck } from '../drift/comparison.js';
import { type Item, itemsOf, type Side } from '../drift/items.js';
import { contextOf, inSentence } from '../drift/sentences.js';
import { counted } from '../text/counted.js';
import { moment } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { headOf, labels, type Mark } from '../wording/verdict-labels.js';
import { createStyle, type Style } from './style.js';

const indent = 12;
const mostChecks = 20;

/** A comparison of two reports for a terminal or a log: what differs, the two runs, then row by row. */
export function renderComparison(comparison: Comparison<Report>, surface: Parameters<typeof createStyle>[0]): string {
  const sheet = createStyle(surface);
  const items = itemsOf(comparison);
  const rows = [
    ...items.filter(({ kind }) => kind !== 'still').flatMap((item) => differing(item, sheet)),
    ...vanished(comparison.vanished, sheet),
    ...still(items, sheet),
  ];
  const lines = [...head(comparison, sheet), ...(rows.length > 0 ? ['', ...rows] : [])];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function head(comparison: Comparison<Report>, sheet: Style): string[] {
  const same = isSame(comparison);
  const word = same ? 'SAME' : 'DIFFERS';
  const verdict = `${sheet.bold(sheet.paint(same ? 'pass' : 'changed', word))}  `;
  return [
    ...sheet.lines(inSentence(comparison), word.length + 2, verdict),
    '',
    ...side('before', comparison.before, sheet),
    ...side('now', comparison.now, sheet),
    ...beside('', contextOf(comparison).join(' '), sheet),
  ];
}

function side(name: string, report: Report, sheet: Style): string[] {
  const { run, target } = report;
  const where = startOf(environmentOf({ target }));
  const facts = `${target.baseUrl}  ${where}, ${moment(run.startedAt)}, ${headline(report).text.toLowerCase()}`;
  return beside(name, facts, sheet);
}

/** A requirement that differs: what it is now, then both sides in words, and what differs in an observation. */
function differing({ kind, id, title, before, now, differences }: Item, sheet: Style): string[] {
  const mark = kind === 'changed' ? kind : (now.mark ?? 'changed');
  const isPlain = ({ mark: of, text }: Side) => of !== undefined && text === labels[of].means;
  const was = kind === 'changed' || !before.mark ? 'before' : `${labels[before.mark].word.toLowerCase()} before`;
  const sides = [isPlain(before) ? was : `${was}: ${before.text}`, isPlain(now) ? '' : `now: ${now.text}`];
  const isToldByDifferences = differences.length > 0 && before.text === now.text;
  const lines = [...(isToldByDifferences ? [] : sides), ...differences.map((line) => `- ${line}`)];
  return [...marked(mark, headOf(mark), `${id}  ${title}`, sheet), ...lines.flatMap((line) => beside('', line, sheet))];
}

function vanished(named: readonly NamedCheck[], sheet: Style): string[] {
  if (named.length === 0) return [];
  const shown = named.slice(0, mostChecks).flatMap(({ id, name }) => beside('', `${id} ${name}`, sheet));
  const more = named.length > mostChecks ? beside('', `and ${named.length - mostChecks} more`, sheet) : [];
  return [...marked('skipped', 'gone', counted(named.length, 'check'), sheet), ...shown, ...more];
}

function still(items: readonly Item[], sheet: Style): string[] {
  const own = items.filter(({ kind }) => kind === 'still');
  if (own.length === 0) return [];
  const ids = own.map(({ id, now }) => (now.mark === 'waived' ? `${id} (waived now)` : id));
  return marked('fail', 'still', ids.join(', '), sheet);
}

function marked(mark: Mark, word: string, text: string, sheet: Style): string[] {
  return sheet.lines(text, indent, `${sheet.sign(mark)} ${sheet.paint(mark, word.padEnd(indent - 4))}  `);
}

function beside(name: string, text: string, sheet: Style): string[] {
  return text === '' ? [] : sheet.lines(text, indent, `${sheet.soft(name)}${' '.repeat(indent - name.length)}`);
}
