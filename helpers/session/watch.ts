import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { createStyle, type Style } from '../../reports/terminal/style.js';
import { aim } from '../../reports/terminal/terminal.js';
import { plainLog } from '../ci/job-log.js';
import { readConfiguration } from '../configuration/configuration.js';
import type { Configuration } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { fileChanges, restarts } from '../target-process/file-watcher.js';
import { pause } from '../target-process/health-check.js';
import { keyPresses } from '../target-process/key-presses.js';
import { asWatched, type Environment, type SessionResult } from './environment.js';
import { withheldText, wordsFor } from './errors.js';
import { exitStatus } from './exit-status.js';
import { noticesOf } from './notices.js';
import { perform } from './session.js';

/** What a change brings along, such as all files of a checkout, comes within this; and what a run leaves behind. */
const togetherMs = 200;

/** Where runs follow each other. */
type Place = Pick<Environment, 'tested' | 'env' | 'cwd' | 'earlySignals'>;

/** Why the next run begins, and whether it tests only what failed. */
interface Cause {
  readonly what: string;
  readonly failedOnly?: boolean;
}

/** Keys that begin a run. `q` ends. */
const keys: Readonly<Record<string, Cause>> = {
  r: { what: 'r' },
  f: { what: 'f, failed only', failedOnly: true },
};
const keysLine = 'r run now   f failed only   q quit';

/**
 * Runs again and again: with a target that is started, whenever a file below the working folder changes; else whenever
 * the target was restarted; and for a key. Each run has a folder of its own. One whose subject changes is abandoned, and
 * leaves nothing but the list of customers that it created in a target which it did not start. Ends with `q`, SIGINT or
 * SIGTERM, and gives the exit status of the last run.
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
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  const early = place.earlySignals?.take();
  if (early) over.abort(early);
  // What waits for a change may be an idle connection, for which alone no process stays.
  const staying = setInterval(() => {}, 60_000);
  try {
    return await runAgainAndAgain(argv, place, configuration, over);
  } finally {
    over.abort('SIGINT');
    clearInterval(staying);
    for (const name of names) process.off(name, onSignal);
  }
}

async function runAgainAndAgain(
  argv: readonly string[],
  place: Place,
  configuration: Configuration & { readonly baseUrl: string },
  ending: AbortController,
): Promise<number> {
  const over = ending.signal;
  const screen = screenOf(place);
  let hear: (cause: Cause) => void = () => {};
  const onChange = (what: string) => hear({ what });
  const heard = { signal: over, onChange, onFault: screen.tell };
  if (configuration.start === undefined) void restarts(configuration, heard);
  else await fileChanges(place.cwd, heard);
  const hasKeys = keyPresses(process.stdin, over, (key) => {
    const cause = keys[key];
    if (key === 'q') ending.abort('SIGINT');
    else if (cause) hear(cause);
  });
  const whatFor = configuration.start === undefined ? 'the target to be restarted' : 'a file to change';

  let last: Pick<SessionResult, 'status' | 'because' | 'isAbandoned'> = { status: exitStatus.conformant };
  let cause: Cause | undefined;
  const changes = createChanges();
  while (!over.aborted) {
    const abandoned = new AbortController();
    const failedOnly = cause?.failedOnly === true;
    cause = undefined;
    hear = (next) => {
      if (!changes.isNews(next.what)) return;
      cause ??= next;
      abandoned.abort('abandoned');
    };
    const result = await runOnce(argv, place, { abort: AbortSignal.any([over, abandoned.signal]), failedOnly, screen });
    last = result ?? last;
    await pause(togetherMs, over);
    for (const what of changes.end()) screen.tell(`${what} during this run as during the one before: not waited for.`);
    if (cause === undefined && !over.aborted) {
      const why = last.because === undefined ? '' : `: ${last.because}`;
      screen.tell(`exit ${last.status}${why}. Waiting for ${whatFor}${hasKeys ? '.' : '; Ctrl-C ends.'}`);
      if (hasKeys) screen.line(screen.ink.soft(keysLine));
      cause = await next((listener) => {
        hear = listener;
      }, over);
      hear = () => {};
      await pause(togetherMs, over);
    }
    if (over.aborted || cause === undefined) break;
    screen.tell(`${cause.what}: ${last.isAbandoned ? 'run abandoned, ' : ''}running again.`);
  }
  if (!last.isAbandoned) return last.status;
  // A run that was being abandoned when the signal came ends for the signal's sake.
  return exitStatus[over.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'];
}

/** What changes during a run and changed during the one before is the target's own doing. */
function createChanges() {
  let before: ReadonlySet<string> = new Set();
  let during = new Set<string>();
  const reported = new Set<string>();
  return {
    isNews: (what: string) => {
      during.add(what);
      return !before.has(what);
    },
    /** Ends a run. Gives what it and the run before it changed, each once. */
    end: () => {
      const own = [...during].filter((what) => before.has(what) && !reported.has(what));
      for (const what of own) reported.add(what);
      before = during;
      during = new Set();
      return own;
    },
  };
}

type Screen = ReturnType<typeof screenOf>;

function screenOf({ env, tested }: Place) {
  const stdout = plainLog(process.stdout, env);
  const { colour, unicode } = terminalCapabilities(process.stdout, env);
  const ink: Style = createStyle({ colour, unicode, glyphs: process.stdout.isTTY });
  const line = (text: string) => void stdout.write(`${text}\n`);
  let shown = '';
  return {
    ink,
    line,
    tell: (text: string) => line(`watch: ${ink.safe(text)}`),
    /** Where the runs go, before the first one and whenever that is elsewhere. */
    aimAt: (configuration: Configuration & { readonly baseUrl: string }) => {
      const notices = noticesOf(configuration, false, tested);
      const text = aim({ ...configuration, notices }, ink, process.stdout.columns || 80).join('\n');
      if (text !== shown) line(text);
      shown = text;
    },
  };
}

/**
 * One run, its configuration read anew. What is wrong with it is printed, and the next run may find it mended.
 * @returns undefined where nothing had failed that could be tested again
 */
async function runOnce(
  argv: readonly string[],
  { env, cwd, tested }: Place,
  { abort, failedOnly, screen }: { abort: AbortSignal; failedOnly: boolean; screen: Screen },
): Promise<SessionResult | undefined> {
  const stderr = plainLog(process.stderr, env);
  try {
    const { configuration, ...configured } = readConfiguration({ specification: tested, argv: [...argv], env, cwd });
    const { baseUrl, lastFailed } = configuration;
    if (baseUrl !== undefined) screen.aimAt({ ...configuration, baseUrl });
    const narrowed = { ...configured, configuration: { ...configuration, lastFailed: lastFailed || failedOnly } };
    const result = await perform(narrowed, { tested, env, cwd, out: process.stdout, terms: asWatched, abort });
    if (result.withheld) stderr.write(`${withheldText(result.withheld)}\n`);
    return result;
  } catch (error) {
    const { text, status } = wordsFor(error);
    stderr.write(`${text}\n`);
    return failedOnly && error instanceof UsageError ? undefined : { status };
  }
}

/** The next change, or undefined where the signal comes first. */
function next(listen: (listener: (cause: Cause) => void) => void, signal: AbortSignal): Promise<Cause | undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    listen(resolve);
  });
}
