import { escapedJson } from '../../schemas/escaped-json.js';
import type { Environment } from '../session/prepare.js';

export interface Place extends Pick<Environment, 'tested' | 'env' | 'cwd'>, Partial<Pick<Environment, 'out' | 'stop'>> {
  /** Without a target a run asks the embedded server, whoever calls. */
  readonly demonstrates?: true;
}

export type Given<Options = object> = Readonly<{ words: readonly string[]; options: Options }>;

export type Outcome = Readonly<{
  status: number;
  /** For the standard output, safe to print. */
  lines: readonly string[];
  /** What `--json` prints in place of the lines. */
  data?: unknown;
  /** For people, on the standard error. */
  notes?: readonly string[];
}>;

/** Prints what a command came to. @returns its status */
export function show({ status, lines, data, notes = [] }: Outcome, asJson = false): number {
  const shown = asJson ? [escapedJson(data, 2)] : lines;
  if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
  if (notes.length > 0) process.stderr.write(`${notes.join('\n')}\n`);
  return status;
}
