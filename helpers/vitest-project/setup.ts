import { writeSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { vitestOfSuites } from '../../reports/wording/rerun.js';
import { fsapi } from '../fsapi/fsapi.js';
import { wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { isInteractive, readConfiguration } from '../settings/configuration.js';
import { chosenBy, resultsOf } from './results.js';

/**
 * Runs the suites as the command does, before vitest shows each check as a test of its file; watch mode runs again each
 * time. Sends only what vitest selects. A signal is vitest's: it ends the process, and no draft of a folder stays.
 * @returns has vitest end with the command's status
 */
export async function setup(project: TestProject): Promise<() => void> {
  let status = 0;
  const runSuites = async () => {
    const { env, stdin, stdout } = process;
    const place = { env, cwd: process.cwd() };
    const interactive = isInteractive(env, [stdin, stdout]);
    const { configuration, ...read } = readConfiguration({ specification: fsapi, ...place, interactive });
    const configured = { ...read, command: vitestOfSuites, configuration: { ...configuration, quiet: true } };
    const { files, isChosen } = await chosenBy(project.vitest);
    const run = await startRun(configured, { ...place, tested: fsapi, out: stdout, keepsFiles: true, isChosen });
    try {
      const fromSources = 'vitest ran the checks from their sources. The suite digest is that of the build.';
      const asked = { ...(await run.ask()), notices: [fromSources] };
      const { suites } = await fsapi.tests();
      project.provide('conformance', resultsOf(files, asked, run.reportOf(asked), suites));
      const proves = asked.faults.length > 0 || asked.expected.some(({ id }) => !asked.unproven.has(id));
      status = proves ? await run.publish(asked).then((made) => made.status, statusOf) : 0;
    } finally {
      await run.end();
    }
  };
  const begin = () => runSuites().catch((error) => process.exit(statusOf(error)));
  await begin();
  project.onTestsRerun(begin);
  return () => {
    if (status !== 0) process.exitCode = status;
  };
}

/** Prints an error as the command does, without a stack. @returns its status */
function statusOf(error: unknown): number {
  const { text, status } = wordsFor(error);
  writeSync(process.stderr.fd, `${text}\n`);
  return status;
}
