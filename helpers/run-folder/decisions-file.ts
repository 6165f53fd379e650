import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { formatJson } from '../../reports/text/format-json.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { decisionsIn } from '../configuration/decisions.js';
import { readText, usable } from '../configuration/files.js';
import { quote } from '../configuration/usage-error.js';
import { readVariables } from '../configuration/variables.js';
import { replaceFile } from './replace-files.js';

/** The decisions file that a person works on: the one that is named, or decisions.json of the working folder. */
export function decisionsFile(cwd: string, env: NodeJS.ProcessEnv, given?: string): string {
  const configured = readVariables(env, cwd).get('decisionsFile')?.texts[0];
  return resolve(cwd, given ?? configured ?? 'decisions.json');
}

/** Its entries; none where it is not there. @throws UsageError for a file that a run would reject */
export function entriesIn(path: string, now: Date): readonly DecisionEntry[] {
  return existsSync(path) ? decisionsIn(readText(path, '--decisions'), basename(path), now) : [];
}

/**
 * Adds an entry at the end of a decisions file, in one step; the rest of the file stays as people wrote it.
 * @throws UsageError where a run would reject the file then, and where it cannot be written
 */
export function addEntry(path: string, entry: DecisionEntry, now: Date): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const text = existsSync(path) ? readText(path, '--decisions') : '[]\n';
  // A file that is broken already is reported as such, not as the fault of the entry.
  decisionsIn(text, basename(path), now);
  const added = withEntry(text, entry);
  decisionsIn(added, basename(path), now);
  usable(`${quote(basename(path))} cannot be written`, () => replaceFile(target, added));
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
