import { code } from '../../schemas/marked.js';
import { UsageError } from '../configuration/usage-error.js';
import { openableFiles } from './open-thread.js';

/** Files that a run has open beside its connections: journal, reports, pipes of a started target. */
const beside = 16;
/** Files that are read at once while modules are loaded, and the fewest with which it comes to an end. */
const whileLoading = 64;
const leastForLoading = 36;

/**
 * Fits a run into the files that the process may open (`ulimit -n`). A connection is a file too, a burst opens as many
 * again as there are idle, and where the server is in the same process each has two ends.
 * @returns requests in flight; `isFew` where vitest has no room: the checks then run in this thread, which has loaded
 * them; and what has to be said of it, as a sentence
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
    isFew: free < wanted,
    notice: room < concurrency ? notice : undefined,
  };
}

const tooFew = 'This process may open too few files for a run; raise the limit (ulimit -n 64).';

/** @throws UsageError where the process may open fewer files than are read at once while modules are loaded */
export function expectOpenFiles(): void {
  if (openableFiles(leastForLoading) < leastForLoading) throw new UsageError(tooFew);
}
