import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listed } from '../../schemas/listed.js';
import { groupOf, type Specification } from '../../schemas/specification.js';
import { OutOfTime, timeLimit } from '../../schemas/time-limit.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { complaints, schemaDocument, settledBy, validator } from '../../schemas/validate.js';
import { holdsOn } from '../../schemas/verdict.js';
import { parsedJson } from './json-text.js';
import { nearest } from './nearest.js';
import type { Configuration } from './settings.js';
import { quote, UsageError } from './usage-error.js';

/** The decisions of people, and the digest of the file that holds them. */
export interface Decisions {
  readonly entries: readonly DecisionEntry[];
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

const kinds: readonly string[] = ['waive', 'attest', 'accept', 'settle', 'lack'];

const { properties } = (schemaDocument('decisions').$defs as { entry: { properties: object } }).entry;
/** The members that an entry may have. */
const members = Object.keys(properties);

/** Days that a waiver may last, counted from the run: a year, leap or not. */
const longestWaiver = 366;
/** Milliseconds that the schemas of all settlements may take to compile. */
const compilingMs = 20_000;

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
      throw new UsageError(`${file} waives ${id}, which no mock may lack: no waiver covers it there.`);
  }
  return { entries, digest: createHash('sha256').update(text).digest('hex') };
}

/** The entries of a decisions file that is read already. @param name of the file, for messages @throws UsageError as `readDecisions` */
export function decisionsIn(
  text: string,
  name: string,
  now: Date,
  specification: Specification,
): readonly DecisionEntry[] {
  const file = quote(name);
  const entries = entriesOf(text, file);
  const within = timeLimit(compilingMs);
  for (const entry of entries) judge(entry, file, { now, within, specification });
  return entries;
}

/** The failures that are waived, or declared of a mock, on the day of a run. */
export function waivedAt(
  now: Date,
  specification: Specification,
  decisions?: Decisions,
): { id: string; check?: string; found?: string }[] {
  const day = now.toISOString().slice(0, 10);
  const active = (decisions?.entries ?? []).filter((entry) => holdsOn(entry, day));
  const waived = active.filter(({ kind }) => kind === 'waive');
  const lacking = active.flatMap(({ kind, id }) => (kind === 'lack' ? groupOf(specification, id).requirements : []));
  return [
    ...waived.flatMap(({ id, check, found }) => [check].flat().map((name) => ({ id, check: name, found }))),
    ...lacking.map((id) => ({ id })),
  ];
}

function entriesOf(text: string, file: string): readonly DecisionEntry[] {
  const value = parsedJson(text, `The decisions file ${file}`);
  const entries = Array.isArray(value) ? value : ((value as { decisions?: unknown } | null)?.decisions ?? []);
  // Entry by entry first: the complaint about a whole that may be a list or an object would say little.
  for (const [at, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const valid = validator('decisions', 'entry');
    if (valid(entry)) continue;
    const named = `Entry ${at + 1} of the decisions file ${file}`;
    const { kind, id } = (entry ?? {}) as { kind?: unknown; id?: unknown };
    if (typeof kind === 'string' && !kinds.includes(kind))
      throw new UsageError(
        `${named} has the kind ${quote(kind)}${nearest(kind, kinds) || `; there are ${listed(kinds)}`}.`,
      );
    const misspelt = valid.errors?.find(({ keyword }) => keyword === 'additionalProperties')?.params.additionalProperty;
    if (typeof misspelt === 'string')
      throw new UsageError(`${named} sets ${quote(misspelt)}, which no decision has${nearest(misspelt, members)}.`);
    const unsigned = valid.errors?.find(
      ({ keyword, instancePath }) => keyword === 'pattern' && ['/by', '/reason'].includes(instancePath),
    );
    if (unsigned) {
      const open = unsigned.instancePath.slice(1);
      throw new UsageError(`${named}, ${quote(String(id))}, is not signed: fill in ${open}.`);
    }
    throw new UsageError(`${named}: ${complaints(valid.errors)}.`);
  }
  if (!validator('decisions')(value))
    throw new UsageError(`The decisions file ${file} does not hold a list of decisions.`);
  return entries as readonly DecisionEntry[];
}

function judge(
  entry: DecisionEntry,
  file: string,
  {
    now,
    within,
    specification: { catalogue, groups },
  }: { now: Date; within: ReturnType<typeof timeLimit>; specification: Specification },
): void {
  const row = catalogue.find(({ id }) => id === entry.id);
  const refusal = (why: string) => new UsageError(`The decisions file ${file} ${why}`);
  if (entry.kind === 'lack') {
    const names = Object.keys(groups);
    if (names.includes(entry.id)) return;
    throw refusal(`declares a lack of ${quote(entry.id)}, which is no group${nearest(entry.id, names)}.`);
  }
  if (!row) {
    const ids = catalogue.map(({ id }) => id);
    throw refusal(`names ${quote(entry.id)}, which is not in the catalogue${nearest(entry.id, ids)}.`);
  }
  const { id, basis } = row;
  if (entry.kind === 'attest' && basis !== 'attested')
    throw refusal(`attests ${id}, which is ${basis}: only organisational controls can be attested.`);
  if (entry.kind === 'accept' && basis === 'attested')
    throw refusal(`accepts an observation of ${id}, which is not testable over HTTP: it has none.`);
  if (entry.kind === 'settle') {
    if (basis !== 'not-shown') throw refusal(`settles ${id}, which is ${basis}: there is nothing to settle.`);
    try {
      within(() => settledBy(entry.schema as object));
    } catch (error) {
      const what =
        error instanceof OutOfTime ? 'a JSON Schema that takes too long to compile' : 'an invalid JSON Schema';
      throw refusal(`settles ${id} with ${what}.`);
    }
  }
  if (entry.kind === 'waive') {
    if (basis === 'attested') throw refusal(`waives ${id}, which is not testable over HTTP; attest it instead.`);
    const days = (Date.parse(entry.expires ?? '') - now.getTime()) / 86_400_000;
    if (days > longestWaiver) throw refusal(`waives ${id} until ${entry.expires}; a waiver must expire within a year.`);
  }
}
