import type { Exchange } from '../../schemas/exchange.js';
import { shapeOf, shownUrl, withoutTaken } from '../evidence/masking.js';
import type { RunContext } from './context.js';
import type { BuiltRequest } from './message.js';

/** How a request is sent, as far as its record shows. */
export interface Travel {
  /** An earlier attempt at the same request broke. */
  readonly again?: boolean;
  /** One of several requests of a burst. */
  readonly burst?: boolean;
  /** Another address than the target's base address. */
  readonly base?: URL;
}

/** Whether a request is sent alone and under a new key. From then on its key is known. */
export function isAlone(run: RunContext, { idempotencyKey: key, change }: BuiltRequest, burst: boolean): boolean {
  const alone = !burst && !(key && run.keys.has(key));
  if (key && !change.generated) run.keys.add(key);
  return alone;
}

/** A request as evidence shows it, before it is redacted. */
export function shownRequest(run: RunContext, request: BuiltRequest, base: URL): Exchange['request'] {
  const { evidence } = run.configuration;
  const { raw: outgoing } = request;
  const { path, headers } = withoutTaken(evidence, request);
  const body = outgoing.body === undefined || evidence === 'none' ? undefined : outgoing.body;
  return {
    method: outgoing.method,
    url: shownUrl(base, path),
    // A request to another address carries none of the connection's.
    headers: base === run.connection.base ? [...run.connection.headers, ...headers] : headers,
    body: body !== undefined && evidence === 'shape' ? shapeOf(body) : body,
  };
}

/** What evidence says of a request. */
export function purposeOf({ change }: BuiltRequest): string {
  return change.purpose ?? 'baseline request';
}
