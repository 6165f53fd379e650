import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seen } from '../../reports/drift/remembered.js';
import { digestOf } from '../../schemas/observation.js';
import { attempt } from '../configuration/attempt.js';
import { replaceFile } from './replace-files.js';

/**
 * Observations by their digest, `reports/observations/<digest>.json`: the history names them, and they outlive the
 * folders of the runs. Shapes of behaviour, without values of the target, as in a report.
 */
const fileOf = (cwd: string, digest: string) => join(cwd, 'reports', 'observations', `${digest}.json`);

/** Keeps an observation. Gives its digest. @throws what the file system says */
export function keepObservation(cwd: string, { observation, sentences }: Seen): string {
  const digest = digestOf(observation);
  const file = fileOf(cwd, digest);
  if (existsSync(file)) return digest;
  mkdirSync(join(cwd, 'reports', 'observations'), { recursive: true });
  replaceFile(file, `${JSON.stringify({ observation, sentences })}\n`);
  return digest;
}

/** An observation that was kept; `undefined` where its file is gone or holds another. */
export function readObservation(cwd: string, digest: string): Seen | undefined {
  const seen = attempt(() => JSON.parse(readFileSync(fileOf(cwd, digest), 'utf8')) as Seen);
  const { observation, sentences } = seen ?? {};
  const isWhole = Array.isArray(sentences) && sentences.every((one) => typeof one === 'string');
  return isWhole && digestOf(observation) === digest ? { observation, sentences } : undefined;
}
