import { plainLog } from '../ci/job-log.js';
import { wordsFor } from '../session/ending.js';
import type { Place } from './place.js';
import { perform } from './program.js';

/**
 * A command and its options in, an exit status out. What goes wrong is on the standard error then; what a target may
 * have sent was redacted before it became an error.
 */
export async function execute(argv: readonly string[], place: Place): Promise<number> {
  try {
    return await perform(argv, place);
  } catch (error) {
    const { text, status } = wordsFor(error);
    plainLog(process.stderr, place.env).write(`${text}\n`);
    return status;
  }
}
