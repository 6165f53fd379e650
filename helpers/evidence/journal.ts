import { appendFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import type { Exchange } from '../../schemas/exchange.js';
import type { Learned } from './retained-keys.js';
import { StorageError, stored } from './storage-error.js';

/** What the suites learn beside verdicts, one line of JSON each, written at once: an interrupt loses nothing. */
export type JournalEntry =
  | ({ readonly entry: 'exchange' } & Exchange)
  | { readonly entry: 'certificate'; readonly certificate: Record<string, string> }
  | {
      readonly entry: 'identity';
      readonly tenant: 'first' | 'second';
      readonly idempotencyKey: string;
      /** Tells customers apart that were created without a key. */
      readonly exchange: string;
      readonly identity: string;
    }
  /** What later runs may need to know, and this one has learned. */
  | { readonly entry: 'memory'; readonly learned: Learned }
  /** Generated requests that are not in the evidence, how many, and what the owner of the target needs of one. */
  | {
      readonly entry: 'unkept';
      readonly requests: number;
      readonly wrote?: NonNullable<Exchange['wrote']>;
      readonly identity?: string;
    }
  /** Generated cases that were planned, or are through: differences, which add up. */
  | { readonly entry: 'cases'; readonly planned: number; readonly asked: number }
  | { readonly entry: 'retried' }
  /** Data came over a connection that rested: answers over connections used twice may be of other requests. */
  | { readonly entry: 'disorder' }
  /** The suites ended; `stopped` says why nothing more was asked before they were through. */
  | { readonly entry: 'end'; readonly stopped?: string };

/** How far a run is. */
export interface Counts {
  readonly requests: number;
  readonly customers: number;
  /** Generated cases, once it is known that there are any. */
  readonly cases?: { readonly planned: number; readonly asked: number };
}

export interface Journal {
  write(entry: JournalEntry): void;
  /** What was written so far: in memory, so none where there is a file. */
  readonly entries: readonly JournalEntry[];
  readonly counts: Counts;
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written. An entry that could not be written
 * whole is the last: what followed it could not be told from it.
 * @param file keeps each entry at once, so that an interrupt loses nothing; without one they are kept in memory
 * @throws StorageError, as `write` does
 */
export function createJournal(file?: string): Journal {
  const keep = file === undefined ? undefined : appendTo(file);
  const collected = collector();
  const counter = createCounter();
  return {
    write: (entry) => {
      if (keep) keep(entry);
      else collected.add(entry);
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

function appendTo(file: string): (entry: JournalEntry) => void {
  const what = 'The evidence of this run could not be written, so there is no report';
  const descriptor = stored(what, () => openSync(file, 'a', 0o600));
  let error: StorageError | undefined;
  return (entry) => {
    if (error) throw error;
    try {
      // Not writeSync, which may write a part and say so in what it returns.
      stored(what, () => appendFileSync(descriptor, `${JSON.stringify(entry)}\n`));
    } catch (cause) {
      if (cause instanceof StorageError) error = cause;
      throw cause;
    }
  };
}

/** The entries of a journal so far: none where nothing was begun. A last line that was cut, by an interrupt, is left out. */
export function readJournal(file: string): readonly JournalEntry[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const collected = collector();
  // Line by line: the text of the whole, and each of its lines, would be in memory beside the entries.
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start))
    collected.add(JSON.parse(bytes.toString('utf8', start, end)) as JournalEntry);
  return collected.entries();
}

/** Collects entries: generated cases are many, and of most nothing is kept but their number. */
function collector(): { add(entry: JournalEntry): void; entries(): readonly JournalEntry[] } {
  const entries: JournalEntry[] = [];
  const sum = { unkept: 0, planned: 0, asked: 0 };
  return {
    add: (entry) => {
      if (entry.entry === 'cases') {
        sum.planned += entry.planned;
        sum.asked += entry.asked;
      } else if (entry.entry === 'unkept' && !entry.wrote) sum.unkept += entry.requests;
      else entries.push(entry);
    },
    entries: () => [
      ...entries,
      ...(sum.unkept > 0 ? [{ entry: 'unkept', requests: sum.unkept } as const] : []),
      ...(sum.planned > 0 ? [{ entry: 'cases', planned: sum.planned, asked: sum.asked } as const] : []),
    ],
  };
}

/** Counts what is written. A repeat under one key is no further customer. */
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
