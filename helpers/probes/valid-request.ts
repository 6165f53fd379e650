import { isIdempotentByKey } from '../../schemas/operations.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { BuiltRequest } from '../client/request.js';

/**
 * Proves by the schemas that a request counted as right is: its headers, and the customer of a write.
 * @throws Error where it is not: a fault of this suite, or of CONFORMANCE_CUSTOMER
 */
export function assertValid({ operation, raw: outgoing, customer }: BuiltRequest): void {
  const headers = Object.fromEntries(outgoing.headers.map(([name, value]) => [name.toLowerCase(), value]));
  prove('the headers', validator('request-headers', isIdempotentByKey(operation) ? 'write' : undefined), headers);
  if (operation.body === 'customer') prove('the customer', validator('customer'), customer);
}

function prove(what: string, validate: ReturnType<typeof validator>, value: unknown): void {
  if (!validate(value)) throw new Error(`${what} of a right request: ${complaint(validate.errors)}`);
}
