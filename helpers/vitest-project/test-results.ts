import { clip, plain, printable, printableLine } from '../../reports/text/words.js';
import { caseOf, detailOf } from '../../reports/view/cases.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Definition, Suite } from '../runner/suite.js';

export type TestResult = Readonly<{
  state: 'pass' | 'fail' | 'skip';
  /** Why it did not pass. */
  text: string;
  durationMs: number;
  /** The clause of a failure, what was sent, its control, and how to send it again. */
  detail?: string;
  sides?: Readonly<{ expected: string; received: string }>;
}>;

// In characters.
const longestNote = 300;
const longestFailure = 10_000;

export const passed = (durationMs: number): TestResult => ({ state: 'pass', text: '', durationMs });
export const skipped = (text: string, durationMs = 0): TestResult => ({
  state: 'skip',
  text: printableLine(clip(text, longestNote)),
  durationMs,
});
export const broken = (message: string): TestResult => ({ state: 'fail', text: printable(message), durationMs: 0 });

/** What a report says of a check, or of a requirement without checks. @param isOver whether the run has ended */
export function reportedIn(
  report: Report,
  { id, name }: { readonly id: string; readonly name?: string },
  isOver = false,
): TestResult {
  const row = report.requirements.find((requirement) => requirement.id === id) as ReportedRequirement;
  const checks = row.checks.filter((check) => check.name === name);
  const { verdict, found, reason } = checks[0] ?? row;
  const durationMs = checks[0]?.durationMs ?? 0;
  const own = { ...row, verdict, found, reason, checks };
  const { counts } = report.summary;
  // Only at the end is it known whether anything was evaluated.
  const summary = isOver ? report.summary : { ...report.summary, counts: { ...counts, pass: counts.pass + 1 } };
  const { state, text } = caseOf(own, { ...report, summary });
  if (state === 'pass') return passed(durationMs);
  const isDrift = state === 'error' && verdict !== 'inconclusive' && row.drift !== undefined;
  if (state !== 'failure' && !isDrift) return skipped(text, durationMs);
  const { expected, received } = checks[0] ?? {};
  const sides = expected && received ? { expected: plain(expected), received: plain(received) } : undefined;
  const detail = printable(clip(detailOf(own, report, sides && ['expected', 'received']), longestFailure));
  return { state: 'fail', text: printable(clip(text, longestFailure)), durationMs, detail, sides };
}

/** A test of vitest; `place` is where it is defined. */
export type Test = Readonly<{ name: string; suite: Suite; place: Error; definition?: Definition }>;

export function testsOf(suite: Suite): Test[] {
  if (suite.definitions.length === 0) return [{ name: 'no request shows it', suite, place: suite.place }];
  return suite.definitions.map((definition) => ({ name: definition.name, suite, place: definition.place, definition }));
}

/** The place in a suite file. */
export function siteOf({ stack = '' }: Error) {
  const frame = stack.split('\n').find((line) => line.includes('.suite.ts:')) ?? '';
  const place = frame.replace(/^.*(?:\(|at )/, '').replace(')', '');
  const [column, line, ...file] = place.split(':').reverse();
  return { file: file.reverse().join(':').replace('file://', ''), line: Number(line), column: Number(column) };
}

/** The failure of a test. Its stack shows the line that defines the check, vitest shows both sides as a diff. */
export function errorOf({ text, detail = '', sides }: TestResult, place: Error): Error {
  const { file, line, column } = siteOf(place);
  const error = Object.assign(new Error(text), { name: 'AssertionError' });
  // Formats without a place for a diff print the stack.
  const both = sides ? `Expected: ${sides.expected}\nReceived: ${sides.received}` : '';
  const lines = [`AssertionError: ${text}`, both, detail, `    at ${file}:${line}:${column}`];
  error.stack = lines.filter(Boolean).join('\n');
  return sides ? Object.assign(error, { expected: sides.expected, actual: sides.received, showDiff: true }) : error;
}
