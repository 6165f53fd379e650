import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../../schemas/common/package-root.js';
import { calledBy } from '../../../../schemas/suite-version.js';
import { type Setting, type SettingName, settingNamed } from '../../../settings/schema.js';
import { quote, quoteShort, UsageError, usable } from '../../../settings/usage-error.js';
import type { Outcome, Place } from '../../place.js';

const pipelines = {
  github: '.github/workflows/conformance.yml',
  gitlab: 'conformance.gitlab-ci.yml',
  none: undefined,
} as const;
type Platform = keyof typeof pipelines;

/** What a first run needs, in the order of `.env`. */
const needed: readonly SettingName[] = ['baseUrl', 'environment', 'apiKey', 'tenantId', 'otherTenantId', 'otherApiKey'];

/** `init`: writes the first files of a target; existing ones stay as they are. */
export function init({ options: { ci } }: { readonly options: { readonly ci?: string } }, { cwd }: Place): Outcome {
  const platform = (ci ?? platformOf(cwd)) as Platform;
  if (!Object.hasOwn(pipelines, platform))
    throw new UsageError(`--ci is ${quoteShort(platform)}; it must be one of ${Object.keys(pipelines).join(', ')}.`);
  const path = pipelines[platform];
  const lines = [
    written(cwd, '.env', envText(), 0o600),
    written(cwd, 'decisions.json', '[]\n'),
    ...(path ? [written(cwd, path, templateOf(platform)), 'Its first lines name what it needs.'] : []),
    ...(platform === 'gitlab' ? [`Name ${path} under include: in .gitlab-ci.yml.`] : []),
    `Have git ignore .env and reports/, and fill in the empty lines of .env. Then: ${calledBy} doctor`,
  ];
  return { status: 0, lines };
}

/** Writes a file unless it exists. @throws UsageError if it cannot be written */
function written(cwd: string, file: string, text: string, mode = 0o644): string {
  const path = join(cwd, file);
  if (existsSync(path)) return `Exists, not changed: ${file}`;
  usable(`${quote(file)} cannot be written`, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode, flag: 'wx' });
  });
  return `Written: ${file}`;
}

function envText() {
  const lines = needed.flatMap((name) => {
    const { description, variable } = settingNamed(name) as Setting;
    return [`# ${description}`, `${variable}=`];
  });
  return `# Written by ${calledBy} init. ${calledBy} run --help lists all variables.\n${lines.join('\n')}\n`;
}

function platformOf(cwd: string): Platform {
  if (existsSync(join(cwd, '.github'))) return 'github';
  return existsSync(join(cwd, '.gitlab-ci.yml')) ? 'gitlab' : 'none';
}

/** A nightly pipeline: `github.yml`, which is this project's own, or `gitlab.yml`. */
export const templateOf = (platform: Platform) =>
  readFileSync(new URL(`helpers/cli/commands/first-steps/${platform}.yml`, packageRoot), 'utf8');
