import { createHash, scryptSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sha256 } from '../../reports/integrity/sha256.js';
import { packageRoot } from '../../schemas/package-root.js';
import type { Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { type Configuration, settingNamed } from '../configuration/settings.js';

/** Of the package as it was loaded: its files are read once. */
const digests = new WeakMap<URL, string>();

/**
 * SHA-256, in hexadecimal, over catalogue, schemas and suites: equal digests ask the same, whatever the target. Of a
 * specification that is not of this package, what is data of it counts beside the files of the package.
 */
export function suiteDigest(specification: Specification): string {
  const digest = digests.get(packageRoot) ?? digestOfFiles();
  digests.set(packageRoot, digest);
  return specification.isOwn ? digest : sha256(`${digest}${JSON.stringify(specification)}`);
}

function digestOfFiles(): string {
  const hash = createHash('sha256');
  const add = (name: string, folder: URL) => hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
  const schemas = new URL('schemas/', packageRoot);
  for (const name of readdirSync(schemas).sort()) if (name.endsWith('.json')) add(name, schemas);
  // The build says which of the compiled files decide what is sent and how it is judged.
  const compiled = new URL('.build/bundle/', packageRoot);
  for (const name of JSON.parse(readFileSync(new URL('exam.json', compiled), 'utf8')) as string[]) add(name, compiled);
  return hash.digest('hex');
}

/** This suite, as what examines a run's folder has to know it. */
export const thisSuite = (specification: Specification) => ({ suiteVersion, exam: suiteDigest(specification) });

/** Settings that differ from night to night while the configuration stays: where files are and go, and the dice. */
const ofOneRun = 'out seed decisionsFile baseline like subject signingKeyFile browser quiet json envFile'.split(' ');

/** SHA-256 over everything configured that is not a secret. Files count by what was read of them, not by their paths. */
export function configurationDigest(configuration: Configuration): string {
  const isOpen = (name: string) => !['secret', 'secret-file'].includes(settingNamed(name)?.kind ?? '');
  const open = Object.entries(configuration).filter(([name]) => isOpen(name) && !ofOneRun.includes(name));
  return sha256(JSON.stringify(open.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What runs must have in common for their observations to be compared: two digests that tell no value. */
export interface Scope {
  /** Of the tenants and the profile: since when a requirement fails is counted over runs that share it. */
  readonly tenants: string;
  /** Of the keys. Another key may see another behaviour. */
  readonly keys: string;
}

/** The scope of a run, as it is configured. A short key cannot be found by trying: each try takes scrypt's time. */
export function scopeOf(configuration: Configuration): Scope {
  const { tenantId, otherTenantId, profile, apiKey, otherApiKey, publicKey, revokedKey } = configuration;
  return {
    tenants: digestOf([tenantId, otherTenantId, profile]),
    keys: digestOf([apiKey, otherApiKey, publicKey, revokedKey]),
  };
}

function digestOf(values: readonly (string | undefined)[]): string {
  return scryptSync(JSON.stringify(values.map((value) => value ?? null)), 'fsapi-conformance', 8).toString('hex');
}
