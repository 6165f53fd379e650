import type { Reporter, TestModule, TestProject } from 'vitest/node';
import { fsapi } from '../fsapi/fsapi.js';
import { wordsFor } from '../session/errors.js';
import { beginRun } from './run-of-vitest.js';
import { whatCame } from './what-came.js';

type RunOfVitest = Awaited<ReturnType<typeof beginRun>>;

/**
 * Begins a run before vitest runs the suites, and writes its folder when they have ended; each time of watch mode is a run
 * of its own. The target is the one in `.env` or the environment, else, as for the command, the embedded reference server
 * where somebody asked for it.
 * @returns how to let go of a run that did not end
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { vitest } = project;
  let run: RunOfVitest | undefined;
  const begin = async () => {
    await run?.end();
    run = await beginRun(process.cwd(), fsapi).catch(endWith);
    const pattern = vitest.getGlobalTestNamePattern()?.source ?? '';
    project.provide('conformance', { ...run.given, files: vitest.state.getPaths(), pattern });
  };
  await begin();
  project.onTestsRerun(begin);
  const reporter: Reporter = {
    onTestRunEnd: async (modules) => {
      const ended = run;
      run = undefined;
      const ours = modules.filter((one) => one.project === project);
      if (ended) await report(ended, ours);
    },
  };
  // Not named in vitest.config.ts: who asks for other reporters (`--reporter`) gets the folder of the run, too.
  (vitest as unknown as { reporters: Reporter[] }).reporters.push(reporter);
  return async () => run?.end();
}

/** Writes the folder of the run. vitest ends with the status of the command, which is its own where a test failed. */
async function report(run: RunOfVitest, modules: readonly TestModule[]): Promise<void> {
  const came = whatCame(modules, run.given.input.configuration.only);
  if (!came) return run.end();
  try {
    const { status } = await run.publish(came);
    if (status !== 0) process.exitCode = status;
  } catch (error) {
    const { text, status } = wordsFor(run.presentable(error));
    process.stderr.write(`${text}\n`);
    process.exitCode = status;
  } finally {
    await run.end();
  }
}

/** Says what keeps a run from beginning, in the words of the command, and ends the process: vitest would print a stack. */
function endWith(error: unknown): Promise<never> {
  const { text, status } = wordsFor(error);
  return new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(status)));
}
