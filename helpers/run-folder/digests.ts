import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/package-root.js';
import { sha256 } from '../../schemas/sha256.js';
import { type Configuration, settingNamed } from '../settings/schema.js';

/** Rooms that decide what is sent and how it is judged. */
const helpers = 'client evidence identity json runner webhook'.split(' ').map((one) => `helpers/${one}`);
const asking = ['schemas', 'suites', ...helpers];

/** SHA-256, hexadecimal, over catalogue, schemas and suites: equal digests ask the same. */
export function suiteDigest(): string {
  const hash = createHash('sha256');
  const add = (folder: string, ending: string) => {
    const root = new URL(`${folder}/`, packageRoot);
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith(ending)) hash.update(`${folder}/${name}\n`).update(readFileSync(new URL(name, root)));
  };
  add('schemas', '.json');
  // What runs: under vitest these are the sources, and there may be no build.
  const [built, ending] = import.meta.url.endsWith('.ts') ? ['', '.ts'] : ['.build/', '.js'];
  for (const room of asking) add(`${built}${room}`, ending);
  return hash.digest('hex');
}

/** Settings that differ between runs of one configuration. */
const ofOneRun = 'out seed decisionsFile baseline subject signingKeyFile quiet envFile'.split(' ');

/** SHA-256 over all settings but secrets. Files count by their content. */
export function configurationDigest(configuration: Configuration): string {
  const isOpen = (name: string) => settingNamed(name)?.secret === undefined;
  const open = Object.entries(configuration).filter(([name]) => isOpen(name) && !ofOneRun.includes(name));
  return sha256(JSON.stringify(open.sort(([a], [b]) => (a < b ? -1 : 1))));
}
