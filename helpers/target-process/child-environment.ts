import { settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';

/** What every program may need: where programs and files are, who runs it, language, time zone, and its port. */
const usual =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|PORT|PATHEXT|SYSTEMROOT|COMSPEC)$/i;

/** Variables of ours that say whom a target has to accept; not the signing key, the decisions or the options. */
const ofTarget: readonly string[] = settings
  .filter(({ kind, name }) => kind === 'secret' || kind === 'header' || name === 'baseUrl')
  .map(({ variable }) => variable);

/**
 * The environment of the command of `--start`: a short list, so that what the target prints of it can be published.
 * @param more what `--start-env` names
 * @throws UsageError for a name that is not set
 */
export function childEnvironment(env: NodeJS.ProcessEnv, more: readonly string[]): NodeJS.ProcessEnv {
  const missing = more.find((name) => env[name] === undefined);
  if (missing !== undefined) throw new UsageError(`--start-env names ${missing}, which is not set.`);
  const isGiven = (name: string) => usual.test(name) || ofTarget.includes(name) || more.includes(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isGiven(name)));
}
