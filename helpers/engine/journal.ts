import { appendFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import type { Exchange } from '../../schemas/exchange.js';
import type { Learned } from './memory.js';
import { StorageFault, stored } from './storage-fault.js';

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
  | { readonly entry: 'retried' }
  /** The suites ended; `stopped` says why nothing more was asked before they were through. */
  | { readonly entry: 'end'; readonly stopped?: string };

export interface Journal {
  write(entry: JournalEntry): void;
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written. An entry that could not be written
 * whole is the last: what followed it could not be told from it.
 * @throws StorageFault, as `write` does
 */
export function createJournal(file: string): Journal {
  const what = 'The evidence of this run could not be written, so there is no report';
  const descriptor = stored(what, () => openSync(file, 'a', 0o600));
  let fault: StorageFault | undefined;
  return {
    write: (entry) => {
      if (fault) throw fault;
      try {
        // Not writeSync, which may write a part and say so in what it returns.
        stored(what, () => appendFileSync(descriptor, `${JSON.stringify(entry)}\n`));
      } catch (error) {
        if (error instanceof StorageFault) fault = error;
        throw error;
      }
    },
  };
}

/** The entries of a journal so far: none where nothing was begun. A last line that was cut, by an interrupt, is left out. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as JournalEntry);
}
