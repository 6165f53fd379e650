import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/common/package-root.js';
import { sha256 } from '../../schemas/common/sha256.js';
import { type Configuration, settingNamed } from '../settings/schema.js';

/** Rooms that decide what is sent and how it is judged: the suite digest covers them. */
const helpers = ['client', 'evidence', 'identity', 'json', 'runner', 'webhook'];
const asking = ['schemas', 'suites', ...helpers.map((room) => `helpers/${room}`)];

/** Generated files, and files of tests. */
const isLeftOut = (path: string) => /^schemas\/(types\.ts|openapi\.json)$|\.(test|fixture)\.ts$|\/testing\//.test(path);

const noted = new URL('.build/suite-digest', packageRoot);

/** SHA-256 over the sources that decide verdicts. A package has no sources, so its build noted it. */
export const suiteDigest = () => (import.meta.url.endsWith('.ts') ? digestOfSources() : readFileSync(noted, 'utf8'));

export const noteSuiteDigest = (): void => writeFileSync(noted, digestOfSources());

function digestOfSources() {
  const hash = createHash('sha256');
  for (const room of asking)
    for (const name of readdirSync(new URL(room, packageRoot), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = `${room}/${name}`;
      if (/\.(ts|json)$/.test(path) && !isLeftOut(path))
        hash.update(`${path}\n`).update(readFileSync(new URL(path, packageRoot)));
    }
  return hash.digest('hex');
}

/** Settings that may differ between runs of one configuration. */
const ofOneRun = 'out seed decisionsFile baseline subject signingKeyFile quiet envFile'.split(' ');

/** SHA-256 over all settings but secrets, with the contents of files. */
export function configurationDigest(configuration: Configuration) {
  const isOpen = (name: string) => settingNamed(name)?.secret === undefined;
  const open = Object.entries(configuration).filter(([name]) => isOpen(name) && !ofOneRun.includes(name));
  return sha256(JSON.stringify(open.sort(([a], [b]) => (a < b ? -1 : 1))));
}
