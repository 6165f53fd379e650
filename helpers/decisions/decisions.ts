import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { escapedJson } from '../../schemas/escaped-json.js';
import { listed } from '../../schemas/listed.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { complaints, schemaDocument, validator } from '../../schemas/validate.js';
import { replaceFile } from '../evidence/storage-error.js';
import { attempt } from '../settings/attempt.js';
import { parsedJson, readText, usable } from '../settings/files.js';
import { nearest } from '../settings/nearest.js';
import type { Configuration } from '../settings/settings.js';
import { quote, UsageError } from '../settings/usage-error.js';
import { kinds } from './kinds.js';

/** What a decisions file is judged by. */
interface Judged {
  /** The moment of the run: a waiver ends at most a year from it. */
  readonly now: Date;
  readonly specification: Specification;
  /** That of the target, where it is known: what it lacks is declared of a mock alone, and no waiver covers a mock's floor. */
  readonly environment?: Configuration['environment'];
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/**
 * The entries of a decisions file (interface: decisions file), and the SHA-256 of the file, hexadecimal. None where it is
 * not there.
 * @throws UsageError for a file that breaks its schema, an id that there is not, or a decision that does not fit its row
 */
export function readDecisions(path: string, judged: Judged) {
  if (!existsSync(path)) return { entries: [], digest: sha256('') };
  const entries = entriesIn(readText(path, '--decisions'), basename(path), judged);
  return { entries, digest: sha256(readFileSync(path)) };
}

function entriesIn(text: string, name: string, judged: Judged): readonly DecisionEntry[] {
  const file = `he decisions file ${quote(name)}`;
  const value = parsedJson(text, `T${file}`);
  const held = Array.isArray(value) ? value : ((value as { decisions?: unknown } | null)?.decisions ?? []);
  // Entry by entry first: the complaint about a whole that may be a list or an object would say little.
  for (const [at, entry] of (Array.isArray(held) ? held : []).entries()) {
    const why = whyRejected(entry as DecisionEntry, judged);
    if (why !== undefined) throw new UsageError(`Entry ${at + 1} of t${file}: ${why}`);
  }
  if (!validator('decisions')(value)) throw new UsageError(`T${file} does not hold a list of decisions.`);
  return held as readonly DecisionEntry[];
}

/** Why an entry is no decision, as a sentence: it breaks the schema, names what there is not, or does not fit its requirement. */
function whyRejected(entry: DecisionEntry, { now, specification, environment }: Judged): string | undefined {
  const valid = validator('decisions', 'entry');
  if (!valid(entry)) return `${brokenRule(entry, valid.errors ?? [])}.`;
  const { id, kind } = entry;
  const isLack = kind === 'lack';
  const ids = isLack ? Object.keys(specification.groups) : specification.catalogue.map((row) => row.id);
  if (!ids.includes(id))
    return `it names ${quote(id)}, which is ${isLack ? 'no group' : 'not in the catalogue'}${nearest(id, ids)}.`;
  if (isLack && environment !== undefined && environment !== 'mock')
    return `it declares that the target lacks ${id}, which only a mock may: the environment is ${environment} (CONFORMANCE_ENVIRONMENT).`;
  if (kind === 'waive' && environment === 'mock' && specification.floor.includes(id))
    return `it waives ${id}, which every mock has to meet, so it cannot be waived for a mock.`;
  const row = specification.catalogue.find((one) => one.id === id);
  return row && kinds[kind].rejects(row, entry, now);
}

type Errors = NonNullable<ReturnType<typeof validator>['errors']>;

/** What of the schema an entry breaks, as a clause: in words of their own for what people get wrong. */
function brokenRule(entry: { readonly kind?: unknown } | null, errors: Errors): string {
  const { kind } = entry ?? {};
  const names = Object.keys(kinds);
  if (typeof kind === 'string' && !names.includes(kind))
    return `it has the kind ${quote(kind)}${nearest(kind, names) || `; there are ${listed(names)}`}`;
  const misspelt = errors.find(({ keyword }) => keyword === 'additionalProperties')?.params.additionalProperty;
  const { properties } = (schemaDocument('decisions').$defs as { entry: { properties: object } }).entry;
  if (typeof misspelt === 'string')
    return `it has the unknown member ${quote(misspelt)}${nearest(misspelt, Object.keys(properties))}`;
  const unsigned = errors.find(({ keyword, instancePath }) => keyword === 'pattern' && /by|reason/.test(instancePath));
  return unsigned ? `it is not signed: fill in ${unsigned.instancePath.slice(1)}` : complaints(errors);
}

/** What is to become of a decisions file: the entries that go, and the one that comes at its end. */
interface Change {
  readonly goes: (entry: DecisionEntry) => boolean;
  readonly comes?: DecisionEntry;
}

/**
 * Changes a decisions file in one step, and lays it out anew. A file that is not there is begun.
 * @returns the entries that went
 * @throws UsageError where a run would reject the file before or after, and where it cannot be written
 */
export function changeDecisions(path: string, { goes, comes }: Change, judged: Judged): readonly DecisionEntry[] {
  // A file that is broken already is reported as such, not as the fault of the entry.
  const { entries } = readDecisions(path, judged);
  const changed = [...entries.filter((one) => !goes(one)), ...(comes ? [comes] : [])];
  const before: unknown = existsSync(path) ? JSON.parse(readText(path, '--decisions')) : [];
  const text = `${escapedJson(Array.isArray(before) ? changed : { ...(before as object), decisions: changed }, 2)}\n`;
  entriesIn(text, basename(path), judged);
  const target = existsSync(path) ? realpathSync(path) : path;
  usable(`${quote(basename(path))} cannot be written`, () => replaceFile(target, text));
  return entries.filter(goes);
}

/** Two entries of one kind for one requirement: waivers of the same checks, acceptances of the same observation. */
export function isForSameThing(one: DecisionEntry, other: DecisionEntry): boolean {
  if (one.kind !== other.kind || one.id !== other.id) return false;
  if (one.kind === 'accept') return one.observation === other.observation;
  if (one.kind !== 'waive' || one.check === undefined || other.check === undefined) return true;
  const [own, others] = [one, other].map(({ check }) => [check].flat().toSorted().join('\n'));
  return own === others;
}

/** The SHA-256 of a file that proves an attestation, hexadecimal; undefined where it cannot be read. */
export function digestOfProof(cwd: string, evidence: string): string | undefined {
  return attempt(() => sha256(readFileSync(resolve(cwd, evidence))));
}
