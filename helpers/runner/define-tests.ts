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

/**
 * Registers each definition as a vitest test, which carries its finding as meta data. A failure and an inconclusive
 * check fail their test, with what a person needs to know; a skipped one is skipped, with the reason.
 * @param run the context of the run, open
 */
export function defineTests(run: RunContext, definitions: readonly Definition[]): void {
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
      if (isLeftOut(finding)) skip(finding.reason);
      const complaint = complaintOf(finding);
      if (complaint !== undefined) throw failure(complaint);
    });
  }
}

/** Whether nothing was tested, or nothing seen: no failure of the target, and nothing to be green about. */
function isLeftOut(finding: Finding | HarnessFault): finding is Finding {
  if (finding.kind === 'harness-fault') return false;
  return finding.kind === 'check' ? finding.verdict === 'skipped' : finding.verdict !== 'observed';
}

/** Without a stack: the lines of the runner help nobody who reads what the target did. */
function failure(complaint: string): Error {
  const error = new Error(complaint);
  error.stack = `Error: ${complaint}`;
  return error;
}

/** What a test that is not green says; undefined for one that is. */
function complaintOf(finding: Finding | HarnessFault): string | undefined {
  if (finding.kind === 'harness-fault') return finding.message;
  if (finding.verdict === 'inconclusive') return `Inconclusive: ${finding.reason}`;
  if (finding.kind !== 'check' || finding.verdict !== 'fail') return undefined;
  const { found, expected, received, again } = finding;
  return `${found}\n\nExpected: ${expected}\nReceived: ${received}${again === undefined ? '' : `\n\nSend it again:\n${again}`}`;
}
