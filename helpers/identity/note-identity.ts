import { context } from '../client/context.js';
import type { Response } from '../client/message.js';

/** Records the identity of what a request created, for the owner of the target. */
export function noteIdentity({ exchange, request }: Response, identity: string): void {
  const { idempotencyKey, change, operation } = request;
  const { resource } = operation;
  const write = { tenant: change.caller ?? 'first', idempotencyKey: idempotencyKey ?? '', exchange, resource };
  const { journal, redactor } = context();
  journal.identities.push({ ...redactor.redact(write), identity: redactor.withhold(identity) });
}
