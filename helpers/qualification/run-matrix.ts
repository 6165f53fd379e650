import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../schemas/package-root.js';
import type { QualifiedCase } from '../../schemas/types.js';
import type { CaseOutcome, MatrixCase } from './matrix-case.js';

/** Threads at most, and the servers that each tests at one time. */
const [mostThreads, width] = [4, 4];
/** Runs of a case that comes out otherwise than expected. A machine that is busy with other things may delay a request. */
const mostRuns = 3;

const file = fileURLToPath(new URL('.build/bundle/matrix-thread.js', packageRoot));

interface Thread {
  run(of: MatrixCase): Promise<CaseOutcome>;
  end(): Promise<unknown>;
}

/** A thread that runs cases. A thread that breaks rejects whatever it was asked to run. */
function openThread(all: boolean): Thread {
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
    run: (of) =>
      new Promise((resolve, reject) => {
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
 * @param onEnd hears each case as it ends for the first time
 * @returns the cases in their order
 */
export async function runMatrix(
  cases: readonly MatrixCase[],
  { all, onEnd }: { readonly all: boolean; readonly onEnd: () => void },
): Promise<QualifiedCase[]> {
  const count = Math.max(1, Math.min(availableParallelism(), mostThreads, cases.length));
  const threads = Array.from({ length: count }, () => openThread(all));
  const [first] = threads as [Thread];
  const outcomes = new Map<MatrixCase, QualifiedCase>();
  const run = async (thread: Thread, of: MatrixCase) => {
    outcomes.set(of, judged(of, await thread.run(of), (outcomes.get(of)?.runs ?? 0) + 1));
  };
  const work = async (thread: Thread, queue: MatrixCase[]) => {
    for (let of = queue.shift(); of; of = queue.shift()) {
      await run(thread, of);
      onEnd();
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

function judged({ id, about, breaks }: MatrixCase, { failed, error }: CaseOutcome, runs: number): QualifiedCase {
  const asExpected = error === undefined && failed.join() === breaks.join();
  return {
    id,
    about,
    breaks: [...breaks],
    failed: [...failed],
    asExpected,
    runs,
    ...(error !== undefined && { error }),
  };
}
