import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readDotEnv } from '../dot-env.js';
import type { Sources, Surroundings } from '../sources.js';
import { quote, UsageError } from '../usage-error.js';

/**
 * Whether the run asks the embedded reference server: where somebody said so, or a person at a terminal configured
 * nothing.
 * @throws UsageError where there is no target: a pipeline that lost its variables must not turn green
 */
export function isEmbedded(
  { values, has, sourceName }: Sources,
  { interactive = false, cwd, named }: Pick<Surroundings, 'interactive' | 'cwd' | 'named'>,
): boolean {
  if (values.baseUrl) return false;
  if (values.embedded) return true;
  // The empty line of a `.env` that `init` wrote is there for a target: a demonstration would be taken for its result.
  const isUnfilled = !named && 'CONFORMANCE_BASE_URL' in readDotEnv(cwd, values.envFile);
  if (interactive && !has('embedded') && !isUnfilled) return true;
  const file = values.envFile ?? join(cwd, '.env');
  // A file of variables is there for a target of one's own.
  if (!named && existsSync(file))
    throw new UsageError(
      `No target is configured: fill in CONFORMANCE_BASE_URL in ${quote(basename(file))}. For a demonstration add --embedded.`,
    );
  throw new UsageError(
    `No target is configured: set ${sourceName('baseUrl')}, or ${sourceName('embedded')}=true for a demonstration against the embedded reference server.`,
  );
}

/** Whether a person at a terminal called the command: no pipe, and no variable of a CI service. */
export function isInteractive(env: NodeJS.ProcessEnv, streams: readonly { readonly isTTY?: boolean }[]): boolean {
  const isCi = ['CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION'].some(
    (name) => !['', '0', 'false'].includes((env[name] ?? '').toLowerCase()),
  );
  return !isCi && streams.every(({ isTTY }) => isTTY === true);
}
