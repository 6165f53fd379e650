import { creates } from '../../schemas/operation.js';
import { context } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isSuccess } from '../client/response.js';
import { ownShape } from '../redaction/redactor.js';
import { claimedIdentity } from './resource-identity.js';

/** Records the identity of what a request created, for the owner of the target. */
export function noteIdentity({ exchange, request }: Response, identity: string): void {
  const { idempotencyKey, change, operation } = request;
  const { resource } = operation;
  const key = { tenant: change.caller ?? 'first', idempotencyKey: idempotencyKey ?? '', exchange, resource };
  context().journal.write(context().redactor.redactDeep({ entry: 'identity' as const, ...key, identity }, ownShape));
}

/** Records what claims to identify a new resource, unless the tests learn that themselves. */
export function noteClaimed(responses: readonly Response[]): void {
  for (const response of responses) {
    const { operation, resource } = response.request;
    if (!resource || resource.learned || !creates(operation) || !isSuccess(response)) continue;
    const claimed = claimedIdentity(response);
    if (claimed) noteIdentity(response, String(claimed.value));
  }
}
