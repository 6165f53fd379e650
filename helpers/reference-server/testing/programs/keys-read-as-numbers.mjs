// The column of Idempotency-Keys is an integer: of each key the digits at its beginning are stored.
import { randomUUID } from 'node:crypto';
import { serving } from './serving.mjs';

export function service(known) {
  const customers = new Map();

  return serving(known, {
    create: ({ tenant, idempotencyKey = '', body }) => {
      const write = JSON.stringify([tenant, Number.parseInt(idempotencyKey, 10) || 0]);
      if (!customers.has(write)) customers.set(write, { id: randomUUID(), ...body });
      return [201, customers.get(write)];
    },
  });
}
