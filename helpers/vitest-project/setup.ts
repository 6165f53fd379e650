import { writeSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { vitestOfSuites } from '../../reports/wording/rerun.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Definition } from '../runner/suite.js';
import { wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { isInteractive, readConfiguration } from '../settings/configuration.js';
import { filesOfSuites, provable, type ResultsByFile, resultsOf } from './results.js';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: ResultsByFile;
  }
}

/**
 * One run of the suites, as the command makes it, before vitest shows each check as a test of its file; each time of watch
 * mode is a run of its own. The target is the one in `.env` or the environment, else, as for the command, the embedded
 * reference server where somebody asked for it. Only what vitest selects is sent.
 * A signal is vitest's: it ends the process, and no draft of a folder stays.
 * @returns has vitest end with the status of the command
 */
export async function setup(project: TestProject): Promise<() => void> {
  const { env, stdin, stdout } = process;
  let status = 0;
  const runSuites = async () => {
    const place = { env, cwd: process.cwd() };
    const files = await filesOfSuites(project.vitest);
    const chosen = new Set(files.flatMap((file) => file.chosen));
    const read = readConfiguration({
      specification: fsapi,
      ...place,
      interactive: isInteractive(env, [stdin, stdout]),
    });
    const configured = { ...read, command: vitestOfSuites, configuration: { ...read.configuration, quiet: true } };
    const isChosen = (one: Definition) => chosen.has(one);
    const run = await startRun(configured, {
      ...place,
      tested: fsapi,
      out: stdout,
      keepsFiles: true,
      chosen: isChosen,
    });
    try {
      const asked = await run.ask();
      project.provide('conformance', await resultsOf(files, asked, run.reportOf));
      const proving = await provable(asked, run.configuration);
      status = proving ? await run.publish(proving).then((made) => made.status, report) : 0;
    } finally {
      await run.end();
    }
  };
  // In the words of the command: vitest would print a stack.
  const report = (error: unknown) => {
    const { text, status: ofError } = wordsFor(error);
    writeSync(process.stderr.fd, `${text}\n`);
    return ofError;
  };
  const begin = () => runSuites().catch((error) => process.exit(report(error)));
  await begin();
  project.onTestsRerun(begin);
  return () => {
    if (status !== 0) process.exitCode = status;
  };
}
