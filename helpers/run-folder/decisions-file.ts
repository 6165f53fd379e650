import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { formatJson } from '../../reports/text/format-json.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { decisionsIn } from '../configuration/decisions.js';
import { readText, usable } from '../configuration/files.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { readVariables } from '../configuration/variables.js';
import { replaceFile } from './replace-files.js';

/** The decisions file that a person works on: the one that is named, or decisions.json of the working folder. */
export function decisionsFile(cwd: string, env: NodeJS.ProcessEnv, given?: string): string {
  const configured = readVariables(env, cwd).get('decisionsFile')?.texts[0];
  return resolve(cwd, given ?? configured ?? 'decisions.json');
}

/** Its entries; none where it is not there. @throws UsageError for a file that a run would reject */
export function entriesIn(path: string, now: Date, specification: Specification): readonly DecisionEntry[] {
  return existsSync(path) ? decisionsIn(readText(path, '--decisions'), basename(path), now, specification) : [];
}

/**
 * Adds an entry at the end of a decisions file, in one step; the rest of the file stays as people wrote it. Entries for
 * the same thing go, and the file is then laid out anew.
 * @returns the entries that it replaces
 * @throws UsageError where a run would reject the file then, and where it cannot be written
 */
export function addEntry(
  path: string,
  entry: DecisionEntry,
  now: Date,
  specification: Specification,
): readonly DecisionEntry[] {
  const text = existsSync(path) ? readText(path, '--decisions') : '[]\n';
  // A file that is broken already is reported as such, not as the fault of the entry.
  const replaced = decisionsIn(text, basename(path), now, specification).filter((one) => isForSameThing(one, entry));
  write(path, withEntry(replaced.length > 0 ? without(text, replaced) : text, entry), now, specification);
  return replaced;
}

/**
 * Removes all entries of a requirement from a decisions file, which is then laid out anew.
 * @returns the entries that it removed, in one step
 * @throws UsageError where there is none, where a run would reject the file, and where it cannot be written
 */
export function removeEntries(
  path: string,
  id: string,
  now: Date,
  specification: Specification,
): readonly DecisionEntry[] {
  const removed = entriesFor(path, id, now, specification);
  write(path, without(readText(path, '--decisions'), removed), now, specification);
  return removed;
}

/** The entries of a requirement. @throws UsageError where there is none, and where a run would reject the file */
export function entriesFor(
  path: string,
  id: string,
  now: Date,
  specification: Specification,
): readonly DecisionEntry[] {
  const own = entriesIn(path, now, specification).filter((one) => one.id === id);
  if (own.length === 0) throw new UsageError(`${quote(basename(path))} holds no decision on ${id}.`);
  return own;
}

function write(path: string, text: string, now: Date, specification: Specification): void {
  decisionsIn(text, basename(path), now, specification);
  const target = existsSync(path) ? realpathSync(path) : path;
  usable(`${quote(basename(path))} cannot be written`, () => replaceFile(target, text));
}

/** Two entries of one kind for one requirement: waivers of the same checks, acceptances of the same observation. */
function isForSameThing(one: DecisionEntry, other: DecisionEntry): boolean {
  if (one.kind !== other.kind || one.id !== other.id) return false;
  if (one.kind === 'accept') return one.observation === other.observation;
  if (one.kind !== 'waive' || one.check === undefined || other.check === undefined) return true;
  const [own, others] = [one, other].map(({ check }) => [check].flat().toSorted().join('\n'));
  return own === others;
}

/** The text of a decisions file without some of its entries, laid out anew. */
function without(text: string, entries: readonly DecisionEntry[]): string {
  const gone = new Set(entries.map((entry) => JSON.stringify(entry)));
  const kept = (all: readonly DecisionEntry[]) => all.filter((one) => !gone.has(JSON.stringify(one)));
  const value = JSON.parse(text) as DecisionEntry[] | { decisions: DecisionEntry[] };
  return `${formatJson(Array.isArray(value) ? kept(value) : { ...value, decisions: kept(value.decisions) })}\n`;
}

/** The text of a decisions file with one more entry, in front of the last bracket: that of the list, or else all anew. */
function withEntry(text: string, entry: DecisionEntry): string {
  const value = JSON.parse(text) as DecisionEntry[] | { decisions: DecisionEntry[] };
  const whole = Array.isArray(value) ? [...value, entry] : { ...value, decisions: [...value.decisions, entry] };
  const indent = Array.isArray(value) ? '  ' : '    ';
  const end = text.lastIndexOf(']');
  const before = text.slice(0, end).trimEnd();
  const comma = before.endsWith('[') ? '' : ',';
  const added = `${before}${comma}\n${indent}${formatJson(entry, indent.length)}\n${indent.slice(2)}${text.slice(end)}`;
  // The last bracket may have been another one.
  const isMeant = attempt(() => JSON.stringify(JSON.parse(added))) === JSON.stringify(whole);
  return isMeant ? added : `${formatJson(whole)}\n`;
}

/** The content of a file that proves an attestation; `undefined` where it cannot be read. */
export const proofAt = (path: string): Buffer | undefined => attempt(() => readFileSync(path));

/** What proves an attestation, as it is here: its content where that is unchanged, else a sentence that says so. */
export function proofOf({ evidence = '', evidenceDigest }: DecisionEntry, cwd: string) {
  if (evidenceDigest === undefined) return {};
  const content = proofAt(resolve(cwd, evidence));
  if (content && sha256(content) === evidenceDigest) return { content };
  const what = content ? 'is not the file that was attested with' : 'cannot be read here';
  return { remark: `The evidence ${quote(evidence)} ${what}.` };
}
