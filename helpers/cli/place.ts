import { escapedJson } from '../../schemas/escaped-json.js';
import type { Environment } from '../session/prepare.js';

export interface Place extends Pick<Environment, 'tested' | 'env' | 'cwd'>, Partial<Pick<Environment, 'out' | 'stop'>> {
  /** Whether a run without a target tests the embedded server. */
  readonly demonstrates?: true;
}

export type Given<Options = object> = Readonly<{ words: readonly string[]; options: Options }>;

export type Outcome = Readonly<{
  status: number;
  /** Printed to the standard output. */
  lines: readonly string[];
  /** Printed instead with `--json`. */
  data?: unknown;
  /** Printed to the standard error. */
  notes?: readonly string[];
}>;

export function show({ status, lines, data, notes = [] }: Outcome, asJson = false) {
  const printed = asJson ? [escapedJson(data, 2)] : lines;
  if (printed.length > 0) process.stdout.write(`${printed.join('\n')}\n`);
  if (notes.length > 0) process.stderr.write(`${notes.join('\n')}\n`);
  return status;
}
