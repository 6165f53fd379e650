// A creation returns the members that were sent, and nothing else: no id, no status, no time.
import { serving } from './serving.mjs';

export function service(known) {
  const customers = new Map();

  return serving(known, {
    create: ({ write, body }) => {
      if (!customers.has(write)) customers.set(write, body);
      return [201, customers.get(write)];
    },
  });
}
