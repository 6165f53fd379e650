import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { senderTo } from '../client/connection.js';
import type { Redactor } from '../redaction/redactor.js';
import { type Configuration, variablesOf } from '../settings/schema.js';
import { UsageError } from '../settings/usage-error.js';
import { startGroup } from './process-group.js';
import { createTargetLog, lastLines } from './target-log.js';

export type StartedTarget = NonNullable<Awaited<ReturnType<typeof startTarget>>>;

type Surroundings = Readonly<{
  /** Includes the variables of `.env`. */
  env: NodeJS.ProcessEnv;
  cwd: string;
  redactor: Redactor;
  /** Settles when the run ends. */
  halt: Promise<unknown>;
  /** A line for people who watch, and a warning. */
  print: (line: string) => void;
  warn: (line: string) => void;
}>;

type Target = Configuration & { readonly baseUrl: string };

/** The longest request, and the pause before the next. */
const lookMs = 5000;
const pauseMs = 50;

/**
 * Starts the target by `--start`, with the keys in its environment, and waits until the base address returns any status.
 * @throws UsageError if something listens already, and if the command ends early
 */
export async function startTarget(configuration: Target, { env, cwd, redactor, halt, print, warn }: Surroundings) {
  const { start, startTimeoutSeconds, baseUrl } = configuration;
  if (start === undefined) return undefined;
  if ((await faultOf(configuration, lookMs)) === undefined)
    throw new UsageError(`${baseUrl} is already in use: that server would be tested instead of the one from --start.`);
  print(`Starting the target; it has ${startTimeoutSeconds} s to respond at ${baseUrl}.`);
  const log = createTargetLog();
  const { CONFORMANCE_SIGNING_KEY_FILE: _, ...own } = env;
  // The target has to accept these callers.
  const callers = variablesOf(configuration, ({ is, name }) => is === 'header' || name === 'baseUrl');
  const group = startGroup(start, cwd, { PORT: portOf(baseUrl), ...own, ...callers }, log.add);
  const waiting = new AbortController();
  const outcome = await Promise.race([
    group.ended.then((how) => ({ how })),
    halt.then(() => ({ silent: 'The run ended before the target responded.' })),
    untilItResponds(configuration, waiting.signal),
  ]);
  waiting.abort();
  if ('how' in outcome) {
    await group.stop();
    const sentence = `The --start command ended ${outcome.how} before the target responded.`;
    throw new UsageError([sentence, ...lastLines(log.text(redactor))].join('\n'));
  }
  if (outcome.silent !== undefined) for (const line of lastLines(log.text(redactor))) warn(line);
  return {
    /** A sentence, if the target did not respond. */
    silent: outcome.silent,
    /** Stops it. @returns notices for the report. Safe to call again */
    stop: async (): Promise<readonly string[]> => {
      const { before, wasKilled } = await group.stop();
      if (wasKilled) log.add(Buffer.from('\n[ It did not end by SIGTERM in time, so it was killed. ]\n'));
      return before ? [`The target started by --start ended during the run, ${before}.`] : [];
    },
    log: () => log.text(redactor),
  };
}

const portOf = (baseUrl: string): string => {
  const { port, protocol } = new URL(baseUrl);
  return port || (protocol === 'https:' ? '443' : '80');
};

/** `silent` says why no status came. */
async function untilItResponds(target: Target, signal: AbortSignal): Promise<{ silent?: string }> {
  const { baseUrl, startTimeoutSeconds: seconds } = target;
  const end = performance.now() + seconds * 1000;
  let fault: string | undefined = '';
  for (let left = seconds * 1000; left > 0 && !signal.aborted; left = end - performance.now()) {
    fault = await faultOf(target, Math.min(left, lookMs));
    if (fault === undefined) return {};
    await sleep(pauseMs);
  }
  const where = `It has to listen on port ${portOf(baseUrl)}.`;
  return { silent: `The started target did not respond within ${seconds} s (--start-timeout): ${fault}. ${where}` };
}

/** Requests the base address once, without a key. @returns the error's code; undefined for any status */
async function faultOf({ baseUrl, clientCert: cert, clientKey: key }: Target, withinMs: number) {
  const url = new URL(baseUrl);
  const signal = AbortSignal.timeout(Math.ceil(withinMs));
  // The run judges the certificate.
  const request = senderTo(url)(url, { cert, key, rejectUnauthorized: false, agent: false, signal });
  try {
    await once(request.end(), 'response');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'no code';
  } finally {
    request.on('error', () => {}).destroy();
  }
}
