import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { replaceFile } from '../evidence/storage-error.js';
import { attempt } from '../settings/attempt.js';
import { readText, usable } from '../settings/files.js';
import { readGiven } from '../settings/sources.js';
import { quote } from '../settings/usage-error.js';

/** The decisions file that a person works on: the one of CONFORMANCE_DECISIONS, or decisions.json of the working folder. */
export function decisionsFile(cwd: string, env: NodeJS.ProcessEnv): string {
  return resolve(cwd, String(readGiven({ env, cwd }).given.get('decisionsFile')?.value ?? 'decisions.json'));
}

/** Judges the text of a decisions file, as a run would. @throws UsageError for one that it would reject */
type Judge = (text: string) => readonly DecisionEntry[];

/** The entries of a decisions file; none where it is not there. @throws UsageError for a file that a run would reject */
export function entriesIn(path: string, judge: Judge): readonly DecisionEntry[] {
  return existsSync(path) ? judge(readText(path, '--decisions')) : [];
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
export function changeFile(path: string, { goes, comes }: Change, judge: Judge): readonly DecisionEntry[] {
  const text = existsSync(path) ? readText(path, '--decisions') : '[]';
  // A file that is broken already is reported as such, not as the fault of the entry.
  const gone = judge(text).filter(goes);
  const changed = (entries: readonly DecisionEntry[]) => [
    ...entries.filter((one) => !goes(one)),
    ...(comes ? [comes] : []),
  ];
  const value = JSON.parse(text) as DecisionEntry[] | { decisions: DecisionEntry[] };
  const whole = Array.isArray(value) ? changed(value) : { ...value, decisions: changed(value.decisions) };
  const written = `${escapedJson(whole, 2)}\n`;
  judge(written);
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

/** The content of a file that proves an attestation; `undefined` where it cannot be read. */
export const proofAt = (path: string): Buffer | undefined => attempt(() => readFileSync(path));

/** What is wrong with the proof of an attestation, as a sentence; undefined where it is here, and unchanged. */
export function remarkOnProof({ evidence = '', evidenceDigest }: DecisionEntry, cwd: string): string | undefined {
  const content = evidenceDigest === undefined ? undefined : proofAt(resolve(cwd, evidence));
  if (evidenceDigest === undefined || (content && sha256(content) === evidenceDigest)) return undefined;
  return `The evidence ${quote(evidence)} ${content ? 'is not the file that was attested with' : 'cannot be read here'}.`;
}
