import type { Connection } from '../client/connection.js';
import type { Configuration } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import { childEnvironment } from './child-environment.js';
import { healthOf, pause, wayTo } from './health-check.js';
import { type Ending, startGroup } from './process-group.js';
import { createTargetLog, lastLines } from './target-log.js';

/** A target that this run has started. */
export interface StartedTarget {
  /** Why there is nothing to ask, as a sentence; undefined where the target answered. */
  readonly silent?: string;
  /** Stops it; gives what a reader of the report has to know, one sentence each. Safe to call again. */
  stop(): Promise<readonly string[]>;
  /** What it printed, as it may be published. */
  log(): string;
}

interface Surroundings {
  /** The environment, and `.env` where it is silent. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly redactor: Redactor;
  /** Settles when the run is interrupted, which ends the wait. */
  readonly halt: Promise<unknown>;
  /** Settles when somebody waits for the end: the target gets less time for its own. */
  readonly hurry: Promise<unknown>;
  /** A line for whoever watches, and one for whoever has to mend something. */
  readonly tell: (line: string) => void;
  readonly warn: (line: string) => void;
}

const shortEnvironment = 'It gets only a few variables of the environment; --start-env NAME adds others.';

/** One look at the address, which a first answer may take, and the pause between two. */
const lookMs = 5000;
const pauseMs = 50;

/**
 * Starts the target by the command of `--start` and waits until it answers at the base address: by anything, 404 and
 * 401 too. The command gets a short environment, keys included, since a server may have to know them.
 * @throws UsageError where something listens before the command was started, and where the command ends before anything
 * answers; whatever was started is stopped then
 */
export async function startTarget(
  configuration: Configuration & { readonly baseUrl: string },
  { env, cwd, redactor, halt, hurry, tell, warn }: Surroundings,
): Promise<StartedTarget | undefined> {
  const { start, startTimeoutSeconds, baseUrl } = configuration;
  if (start === undefined) return undefined;
  const childEnv = childEnvironment(configuration, env);
  const way = wayTo(configuration);
  const already = await Promise.race([healthOf(way, lookMs), halt.then(() => undefined)]);
  if (!already) return { silent: 'The run ended before the target started.', stop: async () => [], log: () => '' };
  if (already.answers || already.accepts)
    throw new UsageError(`${baseUrl} is already in use: that server would be tested instead of the one from --start.`);
  tell(`Starting the target; it has ${startTimeoutSeconds} s to respond at ${baseUrl}.`);
  const log = createTargetLog();
  const group = startGroup(start, { env: childEnv, cwd, onOutput: log.add });
  const waiting = new AbortController();
  const outcome = await Promise.race([
    group.ended.then((ending) => ({ ending })),
    halt.then(() => ({ silent: 'The run ended before the target responded.' })),
    untilItAnswers(way, startTimeoutSeconds, waiting.signal),
  ]);
  waiting.abort();

  if ('ending' in outcome) {
    await group.stop(hurry);
    const sentence = `The --start command ended ${how(outcome.ending)} before the target responded.`;
    throw new UsageError([sentence, ...lastLines(log.text(redactor), env), shortEnvironment].join('\n'));
  }
  if (outcome.silent !== undefined) for (const line of lastLines(log.text(redactor), env)) warn(line);
  const stop = async () => {
    const { before, killedAfterMs } = await group.stop(hurry);
    if (killedAfterMs !== undefined)
      log.note(`It did not end within ${Math.round(killedAfterMs / 100) / 10} s of SIGTERM, so it was killed.`);
    return before ? [`The target started by --start ended during the run, ${how(before)}.`] : [];
  };
  let stopped: Promise<readonly string[]> | undefined;
  return {
    ...outcome,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    log: () => log.text(redactor),
  };
}

/** Looks again and again; `silent` says that the time was over, and what the last look met with. */
async function untilItAnswers(way: Connection, seconds: number, signal: AbortSignal): Promise<{ silent?: string }> {
  const until = performance.now() + seconds * 1000;
  let fault = '';
  for (let left = seconds * 1000; left > 0 && !signal.aborted; left = until - performance.now()) {
    const presence = await healthOf(way, Math.min(lookMs, left));
    if (presence.answers) return {};
    fault = presence.fault;
    await pause(Math.min(pauseMs, Math.max(0, until - performance.now())), signal);
  }
  const { port, protocol } = way.base;
  const where = port || (protocol === 'https:' ? '443' : '80');
  return {
    silent: `The started target did not respond within ${seconds} s (--start-timeout): ${fault}. It has to listen on port ${where}.`,
  };
}

function how({ status, signal }: Ending): string {
  return signal === null ? `with status ${status}` : `by ${signal}`;
}
