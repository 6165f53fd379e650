import { basename } from 'node:path';
import { readDotEnv } from './dot-env.js';
import { nearest } from './nearest.js';
import { removal } from './removed.js';
import type { Given } from './setting.js';
import { honoured, type SettingName, settings } from './settings.js';
import { UsageError } from './usage-error.js';

const names: readonly string[] = settings.map(({ variable }) => variable);

/**
 * The settings whose CONFORMANCE_ variable holds something: from the environment, else from `.env` in the working folder. An
 * empty one counts as unset, as pipelines pass on a variable that nobody filled.
 * @param envFile the file in the place of `.env`, where an option names one; else CONFORMANCE_ENV_FILE may
 * @throws UsageError for an unknown variable and a `.env` file that is broken
 */
export function readVariables(
  env: NodeJS.ProcessEnv,
  cwd: string,
  envFile: string | undefined = env.CONFORMANCE_ENV_FILE || undefined,
): ReadonlyMap<SettingName, Given> {
  const file = readDotEnv(cwd, envFile);
  const place = envFile === undefined ? '.env' : basename(envFile);
  for (const name of Object.keys(env)) refuseUnknown(name, 'the environment');
  for (const name of Object.keys(file)) {
    refuseUnknown(name, place);
    // The HTTP client reads the environment itself, and one file names no other: both would be passed by in silence.
    const useless = [...honoured, 'CONFORMANCE_ENV_FILE'].find((each) => each === name.toUpperCase());
    if (useless) throw new UsageError(`${useless} has no effect in ${place}: set it in the environment.`);
  }
  const found = new Map<SettingName, Given>();
  for (const { name, variable } of settings) {
    const [text, filed] = [env[variable], file[variable]];
    if (text) found.set(name, { texts: [text], sourceName: variable });
    else if (filed) found.set(name, { texts: [filed], sourceName: `${variable} (in ${place})`, isFiled: true });
  }
  return found;
}

/** A mistyped variable would else leave its default in force, and nobody would know. */
function refuseUnknown(name: string, place: string): void {
  if (!/^conformance_/i.test(name) || names.includes(name)) return;
  const option = name
    .replace(/^conformance_/i, '')
    .replaceAll('_', '-')
    .toLowerCase();
  const shownGone = `${name}, set in ${place},`;
  const gone = removal('variables', name, shownGone) ?? removal('options', `run --${option}`, shownGone);
  if (gone) throw gone;
  // Shown only as far as it looks like a name.
  const shown = /^\w{1,60}$/.test(name) ? name : 'a CONFORMANCE_ name';
  throw new UsageError(`There is no variable ${shown}, set in ${place}${nearest(name, names)}.`);
}
