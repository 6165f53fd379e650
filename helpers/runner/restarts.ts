import { context, perRun, sleep } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isServerError } from '../client/response.js';
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

/** Server errors in a row that count as the response to a request; a single one decides nothing. */
export const provingErrors = 3;

/** The server errors that did not stay. */
export const serverErrors = perRun(() => ({
  /** Those before a response that `settled` gave, by its exchange. */
  before: new Map<string, readonly Response[]>(),
  /** Whether the same request got one at one time and none at another. */
  areChance: false,
}));

/**
 * Makes what several checks share, or a control: after a server error again, with everything fresh and after a pause,
 * three times at most.
 */
export async function settled<T>(make: () => Promise<T>): Promise<T> {
  const errors: Response[] = [];
  for (;;) {
    const made = await make();
    const { before } = serverErrors();
    // What it is made of may have settled already.
    if (!isResponse(made) || before.has(made.exchange)) return made;
    if (errors.length > 0) before.set(made.exchange, [...errors]);
    if (!isServerError(made)) {
      serverErrors().areChance ||= errors.length > 0;
      return made;
    }
    errors.push(made);
    if (errors.length >= provingErrors) return made;
    await sleep(100 * 2 ** errors.length);
  }
}

function isResponse(made: unknown): made is Response {
  return made !== null && typeof made === 'object' && 'exchange' in made && 'request' in made && 'status' in made;
}
