import { existsSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { replaceFile } from '../evidence/storage-error.js';
import { readText, usable } from '../settings/files.js';
import { readGiven } from '../settings/sources.js';
import { quote } from '../settings/usage-error.js';
import { decisionsIn } from './decisions.js';

/** The decisions file that a person works on: the one of CONFORMANCE_DECISIONS, or decisions.json of the working folder. */
export function decisionsFile(cwd: string, env: NodeJS.ProcessEnv): string {
  return resolve(cwd, String(readGiven({ env, cwd }).given.get('decisionsFile')?.value ?? 'decisions.json'));
}

/** The entries of a decisions file; none where it is not there. @throws UsageError for a file that a run would reject now */
export function entriesIn(path: string, now: Date, specification: Specification): readonly DecisionEntry[] {
  return existsSync(path) ? decisionsIn(readText(path, '--decisions'), basename(path), now, specification) : [];
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
export function changeFile(
  path: string,
  { goes, comes }: Change,
  now: Date,
  specification: Specification,
): readonly DecisionEntry[] {
  const text = existsSync(path) ? readText(path, '--decisions') : '[]';
  // A file that is broken already is reported as such, not as the fault of the entry.
  const gone = decisionsIn(text, basename(path), now, specification).filter(goes);
  const changed = (entries: readonly DecisionEntry[]) => [
    ...entries.filter((one) => !goes(one)),
    ...(comes ? [comes] : []),
  ];
  const value = JSON.parse(text) as DecisionEntry[] | { decisions: DecisionEntry[] };
  const whole = Array.isArray(value) ? changed(value) : { ...value, decisions: changed(value.decisions) };
  const written = `${escapedJson(whole, 2)}\n`;
  decisionsIn(written, basename(path), now, specification);
  const target = existsSync(path) ? realpathSync(path) : path;
  usable(`${quote(basename(path))} cannot be written`, () => replaceFile(target, written));
  return gone;
}

/** Two entries of one kind for one requirement: waivers of the same checks, acceptances of the same observation. */
export function isForSameThing(one: DecisionEntry, other: DecisionEntry): boolean {
  if (one.kind !== other.kind || one.id !== other.id) return false;
  if (one.kind === 'accept') return one.observation === other.observation;
  if (one.kind !== 'waive' || one.check === undefined || other.check === undefined) return true;
  const [own, others] = [one, other].map(({ check }) => [check].flat().toSorted().join('\n'));
  return own === others;
}
