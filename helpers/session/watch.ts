import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { forTerminal } from '../../reports/terminal/sanitise.js';
import type { Configuration } from '../configuration/settings.js';
import { fileChanges, restarts } from '../target-process/file-watcher.js';
import { pause } from '../target-process/health-check.js';
import { exitStatus } from './exit-status.js';
import { takeEarly } from './interrupt.js';
import { plainLog } from './job-log.js';

/** What a change brings along, such as all files of a checkout, comes within this; and what a run leaves behind. */
const togetherMs = 200;

/**
 * Runs again and again: with a target that is started, whenever a file below the working folder changes; else whenever
 * the target was restarted. Each run is a process of its own, with a folder of its own, and is abandoned when its
 * subject changes. Ends with SIGINT or SIGTERM, and gives the exit status of the last run.
 *
 * A mock server may write files while it is asked. What changes during one run and again during the next is taken for
 * its doing, and told as such: else one change would make runs without end.
 * @param argv of `run`
 */
export async function watch(
  argv: readonly string[],
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
  configuration: Configuration & { readonly baseUrl: string },
): Promise<number> {
  const stdout = plainLog(process.stdout, env);
  const { unicode } = terminalCapabilities(process.stdout, env);
  const tell = (line: string) => stdout.write(`watch: ${forTerminal(line, unicode)}\n`);
  const over = new AbortController();
  let hear: (what: string) => void = () => {};
  const heard = { signal: over.signal, onChange: (what: string) => hear(what), onFault: tell };
  let running: Running | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    over.abort();
    running?.kill(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  if (takeEarly()) over.abort();

  // What waits for a change may be an idle connection, for which alone no process stays.
  const staying = setInterval(() => {}, 60_000);
  if (configuration.start === undefined) void restarts(configuration, heard);
  else await fileChanges(cwd, heard);
  const whatFor = configuration.start === undefined ? 'the target to be restarted' : 'a file to change';

  let status: number = exitStatus.conformant;
  let before: ReadonlySet<string> = new Set();
  while (!over.signal.aborted) {
    const during = new Set<string>();
    running = startRun(argv, env, cwd);
    const { ended, kill } = running;
    let change: string | undefined;
    hear = (what) => {
      if (!during.has(what) && before.has(what))
        tell(`${what} during this run as during the one before: not waited for.`);
      during.add(what);
      if (change !== undefined || before.has(what)) return;
      change = what;
      kill('SIGTERM');
    };
    status = await ended;
    running = undefined;
    await pause(togetherMs, over.signal);
    before = during;
    if (change === undefined && !over.signal.aborted) {
      tell(`exit ${status}. Waiting for ${whatFor}; Ctrl-C ends.`);
      change = await next((listener) => {
        hear = listener;
      }, over.signal);
      hear = () => {};
      await pause(togetherMs, over.signal);
    }
    if (!over.signal.aborted) tell(`${change}: running again.`);
  }
  clearInterval(staying);
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
  return status;
}

interface Running {
  /** The exit status. */
  readonly ended: Promise<number>;
  kill(signal: NodeJS.Signals): void;
}

/** A run by itself, in a session of its own: a Ctrl-C at the terminal comes to it from here, once. */
function startRun(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Running {
  const once = argv.filter((each) => !/^--watch(=|$)/.test(each));
  const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'run', ...once, '--watch=false'], {
    ...{ env, cwd, detached: true },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      // A signal may come before the run has begun to hear it.
      child.once('exit', (status, signal) => resolve(status ?? exitStatus[signal === 'SIGINT' ? signal : 'SIGTERM']));
    }),
    kill: (signal) => void child.kill(signal),
  };
}

/** The next change, or undefined where the signal comes first. */
function next(listen: (listener: (what: string) => void) => void, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    listen(resolve);
  });
}
