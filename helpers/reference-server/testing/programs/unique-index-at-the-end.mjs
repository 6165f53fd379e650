// Creations look for the Idempotency-Key before they work, and an index finds a second one after: its customer stays, and its
// client gets a server error.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serving } from './serving.mjs';

export function service(known) {
  const done = new Map();

  return serving(known, {
    create: async ({ write, body }) => {
      if (done.has(write)) return [201, done.get(write)];
      await sleep(30);
      if (done.has(write)) return [500, { error: 'duplicate key value violates unique constraint' }];
      done.set(write, { id: randomUUID(), ...body });
      return [201, done.get(write)];
    },
  });
}
