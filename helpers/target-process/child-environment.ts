import { type Configuration, type SettingName, settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';

/** What every program may need: where programs and files are, who runs it, language, time zone, and its port. */
const usual =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|PORT|PATHEXT|SYSTEMROOT|COMSPEC)$/i;

/** Settings that say whom a target has to accept; not the signing key, the decisions or the options. */
const ofTarget = settings.filter(({ kind, name }) => kind === 'secret' || kind === 'header' || name === 'baseUrl');

/**
 * The environment of the command of `--start`: a short list, so that what the target prints of it can be published. Base
 * address, keys and tenant ids are those of the run, wherever they were configured; PORT is that of the base address
 * unless it is set.
 * @param outside the environment, and `.env` where the environment is silent
 * @throws UsageError for a name of `--start-env` that is not set
 */
export function childEnvironment(
  configuration: Configuration & { readonly baseUrl: string },
  outside: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { startEnv = [], baseUrl } = configuration;
  const missing = startEnv.find((name) => outside[name] === undefined);
  if (missing !== undefined)
    throw new UsageError(`--start-env names ${missing}, which is set neither in the environment nor in .env.`);
  const { port, protocol } = new URL(baseUrl);
  const values: Readonly<Partial<Record<SettingName, unknown>>> = configuration;
  const configured = ofTarget.flatMap(({ name, variable }) => {
    const value = values[name] ?? outside[variable];
    return value === undefined ? [] : [[variable, String(value)]];
  });
  const isGiven = (name: string) => usual.test(name) || startEnv.includes(name);
  return {
    PORT: port || (protocol === 'https:' ? '443' : '80'),
    ...Object.fromEntries(Object.entries(outside).filter(([name]) => isGiven(name))),
    ...Object.fromEntries(configured),
  };
}
