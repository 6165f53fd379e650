import type { Specification } from '../../schemas/specification.js';
import { attempt } from './attempt.js';
import { keysOf, type Secret } from './configuration.js';
import { inEveryReport } from './rules/rules.js';
import { type Configuration, type SettingName, settings } from './settings.js';

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
  const open = settings.filter(({ kind }) => kind !== 'secret' && kind !== 'secret-file');
  const texts = open.map(({ name }) => String(values[name] ?? ''));
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
