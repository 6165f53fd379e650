import type { Trait } from '../../schemas/finding.js';
import { context, perRun, sleep } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isServerError, isSuccess, returned } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive, type Proof } from '../client/verdicts.js';
import { fixture, provingAmongChance, provingErrors, serverErrors, settled } from './fixture.js';

/** Whether it may block the client for a moment: a 401 does so only with the valid key. */
const mayBlock = ({ status, request }: Response) =>
  [403, 404, 429].includes(status) || (status === 401 && request.change.apiKey === undefined);

/**
 * Returns the proof of a probe. A failure counts if it is no such rejection, or if one of four repeats gets a rejection
 * that valid requests do not. @throws Failed as the probe; Inconclusive if the client may have been blocked
 */
export const confirmed = (probe: () => Promise<Proof>): Promise<Proof> =>
  repeatedAfterErrors(probe).catch(async (error: unknown) => {
    if (!(error instanceof Failed && error.response && mayBlock(error.response))) throw error;
    let why = 'valid requests got the same at times';
    for (let repeats = 0; repeats < 4; repeats += 1) {
      await sleep(500);
      const again = await repeatedAfterErrors(probe).catch((reason: unknown) => reason as Error);
      if (!(again instanceof Error)) why = `repeats returned ${again.response?.status}`;
      else if (again instanceof Failed && isOfValidRequests(again.response?.status)) break;
      else throw again;
    }
    throw new Inconclusive(`${error.message} The client may have been blocked: ${why}.`);
  });

/** Whether valid requests got the status at one time, and succeeded at another. */
function isOfValidRequests(status?: number) {
  const ofAnyRequest = /^(purpose|urgent|fresh)$/;
  const valid = context().responses.filter(({ request }) =>
    Object.entries(request.change).every(([name, value]) => value === undefined || ofAnyRequest.test(name)),
  );
  const succeeded = new Set(valid.filter(isSuccess).map(({ request }) => request.operation));
  return valid.some((response) => response.status === status && succeeded.has(response.request.operation));
}

/**
 * Returns the proof of a probe. It repeats a server error, with everything fresh and between accepted controls, until the
 * failure counts. @throws Failed as the probe; Inconclusive if server errors come at times, or to valid requests too
 */
export async function repeatedAfterErrors(probe: () => Promise<Proof>): Promise<Proof> {
  const seen = serverErrors();
  const errors = new Map<string, Response>();
  for (let tries = 1; ; tries += 1) {
    const outcome = await settled(probe).catch((error: unknown) => {
      if (error instanceof Failed && error.response && isServerError(error.response)) return error;
      throw error;
    });
    const { response } = outcome;
    for (const error of seen.before.get(response?.exchange ?? '') ?? []) errors.set(error.exchange, error);
    if (!(outcome instanceof Failed)) {
      if (!response || errors.size === 0 || isServerError(response)) return outcome;
      seen.areChance = true;
      throw atTimes([...errors.values()], `returned ${response.status}`);
    }
    if (response) errors.set(response.exchange, response);
    await requireAccepted(outcome);
    const { details } = outcome;
    const { control, received = response?.status } = details;
    const needed = control && seen.areChance ? provingAmongChance : provingErrors;
    if (errors.size >= needed)
      throw new Failed({
        ...details,
        found: `${details.found.replace(/\.$/, '')}, ${errors.size} times out of ${errors.size}.`,
        received: `${received}\nEach attempt started afresh${control ? ', and with valid requests accepted in between' : ''}.`,
      });
    // What several checks share is not sent again: then it decides nothing.
    if (tries >= needed) throw atTimes([...errors.values()], 'was not possible');
  }
}

/** The controls after server errors: checks that meet one before its control is sent share it. */
const controls = perRun(() => new Map<string, () => Promise<Response>>());

/** @throws Inconclusive if a valid request after a failure is not accepted as the one before it was */
async function requireAccepted({ details: { control }, response }: Failed) {
  // Without a control the failed request was a valid one.
  if (!control || !response) return;
  const { operation } = control.response.request;
  const waiting = controls();
  const accepted =
    waiting.get(operation.name) ??
    fixture(`${operation.name}: after a server error`, async () => {
      await sleep(200);
      waiting.delete(operation.name);
      return send(operation, { purpose: 'after a server error' });
    });
  waiting.set(operation.name, accepted);
  const after = await accepted();
  if (isSuccess(after) || after.status === control.response.status) return;
  throw new Inconclusive(
    `${returned(response)}, and a valid request after it ${after.status}, so this request may not be the cause.`,
  );
}

/** @param repeat what became of a repeat: `returned 401` */
function atTimes(errors: readonly Response[], repeat: string): Inconclusive {
  const [first] = errors as [Response];
  const times = ['once', 'twice'][errors.length - 1] ?? `${errors.length} times`;
  return new Inconclusive(
    `${returned(first)} ${times}; a repeat ${repeat}.`,
    'server errors come by chance' satisfies Trait,
  );
}
