import { context, perRun, sleep } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isServerError } from '../client/response.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { NoResponse, UnclearResponse } from '../client/verdicts.js';

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

/**
 * Server errors in a row that count as the response to a request; a single one decides nothing. More are needed where
 * the service has shown server errors that come by chance: of many, three may meet one check.
 */
export const [provingErrors, provingAmongChance] = [3, 6];

/** The server errors that did not stay. */
export const serverErrors = perRun(() => ({
  /** Those before a response that `settled` gave, by its exchange. */
  before: new Map<string, readonly Response[]>(),
  /** Whether the same request got one at one time and none at another. */
  areChance: false,
}));

/**
 * Makes a response or a reading that one server error would leave undecided: again after such an error, with everything
 * fresh and after a pause, three times at most.
 */
export async function settled<T>(make: () => Promise<T>): Promise<T> {
  const { before } = serverErrors();
  const errors: Response[] = [];
  for (;;) {
    const made = await make().catch((error: unknown) => {
      if (error instanceof UnclearResponse) return error;
      throw error;
    });
    const response = made instanceof UnclearResponse ? made.response : made;
    const isOpen = isResponse(response) && isServerError(response);
    serverErrors().areChance ||= errors.length > 0 && !isOpen;
    // What it is made of may have settled already.
    if (isResponse(response) && !before.has(response.exchange)) {
      if (errors.length > 0) before.set(response.exchange, [...errors]);
      if (isOpen && errors.push(response) < provingErrors) {
        await sleep(100 * 2 ** errors.length);
        continue;
      }
    }
    if (made instanceof UnclearResponse) throw made;
    return made;
  }
}

function isResponse(made: unknown): made is Response {
  return made !== null && typeof made === 'object' && 'exchange' in made && 'request' in made && 'status' in made;
}
