// A creation takes 150 ms and holds its Idempotency-Key for 60: whoever comes after that, and before it is done, creates too.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serving } from './serving.mjs';

export function service(known) {
  const done = new Map();
  const lockedAt = new Map();

  return serving(known, {
    create: async ({ write, body }) => {
      if (done.has(write)) return [201, done.get(write)];
      if (Date.now() - (lockedAt.get(write) ?? 0) < 60) return [409, { error: 'still under way' }];
      lockedAt.set(write, Date.now());
      await sleep(150);
      const customer = { id: randomUUID(), ...body };
      if (!done.has(write)) done.set(write, customer);
      return [201, customer];
    },
  });
}
