import type { Header } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import { schemaDocument } from '../../schemas/validate.js';
import { attempt } from './attempt.js';
import { type SettingName, settings } from './schema.js';
import type { Configuration } from './settings.js';

/** A value that must never be printed, and what is printed in its place: `$CONFORMANCE_API_KEY`. */
export interface Secret {
  readonly value: string;
  readonly label: string;
  /** How many characters at its front the other configured keys share, so that they are not random; 0 unless given. */
  readonly common?: number;
}

/** Fewer characters may stand in any text by chance. */
export const shortestKey = 12;

/** What of a specification stands in every report. */
type Spelt = Pick<Specification, 'catalogue' | 'schemas'>;

/** Tells of a value whether every report contains it, whatever the target returns: then it cannot be kept out of one. */
function inEveryReport({ catalogue, schemas }: Spelt): (value: string) => boolean {
  // What a search for a key looks at: letters and digits, in one case.
  const symbols = (text: string) => text.replace(/[^0-9A-Za-z]+/g, '').toLowerCase();
  const text = symbols(JSON.stringify([catalogue, schemaDocument('report'), schemas]));
  return (value) => text.includes(symbols(value));
}

/** Tells why a value cannot be kept out of a report, in words; undefined for one that can. */
export function weaknesses(specification: Spelt): (value: string) => string | undefined {
  const isInEveryReport = inEveryReport(specification);
  return (value) => {
    if (value.length < shortestKey) return 'too short';
    return isInEveryReport(value) ? 'a word of every report' : undefined;
  };
}

/** The keys that stand in settings, each labelled by its variable. */
export function keysOf(values: Readonly<Partial<Record<SettingName, unknown>>>): Secret[] {
  return settings.flatMap(({ secret, name, variable }) => {
    const value = values[name];
    return secret === 'value' && typeof value === 'string' ? [{ value, label: `$${variable}` }] : [];
  });
}

/** The secrets of a configuration: keys and headers. A weak one is a mock's, and public: a guard rejects any other. */
export function secretsOf(configuration: Configuration, specification: Specification): Secret[] {
  const weaknessOf = weaknesses(specification);
  const all = [
    ...keysOf(configuration),
    ...(configuration.headers ?? []).flatMap((one) => secretsOfHeader(one, specification)),
  ].filter(({ value }) => weaknessOf(value) === undefined);
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

/** The secrets of a header's value: itself, its parts (a token, a cookie), and what Basic encodes. */
export function secretsOfHeader([name, value]: Header, specification: Specification): readonly Secret[] {
  const weaknessOf = weaknesses(specification);
  const parts = value.split(/[\s,;=]+/);
  const basic = /^Basic\s+(\S+)$/i.exec(value)?.[1];
  const decoded = basic === undefined ? [] : [Buffer.from(basic, 'base64').toString('utf8')];
  const passwords = decoded.map((pair) => pair.slice(pair.indexOf(':') + 1));
  const all = [value, ...[...parts, ...decoded, ...passwords].filter((part) => weaknessOf(part) === undefined)];
  return [...new Set(all)].map((one) => ({ value: one, label: `‹${name} of $CONFORMANCE_HEADERS_FILE›` }));
}

/** Names of variables that say what they hold, and names of paths and sockets, which do not hold it. */
const secretName =
  /SECRET|TOKEN|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION)_?KEY|_(?:KEY|PASS|PWD|PAT|AUTH|DSN)$/i;
const pathName = /_(?:FILE|PATH|DIR|SOCK)$/i;
/** Tokens that say so themselves: of GitHub, GitLab, Slack, AWS, and a JWT; and private keys. */
const secretForm =
  /^(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-\w|AKIA[0-9A-Z]{12}|eyJ[\w-]+\.eyJ)|-----BEGIN [A-Z ]*PRIVATE KEY/;
/** The password of a URL, as it stands. */
const password = /(?<=[a-z\d+.-]):\/\/[^\s/:@]*:([^\s/@]+)@/gi;

/** Shorter values may be ordinary words: to look for them would spoil the evidence. */
const shortest = 8;

/**
 * Secrets of others in the environment, which a target may print: every value whose name or form says secret, and the
 * passwords of URLs. Left out are short values, and those that a report contains anyhow.
 */
export function environmentSecrets(
  env: NodeJS.ProcessEnv,
  configuration: Configuration,
  specification: Specification,
): Secret[] {
  const isInEveryReport = inEveryReport(specification);
  const values: Partial<Record<SettingName, unknown>> = configuration;
  const texts = settings.filter(({ secret }) => !secret).map(({ name }) => String(values[name] ?? ''));
  const keys = keysOf(values).map(({ value }) => value);
  const isShown = (value: string) => texts.some((text) => text.includes(value)) || isInEveryReport(value);
  const secrets: Secret[] = [];
  for (const [name, value = ''] of Object.entries(env)) {
    if (name.startsWith('CONFORMANCE_')) continue;
    const isNamed = secretName.test(name) && !pathName.test(name) && !/^[a-z+.-]+:\/\//i.test(value);
    if (isNamed || secretForm.test(value)) secrets.push({ value, label: `$${name}` });
    const passwords = Array.from(value.matchAll(password), ([, one = '']) => [
      one,
      attempt(() => decodeURIComponent(one)) ?? one,
    ]).flat();
    for (const found of new Set(passwords)) secrets.push({ value: found, label: `‹the password in $${name}›` });
  }
  return secrets.filter(({ value }) => value.length >= shortest && !keys.includes(value) && !isShown(value));
}
