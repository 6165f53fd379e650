import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { quote } from '../../../configuration/quote.js';
import { isInteractive } from '../../../configuration/rules/embedded.js';
import { settings } from '../../../configuration/settings.js';
import { UsageError } from '../../../configuration/usage-error.js';
import { choice } from '../../../configuration/values/value.js';
import { defineCommand, program } from '../../define-command.js';
import { doneOrUnusable } from '../../exits.js';
import { type Answers, answersOf, atTerminal, questions, valid } from './answers.js';
import { github, gitlab, type Pipeline } from './pipelines.js';

/** `init`: the first files of a target. It asks at a terminal; elsewhere the keys are filled in later. */
export const command = defineCommand({
  options: {
    'base-url': { value: 'URL', help: 'base URL of the target, including the /v1/ segment' },
    environment: { value: 'sandbox|live', help: 'what the target is, if its address does not say so' },
    ci: { value: 'github|gitlab|none', help: 'write a nightly pipeline (default: the platform that is found)' },
  },
  exits: doneOrUnusable,
  run: async ({ values: { 'base-url': baseUrl, environment, ci } }, { env, cwd }) => {
    const platform = ci === undefined ? platformOf(cwd) : choice(ci, '--ci', ['github', 'gitlab', 'none']);
    const given: Answers = {
      ...(baseUrl !== undefined && { baseUrl: valid('baseUrl', baseUrl, '--base-url') }),
      ...(environment !== undefined && { environment: valid('environment', environment, '--environment') }),
    };
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const asksNothing = existsSync(join(cwd, '.env')) || !isInteractive(env, [process.stdin, process.stdout]);
    for (const line of writeFirstFiles(cwd, asksNothing ? given : await asked(given, say), platform)) say(line);
    return 0;
  },
});

async function asked(given: Answers, say: (line: string) => void): Promise<Answers> {
  say('Leave empty what you do not know yet.');
  const { ask, close } = atTerminal();
  return answersOf(given, ask, say).finally(close);
}

/**
 * Writes `.env`, decisions.json, lines of .gitignore and a pipeline. What is there stays as it is.
 * @returns what was done, and what comes next, a line each
 */
export function writeFirstFiles(cwd: string, answers: Answers, platform: string): readonly string[] {
  const pipeline = pipelineOf(cwd, platform);
  const isNew = !existsSync(join(cwd, '.env'));
  return [
    written(cwd, '.env', envText(answers), 0o600),
    written(cwd, 'decisions.json', '[]\n'),
    ignored(cwd),
    ...(pipeline ? [written(cwd, pipeline.path, pipeline.text), pipeline.next] : []),
    ...(isNew && questions.some(({ name }) => name !== 'environment' && !answers[name])
      ? ['Fill in the empty lines of .env.']
      : []),
    `Then: npx --no -- ${program} doctor`,
  ];
}

function pipelineOf(cwd: string, platform: string): Pipeline | undefined {
  if (platform === 'github') return github;
  if (platform !== 'gitlab') return undefined;
  return gitlab(existsSync(join(cwd, '.gitlab-ci.yml')) ? 'conformance.gitlab-ci.yml' : '.gitlab-ci.yml');
}

/** The platform of the repository's files, else of its remotes. */
export function platformOf(cwd: string): 'github' | 'gitlab' | 'none' {
  if (existsSync(join(cwd, '.github'))) return 'github';
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) return 'gitlab';
  const remotes = textOf(join(cwd, '.git', 'config'));
  return (['github', 'gitlab'] as const).find((name) => remotes.includes(`${name}.`)) ?? 'none';
}

/** The text of a file; empty where there is none to read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A file that was not there. @throws UsageError where it cannot be written */
function written(cwd: string, name: string, text: string, mode = 0o644): string {
  const path = join(cwd, name);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode, flag: 'wx' });
    return `Written: ${name}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return `Exists, and stays as it is: ${name}`;
    throw new UsageError(`${quote(name)} cannot be written (${code}).`);
  }
}

/** Files of keys, and what runs leave. */
const kept = ['.env', '*.env', '*.headers', '*-key.pem', 'reports/'];

function ignored(cwd: string): string {
  const path = join(cwd, '.gitignore');
  const text = textOf(path);
  const there = text.split(/\r?\n/).map((line) => line.trim());
  const missing = kept.filter((line) => !there.includes(line));
  if (missing.length === 0) return 'Has its lines already: .gitignore';
  try {
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  } catch (error) {
    throw new UsageError(`".gitignore" cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  return `Added to .gitignore: ${missing.join(' ')}`;
}

/** The first `.env`: a line for every question that takes an answer, explained by the help of its setting. */
function envText(answers: Answers): string {
  const lines = questions.flatMap(({ name }) => {
    const setting = settings.find((one) => one.name === name);
    if (!setting || (name === 'environment' && !answers.environment)) return [];
    return [`# ${setting.help}`, `${setting.variable}=${quoted(answers[name] ?? '')}`];
  });
  return `# Written by ${program} init. ${program} run --help lists all variables.\n${lines.join('\n')}\n`;
}

/** A value as dotenv reads it: in quotes that it does not hold, where it needs them. */
function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value;
  const quotation = ["'", '"', '`'].find((sign) => !value.includes(sign));
  if (quotation === undefined || (quotation === '"' && value.includes('\\')))
    throw new UsageError('A value holds every kind of quotation mark: write it into .env by hand.');
  return `${quotation}${value}${quotation}`;
}
