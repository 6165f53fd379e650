import type { Header } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import { schemas as documents } from '../../schemas/validate.js';
import { derived } from '../json/json-leaves.js';
import { type Configuration, type SettingName, settings } from './schema.js';
import { attempt } from './usage-error.js';

/** A value that must never be printed; `label` is printed instead: `$CONFORMANCE_API_KEY`. */
export type Secret = Readonly<{
  value: string;
  label: string;
  /** How many of its first characters another configured key shares: they are not random. */
  common?: number;
}>;

/** Shorter values may occur in any text. */
export const shortestKey = 12;

const symbols = (text: string) => text.replace(/[^0-9A-Za-z]+/g, '').toLowerCase();

type Printed = Pick<Specification, 'catalogue' | 'schemas'>;

const inEveryReport = derived(({ catalogue, schemas }: Printed) =>
  symbols(JSON.stringify([catalogue, documents.report, schemas])),
);

/** Why a value, if any, cannot be kept out of a report. */
export function weaknessOf(value: string | undefined, specification: Printed, shortest = shortestKey) {
  if (value === undefined) return undefined;
  if (value.length < shortest) return 'too short';
  return inEveryReport(specification).includes(symbols(value)) ? 'a word of every report' : undefined;
}

export const keysOf = (values: Readonly<Partial<Record<SettingName, unknown>>>): Secret[] =>
  settings.flatMap(({ secret, name, variable }) => {
    const value = values[name];
    return secret === 'value' && typeof value === 'string' ? [{ value, label: `$${variable}` }] : [];
  });

/** Keys and headers of a configuration, without the weak ones of a mock, which are public. */
export function secretsOf(configuration: Partial<Configuration>, specification: Specification): Secret[] {
  const all = [...keysOf(configuration), ...(configuration.headers ?? []).flatMap(secretsOfHeader)];
  const strong = all.filter(({ value }) => !weaknessOf(value, specification));
  return strong.map((secret) => {
    const others = strong.filter(({ value }) => value !== secret.value);
    const common = Math.max(0, ...others.map(({ value }) => sharedFront(value, secret.value)));
    return { ...secret, ...(common > 0 && { common }) };
  });
}

function sharedFront(value: string, other: string) {
  const at = [...value].findIndex((character, index) => character !== other[index]);
  return at < 0 ? value.length : at;
}

/** Its value, its parts, and what Basic encodes. */
function secretsOfHeader([name, value]: Header): Secret[] {
  const [, basic] = /^Basic\s+(\S+)$/i.exec(value) ?? [];
  const pair = Buffer.from(basic ?? '', 'base64').toString('utf8');
  const parts = [value, ...value.split(/[\s,;=]+/), pair, pair.slice(pair.indexOf(':') + 1)];
  return parts.map((part) => ({ value: part, label: `‹${name} of $CONFORMANCE_HEADERS_FILE›` }));
}

const secretName =
  /SECRET|TOKEN|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION)_?KEY|_(?:KEY|PASS|PWD|PAT|AUTH|DSN)$/i;
const pathName = /_(?:FILE|PATH|DIR|SOCK)$/i;
/** Tokens of GitHub, GitLab, Slack and AWS, JWTs, private keys. */
const secretForm =
  /^(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-\w|AKIA[0-9A-Z]{12}|eyJ[\w-]+\.eyJ)|-----BEGIN [A-Z ]*PRIVATE KEY/;
const password = /(?<=[a-z\d+.-]):\/\/[^\s/:@]*:([^\s/@]+)@/gi;

/** Secrets of others in the environment, which a target may print: values whose name or form says so, and passwords. */
export function environmentSecrets(
  env: NodeJS.ProcessEnv,
  configuration: Configuration,
  specification: Specification,
): Secret[] {
  const values: Partial<Record<SettingName, unknown>> = configuration;
  const openValues = settings.filter(({ secret }) => !secret).map(({ name }) => String(values[name] ?? ''));
  const keys = keysOf(values).map(({ value }) => value);
  const others = Object.entries(env).filter(([name]) => !name.startsWith('CONFORMANCE_'));
  const found = others.flatMap(([name, value = '']) => {
    const isNamed = secretName.test(name) && !pathName.test(name) && !/^[a-z+.-]+:\/\//i.test(value);
    const whole = isNamed || secretForm.test(value) ? [{ value, label: `$${name}` }] : [];
    const passwords = Array.from(value.matchAll(password), ([, text = '']) => text);
    const spellings = passwords.flatMap((text) => [text, attempt(() => decodeURIComponent(text)) ?? text]);
    return [...whole, ...spellings.map((spelling) => ({ value: spelling, label: `‹the password in $${name}›` }))];
  });
  return found.filter(
    ({ value }) =>
      !weaknessOf(value, specification, 8) && !keys.includes(value) && !openValues.some((text) => text.includes(value)),
  );
}
