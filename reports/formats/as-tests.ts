import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { plain } from '../text/inline.js';
import { clip, printable, printableLine } from '../text/printable.js';
import { controlText, sentText } from '../wording/finding.js';
import { whyMissing } from '../wording/scope.js';
import { whatHappened } from '../wording/summary-text.js';
import { verdictText } from './for-programs.js';

const longestValue = 1_200;
const longestNote = 300;
// Half a command is worse than none.
const longestCommand = 3_000;
const label = 10;

/** One requirement as a test of somebody's own project. */
export interface TestResult {
  readonly id: string;
  readonly state: 'pass' | 'fail' | 'skip';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unprintable is in it. */
  readonly text: string;
}

/**
 * Every requirement as a test, in catalogue order. A test has no word for what stayed undecided, and green would be
 * wrong: it fails, and so does what was skipped and should not have been. What was waived is skipped, since it does not
 * hold.
 */
export function asTests(report: Report): TestResult[] {
  return report.requirements.map((row) => {
    const { id, verdict } = row;
    const isSound = whyMissing(row, report) === undefined;
    if (isSound && (verdict === 'pass' || verdict === 'attested')) return { id, state: 'pass', text: '' };
    if (verdict === 'fail' || verdict === 'inconclusive') return { id, state: 'fail', text: described(row) };
    const text = printableLine(clip(verdictText(row, report), longestNote));
    return { id, state: isSound ? 'skip' : 'fail', text };
  });
}

function described(row: ReportedRequirement): string {
  const open = row.checks.filter(({ verdict }) => verdict === row.verdict);
  const [first] = open;
  const undecided = row.verdict === 'inconclusive' ? 'Inconclusive. ' : '';
  return [
    `${undecided}${printable(clip(plain(whatHappened(row)), longestValue))}`,
    '',
    ...(first?.received === undefined ? [] : sides(first)),
    ...line('clause', row.clause),
    ...(row.checks.length > 1 ? line('checks', `${open.length} of ${row.checks.length}, as ${first?.name}`) : []),
    ...(first?.again === undefined || first.again.length > longestCommand ? [] : ['', printable(first.again)]),
  ].join('\n');
}

function sides(check: ReportedCheck): string[] {
  const { expected, received } = check;
  const marked = { expected, received, control: controlText(check) };
  const words = Object.entries(marked).flatMap(([name, value]) => line(name, value && plain(value)));
  return [...line('sent', sentText(check)), ...words];
}

function line(name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  const indented = printable(clip(value, longestValue)).replaceAll('\n', `\n${' '.repeat(label)}`);
  return [`${name.padEnd(label)}${indented}`];
}
