import { createHash } from 'node:crypto';

/** In which order checks begin that could begin at once. */
export interface Order {
  /** Takes part, before the first begins. */
  join(): void;
  /** Settles when it is the turn of whoever joined: all are awaited first. @param name unique */
  turn(name: string): Promise<void>;
}

/**
 * The order of definition where no number is given, else another for each number: vitest shuffles only what runs one
 * after another.
 */
export function createOrder(number?: number): Order {
  let expected = 0;
  const waiting: { readonly rank: string; readonly go: () => void }[] = [];
  return {
    join: () => {
      expected += 1;
    },
    turn: (name) => {
      if (number === undefined) return Promise.resolve();
      const rank = createHash('sha256').update(`${number}\n${name}`).digest('hex');
      return new Promise((go) => {
        waiting.push({ rank, go });
        if (waiting.length < expected) return;
        for (const next of waiting.sort((a, b) => (a.rank < b.rank ? -1 : 1))) next.go();
      });
    },
  };
}
