import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { pathOf } from '../../../reports/testing/system-tools.js';
import { templateOf } from '../commands/first-steps/init.js';
import { emptyFolder } from './command.js';
import { type Issue, startGitLab, tokens } from './gitlab.js';

export type Forge = 'github' | 'gitlab';
type Env = Readonly<Record<string, string>>;

/** Stands in for `npx fsapi-conformance run`: a line of sh for the working folder of the job, and variables for it. */
export interface Night {
  readonly command: string;
  readonly env?: Env;
}

/** A night whose run left a copy of this folder, as the newest complete one, and ended with this status. */
export const nightThatLeft = (folder: string, status: number): Night => ({
  command: `mkdir -p reports/runs && cp -r '${folder}' reports/runs/2026-11-20T02-17-00Z &&
    ln -s runs/2026-11-20T02-17-00Z reports/latest && exit ${status}`,
});

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Env;
  readonly with?: Env;
}
interface GitHubWorkflow {
  readonly defaults?: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface GitLabJob {
  readonly script: readonly string[];
  readonly variables?: Env;
  readonly artifacts?: { readonly reports: { readonly junit: string } };
}

async function bash(argv: readonly string[], cwd: string, env: Env) {
  const {
    code: status = 0,
    stdout,
    stderr,
  } = await promisify(execFile)('bash', argv, { cwd, env }).catch((error) => error);
  return { status: Number(status), log: `${stdout}${stderr}` };
}

/** Where a job runs: `PATH` begins with the stand-ins. `curl` is the real one, and notes its arguments. */
function workplace(forgeFolder: string, { command, env }: Night) {
  const bin = emptyFolder();
  const scripts = {
    npm: 'true',
    npx: command,
    gh: `exec '${process.execPath}' '${fileURLToPath(new URL('gh.mjs', import.meta.url))}' "$@"`,
    unzip: 'mkdir -p "$5" && tar -x -f "$3" -C "$5"',
    curl: `echo "$*" >> "$FORGE/curl.log"; exec '${pathOf('curl')}' "$@"`,
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const issues = join(forgeFolder, 'issues.json');
  if (!existsSync(issues)) writeFileSync(issues, JSON.stringify({ labels: [], issues: [] }));
  return { cwd: emptyFolder(), env: { PATH: `${bin}:${process.env.PATH}`, HOME: bin, FORGE: forgeFolder, ...env } };
}

/** Keeps what a pattern matches, of a folder its contents, links followed. */
function keep(pattern: string, target: string, cwd: string) {
  const script = `shopt -s nullglob; for path in ${pattern}; do
    rm -rf "$1"; mkdir -p "$1"; if [ -d "$path" ]; then path="$path/."; fi; cp -RL "$path" "$1"; done`;
  return bash(['-c', script, 'bash', target], cwd, { PATH: process.env.PATH ?? '' });
}

/** Runs the steps of a job as GitHub's runner does. Actions do nothing, but for uploads. */
async function gitHubJob(name: string, forgeFolder: string, night: Night) {
  const { defaults, jobs } = parse(templateOf('github')) as GitHubWorkflow;
  const { cwd, env } = workplace(forgeFolder, night);
  const github = {
    token: 'token',
    repository: 'own/er',
    repository_id: 7,
    ref_name: 'main',
    run_id: 1,
    run_attempt: 1,
  };
  const runner = { GITHUB_REPOSITORY: 'own/er', GITHUB_SERVER_URL: 'https://github.com', RUNNER_TEMP: emptyFolder() };
  const files = { GITHUB_OUTPUT: join(cwd, '.output'), GITHUB_RUN_ID: '1', GITHUB_RUN_ATTEMPT: '1' };
  const steps = jobs[name]?.steps ?? [];
  const context = {
    github,
    steps: Object.fromEntries(steps.map(({ id = '' }) => [id, { outcome: 'skipped', outputs: {} }])),
    vars: night.env ?? {},
    secrets: night.env ?? {},
    cancelled: () => false,
  };
  const evaluated = (expression: string) =>
    new Function(...Object.keys(context), `return ${expression}`)(...Object.values(context));
  const filled = (text = '') => text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => evaluated(expression) ?? '');
  const flags = defaults?.run.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const ended = { status: 0, log: '' };
  for (const step of steps) {
    const condition = step.if?.replace(/[${}]/g, '') ?? '';
    if (ended.status !== 0 && !condition.includes('cancelled()')) continue;
    if (condition && !evaluated(condition)) continue;
    if (step.with?.path) await keep(step.with.path, join(forgeFolder, 'artifacts', filled(step.with.name)), cwd);
    if (step.run === undefined) continue;
    const own = Object.entries(step.env ?? {}).map(([variable, text]) => [variable, filled(String(text))]);
    writeFileSync(files.GITHUB_OUTPUT, '');
    const all = { ...env, ...runner, ...files, ...Object.fromEntries(own) };
    const { status, log } = await bash([...flags, '-c', step.run], cwd, all);
    const outputs = Object.fromEntries(new URLSearchParams(readFileSync(files.GITHUB_OUTPUT, 'utf8').trim()));
    context.steps[step.id ?? ''] = { outcome: status === 0 ? 'success' : 'failure', outputs };
    ended.status ||= status;
    ended.log += log;
  }
  return { ...ended, cwd };
}

/** Runs the script of a job as GitLab's runner does: in one shell, with nothing on its standard input. */
async function gitLabJob(name: string, forgeFolder: string, night: Night, artifacts?: string) {
  const { [name]: job } = parse(templateOf('gitlab')) as Record<string, GitLabJob>;
  const { cwd, env } = workplace(forgeFolder, night);
  const { address, close } = await startGitLab(forgeFolder);
  const predefined = { ...tokens, CI_API_V4_URL: address, CI_PROJECT_ID: '7', CI_COMMIT_REF_SLUG: 'main' };
  const known: Env = { ...env, ...predefined, CI_JOB_URL: 'https://gitlab.com/own/er/jobs/1' };
  const own = Object.entries(job?.variables ?? {}).map(([variable, text]) => [
    variable,
    text.replace(/\$(\w+)/g, (_, of) => known[of] ?? ''),
  ]);
  const argv = ['-c', 'set -eo pipefail; : | eval "$1"', 'bash', job?.script.join('\n') ?? ''];
  const ended = await bash(argv, artifacts ?? cwd, { ...known, ...Object.fromEntries(own) });
  await close();
  if (job?.artifacts) await keep(job.artifacts.reports.junit, join(forgeFolder, 'junit'), cwd);
  return { ...ended, cwd };
}

/**
 * Runs one night of the pipeline that `init --ci` writes, each step as the forge's shell runs it: from the report before
 * to the issue.
 * @param forgeFolder what the forge keeps from night to night; an empty folder before the first
 * @returns the job with the keys as it ended, its working folder `cwd`, and all issues, the first one first
 */
export async function runPipelineNight(forge: Forge, forgeFolder: string, night: Night) {
  const isGitHub = forge === 'github';
  rmSync(join(forgeFolder, 'artifacts', 'issue-1'), { recursive: true, force: true });
  const job = isGitHub
    ? await gitHubJob('conformance', forgeFolder, night)
    : await gitLabJob('conformance', forgeFolder, night);
  const speaking = isGitHub
    ? await gitHubJob('issue', forgeFolder, night)
    : await gitLabJob('conformance-issue', forgeFolder, night, job.cwd);
  if (speaking.status !== 0) throw new Error(`${job.log}\n${speaking.log}`);
  const { issues } = JSON.parse(readFileSync(join(forgeFolder, 'issues.json'), 'utf8')) as { issues: readonly Issue[] };
  return { ...job, issues };
}

/** Runs the job that looks whether a night came. @returns its exit status */
export async function runPipelineWatch(forge: Forge, forgeFolder: string) {
  const none = { command: 'false' };
  const watch =
    forge === 'github' ? gitHubJob('watch', forgeFolder, none) : gitLabJob('conformance-watch', forgeFolder, none);
  return (await watch).status;
}
