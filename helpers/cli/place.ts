import { escapedJson } from '../../schemas/escaped-json.js';
import type { Environment } from '../session/prepare.js';

/** Where a command is called. */
export interface Place extends Pick<Environment, 'tested' | 'env' | 'cwd'>, Partial<Pick<Environment, 'out' | 'stop'>> {
  /** Whether a run for which nothing is configured asks the embedded reference server, whoever calls. */
  readonly demonstrates?: true;
}

/** What a command came to, for people and for programs. */
export interface Outcome {
  readonly status: number;
  /** Of the standard output, safe to print. */
  readonly lines: readonly string[];
  /** The same as data: with `--json` the one document there. */
  readonly data?: unknown;
  /** What people have to know beside it, on the standard error. */
  readonly notes?: readonly string[];
}

/** Prints what a command came to. Gives its status. */
export function show({ status, lines, data, notes = [] }: Outcome, asJson = false): number {
  const shown = asJson ? [escapedJson(data, 2)] : lines;
  if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
  if (notes.length > 0) process.stderr.write(`${notes.join('\n')}\n`);
  return status;
}
