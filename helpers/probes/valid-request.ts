import { isIdempotentByKey } from '../../schemas/operations.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { BuiltRequest } from '../client/message.js';

/**
 * Validates a baseline request against the schemas: its headers, and the customer of a write.
 * @throws Error where it is invalid: an error of this suite, or of CONFORMANCE_CUSTOMER
 */
export function assertValid({ operation, raw: outgoing, customer }: BuiltRequest): void {
  const headers = Object.fromEntries(outgoing.headers.map(([name, value]) => [name.toLowerCase(), value]));
  prove('the headers', validator('request-headers', isIdempotentByKey(operation) ? 'write' : undefined), headers);
  if (operation.body === 'customer') prove('the customer', validator('customer'), customer);
}

function prove(what: string, validate: ReturnType<typeof validator>, value: unknown): void {
  if (!validate(value)) throw new Error(`${what} of a valid request: ${complaint(validate.errors)}`);
}
