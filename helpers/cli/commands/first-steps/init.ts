import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../../schemas/package-root.js';
import type { Specification } from '../../../../schemas/specification.js';
import { calledBy } from '../../../../schemas/suite-version.js';
import { readText, usable } from '../../../configuration/files.js';
import { isInteractive } from '../../../configuration/rules/embedded.js';
import { settingNamed } from '../../../configuration/settings.js';
import { quote, UsageError } from '../../../configuration/usage-error.js';
import { choice } from '../../../configuration/values/value.js';
import { defineCommand } from '../../define-command.js';
import { type Answers, answersOf, atTerminal, questions, valid } from './answers.js';

/** `init`: the first files of a target. It asks at a terminal; elsewhere the keys are filled in later. */
export const command = defineCommand({
  options: {
    'base-url': { value: 'URL', help: 'base URL of the target, including its version segment' },
    environment: { value: 'sandbox|live', help: 'what the target is, if its address does not say so' },
    ci: { value: 'github|gitlab|none', help: 'write a nightly pipeline (default: the platform that is found)' },
  },
  run: async ({ values: { 'base-url': baseUrl, environment, ci, json } }, { env, cwd, tested }) => {
    const platform = ci === undefined ? platformOf(cwd) : choice(ci, '--ci', ['github', 'gitlab', 'none']);
    const given: Answers = {
      ...(baseUrl !== undefined && { baseUrl: valid('baseUrl', baseUrl, '--base-url') }),
      ...(environment !== undefined && { environment: valid('environment', environment, '--environment') }),
    };
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const asksNothing = json || existsSync(join(cwd, '.env')) || !isInteractive(env, [process.stdin, process.stdout]);
    const done = writeFirstFiles(cwd, asksNothing ? given : await asked(given, tested, say), platform);
    return { status: 0, lines: done.map(({ text }) => text), data: done };
  },
});

async function asked(given: Answers, tested: Specification, say: (line: string) => void): Promise<Answers> {
  say('Leave empty what you do not know yet.');
  const { ask, close } = atTerminal();
  return answersOf(given, tested, ask, say).finally(close);
}

/** What was done with a file, or what comes next. */
interface Done {
  readonly text: string;
  readonly file?: string;
  readonly state?: 'written' | 'unchanged' | 'extended';
}

/**
 * Writes `.env`, decisions.json, lines of .gitignore and a pipeline. What is there stays as it is.
 * @returns what was done, and what comes next, a line each
 */
export function writeFirstFiles(cwd: string, answers: Answers, platform: string): readonly Done[] {
  const pipeline = pipelineOf(cwd, platform);
  const unwritten = questions.flatMap(({ name }) => (answers[name] ? (settingNamed(name)?.variable ?? []) : []));
  const isNew = !existsSync(join(cwd, '.env'));
  return [
    written(cwd, '.env', envText(answers), 0o600),
    ...(isNew || unwritten.length === 0 ? [] : [{ text: `Set in it by hand: ${unwritten.join(', ')}` }]),
    written(cwd, 'decisions.json', '[]\n'),
    ignored(cwd),
    ...(pipeline ? [written(cwd, pipeline.path, templateOf(platform)), { text: pipeline.next }] : []),
    ...(isNew && questions.some(({ name }) => name !== 'environment' && !answers[name])
      ? [{ text: 'Fill in the empty lines of .env.' }]
      : []),
    { text: `Then: ${calledBy} doctor` },
  ];
}

/** A pipeline that tests the target every night: `github.yml`, which is this project's own, and `gitlab.yml` beside this file. */
export const templateOf = (platform: string): string =>
  readFileSync(new URL(`helpers/cli/commands/first-steps/${platform}.yml`, packageRoot), 'utf8');

/** Where the pipeline of a platform goes, and what is left for people to do, as a sentence. */
function pipelineOf(cwd: string, platform: string): { readonly path: string; readonly next: string } | undefined {
  const variables = ['API_KEY', 'TENANT_ID', 'OTHER_TENANT_ID', 'OTHER_API_KEY'].map((name) => `CONFORMANCE_${name}`);
  if (platform === 'github')
    return {
      path: '.github/workflows/conformance.yml',
      next: `In the repository's settings, give the environment "sandbox" the variable CONFORMANCE_BASE_URL and the secrets ${variables.join(', ')}.`,
    };
  if (platform !== 'gitlab') return undefined;
  const next = `Add the two schedules that its first line names, and the masked CI variables CONFORMANCE_BASE_URL, ${variables.join(', ')}.`;
  if (!existsSync(join(cwd, '.gitlab-ci.yml'))) return { path: '.gitlab-ci.yml', next };
  // A file of another name is included by the one that is there.
  const path = 'conformance.gitlab-ci.yml';
  return { path, next: `Name ${path} under include: in .gitlab-ci.yml. ${next}` };
}

