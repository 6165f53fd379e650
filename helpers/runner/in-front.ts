/** What may stand in front of a service, such as a gateway, and answer or drop a request in its place. */

import type { RequestChange, Response } from '../client/message.js';
import { isSuccess, returned } from '../client/response.js';
import { TransportError } from '../client/transport-error.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';

/** Whether a request differs from a valid one in any of these. */
export const differsIn = (change: RequestChange, ...parts: readonly (keyof RequestChange)[]): boolean =>
  parts.some((part) => change[part] !== undefined);

/** Statuses of a request that is too large, or on the wrong connection: the service need not have seen it. */
export const beforeService: readonly number[] = [413, 414, 421, 426, 431, 494];

/** Statuses with which something in front of a service rejects by itself. */
const ofGateways: readonly number[] = [400, 403, 405, 406, 411, 415, ...beforeService];

/** Whether a firewall may have sent it: that sends no JSON. */
export const mayBeOfFirewall = ({ status, isJson }: Response): boolean =>
  !isJson && [403, 406, ...beforeService].includes(status);

/** Whether it differs in more than its key, so that something in front may reject it. */
export const isOdd = (change: RequestChange): boolean =>
  differsIn(change, 'text', 'contentType', 'headers', 'query', 'path', 'method');

/** The response; undefined if none came. */
export function unlessDropped(response: Promise<Response>): Promise<Response | undefined> {
  return response.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}

/** @throws Skipped for the transport error of an odd request, if others get a response */
export function droppedInFront(error: unknown): never {
  if (!(error instanceof TransportError)) throw error;
  const request = error.request ?? 'The request';
  throw new Skipped(
    `${request} got no response (${error.message}): something in front of the service may have dropped it.`,
  );
}

/**
 * @throws Skipped if something in front may have rejected the request, with no body or a page; Inconclusive if the service
 *   may reject such a body by itself, or if the valid request was stopped too
 */
export function expectFromService(response: Response, control: Response): void {
  const { request, status, text, isJson } = response;
  if (beforeService.includes(status) && status === control.status)
    throw new Inconclusive(`${returned(response)}, as with the valid key, so a rejection would prove nothing.`);
  // A parser that complains of the body is the service's.
  const isOfService = isJson || /json|syntax|unexpected|parse|unmarshal|deserial/i.test(text);
  if (!isOdd(request.change) || !ofGateways.includes(status) || isOfService) return;
  const sentence = `${returned(response)} ${text === '' ? 'without a body' : 'and a page'}, as something in front of a service does`;
  if (request.change.text === undefined) throw new Skipped(`${sentence}, so the service did not see the request.`);
  throw new Inconclusive(`${sentence}, so it is unclear whether the service looks at the key first.`);
}

/** Whether the service accepted it: a page is a firewall's, whatever its status. */
export const isAccepted = (response: Response, control: Response): boolean =>
  isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
