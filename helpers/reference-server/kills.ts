import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/package-root.js';

/** The file that lists, for each check, faults that fail it: made and proved by matrix.test.ts. */
export const killsFile: URL = new URL('helpers/reference-server/kills.json', packageRoot);

/** Faults that fail a check, by requirement and name of the check; the most particular ones first, three at most. */
export function readKills(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(killsFile, 'utf8')) as Record<string, string[]>;
}
