import { readDotEnv } from './dot-env.js';
import { nearest } from './quote.js';
import { honoured, settings } from './settings.js';
import { UsageError } from './usage-error.js';

/** The text of a variable, and where it stood, as a message names it. */
interface Variable {
  readonly text: string;
  readonly sourceName: string;
}

const names: readonly string[] = settings.map(({ variable }) => variable);

/**
 * Every CONFORMANCE_ variable that holds something: from the environment, else from `.env` in the working folder. An
 * empty one counts as unset, as pipelines pass on a variable that nobody filled.
 * @throws UsageError for an unknown variable and a `.env` file that is broken
 */
export function readVariables(env: NodeJS.ProcessEnv, cwd: string): ReadonlyMap<string, Variable> {
  const file = readDotEnv(cwd);
  for (const name of Object.keys(env)) refuseUnknown(name, 'the environment');
  for (const name of Object.keys(file)) {
    refuseUnknown(name, '.env');
    refuseProxy(name);
  }
  const found = new Map<string, Variable>();
  for (const name of names) {
    const text = env[name];
    const filed = file[name];
    if (text) found.set(name, { text, sourceName: name });
    else if (filed) found.set(name, { text: filed, sourceName: `${name} (in .env)` });
  }
  return found;
}

/** A mistyped variable would else leave its default in force, and nobody would know. */
function refuseUnknown(name: string, place: string): void {
  if (!/^conformance_/i.test(name) || names.includes(name)) return;
  // Shown only as far as it looks like a name.
  const shown = /^\w{1,60}$/.test(name) ? name : 'a CONFORMANCE_ name';
  throw new UsageError(`There is no variable ${shown}, set in ${place}; the nearest is ${nearest(name, names)}.`);
}

/** The HTTP client reads the environment itself: in `.env` a proxy would be passed by in silence. */
function refuseProxy(name: string): void {
  const proxy = honoured.find((each) => each === name.toUpperCase());
  if (proxy) throw new UsageError(`${proxy} has no effect in .env: set it in the environment.`);
}
