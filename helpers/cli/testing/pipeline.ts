import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { pathOf } from '../../../reports/testing/system-tools.js';
import { templateOf } from '../commands/first-steps/init.js';
import { emptyFolder } from './command.js';
import { type Forge, tokens } from './forge.js';

type Env = Readonly<Record<string, string>>;
type Step = Readonly<{ id?: string; if?: string; run?: string; env?: Env; with?: Env }>;
type GitHubFile = Readonly<{ jobs: Record<string, { steps: readonly Step[] }> }>;
type GitLabJob = Readonly<{ script: readonly string[]; variables?: Env; artifacts?: { reports: { junit: string } } }>;

/** The run of a night that left a copy of this folder, as the newest complete one, and ended with this status. */
export const runThatLeft = (folder: string, status: number): string =>
  `mkdir -p reports/runs && cp -r '${folder}' reports/runs/2026-11-20T02-17-00Z
  ln -s runs/2026-11-20T02-17-00Z reports/latest; exit ${status}`;

/** The environment of a job: `PATH` begins with stand-ins. `curl` is the real one, and notes its arguments. */
function outside({ folder, address }: Forge, run: string): Env {
  const bin = emptyFolder();
  const curl = pathOf('curl');
  const scripts = {
    npm: 'true',
    npx: run,
    curl: `echo "$*" >> "$FORGE/curl.log"; exec '${curl}' "$@"`,
    gh: `call() { printf '%s\\0' "$@" | '${curl}' -sf -H "token: $GH_TOKEN" -H "from: $FROM" --data-binary @- "$CI_API_V4_URL"; }
      if [ "$1" = run ]; then call "$@" | tar -x; else call "$@"; fi`,
    unzip: 'mkdir -p "$5" && tar -x -f "$3" -C "$5"',
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${bin}:${process.env.PATH}`, HOME: bin, FORGE: folder, CI_API_V4_URL: address };
}

async function bash(argv: readonly string[], cwd: string, env: Env) {
  const ended = promisify(execFile)('bash', argv, { cwd, env });
  const { code: status = 0, stdout, stderr } = await ended.catch((error) => error);
  return { status: Number(status), log: `${stdout}${stderr}` };
}

/** Keeps what a pattern matches, of a folder its contents, links followed; without a match the forge keeps what it had. */
function keep(pattern: string, target: string, cwd: string) {
  const script = `for path in ${pattern}; do
    [ -e "$path" ] || continue
    if [ -d "$path" ]; then path="$path/."; fi
    rm -rf "$1"; mkdir -p "$1"; cp -RL "$path" "$1"; done`;
  return bash(['-c', script, 'bash', target], cwd, { PATH: process.env.PATH ?? '' });
}

/** Runs the steps of a job as GitHub's runner does, with the shell of steps that name none. Actions do nothing, but for uploads. */
async function gitHubJob(forge: Forge, name: string, run: string, cwd: string) {
  const { jobs } = parse(templateOf('github')) as GitHubFile;
  const runner = { GITHUB_REPOSITORY: 'own/er', GITHUB_SERVER_URL: 'https://github.com', RUNNER_TEMP: emptyFolder() };
  const own = { GITHUB_OUTPUT: join(cwd, '.output'), GITHUB_RUN_ID: '1', GITHUB_RUN_ATTEMPT: '1' };
  const env = { ...outside(forge, run), ...runner, ...own };
  const known = { 'github.token': tokens.GH_TOKEN, 'github.repository_id': '7', 'github.ref_name': 'main' };
  const values: Record<string, string> = { ...known, 'github.run_id': '1', 'github.run_attempt': '1' };
  const filled = (text: unknown) => String(text).replace(/\$\{\{ (\S+) \}\}/g, (_, path) => values[path] ?? '');
  const ended = { status: 0, log: '' };
  for (const step of jobs[name]?.steps ?? []) {
    if (ended.status !== 0 && !step.if?.includes('!cancelled()')) continue;
    if (step.with?.path) await keep(step.with.path, join(forge.folder, filled(step.with.name)), cwd);
    if (step.run === undefined) continue;
    const set = Object.entries(step.env ?? {}).map(([variable, text]) => [variable, filled(text)]);
    writeFileSync(own.GITHUB_OUTPUT, '');
    const { status, log } = await bash(['-e', '-c', step.run], cwd, { ...env, ...Object.fromEntries(set) });
    for (const [, output, value = ''] of readFileSync(own.GITHUB_OUTPUT, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      values[`steps.${step.id}.outputs.${output}`] = value;
    ended.status ||= status;
    ended.log += log;
  }
  return ended;
}

/** Runs the script of a job as GitLab's runner does: in one shell, with nothing on its standard input. */
async function gitLabJob(forge: Forge, name: string, run: string, cwd: string) {
  const { [name]: job } = parse(templateOf('gitlab')) as Record<string, GitLabJob>;
  const predefined = { CI_PROJECT_ID: '7', CI_COMMIT_REF_SLUG: 'main', CI_JOB_URL: 'https://gitlab.com/own/er/jobs/1' };
  const env: Env = { ...outside(forge, run), ...tokens, ...predefined };
  const filled = (text: string) => text.replace(/\$(\w+)/g, (_, variable) => env[variable] ?? '');
  const set = Object.entries(job?.variables ?? {}).map(([variable, text]) => [variable, filled(text)]);
  const argv = ['-c', 'set -eo pipefail; : | eval "$1"', 'bash', job?.script.join('\n') ?? ''];
  const ended = await bash(argv, cwd, { ...env, ...Object.fromEntries(set) });
  if (job?.artifacts) await keep(job.artifacts.reports.junit, join(forge.folder, 'junit'), cwd);
  return ended;
}

type Job = 'conformance' | 'issue' | 'watch';
/** Runs one job; `watch` is the one of the second schedule. @returns its status and log */
export function runPipelineJob(forge: Forge, job: Job, run: string, cwd = emptyFolder()) {
  if (forge.kind === 'github') return gitHubJob(forge, job, run, cwd);
  return gitLabJob(forge, job === 'conformance' ? job : `conformance-${job}`, run, cwd);
}

/**
 * Runs one night of the pipeline that `init --ci` writes, each step as the forge's shell runs it: from the report before
 * to the issue. `forge.issues` shows what came of it, `forge.folder` what the forge keeps from night to night.
 * @param run stands in for `npx fsapi-conformance run`: lines of sh for the working folder of the job, see `runThatLeft`
 * @returns status and log of the job with the keys, and its working folder
 */
export async function runPipelineNight(forge: Forge, run: string) {
  const cwd = emptyFolder();
  rmSync(join(forge.folder, 'issue-1'), { recursive: true, force: true });
  const night = await runPipelineJob(forge, 'conformance', run, cwd);
  // GitLab hands on the artifacts by itself.
  const issue = await runPipelineJob(forge, 'issue', run, forge.kind === 'gitlab' ? cwd : emptyFolder());
  if (issue.status !== 0) throw new Error(`${night.log}\n${issue.log}`);
  return { ...night, cwd };
}
