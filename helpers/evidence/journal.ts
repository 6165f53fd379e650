import type { Exchange } from '../../schemas/exchange.js';

/** What the suites learn beside verdicts. */
export type JournalEntry =
  | ({ readonly entry: 'exchange' } & Exchange)
  | { readonly entry: 'certificate'; readonly certificate: Record<string, string> }
  | {
      readonly entry: 'identity';
      readonly tenant: 'first' | 'second';
      readonly idempotencyKey: string;
      /** Distinguishes customers without a key. */
      readonly exchange: string;
      readonly identity: string;
      /** Distinguishes what two operations made under one key. */
      readonly resource?: string;
    }
  | { readonly entry: 'retried' }
  /** A response that is nested too deep, or holds too many values, to be read whole. */
  | { readonly entry: 'in part'; readonly exchange: string }
  /** The target sent data over an idle connection: responses over reused connections may belong to other requests. */
  | { readonly entry: 'disorder' }
  /** The suites ended; `stopped` says why they ended early. */
  | { readonly entry: 'end'; readonly stopped?: string };

/** Progress of a run. */
export interface Counts {
  readonly requests: number;
  readonly customers: number;
}

export interface Journal {
  write(entry: JournalEntry): void;
  /** What was written so far. */
  readonly entries: readonly JournalEntry[];
  readonly counts: Counts;
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written.
 * @param list writes created.json: hears each entry before it is written
 * @returns whose `write` throws StorageError where created.json cannot be written
 */
export function createJournal(list?: (entry: JournalEntry) => void): Journal {
  const entries: JournalEntry[] = [];
  const counter = createCounter();
  return {
    write: (entry) => {
      list?.(entry);
      entries.push(entry);
      counter.count(entry);
    },
    get entries() {
      return entries;
    },
    get counts() {
      return counter.counts();
    },
  };
}

/** Counts entries. A repeat under one key counts as the same customer. */
function createCounter(): { count(entry: JournalEntry): void; counts(): Counts } {
  const keys = new Set<string>();
  let requests = 0;
  return {
    count: (entry) => {
      if (entry.entry !== 'exchange') return;
      requests += 1;
      if (entry.wrote) keys.add(entry.wrote.idempotencyKey);
    },
    counts: () => ({ requests, customers: keys.size }),
  };
}
