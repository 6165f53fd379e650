import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import type { Specification } from '../../schemas/specification.js';
import { readClientKey, readHeaders, secretsOfHeader } from './access-files.js';
import { browserFor } from './browser.js';
import {
  misspeltMembers,
  readCertificates,
  readPart,
  readSigningKey,
  readText,
  rejectUsedFolder,
  usualDecisions,
  warningAbout,
} from './files.js';
import { casesOfKind } from './generated-cases.js';
import { isLoopback } from './loopback.js';
import { optionsAsGiven } from './options.js';
import { isEmbedded } from './rules/embedded.js';
import { rejectUnusableProxy } from './rules/proxy.js';
import { rules } from './rules/rules.js';
import { type Configuration, type SettingName, settings } from './settings.js';
import { isSecret, type Rule, readSources, type Sources, type Surroundings } from './sources.js';
import { UsageError } from './usage-error.js';
import { allIds, namedIds } from './values/filter.js';
import { chosenFormats } from './values/formats.js';

/** A value that must never be printed, and what is printed in its place: `$CONFORMANCE_API_KEY`. */
export interface Secret {
  readonly value: string;
  readonly label: string;
  /** How many characters at its front the other configured keys share, so that they are not random; 0 unless given. */
  readonly common?: number;
}

const seeds = 2 ** 31;

/**
 * The single entry point from the surroundings to a configuration: options win over variables, variables over `.env`, and all
 * of it is judged before anything is sent. Nothing is written, and `env` is not changed.
 * @returns `options`: those of the command line as they can be typed again; `warnings`: sentences about files that somebody should look at
 * @throws UsageError for whatever is missing, unknown, unreadable or contradictory
 */
export function readConfiguration(surroundings: Surroundings): {
  configuration: Configuration;
  secrets: Secret[];
  options: string;
  warnings: readonly string[];
} {
  const given = readSources(surroundings);
  for (const rule of Object.values<Rule>(rules)) {
    const wrong = rule(given);
    if (wrong) throw new UsageError(wrong);
  }
  // Only there does the client look for a proxy.
  if (given.values.baseUrl && surroundings.env === process.env) rejectUnusableProxy(given.values.baseUrl);
  // Last: whoever mistyped something else reads about that first.
  const configuration = { ...settled(given, surroundings), embedded: isEmbedded(given, surroundings) };
  const options = optionsAsGiven(surroundings.argv);
  return {
    configuration,
    secrets: secretsOf(configuration, surroundings.specification),
    options,
    warnings: warningsOf(given, configuration, surroundings),
  };
}

/** Files of secrets that other users can read, `.env` only where it holds one; and probable slips in the customer. */
function warningsOf(
  { values, isFiled, sourceName, specification }: Sources,
  { customer }: Configuration,
  { cwd }: Surroundings,
): string[] {
  const env = settings.some((setting) => isSecret(setting) && isFiled(setting.name));
  const files = [env && resolve(cwd, values.envFile ?? '.env'), values.headers].filter(
    (path) => typeof path === 'string',
  );
  return [
    ...files.flatMap((path) => warningAbout(path) ?? []),
    ...misspeltMembers(customer ?? {}, sourceName('customer'), specification),
  ];
}

/** The configuration with its defaults, some of which depend on where the target is, and with its files read. */
function settled(given: Sources, { cwd, env }: Surroundings): Configuration {
  const { values, specification } = given;
  const only = values.only ? namedIds(values.only, given.sourceName('only'), specification) : allIds(specification);
  const near = !values.baseUrl || isLoopback(new URL(values.baseUrl).hostname);
  const complete = {
    ...values,
    profile: values.profile ?? (values.environment === 'live' && !values.allowLiveWrites ? 'read-only' : 'full'),
    // One key for two tenants is allowed, and saying so twice changes nothing: the second has no key of its own.
    otherApiKey: values.otherApiKey === values.apiKey ? undefined : values.otherApiKey,
    only,
    require: namedIds(values.require ?? [], given.sourceName('require'), specification),
    environment: values.environment ?? (near && values.start !== undefined ? 'mock' : 'sandbox'),
    observe: values.observe ?? (near ? 'all' : 'cheap'),
    // The default limit leaves room for each valid generated case.
    maxCustomers: values.maxCustomers ?? (near ? undefined : 25 + casesOfKind({ ...values, only }, specification)),
    evidence: values.evidence ?? (near ? 'full' : 'shape'),
    seed: values.seed ?? randomInt(seeds),
    formats: chosenFormats(values.formats, given.sourceName('formats')),
    browser: browserFor(values.formats, env.PATH === undefined ? process.env : env, values.browser),
    ...filesOf(given, cwd),
  };
  // Without the members that hold nothing, so that the outcome is plain JSON.
  return Object.fromEntries(
    Object.entries(complete).filter(([, each]) => each !== undefined),
  ) as unknown as Configuration;
}

/** Members that name files: what is read now, and paths that are proven to be of use later. */
function filesOf({ values, sourceName, specification }: Sources, cwd: string) {
  const read = <T>(name: SettingName, reader: (path: string, sourceName: string) => T): T | undefined => {
    const path = values[name];
    return typeof path === 'string' ? reader(path, sourceName(name)) : undefined;
  };
  const { keysArePublic, clientKeyPassphrase: passphrase } = values;
  const decisionsFile = values.decisionsFile ?? usualDecisions(cwd);
  const certificate = read('clientCert', readCertificates);
  read('signingKeyFile', readSigningKey);
  read('out', rejectUsedFolder);
  if (decisionsFile) readText(decisionsFile, sourceName('decisionsFile'));
  return {
    ca: read('ca', readCertificates),
    headers: read('headers', (path, named) => readHeaders(path, named, { keysArePublic, specification })),
    clientCert: certificate,
    clientKey:
      certificate &&
      read('clientKey', (path, named) => readClientKey(path, { sourceName: named, certificate, passphrase })),
    clientKeyPassphrase: undefined,
    customer: read('customer', (path, named) => readPart(path, named, specification)),
    decisionsFile,
  };
}

/** The keys that stand in settings, each labelled by its variable. */
export function keysOf(values: Readonly<Partial<Record<SettingName, unknown>>>): Secret[] {
  return settings.flatMap(({ kind, name, variable }) => {
    const value = values[name];
    return kind === 'secret' && typeof value === 'string' ? [{ value, label: `$${variable}` }] : [];
  });
}

function secretsOf(configuration: Configuration, specification: Specification): Secret[] {
  if (configuration.keysArePublic) return [];
  const all = [
    ...keysOf(configuration),
    ...(configuration.headers ?? []).flatMap((one) => secretsOfHeader(one, specification)),
  ];
  const first = all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at);
  return first.map((secret) => {
    const others = first.filter((other) => other !== secret);
    const common = Math.max(0, ...others.map(({ value }) => sharedFront(value, secret.value)));
    return { ...secret, ...(common > 0 && { common }) };
  });
}

/** How many characters two texts begin with alike. */
function sharedFront(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
