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
  /** What this run has learned for later ones. */
  /** Generated requests that are not in the evidence: how many, and what the owner of the target needs to know. */
  | {
      readonly entry: 'unkept';
      readonly requests: number;
      readonly wrote?: NonNullable<Exchange['wrote']>;
      readonly identity?: string;
      /** In place of these two where created.json lists the customers: with an identity in the response, and without. */
      readonly listed?: Listed;
    }
  /** Generated cases, planned and sent: differences, which add up. */
  | { readonly entry: 'cases'; readonly planned: number; readonly asked: number }
  | { readonly entry: 'retried' }
  /** A response that is nested too deep, or holds too many values, to be read whole. */
  | { readonly entry: 'in part'; readonly exchange: string }
  /** The target sent data over an idle connection: responses over reused connections may belong to other requests. */
  | { readonly entry: 'disorder' }
  /** The suites ended; `stopped` says why they ended early. */
  | { readonly entry: 'end'; readonly stopped?: string };

/** How many customers created.json lists of those that are not in the evidence. */
export interface Listed {
  readonly identified: number;
  readonly bare: number;
}

/** Progress of a run. */
export interface Counts {
  readonly requests: number;
  readonly customers: number;
  /** Generated cases, once it is known that there are any. */
  readonly cases?: { readonly planned: number; readonly asked: number };
}

export interface Journal {
  write(entry: JournalEntry): void;
  /** What was written so far. */
  readonly entries: readonly JournalEntry[];
  readonly counts: Counts;
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written.
 * @param list writes created.json: hears each entry before it is written, and lists the customers of generated cases,
 * so that these need not be kept here
 * @returns whose `write` throws StorageError where created.json cannot be written
 */
export function createJournal(list?: (entry: JournalEntry) => void): Journal {
  const collected = collector();
  const counter = createCounter();
  return {
    write: (entry) => {
      list?.(entry);
      collected.add(list ? withoutListed(entry) : entry);
      counter.count(entry);
    },
    get entries() {
      return collected.entries();
    },
    get counts() {
      return counter.counts();
    },
  };
}

function withoutListed(entry: JournalEntry): JournalEntry {
  if (entry.entry !== 'unkept' || !entry.wrote) return entry;
  const isBare = entry.identity === undefined;
  return { entry: 'unkept', requests: entry.requests, listed: { identified: Number(!isBare), bare: Number(isBare) } };
}

/** Collects entries. Of most generated cases it keeps only the number. */
function collector(): { add(entry: JournalEntry): void; entries(): readonly JournalEntry[] } {
  const entries: JournalEntry[] = [];
  const sum = { unkept: 0, planned: 0, asked: 0, identified: 0, bare: 0 };
  return {
    add: (entry) => {
      if (entry.entry === 'cases') {
        sum.planned += entry.planned;
        sum.asked += entry.asked;
      } else if (entry.entry === 'unkept' && !entry.wrote) {
        sum.unkept += entry.requests;
        sum.identified += entry.listed?.identified ?? 0;
        sum.bare += entry.listed?.bare ?? 0;
      } else entries.push(entry);
    },
    entries: () => [
      ...entries,
      ...(sum.unkept > 0
        ? [{ entry: 'unkept', requests: sum.unkept, listed: { identified: sum.identified, bare: sum.bare } } as const]
        : []),
      ...(sum.planned > 0 ? [{ entry: 'cases', planned: sum.planned, asked: sum.asked } as const] : []),
    ],
  };
}

/** Counts entries. A repeat under one key counts as the same customer. */
function createCounter(): { count(entry: JournalEntry): void; counts(): Counts } {
  const keys = new Set<string>();
  const sum = { requests: 0, unkept: 0, planned: 0, asked: 0 };
  return {
    count: (entry) => {
      if (entry.entry === 'exchange') {
        sum.requests += 1;
        if (entry.wrote) keys.add(entry.wrote.idempotencyKey);
      } else if (entry.entry === 'unkept') {
        sum.requests += entry.requests;
        if (entry.wrote) sum.unkept += 1;
      } else if (entry.entry === 'cases') {
        sum.planned += entry.planned;
        sum.asked += entry.asked;
      }
    },
    counts: () => ({
      requests: sum.requests,
      customers: keys.size + sum.unkept,
      ...(sum.planned > 0 && { cases: { planned: sum.planned, asked: sum.asked } }),
    }),
  };
}
