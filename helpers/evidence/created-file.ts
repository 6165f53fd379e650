import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { JournalEntry } from './journal.js';
import { replaceFile, stored } from './storage-error.js';

/** The file of a run's folder that lists every customer it created: there after every end of a run. */
export const createdFileName = 'created.json';

/** Whose customers they are. */
export interface CreatedBy {
  readonly run: string;
  /** Base URL of the target. */
  readonly target?: string;
}

type Customer = NonNullable<Exchange['wrote']>;

/** created.json: an identity is the target's text, so nothing unseen is in it. @param customers as report.json has them under `created` */
export function renderCreated(by: CreatedBy, customers: readonly object[]): string {
  const head = JSON.stringify(by, null, 2).replace(/\n}$/, ',\n  "customers": [');
  return `${head}${customers.map((one) => `\n    ${escapedJson(one)}`).join(',')}\n  ]\n}\n`;
}

/** The customers in a created.json; none where there is no file. */
export function customersIn(file: string): readonly Customer[] {
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { customers: readonly Customer[] }).customers;
}

/** The customers in a created.json that no exchange of the evidence has made: they came while the run was ended. */
export function lateCustomers(file: string, exchanges: readonly Exchange[]): readonly Customer[] {
  const nameOf = ({ tenant, idempotencyKey, email }: Customer) => `${tenant} ${idempotencyKey} ${email}`;
  const known = new Set(exchanges.flatMap(({ wrote }) => (wrote ? [nameOf(wrote)] : [])));
  return customersIn(file).filter((one) => !known.has(nameOf(one)));
}

/**
 * Writes created.json while a run goes on, anew with each customer and in one step: a run that is killed leaves the list.
 * A repeat under one key counts as the same customer; two operations may share a key.
 * @returns what hears the entries of the journal, redacted, before anything else is written about them
 * @throws StorageError
 */
export function createdFile(file: string, by: CreatedBy): (entry: JournalEntry) => void {
  const customers = new Map<string, Customer>();
  return (entry) => {
    if (entry.entry !== 'exchange' || !entry.wrote) return;
    const { tenant, idempotencyKey, resource } = entry.wrote;
    const name = `${tenant} ${idempotencyKey || `of ${entry.id}`} ${resource}`;
    // The list that was published is sealed by the manifest: nothing that comes after it is added.
    if (customers.has(name) || existsSync(join(dirname(file), 'manifest.json'))) return;
    customers.set(name, entry.wrote);
    stored('The list of created customers could not be written, so the run stopped', () =>
      replaceFile(file, renderCreated(by, [...customers.values()])),
    );
  };
}
