import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../../schemas/package-root.js';
import { calledBy } from '../../../../schemas/suite-version.js';
import { attempt } from '../../../settings/attempt.js';
import { usable } from '../../../settings/files.js';
import { nearest } from '../../../settings/nearest.js';
import { type SettingName, settingNamed } from '../../../settings/schema.js';
import { quote, quoteShort, UsageError } from '../../../settings/usage-error.js';
import type { Outcome, Place } from '../../place.js';

const variables = ['API_KEY', 'TENANT_ID', 'OTHER_TENANT_ID', 'OTHER_API_KEY'].map((name) => `CONFORMANCE_${name}`);

/** By platform: where the pipeline goes, and what is left for people to do, as a sentence. */
const pipelines = {
  github: {
    path: '.github/workflows/conformance.yml',
    next: `In the repository's settings, give the environment "sandbox" the variable CONFORMANCE_BASE_URL and the secrets ${variables.join(', ')}.`,
  },
  gitlab: {
    path: '.gitlab-ci.yml',
    next: `Add the two schedules that its first line names, and the masked CI variables CONFORMANCE_BASE_URL, ${variables.join(', ')}.`,
  },
  none: undefined,
} as const;
type Platform = keyof typeof pipelines;
const platforms = Object.keys(pipelines) as readonly Platform[];

/** What a first run needs, in the order of its lines in `.env`. */
const needed: readonly SettingName[] = ['baseUrl', 'environment', 'apiKey', 'tenantId', 'otherTenantId', 'otherApiKey'];

/** Files of keys, and what runs leave. */
const ignored = ['.env', '*.env', '*.headers', '*-key.pem', 'reports/'];

/** `init`: the first files of a target, to be filled in. What is there stays as it is. */
export function init({ options: { ci } }: { readonly options: { readonly ci?: string } }, { cwd }: Place): Outcome {
  const platform = ci === undefined ? platformOf(cwd) : platforms.find((one) => one === ci);
  if (platform === undefined)
    throw new UsageError(
      `--ci is ${quoteShort(ci ?? '')}; it must be one of ${platforms.join(', ')}${nearest(ci ?? '', platforms)}.`,
    );
  const pipeline = pipelines[platform];
  // A file of another name is included by the one that is there.
  const isIncluded = pipeline?.path === '.gitlab-ci.yml' && existsSync(join(cwd, pipeline.path));
  const path = isIncluded ? 'conformance.gitlab-ci.yml' : pipeline?.path;
  const lines = [
    written(cwd, '.env', envText(), 0o600),
    written(cwd, 'decisions.json', '[]\n'),
    `${written(cwd, '.gitignore', `${ignored.join('\n')}\n`)} (git has to ignore ${ignored.join(' ')})`,
    ...(path ? [written(cwd, path, templateOf(platform))] : []),
    ...(isIncluded ? [`Name ${path} under include: in .gitlab-ci.yml.`] : []),
    ...(pipeline ? [pipeline.next] : []),
    `Fill in the empty lines of .env. Then: ${calledBy} doctor`,
  ];
  return { status: 0, lines };
}

/** A file that was not there, and what was done. @throws UsageError where it cannot be written */
function written(cwd: string, file: string, text: string, mode = 0o644): string {
  const path = join(cwd, file);
  if (existsSync(path)) return `Exists, not changed: ${file}`;
  usable(`${quote(file)} cannot be written`, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode, flag: 'wx' });
  });
  return `Written: ${file}`;
}

/** The first `.env`: an empty line for each setting that a first run needs, explained by its help. */
function envText(): string {
  const lines = needed.flatMap((name) => {
    const { description, variable } = settingNamed(name) ?? {};
    return [`# ${description}`, `${variable}=`];
  });
  return `# Written by ${calledBy} init. ${calledBy} run --help lists all variables.\n${lines.join('\n')}\n`;
}

/** The platform of the repository's files, else of its remotes. */
export function platformOf(cwd: string): Platform {
  if (existsSync(join(cwd, '.github'))) return 'github';
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) return 'gitlab';
  const remotes = attempt(() => readFileSync(join(cwd, '.git/config'), 'utf8')) ?? '';
  return platforms.find((name) => remotes.includes(`${name}.`)) ?? 'none';
}

/** A pipeline that tests the target every night: `github.yml`, which is this project's own, and `gitlab.yml` beside this file. */
export const templateOf = (platform: Platform): string =>
  readFileSync(new URL(`helpers/cli/commands/first-steps/${platform}.yml`, packageRoot), 'utf8');
