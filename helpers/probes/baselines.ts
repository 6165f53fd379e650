import { type Operation, type OperationName, writes } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import { mayWrite } from '../client/live-guard.js';
import type { Response } from '../client/message.js';
import { describeResponse, isSuccess } from '../client/response.js';
import { Inconclusive } from '../client/verdicts.js';
import { baselineCreation, baselineListing, requireAcceptedKey } from './baseline-requests.js';

/** The valid request of each operation, sent once a run: the control beside every rejection. Whatever its answer. */
export const baselines: Readonly<Record<OperationName, () => Promise<Response>>> = {
  'create customer': baselineCreation,
  'list accounts': baselineListing,
};

/**
 * The baseline of an operation, where the key itself opened it: without that, a 401 proves nothing. On live, where
 * nothing is written, the listing stands for a write.
 * @throws Inconclusive where the valid request was rejected too
 */
export async function baselineFor(operation: Operation): Promise<Response> {
  const isWithheld = writes(operation) && !mayWrite(context());
  const response = await (isWithheld ? baselineListing : baselines[operation.name])();
  requireAcceptedKey(response);
  if (
    !isSuccess(response) &&
    (response.status < 400 || [403, 404, 405].includes(response.status) || response.status >= 500)
  ) {
    throw new Inconclusive(
      `${describeResponse(response)} is answered ${response.status} with the valid key too, so a refusal proves nothing.`,
    );
  }
  return response;
}
