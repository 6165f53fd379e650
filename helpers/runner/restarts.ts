import { context } from '../client/context.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { NoResponse } from '../client/verdicts.js';

/** Restarts of a probe, with everything fresh, after transport errors. */
const restarts = 5;

/** Runs a probe, and restarts it after a transport error. @throws NoResponse after too many */
export async function withRestarts<T>(probe: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await probe();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { stopped } = context();
      // `send` has waited for Retry-After already.
      if (attempt >= restarts || error.retryAfterMs !== undefined || stopped !== undefined) {
        const to = error.request === undefined ? '' : ` to ${error.request}`;
        throw new NoResponse(stopped ?? `No conclusive response was received${to}: ${error.message}.`);
      }
      noteRetry(context());
    }
  }
}
