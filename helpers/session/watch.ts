import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { forTerminal } from '../../reports/terminal/sanitise.js';
import { plainLog } from '../ci/job-log.js';
import { readConfiguration } from '../configuration/configuration.js';
import type { Configuration } from '../configuration/settings.js';
import { fileChanges, restarts } from '../target-process/file-watcher.js';
import { pause } from '../target-process/health-check.js';
import { asWatched, type Environment } from './environment.js';
import { withheldText, wordsFor } from './errors.js';
import { exitStatus } from './exit-status.js';
import { perform } from './session.js';

/** What a change brings along, such as all files of a checkout, comes within this; and what a run leaves behind. */
const togetherMs = 200;

/** Where runs follow each other. */
type Place = Pick<Environment, 'env' | 'cwd' | 'earlySignals'>;

/**
 * Runs again and again: with a target that is started, whenever a file below the working folder changes; else whenever
 * the target was restarted. Each run has a folder of its own, and is abandoned when its subject changes. Ends with SIGINT
 * or SIGTERM, and gives the exit status of the last run.
 *
 * A mock server may write files while it is asked. What changes during one run and again during the next is taken for
 * its doing, and reported as such: else one change would make runs without end.
 * @param argv of `run`
 */
export async function watch(
  argv: readonly string[],
  place: Place,
  configuration: Configuration & { readonly baseUrl: string },
): Promise<number> {
  const over = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => over.abort(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const early = place.earlySignals?.take();
  if (early) over.abort(early);
  // What waits for a change may be an idle connection, for which alone no process stays.
  const staying = setInterval(() => {}, 60_000);
  try {
    return await runAgainAndAgain(argv, place, configuration, over.signal);
  } finally {
    clearInterval(staying);
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
  }
}

async function runAgainAndAgain(
  argv: readonly string[],
  place: Place,
  configuration: Configuration & { readonly baseUrl: string },
  over: AbortSignal,
): Promise<number> {
  const stdout = plainLog(process.stdout, place.env);
  const { unicode } = terminalCapabilities(process.stdout, place.env);
  const tell = (line: string) => stdout.write(`watch: ${forTerminal(line, unicode)}\n`);
  let hear: (what: string) => void = () => {};
  const heard = { signal: over, onChange: (what: string) => hear(what), onFault: tell };
  if (configuration.start === undefined) void restarts(configuration, heard);
  else await fileChanges(place.cwd, heard);
  const whatFor = configuration.start === undefined ? 'the target to be restarted' : 'a file to change';

  let status: number = exitStatus.conformant;
  let before: ReadonlySet<string> = new Set();
  while (!over.aborted) {
    const abandoned = new AbortController();
    const during = new Set<string>();
    let change: string | undefined;
    hear = (what) => {
      if (!during.has(what) && before.has(what))
        tell(`${what} during this run as during the one before: not waited for.`);
      during.add(what);
      if (change !== undefined || before.has(what)) return;
      change = what;
      abandoned.abort('SIGTERM');
    };
    status = await runOnce(argv, place, AbortSignal.any([over, abandoned.signal]));
    await pause(togetherMs, over);
    before = during;
    if (change === undefined && !over.aborted) {
      tell(`exit ${status}. Waiting for ${whatFor}; Ctrl-C ends.`);
      change = await next((listener) => {
        hear = listener;
      }, over);
      hear = () => {};
      await pause(togetherMs, over);
    }
    if (!over.aborted) tell(`${change}: running again.`);
  }
  // A run that was being abandoned when the signal came ends for the signal's sake.
  const wasAbandoned = status === exitStatus.SIGTERM || status === exitStatus.SIGINT;
  return wasAbandoned ? exitStatus[over.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'] : status;
}

/** One run, its configuration read anew. What is wrong with it is printed, and the next run may find it mended. */
async function runOnce(argv: readonly string[], { env, cwd }: Place, abort: AbortSignal): Promise<number> {
  const stderr = plainLog(process.stderr, env);
  try {
    const configured = readConfiguration({ argv: [...argv], env, cwd });
    const { status, withheld } = await perform(configured, { env, cwd, out: process.stdout, terms: asWatched, abort });
    if (withheld) stderr.write(`${withheldText(withheld)}\n`);
    return status;
  } catch (error) {
    const { text, status } = wordsFor(error);
    stderr.write(`${text}\n`);
    return status;
  }
}

/** The next change, or undefined where the signal comes first. */
function next(listen: (listener: (what: string) => void) => void, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    listen(resolve);
  });
}
