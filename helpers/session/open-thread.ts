import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../schemas/package-root.js';

// Imports next to nothing: the thread loads the checks while its opener loads the rest of the command.

/** Of 400 requests garbage is collected a hundred times, where Node's own limit would do with thirty and 25 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
const thread = fileURLToPath(new URL('.build/bundle/all.thread.js', packageRoot));

/** A thread for the checks of one run. */
export type CheckThread = ReturnType<typeof openThread>;

/** Opens a thread for the checks of one run. It loads them while this one has other things to do. */
export function openThread() {
  // What a package prints in there is nobody's business.
  const worker = new Worker(thread, { resourceLimits, stdout: true, stderr: true });
  return {
    worker,
    /** Settles with what ended it, whenever that comes: a module that cannot be loaded ends it before anybody listens. */
    broken: new Promise<Error>((resolve) => worker.once('error', resolve)),
    ended: new Promise<unknown>((resolve) => worker.once('exit', resolve)),
  };
}

/** How many more files this process may open (`ulimit -n`), counted up to a number. */
export function openableFiles(most: number): number {
  const opened: number[] = [];
  try {
    while (opened.length < most) opened.push(openSync(devNull, 'r'));
  } catch {
    // The limit: what was opened until here is the answer.
  }
  for (const descriptor of opened) closeSync(descriptor);
  return opened.length;
}