/** The text of a file; empty where there is none, or a folder. */
function textIn(cwd: string, name: string): string {
  const path = join(cwd, name);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readText(path, name) : '';
}

/** The platform of the repository's files, else of its remotes. */
export function platformOf(cwd: string): 'github' | 'gitlab' | 'none' {
  if (existsSync(join(cwd, '.github'))) return 'github';
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) return 'gitlab';
  const remotes = textIn(cwd, '.git/config');
  return (['github', 'gitlab'] as const).find((name) => remotes.includes(`${name}.`)) ?? 'none';
}

/** The first part of a path below a folder that is a link: what is written there may end up anywhere. */
function linkIn(cwd: string, name: string): string | undefined {
  const parts = name.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return paths.find((path) => lstatSync(join(cwd, path), { throwIfNoEntry: false })?.isSymbolicLink());
}

/** A file that was not there. @throws UsageError where it cannot be written */
function written(cwd: string, file: string, text: string, mode = 0o644): Done {
  const path = join(cwd, file);
  const link = linkIn(cwd, file);
  if (link !== undefined)
    return { file, state: 'unchanged', text: `Not written: ${file}, since ${quote(link)} is a symbolic link` };
  if (existsSync(path)) return { file, state: 'unchanged', text: `Exists, and stays as it is: ${file}` };
  usable(`${quote(file)} cannot be written`, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode, flag: 'wx' });
  });
  return { file, state: 'written', text: `Written: ${file}` };
}

/** Files of keys, and what runs leave. */
const kept = ['.env', '*.env', '*.headers', '*-key.pem', 'signing-key', 'reports/'];
/** What runs leave in `reports/`. */
const ofRuns = ['runs/', 'latest', 'index.html', 'badges/', 'history.ndjson', 'observations/'];

/** A folder `reports` that holds something else is somebody's own: git ignores what runs leave there, and no more. */
function linesFor(cwd: string): readonly string[] {
  const path = join(cwd, 'reports');
  const inside = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : [];
  const isOwn = inside.some((name) => !ofRuns.includes(name) && !ofRuns.includes(`${name}/`));
  return isOwn ? [...kept.slice(0, -1), ...ofRuns.map((name) => `reports/${name}`)] : kept;
}

function ignored(cwd: string): Done {
  const file = '.gitignore';
  const path = join(cwd, file);
  const text = textIn(cwd, file);
  const there = text.split(/\r?\n/).map((line) => line.trim());
  const missing = linesFor(cwd).filter(
    (line) => !there.includes(line) && !(line.startsWith('reports/') && there.includes('reports/')),
  );
  if (missing.length === 0) return { file, state: 'unchanged', text: `Has its lines already: ${file}` };
  // Git does not follow it either.
  if (linkIn(cwd, file))
    return {
      file,
      state: 'unchanged',
      text: `Not extended: ${file} is a symbolic link. Have git ignore ${missing.join(' ')}`,
    };
  const begin = text === '' || text.endsWith('\n') ? '' : '\n';
  usable(`${quote(file)} cannot be written`, () => appendFileSync(path, `${begin}${missing.join('\n')}\n`));
  return { file, state: 'extended', text: `Added to ${file}: ${missing.join(' ')}` };
}

/** The first `.env`: a line for every question that takes an answer, explained by the help of its setting. */
function envText(answers: Answers): string {
  const lines = questions.flatMap(({ name }) => {
    const setting = settingNamed(name);
    if (!setting || (name === 'environment' && !answers.environment)) return [];
    return [`# ${setting.help}`, `${setting.variable}=${quoted(answers[name] ?? '')}`];
  });
  return `# Written by ${calledBy} init. ${calledBy} run --help lists all variables.\n${lines.join('\n')}\n`;
}

/** A value as dotenv reads it: in quotes that it does not hold, where it needs them. */
function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value;
  const quotation = ["'", '"', '`'].find((sign) => !value.includes(sign));
  if (quotation === undefined || (quotation === '"' && value.includes('\\')))
    throw new UsageError('A value holds every kind of quotation mark: write it into .env by hand.');
  return `${quotation}${value}${quotation}`;
}
