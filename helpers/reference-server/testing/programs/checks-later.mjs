// Accepts whatever is JSON for processing, and validates later: 202 and a job, which no shown operation reads.
import { randomUUID } from 'node:crypto';
import { serving } from './serving.mjs';

export function service(known) {
  const jobs = new Map();

  return serving(known, {
    list: ({ tenant, named }) =>
      named === tenant ? [200, { accounts: { [`acc-${tenant}-1`]: {}, [`acc-${tenant}-2`]: {} } }] : [404, {}],
    isValid: (body) => body !== undefined,
    create: ({ write }) => {
      if (!jobs.has(write)) jobs.set(write, { job: randomUUID() });
      return [202, jobs.get(write)];
    },
  });
}
