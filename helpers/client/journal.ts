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

export interface Journal {
  write(entry: JournalEntry): void;
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written. An entry that could not be written
 * whole is the last: what followed it could not be told from it.
 * @throws StorageError, as `write` does
 */
export function createJournal(file: string): Journal {
  const what = 'The evidence of this run could not be written, so there is no report';
  const descriptor = stored(what, () => openSync(file, 'a', 0o600));
  let fault: StorageError | undefined;
  return {
    write: (entry) => {
      if (fault) throw fault;
      try {
        // Not writeSync, which may write a part and say so in what it returns.
        stored(what, () => appendFileSync(descriptor, `${JSON.stringify(entry)}\n`));
      } catch (error) {
        if (error instanceof StorageError) fault = error;
        throw error;
      }
    },
  };
}

/** The entries of a journal so far: none where nothing was begun. A last line that was cut, by an interrupt, is left out. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const entries: JournalEntry[] = [];
  const sum = { unkept: 0, planned: 0, asked: 0 };
  // Line by line: the text of the whole, and each of its lines, would be in memory beside the entries.
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    const entry = JSON.parse(bytes.toString('utf8', start, end)) as JournalEntry;
    // Generated cases are many, and of most nothing is told but their number.
    if (entry.entry === 'cases') {
      sum.planned += entry.planned;
      sum.asked += entry.asked;
    } else if (entry.entry === 'unkept' && !entry.wrote) sum.unkept += entry.requests;
    else entries.push(entry);
  }
  if (sum.unkept > 0) entries.push({ entry: 'unkept', requests: sum.unkept });
  if (sum.planned > 0) entries.push({ entry: 'cases', planned: sum.planned, asked: sum.asked });
  return entries;
}
