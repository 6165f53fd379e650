import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import type { FindingGroup } from '../model/finding-groups.js';
import { counted } from '../text/counted.js';
import { lowerFirst } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { controlText, openChecks, rerunCommand, sentText } from '../wording/finding.js';
import { since, whatHappened } from '../wording/summary-text.js';
import { bases, labels } from '../wording/verdict-labels.js';
import { hanging, width, wrap } from './sanitise.js';
import type { Style } from './style.js';

// A terminal is for the first look; the whole of a long value stands in report.html.
const longestValue = 1_200;
const longestCommand = 3_000;
const label = 12;
const indent = 8;

/** One failure in full: what was sent, expected and received, and how to send it again. */
export function failure(row: ReportedRequirement, report: Report, ink: Style, columns: number): string[] {
  const failed = openChecks(row);
  const first = failed[0];
  const head = `${ink.sign('fail')} ${ink.paint('fail', ink.bold('FAIL'))}  ${ink.bold(ink.safe(row.id))}  `;
  const title = wrap(ink.safe(row.title), columns - row.id.length - 10);
  return [
    ...hanging(head, row.id.length + 10, title),
    ...beside(
      `${' '.repeat(indent)}${bases[row.basis].toLowerCase()}: ${ink.safe(row.clause)}`,
      since(row, report),
      columns,
    ),
    ...indented(whatHappened(row), ink, columns),
    '',
    ...(first ? sides(first, failed.length, row.checks.length, ink, columns) : []),
    ...field('again', rerunCommand(row.id, report), ink, columns),
    ...(first?.again ? field('or', command(first.again), ink, columns, 'verbatim') : []),
    ...evidence(row, failed, ink, columns),
  ];
}

/** One requirement that stayed open: its mark, id, title and the reason. */
export function undecided(row: ReportedRequirement, report: Report, ink: Style, columns: number): string[] {
  const word = labels.inconclusive.word.toUpperCase();
  const when = columns >= 110 ? since(row, report) : '';
  const head = `${ink.sign('inconclusive')} ${ink.paint('inconclusive', word)}  ${ink.bold(ink.safe(row.id))}`;
  return [
    `${head}${when ? `  ${ink.soft(lowerFirst(when))}` : ''}`,
    ...indented(row.title, ink, columns),
    ...indented(whatHappened(row), ink, columns),
  ];
}

/** Requirements with one cause: the cause once, then their ids. */
export function together({ mark, cause = '', rows }: FindingGroup, ink: Style, columns: number): string[] {
  const word = ink.paint(mark, mark === 'fail' ? ink.bold('FAIL') : labels[mark].word.toUpperCase());
  return [
    `${ink.sign(mark)} ${word}  ${counted(rows.length, 'requirement')}, one cause`,
    ...indented(cause, ink, columns),
    ...indented(rows.map(({ id }) => id).join(' '), ink, columns),
  ];
}

/** Sentences below the head of a finding. */
function indented(text: string, ink: Style, columns: number): string[] {
  return wrap(ink.safe(clip(text, longestValue)), columns - indent).map((line) => ' '.repeat(indent) + line);
}

function sides(check: ReportedCheck, failed: number, all: number, ink: Style, columns: number): string[] {
  const { expected, received } = check;
  const [sent, control] = [sentText(check), controlText(check)];
  return [
    ...(sent ? field('sent', sent, ink, columns) : []),
    ...(expected ? field('expected', expected, ink, columns) : []),
    ...(received ? field('received', received, ink, columns) : []),
    ...(control ? field('control', control, ink, columns) : []),
    ...(all > 1 ? field('checks', `${failed} of ${all} failed`, ink, columns) : []),
    '',
  ];
}

// Half a command is worse than none.
function command(again: string): string {
  return again.length <= longestCommand ? again : 'a command too long to show here; see report.html';
}

function evidence(row: ReportedRequirement, failed: readonly ReportedCheck[], ink: Style, columns: number): string[] {
  const first = failed[0]?.deciding ?? failed.flatMap(({ exchanges }) => exchanges)[0];
  const place = `report.html#finding-${row.id}`;
  return field('evidence', first === undefined ? place : `${first} in ${place}`, ink, columns);
}

// Lines that are to be copied are not broken: a terminal breaks them itself, and a copy then stays whole.
function field(name: string, value: string, ink: Style, columns: number, how: 'wrap' | 'verbatim' = 'wrap'): string[] {
  const lines = (how === 'wrap' ? clip(value, longestValue) : value)
    .split(/\r?\n/)
    .map((line) => ink.safe(line))
    .flatMap((line) => (how === 'wrap' ? wrap(line, columns - label) : [line]));
  return hanging(`  ${ink.soft(name)}${' '.repeat(label - 2 - name.length)}`, label, lines);
}

function beside(left: string, right: string, columns: number): string[] {
  if (!right) return [left];
  const gap = columns - width(left) - width(right);
  return gap >= 2 ? [`${left}${' '.repeat(gap)}${lowerFirst(right)}`] : [left];
}
