import type { Report } from '../../schemas/types.js';
import { clip, printableLine, shown } from '../text/printable.js';
import { whyMissing } from '../wording/scope.js';
import { sidesOf, verdictText } from './for-programs.js';

const longestNote = 300;
const longestFailure = 10_000;

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
    const described = `${verdict === 'inconclusive' ? 'Inconclusive. ' : ''}${verdictText(row, report)}`;
    if (verdict === 'fail' || verdict === 'inconclusive')
      return { id, state: 'fail', text: shown(`${described}\n\n${sidesOf(row, report)}`, longestFailure) };
    return { id, state: isSound ? 'skip' : 'fail', text: printableLine(clip(described, longestNote)) };
  });
}
