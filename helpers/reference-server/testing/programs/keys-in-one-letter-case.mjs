// The column of Idempotency-Keys ignores letter case.
import { randomUUID } from 'node:crypto';
import { serving } from './serving.mjs';

export function service(known) {
  const done = new Map();

  return serving(known, {
    create: async ({ write, body }) => {
      const folded = write.toLowerCase();
      if (!done.has(folded)) done.set(folded, { id: randomUUID(), ...body });
      return [201, done.get(folded)];
    },
  });
}
