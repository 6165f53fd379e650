import { vitestOfSuites } from '../../reports/wording/rerun.js';
import type { DecisionEntry } from '../../schemas/types.js';
import type { RunInput } from '../client/context.js';
import { type Run, startRun } from '../session/run.js';
import type { Tested } from '../session/tested.js';
import { isInteractive, readConfiguration } from '../settings/configuration.js';

/** What the process that runs the tests gets: plain data, in memory only, since it holds keys. */
export interface Given {
  /** Without the specification, which holds functions: the tests have their own. */
  readonly input: Omit<RunInput, 'specification'>;
  readonly decisions: readonly DecisionEntry[];
}

/**
 * Begins a run as the environment and `.env` configure it: opens its target and its folder, and says in one line what is
 * tested. vitest runs the checks, shows what becomes of them, and has the signals. @throws UsageError before anything was sent
 */
export async function beginRun(cwd: string, tested: Tested): Promise<Run & { readonly given: Given }> {
  const { env, stdin, stdout } = process;
  const interactive = isInteractive(env, [stdin, stdout]);
  const { configuration, ...rest } = readConfiguration({ specification: tested, env, cwd, interactive });
  const configured = { ...rest, command: vitestOfSuites, configuration: { ...configuration, quiet: true } };
  const run = await startRun(configured, { tested, env, cwd, out: stdout, keepsFiles: true });
  const { specification: _, ...input } = run.input;
  return { ...run, given: { input, decisions: run.decisions } };
}
