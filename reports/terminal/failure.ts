import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { findingOf } from '../model/finding.js';
import { type FindingGroup, followedBy } from '../model/finding-groups.js';
import { lowerFirst } from '../text/phrases.js';
import { sentText } from '../wording/finding.js';
import { since, whatHappened } from '../wording/summary-text.js';
import { basisOf, labels } from '../wording/verdict-labels.js';
import { hanging, width } from './sanitise.js';
import type { Style } from './style.js';

const longestCommand = 3_000;
const label = 12;
const indent = 8;

/** One failure in full: what was sent, expected and received, and how to send it again. */
export function failure(row: ReportedRequirement, report: Report, sheet: Style): string[] {
  const { found, checks, share, rerun } = findingOf(row, report);
  const [first] = checks;
  const head = `${sheet.sign('fail')} ${sheet.paint('fail', sheet.bold('FAIL'))}  ${sheet.bold(sheet.safe(row.id))}  `;
  const basis = `${' '.repeat(indent)}${basisOf(row, first?.check).toLowerCase()}: ${sheet.safe(row.clause)}`;
  const again = first?.again;
  const exchange = first?.deciding ?? checks.flatMap(({ exchanges }) => exchanges)[0];
  const place = `report.html#finding-${row.id}`;
  const sides = first && {
    sent: sentText(first),
    expected: first.expected,
    received: first.received,
    control: first.control,
    checks: row.checks.length > 1 && share,
  };
  return [
    ...sheet.lines(row.title, row.id.length + 10, head),
    beside(basis, since(row, report), sheet.columns),
    ...sheet.lines(found, indent),
    '',
    ...Object.entries(sides ?? {}).flatMap(([name, value]) => (value ? field(name, value, sheet) : [])),
    ...(sides ? [''] : []),
    ...field('again', rerun, sheet),
    ...(again === undefined ? [] : verbatim('or', again, sheet)),
    ...field('evidence', exchange === undefined ? place : `${exchange} in ${place}`, sheet),
  ];
}

/** One requirement that stayed open: its mark, id, title and the reason. */
export function undecided(row: ReportedRequirement, report: Report, sheet: Style): string[] {
  const word = labels.inconclusive.word.toUpperCase();
  const when = sheet.columns >= 110 ? since(row, report) : '';
  const head = `${sheet.sign('inconclusive')} ${sheet.paint('inconclusive', word)}  ${sheet.bold(sheet.safe(row.id))}`;
  return [
    `${head}${when ? `  ${sheet.soft(lowerFirst(when))}` : ''}`,
    ...sheet.lines(row.title, indent),
    ...sheet.lines(whatHappened(row), indent),
  ];
}

/** Requirements with one cause: the cause once, then their ids. */
export function together(group: FindingGroup, sheet: Style): string[] {
  const { mark, cause = '', rows } = group;
  const word = sheet.paint(mark, mark === 'fail' ? sheet.bold('FAIL') : labels[mark].word.toUpperCase());
  return [
    ...sheet.lines(cause, 8, `${sheet.sign(mark)} ${word}  `),
    ...sheet.lines(`${followedBy(group)}:`, indent),
    ...sheet.lines(rows.map(({ id }) => id).join(' '), indent),
  ];
}

function field(name: string, value: string, sheet: Style): string[] {
  const [first = '', ...more] = value.split(/\r?\n/);
  return [...sheet.lines(first, label, headOf(name, sheet)), ...more.flatMap((line) => sheet.lines(line, label))];
}

// Lines that are to be copied are not broken: a terminal breaks them itself, and a copy then stays whole. Half a command
// is worse than none.
function verbatim(name: string, again: string, sheet: Style): string[] {
  const shown = again.length <= longestCommand ? again : 'a command too long to show here; see report.html';
  return hanging(headOf(name, sheet), label, shown.split(/\r?\n/).map(sheet.safe));
}

function headOf(name: string, sheet: Style): string {
  return `  ${sheet.soft(name)}${' '.repeat(label - 2 - name.length)}`;
}

function beside(left: string, right: string, columns: number): string {
  const gap = columns - width(left) - width(right);
  return right && gap >= 2 ? `${left}${' '.repeat(gap)}${lowerFirst(right)}` : left;
}
