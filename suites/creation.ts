import { context } from '../helpers/client/context.js';
import type { BuiltRequest, RequestChange, Response } from '../helpers/client/message.js';
import { isCreation } from '../helpers/client/response.js';
import { createCustomer } from '../schemas/fsapi/operations.js';
import type { Customer } from '../schemas/types.js';

/** A success of a creation of a customer, whatever the request changed, except its method. */
export const isCreationOfCustomer = (response: Response): boolean => isCreation(response, createCustomer.resource);

/** The customer that a request sends, where its body is one. */
export const customerIn = ({ operation, body }: Pick<BuiltRequest, 'operation' | 'body'>): Customer | undefined =>
  operation.body === createCustomer.body ? (body as Customer | undefined) : undefined;

/** Whether an operation creates a customer. */
export const createsCustomer = (operation: { readonly name: string }): boolean =>
  operation.name === createCustomer.name;

/** Whether a request differs from a valid one in any of these. */
export const differsIn = (change: RequestChange, ...parts: readonly (keyof RequestChange)[]): boolean =>
  parts.some((part) => change[part] !== undefined);

/**
 * Milliseconds that a new customer takes: the lower quartile, since a busy machine makes some responses late. Repeats may be
 * faster than what they repeat.
 */
export function usualDuration(control: Response): number {
  const firsts = new Map<unknown, Response>();
  for (const response of context().responses.filter(isCreationOfCustomer)) {
    const { idempotencyKey } = response.request;
    firsts.set(idempotencyKey, firsts.get(idempotencyKey) ?? response);
  }
  const alone = [...firsts.values()].filter((response) => response.alone);
  const times = alone.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 4)] ?? control.durationMs;
}
