import { appendJobSummary } from '../../ci/job.js';
import { plainLog } from '../../ci/job-log.js';
import { stoppedBy, wordsFor } from '../../session/ending.js';
import { perform } from '../../session/run.js';
import { isInteractive, readConfiguration } from '../../settings/configuration.js';
import type { Place } from '../place.js';

/** `run`: runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(
  { options }: { readonly options: Readonly<Record<string, unknown>> },
  { out = process.stdout, demonstrates, ...place }: Place,
): Promise<number> {
  const { tested, env, cwd, stop } = place;
  const warn = (line: string) => plainLog(process.stderr, env).write(`${line}\n`);
  const interactive = demonstrates || isInteractive(env, [process.stdin, out]);
  const configured = readConfiguration({ specification: tested, named: options, env, cwd, interactive });
  try {
    const { status, report } = await perform(configured, { ...place, out, keepsFiles: true });
    appendJobSummary(env, report, tested);
    return status;
  } catch (error) {
    // A signal that came before gives the status, and the error its words.
    const { status } = stoppedBy(stop) ?? {};
    if (status === undefined) throw error;
    warn(wordsFor(error).text);
    return status;
  }
}
