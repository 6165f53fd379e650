import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCertificates, readClientKey, readHeaders } from './access-files.js';
import { readCustomer } from './customer-file.js';
import { allIds, namedIds } from './filter.js';
import { contradictions, environmentOf, proxyIsUsable } from './guards.js';
import { isLoopback } from './loopback.js';
import { type Configuration, keyNames, type SettingName, settings } from './schema.js';
import { secretsOf, weaknessOf } from './secrets.js';
import { readSources, type Sources, type Surroundings } from './sources.js';
import { readText, rejectUsedFolder, UsageError } from './usage-error.js';

interface Asked extends Surroundings, Pick<Sources, 'specification'> {
  /** Whether a run without a target demonstrates the suite. */
  readonly interactive?: boolean;
}

/** The only way to a configuration. @throws UsageError for settings that are missing, unknown, unreadable or invalid */
export function readConfiguration(asked: Asked) {
  const { specification, env, named = {}, cwd, interactive = false } = asked;
  const given = readSources(asked);
  const { baseUrl } = given.values;
  for (const wrong of contradictions(given)) throw new UsageError(wrong);
  // Runs with another environment use no proxy.
  const proxy = baseUrl !== undefined && env === process.env && proxyIsUsable(baseUrl);
  if (proxy) throw new UsageError(proxy);
  // Last: other mistakes are reported first.
  const configuration: Configuration = { ...completed(given, cwd), embedded: isEmbedded(given, interactive) };
  const secrets = secretsOf(configuration, specification);
  return { configuration, secrets, options: optionsAsGiven(named), filed: given.filed };
}

function completed(given: Sources, cwd: string): Configuration {
  const { values, specification, sourceName } = given;
  const isNear = !values.baseUrl || isLoopback(new URL(values.baseUrl).hostname);
  const environment = environmentOf(values);
  // A guard rejects such keys of anything but a mock.
  const publicKeys = keyNames.filter((name) => weaknessOf(values[name], specification));
  const complete = {
    ...values,
    profile: values.profile ?? (environment === 'live' && !values.allowLiveWrites ? 'read-only' : 'full'),
    // One key may serve both tenants.
    otherApiKey: values.otherApiKey === values.apiKey ? undefined : values.otherApiKey,
    only: values.only ? namedIds(values.only, sourceName('only'), specification) : allIds(specification),
    environment,
    publicKeys: publicKeys.length > 0 ? publicKeys : undefined,
    observe: values.observe ?? (isNear ? 'all' : 'cheap'),
    maxCustomers: values.maxCustomers ?? (isNear ? undefined : 35),
    evidence: values.evidence ?? (isNear ? 'full' : 'shape'),
    // Runs against a mock are alike.
    seed: values.seed ?? (environment === 'mock' ? 1 : randomInt(2 ** 31)),
    formats: [...new Set(['json', ...values.formats])],
    ...filesOf(given, cwd),
  };
  // Drops undefined members.
  return JSON.parse(JSON.stringify(complete)) as Configuration;
}

function filesOf({ values, sourceName, specification }: Sources, cwd: string) {
  const environment = environmentOf(values);
  const read = <T>(name: SettingName, reader: (path: string, sourceName: string) => T): T | undefined => {
    const path = values[name];
    return typeof path === 'string' ? reader(path, sourceName(name)) : undefined;
  };
  const usual = join(cwd, 'decisions.json');
  const clientCert = read('clientCert', readCertificates);
  read('out', rejectUsedFolder);
  read('decisionsFile', readText);
  return {
    ca: read('ca', readCertificates),
    headers: read('headers', (path, source) => readHeaders(path, source, { environment, specification })),
    clientCert,
    clientKey: clientCert && read('clientKey', (path, source) => readClientKey(path, source, clientCert)),
    customer: read('customer', (path, source) => readCustomer(path, source, specification)),
    decisionsFile: values.decisionsFile ?? (existsSync(usual) ? usual : undefined),
  };
}

/** @throws UsageError without a target: a pipeline that lost its variables must not turn green */
function isEmbedded({ values: { baseUrl, embedded } }: Sources, interactive: boolean) {
  if (baseUrl || embedded || interactive) return !baseUrl;
  throw new UsageError(
    'No target is configured: set CONFORMANCE_BASE_URL, or --embedded for a demonstration against the embedded reference server.',
  );
}

/** Whether a person called the command: there is no pipe and no variable of a CI service. */
export function isInteractive(env: NodeJS.ProcessEnv, streams: readonly { readonly isTTY?: boolean }[]) {
  const isCi = ['CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION'].some(
    (name) => !['', '0', 'false'].includes((env[name] ?? '').toLowerCase()),
  );
  return !isCi && streams.every(({ isTTY }) => isTTY === true);
}

const notRepeated: readonly SettingName[] = ['only', 'seed', 'out', 'formats', 'quiet'];

/** For a POSIX shell. No secret is an option. */
function optionsAsGiven(named: Readonly<Record<string, unknown>>) {
  const given = settings.filter(
    ({ name, option }) => option && named[name] !== undefined && !notRepeated.includes(name),
  );
  const wordOf = (name: SettingName) => (named[name] === true ? '' : ` ${shellWord(String(named[name]))}`);
  return given.map(({ name, option }) => `--${option}${wordOf(name)}`).join(' ');
}

export const shellWord = (text: string) =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
