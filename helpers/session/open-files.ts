import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { code } from '../../schemas/marked.js';
import { UsageError } from '../configuration/usage-error.js';

/** Files that a run has open beside its connections: reports, pipes of a started target. */
const beside = 16;
/** Files that are read at once while modules are loaded, and the fewest with which it comes to an end. */
const whileLoading = 64;
const leastForLoading = 36;

/**
 * Fits a run into the files that the process may open (`ulimit -n`). A connection is a file too, a burst opens as many
 * again as there are idle, and where the server is in the same process each has two ends.
 * @returns requests in flight, and what has to be said of it, as a sentence
 * @throws UsageError where there is no room for a single request
 */
export function fitOpenFiles({ concurrency, embedded }: { concurrency: number; embedded: boolean }) {
  const each = embedded ? 4 : 2;
  const wanted = whileLoading + beside + concurrency * each;
  const free = openableFiles(wanted);
  const room = Math.floor((free - beside) / each);
  if (room < 1) throw new UsageError(tooFew);
  const notice = `This process may open few files (${code('ulimit -n')}): at most ${room} requests were in flight, not ${concurrency}.`;
  return {
    concurrency: Math.min(room, concurrency),
    notice: room < concurrency ? notice : undefined,
  };
}

/** How many more files this process may open (`ulimit -n`), counted up to a number. */
function openableFiles(most: number): number {
  const opened: number[] = [];
  try {
    while (opened.length < most) opened.push(openSync(devNull, 'r'));
  } catch {
    // The limit: what was opened until here is the answer.
  }
  for (const descriptor of opened) closeSync(descriptor);
  return opened.length;
}

const tooFew = 'This process may open too few files for a run; raise the limit (ulimit -n 64).';

/** @throws UsageError where the process may open fewer files than are read at once while modules are loaded */
export function expectOpenFiles(): void {
  if (openableFiles(leastForLoading) < leastForLoading) throw new UsageError(tooFew);
}
