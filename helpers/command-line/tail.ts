import { existsSync, openSync, readSync } from 'node:fs';

/** Counts what a journal holds while it is being written, reading only what is new. */
export function tailOf(file: string): { read(): { requests: number; customers: number; asking?: string } } {
  const counts: { requests: number; customers: number; asking?: string } = { requests: 0, customers: 0 };
  // A repeat under one key is no further customer.
  const writes = new Set<string>();
  let descriptor: number | undefined;
  let rest = '';
  const chunk = Buffer.alloc(256 * 1024);
  return {
    read: () => {
      if (descriptor === undefined && !existsSync(file)) return counts;
      descriptor ??= openSync(file, 'r');
      for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
        const lines = (rest + chunk.toString('latin1', 0, length)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('{"entry":"exchange"')) continue;
          counts.requests += 1;
          const write = /"wrote":\{"idempotencyKey":"[^"]*"/.exec(line);
          if (write) writes.add(write[0]);
          counts.customers = writes.size;
        }
        if (length < chunk.length) break;
      }
      return counts;
    },
  };
}
