import { beforeAll, test } from '@vitest/runner';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import { createSchedule, type Schedule } from './schedule.js';
import { type Definition, titleOf } from './suite.js';

declare module '@vitest/runner' {
  interface TaskMeta {
    finding?: Finding | HarnessFault;
    /** What the test checks or observes, known before it runs. */
    probe?: { readonly id: string; readonly name: string };
  }
}

/** How a test ends: a tick for what passes, red for what fails, and anything else is skipped with its reason. */
export interface TestEnd {
  readonly state: 'pass' | 'skip' | 'fail';
  /** For people; empty for a pass. */
  readonly text: string;
}

/**
 * Registers each definition as a vitest test, which carries its finding as meta data.
 * @param run the context of the run, open
 * @param endOf how the test of a finding ends
 */
export function defineTests(
  run: RunContext,
  definitions: readonly Definition[],
  endOf: (finding: Finding) => TestEnd = undecidedIsSkipped,
): void {
  let schedule: Schedule;

  // Filters of vitest's own (-t) are known once all tests are collected: nobody may wait for a test that never runs.
  // biome-ignore lint/correctness/noEmptyPattern: vitest takes a first parameter only where it is destructured
  beforeAll(({}, { tasks }) => {
    const running = new Set(tasks.flatMap(({ mode, name }) => (mode === 'run' || mode === 'queued' ? [name] : [])));
    schedule = createSchedule(
      definitions.filter((definition) => running.has(titleOf(definition))),
      run.order,
    );
  });
  for (const definition of definitions) {
    const { id, name } = definition;
    test.concurrent(titleOf(definition), { timeout: 0, meta: { probe: { id, name } } }, async ({ task, skip }) => {
      await schedule.begin(definition);
      const finding = await judge(definition, run);
      task.meta.finding = finding;
      schedule.end(definition);
      if (finding.kind === 'harness-fault') throw failure(finding.message);
      end(endOf(finding), skip);
    });
  }
}

/** Ends a test of vitest. @param skip that of its context @throws Error for one that fails */
export function end({ state, text }: TestEnd, skip: (note: string) => void): void {
  if (state === 'skip') skip(text);
  if (state === 'fail') throw failure(text);
}

/** Without what people decided: a failure fails, and what shows nothing either way is skipped. */
function undecidedIsSkipped(finding: Finding): TestEnd {
  if (finding.verdict === 'pass') return { state: 'pass', text: '' };
  if (finding.verdict === 'fail') return { state: 'fail', text: finding.found ?? '' };
  return { state: 'skip', text: finding.reason ?? '' };
}

/** Without a stack: the lines of the runner help nobody who reads what the target did. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}`;
  return error;
}
