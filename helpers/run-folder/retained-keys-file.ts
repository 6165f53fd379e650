import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { notStored } from '../configuration/files.js';
import type { JournalEntry } from '../evidence/journal.js';
import type { RetainedKeys } from '../evidence/retained-keys.js';
import { replaceFile } from './replace-files.js';

/** Writes that are kept at most: more would never be asked for. */
const most = 24;

const nothing: RetainedKeys = { writes: [], retention: {} };

/**
 * The file in which the runs against one target and tenant hand on what they learned: `reports/memory/<digest>.json`.
 * @param target as in the history
 */
export function retainedKeysFile(cwd: string, target: string, tenantId: string): string {
  const name = sha256(`${target}\n${tenantId}`).slice(0, 16);
  return join(cwd, 'reports', 'memory', `${name}.json`);
}

/** What earlier runs left. A file that is absent or damaged is an empty memory. */
export function readRetainedKeys(file: string): { readonly memory: RetainedKeys; readonly damaged: boolean } {
  if (!existsSync(file)) return { memory: nothing, damaged: false };
  try {
    const { writes, retention } = JSON.parse(readFileSync(file, 'utf8')) as RetainedKeys;
    const texts = writes.flatMap(({ idempotencyKey, text, sentAt, identity }) => [
      ...[idempotencyKey, text, sentAt],
      ...Object.values(identity),
    ]);
    const isWhole =
      texts.every((one) => typeof one === 'string') &&
      writes.every(({ sentAt }) => !Number.isNaN(Date.parse(sentAt))) &&
      [retention.atLeastSeconds, retention.atMostSeconds].every(
        (bound) => bound === undefined || (Number.isSafeInteger(bound) && bound >= 0),
      );
    return isWhole ? { memory: { writes, retention }, damaged: false } : { memory: nothing, damaged: true };
  } catch {
    return { memory: nothing, damaged: true };
  }
}

/**
 * Adds what a run has learned. The file is read again before and replaced in one step, so that of two runs at once
 * neither tears what the other wrote.
 * @returns why not, as a sentence: that nothing is handed on takes nothing from a run whose report is written
 */
export function remember(file: string, entries: readonly JournalEntry[]): string | undefined {
  const learned = entries.flatMap((entry) => (entry.entry === 'memory' ? [entry.learned] : []));
  if (learned.length === 0) return undefined;
  const { memory } = readRetainedKeys(file);
  const spent = new Set(learned.flatMap((one) => one.spent));
  const writes = [...memory.writes, ...learned.flatMap((one) => one.writes)]
    .filter(({ idempotencyKey }) => !spent.has(idempotencyKey))
    .sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1));
  const retention = learned.at(-1)?.retention ?? memory.retention;
  return notStored('The keys that IDEM-09 needs next time could not be written to reports/memory', () => {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, `${JSON.stringify({ retention, writes: writes.slice(-most) }, undefined, 2)}\n`, 0o600);
  });
}
