import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { clip, printableLine, shown } from '../text/printable.js';
import { sidesOf, verdictText } from './for-programs.js';

const longestNote = 300;
const longestFailure = 10_000;

/** One requirement as a test of vitest. */
export interface TestResult {
  readonly id: string;
  readonly state: 'pass' | 'fail' | 'skip';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unprintable is in it. */
  readonly text: string;
}

/**
 * Every requirement as a test, in catalogue order. Green is what holds, red what the service contradicts. What stayed
 * open is neither: it is skipped, and whoever runs the tests has to look at the verdict of the run beside them.
 */
export function asTests(report: Report, specification: Specification): TestResult[] {
  return report.requirements.map((row) => {
    const { id, verdict } = row;
    if (verdict === 'pass' || verdict === 'attested') return { id, state: 'pass', text: '' };
    const described = `${verdict === 'inconclusive' ? 'Inconclusive. ' : ''}${verdictText(row, report, specification)}`;
    return verdict === 'fail'
      ? { id, state: 'fail', text: shown(`${described}\n\n${sidesOf(row, report)}`, longestFailure) }
      : { id, state: 'skip', text: printableLine(clip(described, longestNote)) };
  });
}
