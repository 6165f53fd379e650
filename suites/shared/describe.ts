import { context, type Target } from '../../helpers/client/context.js';
import { mayWrite } from '../../helpers/client/live-guard.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { isRejectionOfContent, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { droppedInFront } from '../../helpers/runner/in-front.js';
import { describer } from '../../helpers/runner/suite.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { FsapiOperation } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import { requireAcceptedKey, requireAcceptedTenant, requireOwnResponse, requireRightAddress } from './right-address.js';
import { baselineListing, baselineOf } from './valid-requests.js';

/** Its callback gets `test`, or `observe` where a requirement is only observed. */
export const describe = describer<typeof fsapi>();

/** One change to a valid request. */
export interface Variation {
  /** In words that complete "with …": names the check, and tells what was sent. */
  readonly name: string;
  readonly change: RequestChange | ((target: Target) => RequestChange | Promise<RequestChange>);
  /** Whether a run with this configuration can send it. */
  readonly when?: (configuration: Configuration) => boolean;
  /** Whether something in front of a service may drop it for what it holds. */
  readonly mayBeDropped?: true;
}

/** The change, with the words that reports have for it. */
export const changeOf = async ({ name, change }: Variation): Promise<RequestChange> => ({
  purpose: `with ${name}`,
  ...(await (typeof change === 'function' ? change(context()) : change)),
});

/** @throws Skipped if something in front of the service drops it */
export async function sendVariation(operation: Operation, row: Variation, more?: RequestChange): Promise<Response> {
  const response = send(operation, { ...(await changeOf(row)), ...more });
  return row.mayBeDropped ? response.catch(droppedInFront) : response;
}

export interface Beside<Row extends Variation> {
  /** The response to the valid request, which the service accepted. */
  readonly control: Response;
  readonly row: Row;
}

/**
 * Sends a row beside the valid request. @param closing a `bracket`, whose control judges all rows
 * @throws as `baselineFor`, `closing` and `mustHold`
 */
export const sendChanged =
  <Row extends Variation>(
    operation: FsapiOperation,
    mustHold: (response: Response, beside: Beside<Row>) => Proof | Promise<Proof>,
    closing?: (work: () => Promise<Response>) => Promise<readonly [Response, closing: unknown]>,
  ) =>
  async (row: Row): Promise<Proof> => {
    const control = await baselineFor(operation);
    const sent = () => sendVariation(operation, row);
    const [response] = closing ? await closing(sent) : [await sent()];
    return mustHold(response, { control, row });
  };

/** The valid request; on live, the listing for a write. @throws Inconclusive if the service rejects the valid key too */
async function baselineFor(operation: FsapiOperation): Promise<Response> {
  const response = await (mayWrite(context()) ? baselineOf(operation) : baselineListing());
  requireAcceptedKey(response);
  await requireAcceptedTenant(response);
  if (!response.isJson) await requireOwnResponse(response);
  if (isSuccess(response) || (isRejectionOfContent(response) && response.status !== 403)) return response;
  await requireRightAddress();
  throw new Inconclusive(
    `${returned(response)} with the valid key too, so a rejection would prove nothing.`,
    operation.success,
  );
}
