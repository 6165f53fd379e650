import type { RequestChange, Response } from '../helpers/client/message.js';
import { send } from '../helpers/client/send.js';
import type { Target } from '../helpers/runner/target.js';
import type { Configuration } from '../helpers/settings/settings.js';
import type { FsapiOperation } from '../schemas/fsapi/operations.js';
import { droppedInFront } from './gateways.js';

/** One change to a valid request: an invalid key, a place for the key, a malformed member, the name of another tenant. */
export interface Variation {
  /** In words that complete "with …": names the check, and tells what was sent. */
  readonly name: string;
  readonly change: RequestChange | ((target: Target) => RequestChange | Promise<RequestChange>);
  /** Whether a run that is configured so can send it; every run without it. */
  readonly when?: (configuration: Configuration) => boolean;
  /** Why the responses of the run gave nothing to send, as the end of `received`; undefined where they did. */
  readonly nothing?: () => string | undefined;
  /** Something in front of a service may drop it for what it holds. */
  readonly front?: true;
}

/** What stands beside the response to a variation. */
export interface Beside<Row extends Variation> {
  /** The response to the valid request, which the service accepted. */
  readonly control: Response;
  /** The response to a valid request after all variations that share its closing control. */
  readonly after: Response | undefined;
  readonly row: Row;
  readonly target: Target;
}

export async function resolved(change: Variation['change'], target: Target): Promise<RequestChange> {
  return typeof change === 'function' ? change(target) : change;
}

/** The change of a variation, with the words that reports have for it. */
export async function changeOf({ name, change }: Variation, target: Target): Promise<RequestChange> {
  return { purpose: `with ${name}`, ...(await resolved(change, target)) };
}

/**
 * The request of an operation with one variation.
 * @throws Skipped where something in front of the service drops it
 */
export async function sendVariation(operation: FsapiOperation, row: Variation, target: Target): Promise<Response> {
  const response = send(operation, await changeOf(row, target));
  return row.front ? response.catch(droppedInFront) : response;
}
