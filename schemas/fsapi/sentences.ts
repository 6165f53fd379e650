import { readFileSync } from 'node:fs';
import type { Clauses } from '../clauses.js';
import { packageRoot } from '../package-root.js';

/** Every sentence and table row of the specification: what the catalogue covers, and what it leaves out with a reason. */
export const clauses = JSON.parse(readFileSync(new URL('schemas/clauses.json', packageRoot), 'utf8')) as Clauses;
