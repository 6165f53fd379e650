import type { RequestChange, Response } from '../helpers/client/message.js';
import { describeResponse } from '../helpers/client/response.js';
import { TransportError } from '../helpers/client/transport-error.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { differsIn } from './creation.js';

/** Statuses with which something in front of a service rejects by itself: nginx, HAProxy, Envoy, a firewall, a gateway. */
const ofGateways: ReadonlySet<number> = new Set([400, 403, 405, 413, 414, 421, 426, 431, 494]);

/** Statuses of a request that is too large, or on the wrong connection: the service need not have seen it. */
const beforeService: ReadonlySet<number> = new Set([413, 414, 421, 426, 431, 494]);

/** Characters of a key that fits into every buffer for headers, with room. */
const ordinaryKey = 200;

/** Whether something in front may reject a request by itself, whatever its key: it differs in more than the key. */
export const isOdd = (change: RequestChange): boolean =>
  differsIn(change, 'text', 'contentType', 'headers', 'query', 'path', 'method') ||
  (change.apiKey ?? '').length > ordinaryKey;

/**
 * Whether a response may come from something in front of the service: of its status, without a body or with a page. A
 * parser that complains of the body is the service's.
 */
function mayBeOfGateway({ status, text, isJson }: Response): boolean {
  return ofGateways.has(status) && !isJson && !/json|syntax|unexpected|parse|unmarshal|deserial/i.test(text);
}

/** Whether a request was rejected for its size or its connection, whatever its key. */
export function isStoppedBefore({ status }: Response): boolean {
  return beforeService.has(status);
}

/** The response to an odd request; undefined where none came. */
export function unlessDropped(response: Promise<Response>): Promise<Response | undefined> {
  return response.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}

/** Ends a check of an odd request that gets no response, where others do. @throws Skipped for a transport error */
export function droppedInFront(error: unknown): never {
  if (!(error instanceof TransportError)) throw error;
  throw new Skipped(
    `${error.request ?? 'The request'} got no response (${error.message}). Something in front of the service may have dropped it, so this shows nothing about the service.`,
  );
}

/**
 * Ends a check of an odd request that something in front of the service may have rejected.
 * @throws Skipped where the service never saw it; Inconclusive where the service may reject such a body by itself
 */
export function expectFromService(response: Response): void {
  const { change } = response.request;
  if (!isOdd(change) || !mayBeOfGateway(response)) return;
  const sentence = `${describeResponse(response)} returned ${response.status} ${response.text === '' ? 'without a body' : 'and a page'}, as something in front of a service does`;
  if (change.text === undefined) throw new Skipped(`${sentence}, so the service did not see the request.`);
  throw new Inconclusive(`${sentence}, so it is unclear whether the service looks at the key first.`);
}
