import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { concluded } from '../../reports/integrity/qualification.js';
import { packageRoot } from '../../schemas/package-root.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Qualification, QualifiedCase } from '../../schemas/types.js';
import { suiteDigest } from '../run-folder/digests.js';
import type { CaseOutcome, MatrixCase } from './matrix-case.js';

/** Threads at most, and the servers that each tests at one time. */
const [mostThreads, width] = [4, 4];
/** Runs of a case that comes out otherwise than expected. A machine that is busy with other things may delay a request. */
const mostRuns = 3;

/** How a qualification is made. */
interface Qualifying {
  readonly cases: readonly MatrixCase[];
  /** Tests each fault with every requirement, and not only with those that it breaks. */
  readonly all: boolean;
  /** Id of the key that is to sign it. */
  readonly signingKey: string | undefined;
  /** Hears how many cases have ended. */
  readonly onProgress?: (ended: number) => void;
}

/** Runs the suite against each server of the matrix, and records what came of it. */
export async function qualify({ cases, all, signingKey, onProgress }: Qualifying): Promise<Qualification> {
  const startedAt = new Date().toISOString();
  const tested = await runMatrix(cases, all, onProgress);
  const ofKind = (kind: MatrixCase['kind']) => tested.filter((_, at) => cases[at]?.kind === kind);
  const { qualified, totals, faults, variants } = concluded({ faults: ofKind('fault'), variants: ofKind('variant') });
  return {
    schemaVersion: '1.0',
    startedAt,
    finishedAt: new Date().toISOString(),
    suiteVersion,
    exam: suiteDigest(),
    ...(signingKey !== undefined && { signingKey }),
    machine: {
      node: process.version,
      platform: process.platform,
      architecture: process.arch,
      processors: availableParallelism(),
    },
    scope: all ? 'all' : 'own',
    ...{ qualified, totals, faults, variants },
  };
}

/** A thread that runs cases. A thread that breaks rejects whatever it was asked to run. */
function openThread(all: boolean) {
  const file = fileURLToPath(new URL('.build/bundle/matrix-thread.js', packageRoot));
  const worker = new Worker(file, { workerData: { all }, execArgv: [] });
  const waiting = new Map<number, { resolve: (outcome: CaseOutcome) => void; reject: (error: unknown) => void }>();
  let turn = 0;
  worker.on('message', (said: { turn: number; outcome: CaseOutcome }) => {
    waiting.get(said.turn)?.resolve(said.outcome);
    waiting.delete(said.turn);
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return {
    run: (of: MatrixCase) =>
      new Promise<CaseOutcome>((resolve, reject) => {
        turn += 1;
        waiting.set(turn, { resolve, reject });
        worker.postMessage({ turn, of });
      }),
    end: () => worker.terminate(),
  };
}

/**
 * Runs the suites against the server of each case, on as many processors as there are. What depends on time runs alone
 * in its thread; what comes out otherwise than expected is run again at the end, alone on the machine.
 * @returns the cases in their order
 */
async function runMatrix(
  cases: readonly MatrixCase[],
  all: boolean,
  onProgress?: (ended: number) => void,
): Promise<QualifiedCase[]> {
  const count = Math.max(1, Math.min(availableParallelism(), mostThreads, cases.length));
  const threads = Array.from({ length: count }, () => openThread(all));
  const [first] = threads as [ReturnType<typeof openThread>];
  const outcomes = new Map<MatrixCase, QualifiedCase>();
  const run = async (thread: typeof first, of: MatrixCase) => {
    const { failed, error } = await thread.run(of);
    const { id, about, breaks } = of;
    outcomes.set(of, {
      ...{ id, about, breaks: [...breaks], failed: [...failed] },
      asExpected: error === undefined && failed.join() === breaks.join(),
      runs: (outcomes.get(of)?.runs ?? 0) + 1,
      ...(error !== undefined && { error }),
    });
  };
  const work = async (thread: typeof first, queue: MatrixCase[]) => {
    for (let of = queue.shift(); of; of = queue.shift()) {
      await run(thread, of);
      onProgress?.(outcomes.size);
    }
  };
  const timed = cases.filter((one) => one.timed);
  const others = cases.filter((one) => !one.timed);
  try {
    await Promise.all(
      threads.map(async (thread) => {
        if (thread === first) await work(thread, timed);
        await Promise.all(Array.from({ length: width }, () => work(thread, others)));
      }),
    );
    for (const of of cases) {
      while (!outcomes.get(of)?.asExpected && (outcomes.get(of)?.runs ?? 0) < mostRuns) await run(first, of);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
  return cases.flatMap((of) => outcomes.get(of) ?? []);
}
