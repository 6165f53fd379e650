import { existsSync, openSync, readSync } from 'node:fs';

/** What a journal holds so far. */
export interface Counts {
  readonly requests: number;
  readonly customers: number;
  /** Generated cases, once it is known that there are any. */
  readonly cases?: { readonly planned: number; readonly asked: number };
}

/** Counts what a journal holds while it is being written, reading only what is new. */
export function readProgress(file: string): { read(): Counts } {
  let [requests, unkept, planned, asked] = [0, 0, 0, 0];
  // A repeat under one key is no further customer. Of generated requests that are not kept each has a key of its own.
  const writes = new Set<string>();
  const count = (line: string) => {
    const cases = /^\{"entry":"cases","planned":(-?\d+),"asked":(\d+)\}/.exec(line);
    planned += Number(cases?.[1] ?? 0);
    asked += Number(cases?.[2] ?? 0);
    const isUnkept = line.startsWith('{"entry":"unkept"');
    if (!isUnkept && !line.startsWith('{"entry":"exchange"')) return;
    requests += 1;
    const write = /"wrote":\{"idempotencyKey":"[^"]*"/.exec(line);
    if (write && isUnkept) unkept += 1;
    else if (write) writes.add(write[0]);
  };
  const counts = (): Counts => ({
    requests,
    customers: writes.size + unkept,
    ...(planned > 0 && { cases: { planned, asked } }),
  });
  let descriptor: number | undefined;
  let rest = '';
  const chunk = Buffer.alloc(256 * 1024);
  return {
    read: () => {
      if (descriptor === undefined && !existsSync(file)) return counts();
      descriptor ??= openSync(file, 'r');
      for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
        const lines = (rest + chunk.toString('latin1', 0, length)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) count(line);
        if (length < chunk.length) break;
      }
      return counts();
    },
  };
}
