import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Exchange } from '../../schemas/exchange.js';
import type { JournalEntry } from './journal.js';
import { stored } from './storage-error.js';

/** The file of a run's folder that lists every customer it created: there after every end of a run. */
export const createdFileName = 'created.json';

/** Whose customers they are. */
export interface CreatedBy {
  readonly run: string;
  /** Base URL of the target. */
  readonly target?: string;
}

/** What the list ends with: each write puts it behind the new entry, so that the file is JSON at any time. */
const ending = '\n  ]\n}\n';

/** created.json. @param customers as report.json has them under `created` */
export function renderCreated(by: CreatedBy, customers: readonly object[]): string {
  const head = JSON.stringify(by, null, 2).replace(/\n}$/, ',\n  "customers": [');
  return `${head}${customers.map((one) => `\n    ${JSON.stringify(one)}`).join(',')}${ending}`;
}

/** Number of customers in a created.json; 0 where there is none. */
export function countCreated(file: string): number {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { customers: readonly unknown[] }).customers.length;
  } catch {
    return 0;
  }
}

/** Writes a text at the place of the ending, whole; where there is no room for it, the list stays as it was. */
function append(descriptor: number, text: string, at: number): void {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length; )
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    ftruncateSync(descriptor, at + ending.length);
    writeSync(descriptor, ending, at);
    throw error;
  }
}

/**
 * Writes created.json while a run goes on: each customer before anything else is written about it, so that a run that is
 * killed leaves the list. A repeat under one key counts as the same customer.
 * @returns what hears the entries of the journal, redacted
 * @throws StorageError
 */
export function createdFile(file: string, by: CreatedBy): (entry: JournalEntry) => void {
  const known = new Set<string>();
  const add = (wrote: NonNullable<Exchange['wrote']>) => {
    const name = `${wrote.tenant} ${wrote.idempotencyKey}`;
    if (wrote.idempotencyKey !== '' && known.has(name)) return;
    // Of several passes of a run the first one began the list.
    const isFirst = known.size === 0 && countCreated(file) === 0;
    known.add(isFirst || wrote.idempotencyKey !== '' ? name : `${known.size}`);
    if (isFirst) return writeFileSync(file, renderCreated(by, [wrote]));
    const descriptor = openSync(file, 'r+');
    try {
      const at = fstatSync(descriptor).size - ending.length;
      append(descriptor, `,\n    ${JSON.stringify(wrote)}${ending}`, at);
    } finally {
      closeSync(descriptor);
    }
  };
  return (entry) => {
    const wrote = entry.entry === 'exchange' || entry.entry === 'unkept' ? entry.wrote : undefined;
    if (wrote) stored('The list of created customers could not be written, so the run stopped', () => add(wrote));
  };
}
