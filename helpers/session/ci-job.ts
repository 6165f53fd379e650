import { appendFileSync } from 'node:fs';
import { renderMarkdown } from '../../reports/formats/markdown.js';
import type { Stream } from '../../reports/terminal/terminal.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { notStored } from '../evidence/storage-error.js';

/** The address of the CI job, if the environment has it. */
export function jobOf(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL, BUILD_URL } = env;
  if (server && repository && run) return `${server}/${repository}/actions/runs/${run}`;
  return (CI_JOB_URL ?? BUILD_URL) || undefined;
}

export function appendJobSummary(env: NodeJS.ProcessEnv, report: Report, specification: Specification): void {
  const { GITHUB_STEP_SUMMARY: file } = env;
  if (!file) return;
  const sentence = notStored('The summary of the CI job (GITHUB_STEP_SUMMARY) could not be written', () =>
    appendFileSync(file, `${renderMarkdown(report, [], specification)}\n`),
  );
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
}

/** In a GitHub job a space breaks workflow commands: `::name::` at the start of a line, and `##[name]` anywhere. */
export function plainLog(stream: Stream, env: NodeJS.ProcessEnv): Stream {
  if (env.GITHUB_ACTIONS !== 'true') return stream;
  const broken = (text: string) => text.replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
  return { write: (text) => stream.write(broken(text)), isTTY: stream.isTTY, columns: stream.columns };
}
