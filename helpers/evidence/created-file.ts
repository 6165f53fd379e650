import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import { nameOf } from './journal.js';
import { replaceFile, stored } from './storage-error.js';

export const createdFileName = 'created.json';

type CreatedBy = Readonly<Record<'run' | 'target', string>>;

type Customer = NonNullable<Exchange['wrote']>;

/** created.json, nothing unseen in it. @param customers as report.json has them under `created` */
export const renderCreated = (by: CreatedBy, customers: readonly object[]) =>
  `${escapedJson({ ...by, customers }, 2)}\n`;

export type CreatedList = NonNullable<ReturnType<typeof createdList>>;

/**
 * Writes created.json anew with each customer, in one step: a killed run leaves the list. A repeat under one key counts
 * as the same customer. @returns undefined if another run has the folder @throws what the file system says
 */
export function createdList(folder: string, by: CreatedBy) {
  const file = join(folder, createdFileName);
  const customers = new Map<string, Customer>();
  try {
    writeFileSync(file, renderCreated(by, []), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  return {
    file,
    customers: (): readonly Customer[] => [...customers.values()],
    /** Called with each redacted exchange, before anything else is written of it. @throws StorageError */
    hear: ({ wrote, id }: Exchange): void => {
      if (!wrote) return;
      const name = nameOf(wrote, id);
      // The published list is sealed by the manifest.
      if (customers.has(name) || existsSync(join(folder, 'manifest.json'))) return;
      customers.set(name, wrote);
      stored('The list of created customers could not be written, so the run stopped', () =>
        replaceFile(file, renderCreated(by, [...customers.values()])),
      );
    },
  };
}
