import { vitestOfSuites } from '../../reports/wording/rerun.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Configured } from '../session/prepare.js';
import { readConfiguration } from '../settings/configuration.js';
import { isLoopback } from '../settings/loopback.js';
import { UsageError } from '../settings/usage-error.js';

/** Where and how vitest runs, as its main process tells the worker. */
export type Place = Readonly<{ cwd: string; interactive: boolean; isWatching: boolean }>;

/** The configuration of a run: read before the worker starts, so that a mistake is one sentence, and in the worker. */
export function configuredFor({ cwd, interactive, isWatching }: Place): Configured {
  const { configuration, ...read } = readConfiguration({ specification: fsapi, env: process.env, cwd, interactive });
  const { baseUrl, embedded } = configuration;
  if (isWatching && !embedded && !isLoopback(new URL(baseUrl ?? '').hostname))
    throw new UsageError(
      `Watch mode runs again with every change, so it is for targets on loopback alone. Call \`${vitestOfSuites}\`.`,
    );
  const out = isWatching ? undefined : configuration.out;
  return { ...read, command: vitestOfSuites, configuration: { ...configuration, out, quiet: true } };
}
