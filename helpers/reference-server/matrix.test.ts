import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { compareReports } from '../../reports/drift/comparison.js';
import { packageRoot } from '../../schemas/package-root.js';
import type { Job, Judged } from '../bench/matrix-worker.js';
import { withVerdict } from '../cli/testing/command.js';
import { faults } from './faults/all.js';
import { variants } from './variants/all.js';
import { drifts } from './variants/drifts.js';

/**
 * Who tests the tests: every fault of the reference server turns exactly its own requirements red, and no conforming variant
 * turns any. Each is a run against a server of its own, as the executable makes it: compiled, but many in one process,
 * since loading it would take longer than all the asking.
 */
const worker = fileURLToPath(new URL('.build/helpers/bench/matrix-worker.js', packageRoot));
/** Processes at once, and runs after which a process is let go: what a run leaves in memory adds up. */
const [processes, enough] = [2, 25];

interface Worker {
  readonly child: ChildProcess;
  jobs: number;
}

const idle: Worker[] = [];
const waiting: ((worker: Worker) => void)[] = [];
let running = 0;

function taken(): Promise<Worker> {
  const free = idle.pop();
  if (free) return Promise.resolve(free);
  if (running < processes) {
    running += 1;
    return Promise.resolve({ child: fork(worker), jobs: 0 });
  }
  return new Promise((resolve) => waiting.push(resolve));
}

function givenBack(one: Worker): void {
  const isSpent = one.jobs >= enough || !one.child.connected;
  if (isSpent) one.child.kill();
  const next = isSpent ? { child: fork(worker), jobs: 0 } : one;
  const first = waiting.shift();
  if (first) first(next);
  else idle.push(next);
}

/** @throws Error with what the worker said */
async function judged(job: Job): Promise<Judged> {
  const one = await taken();
  one.jobs += 1;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`the worker ended with ${code}`));
      one.child.once('exit', fail);
      one.child.once('message', (told: { judged?: Judged; error?: string }) => {
        one.child.off('exit', fail);
        if (told.judged) resolve(told.judged);
        else reject(new Error(told.error));
      });
      one.child.send(job);
    });
  } finally {
    givenBack(one);
  }
}

afterAll(() => {
  for (const { child } of idle) child.kill();
});

/** Every variant is asked twice where MATRIX=whole says so; else those that are told to drift, and half of the others once. */
const isWhole = process.env.MATRIX === 'whole';

const sentences = ({ report }: Judged['first']) =>
  report.requirements.filter((row) => row.verdict === 'fail').map((row) => `${row.id}: ${row.found}`);

describe.concurrent('faults', { timeout: 240_000 }, () => {
  test.each(faults.map(({ id, breaks }) => ({ id, breaks })))('$id: $breaks', async ({ id, breaks }) => {
    const { first } = await judged({ fault: id, argv: ['--observe', 'none'], again: false });
    expect(withVerdict(first.report, 'fail').sort(), sentences(first).join('\n')).toEqual([...breaks].sort());
    expect(first.status).toBe(1);
    for (const row of first.report.requirements.filter(({ verdict }) => verdict === 'fail')) {
      const failed = row.checks.filter(({ verdict }) => verdict === 'fail');
      expect(
        failed.every((check) => check.found && check.expected && check.received),
        row.id,
      ).toBe(true);
    }
  });
});

describe.concurrent('conforming variants', { timeout: 240_000 }, () => {
  const many = ['--concurrency', '16'];
  const honest = judged({ argv: many, again: false });

  // All take several minutes more: without MATRIX=whole every second of the others is left out, and said to be.
  const isAsked = ({ id }: { id: string }, at: number) => isWhole || drifts[id] !== undefined || at % 2 === 0;
  test.skip.each(variants.filter((one, at) => !isAsked(one, at)).map(({ id }) => ({ id })))('$id', () => {});
  test.each(variants.filter(isAsked).map(({ id }) => ({ id })))('$id', async ({ id }) => {
    const expected = drifts[id];
    const isPair = expected !== undefined || isWhole;
    const argv = isPair ? many : [...many, '--observe', 'none'];
    const { first, second } = await judged({ variant: id, argv, again: isPair });
    expect(sentences(first)).toEqual([]);
    expect([0, 3]).toContain(first.status);
    if (!isPair) return;
    // A target that does not change does not drift, sixteen requests at a time or one.
    const drift = second?.report.requirements.flatMap((row) => row.drift ?? []);
    expect(second?.report.comparison?.changed, JSON.stringify(drift)).toEqual([]);
    expect(second?.report.comparison?.compared).toBeGreaterThan(10);
    // One that differs from another does so in exactly the rows that describe it.
    if (!expected) return;
    const { changed } = compareReports((await honest).first.report, first.report);
    expect(changed.map((row) => row.id)).toEqual(expected);
  });

  test('every variant of which it is told where it differs is one', () => {
    expect(Object.keys(drifts).filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
  });
});
