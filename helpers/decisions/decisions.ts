import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listed } from '../../schemas/listed.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { complaints, schemaDocument, validator } from '../../schemas/validate.js';
import { parsedJson } from '../settings/files.js';
import { nearest } from '../settings/nearest.js';
import type { Configuration } from '../settings/settings.js';
import { quote, UsageError } from '../settings/usage-error.js';
import { kinds } from './kinds.js';

/** The decisions of people, and the digest of the file that holds them. */
export interface Decisions {
  readonly entries: readonly DecisionEntry[];
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/**
 * Reads a decisions file (interface: decisions file), before anything is sent.
 * @param now the moment of the run: a waiver ends at most a year from it
 * @param environment that of the target: what it lacks is declared of a mock alone, and no waiver covers its floor
 * @throws UsageError for a file that breaks its schema, an id that there is not, or a decision that does not fit its row
 */
export function readDecisions(
  path: string,
  now: Date,
  { environment, specification }: { environment: Configuration['environment']; specification: Specification },
): Decisions {
  const text = readFileSync(path, 'utf8');
  const entries = decisionsIn(text, basename(path), now, specification);
  const file = `The decisions file ${quote(basename(path))}`;
  const isMock = environment === 'mock';
  for (const { kind, id } of entries) {
    if (kind === 'lack' && !isMock)
      throw new UsageError(
        `${file} declares that the target lacks ${id}, which only a mock may: the environment is ${environment} (CONFORMANCE_ENVIRONMENT).`,
      );
    if (kind === 'waive' && isMock && specification.floor.includes(id))
      throw new UsageError(`${file} waives ${id}, which no mock may lack, so no waiver covers it there.`);
  }
  return { entries, digest: createHash('sha256').update(text).digest('hex') };
}

/** The entries of a decisions file that is read already. @param name of the file, for messages @throws UsageError as `readDecisions` */
export function decisionsIn(
  text: string,
  name: string,
  now: Date,
  { catalogue, groups }: Specification,
): readonly DecisionEntry[] {
  const file = `The decisions file ${quote(name)}`;
  const value = parsedJson(text.replace(/^\uFEFF/, ''), file);
  const held = Array.isArray(value) ? value : ((value as { decisions?: unknown } | null)?.decisions ?? []);
  // Entry by entry first: the complaint about a whole that may be a list or an object would say little.
  for (const [at, entry] of (Array.isArray(held) ? held : []).entries()) rejectBroken(entry, at + 1, file);
  if (!validator('decisions')(value)) throw new UsageError(`${file} does not hold a list of decisions.`);
  const entries = held as readonly DecisionEntry[];
  for (const entry of entries) {
    const row = catalogue.find(({ id }) => id === entry.id);
    const ids = entry.kind === 'lack' ? Object.keys(groups) : catalogue.map(({ id }) => id);
    if (!ids.includes(entry.id)) {
      const what = entry.kind === 'lack' ? 'no group' : 'not in the catalogue';
      throw new UsageError(`${file} names ${quote(entry.id)}, which is ${what}${nearest(entry.id, ids)}.`);
    }
    const why = row && kinds[entry.kind].rejects(row, entry, now);
    if (why !== undefined) throw new UsageError(`${file}: ${why}`);
  }
  return entries;
}

/** @throws UsageError for an entry that breaks the schema */
function rejectBroken(entry: unknown, number: number, file: string): void {
  const valid = validator('decisions', 'entry');
  if (valid(entry)) return;
  const errors = valid.errors ?? [];
  const { kind, id } = (entry ?? {}) as { kind?: unknown; id?: unknown };
  const { properties } = (schemaDocument('decisions').$defs as { entry: { properties: object } }).entry;
  const misspelt = errors.find(({ keyword }) => keyword === 'additionalProperties')?.params.additionalProperty;
  const unsigned = errors.find(
    ({ keyword, instancePath }) => keyword === 'pattern' && /^\/(by|reason)$/.test(instancePath),
  );
  const names = Object.keys(kinds);
  throw new UsageError(`Entry ${number} of ${file.replace('The', 'the')}${what()}.`);

  function what(): string {
    if (typeof kind === 'string' && !names.includes(kind))
      return ` has the kind ${quote(kind)}${nearest(kind, names) || `; there are ${listed(names)}`}`;
    if (typeof misspelt === 'string')
      return ` sets ${quote(misspelt)}, which no decision has${nearest(misspelt, Object.keys(properties))}`;
    if (unsigned) return `, ${quote(String(id))}, is not signed: fill in ${unsigned.instancePath.slice(1)}`;
    return `: ${complaints(errors)}`;
  }
}
