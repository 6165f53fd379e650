import type { Reporter, TestModule, TestProject } from 'vitest/node';
import { fsapi } from '../fsapi/fsapi.js';
import { withheldText, wordsFor } from '../session/errors.js';
import { beginRun, type RunOfVitest } from './run-of-vitest.js';
import { whatCame } from './what-came.js';

/**
 * Opens the target for `npx vitest --project conformance`: the one in `.env` or the environment, else, as for the
 * command, the embedded reference server where somebody asked for it. In watch mode each time is a run of its own. Gives
 * how to let go of it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cwd = process.cwd();
  let run: RunOfVitest | undefined;
  const begin = async () => {
    await run?.abandon();
    run = await beginRun(cwd, fsapi).catch(endWith);
    project.provide('conformance', run.given);
  };
  await begin();
  project.onTestsRerun(begin);
  const reporter: Reporter = {
    onTestRunEnd: async (modules) => {
      const module = modules.find((one) => one.project === project);
      const ended = run;
      run = undefined;
      if (ended && module) await report(ended, module);
    },
  };
  // Not named in vitest.config.ts: who asks for other reporters (`--reporter`) gets the folder of the run, too.
  (project.vitest as unknown as { reporters: Reporter[] }).reporters.push(reporter);
  return async () => run?.abandon();
}

/** Writes the folder of the run. vitest ends with the status of the command, which is its own where a test failed. */
async function report(run: RunOfVitest, module: TestModule): Promise<void> {
  const came = whatCame(module, run.given.input.configuration.only);
  if (!came) return run.abandon();
  try {
    const { status, withheld } = await run.publish(came);
    if (withheld) process.stderr.write(`${withheldText(withheld)}\n`);
    if (status !== 0) process.exitCode = status;
  } catch (error) {
    const { text, status } = wordsFor(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = status;
  }
}

/** Says what keeps a run from beginning, in the words of the command, and ends the process: vitest would print a stack. */
function endWith(error: unknown): Promise<never> {
  const { text, status } = wordsFor(error);
  return new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(status)));
}
