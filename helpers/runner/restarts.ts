import { context } from '../client/context.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { Inconclusive } from '../client/verdicts.js';

/** How often a probe is begun anew, with everything fresh, where a transport error broke it off. */
const restarts = 5;

/** Runs a probe, and runs it anew where the transport broke it off. @throws Inconclusive where it broke each time */
export async function withRestarts<T>(probe: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await probe();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { stopped } = context();
      // What the target asked to be left alone for was waited for already.
      if (attempt >= restarts || error.retryAfterMs !== undefined || stopped !== undefined) {
        throw new Inconclusive(stopped ?? `No answer came that decides: ${error.message}.`);
      }
      noteRetry(context());
    }
  }
}
