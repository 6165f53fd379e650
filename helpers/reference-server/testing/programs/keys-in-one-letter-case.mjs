// The column of Idempotency-Keys ignores letter case.
import { randomUUID } from 'node:crypto';
import { creating } from './creating.mjs';

export function service(known) {
  const done = new Map();

  return creating(known, async ({ write, body }) => {
    const folded = write.toLowerCase();
    if (!done.has(folded)) done.set(folded, { id: randomUUID(), ...body });
    return [201, done.get(folded)];
  });
}
