import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redactor } from '../redaction/redactor.js';
import { variablesOf } from '../settings/schema.js';
import type { Configuration } from '../settings/settings.js';
import { UsageError } from '../settings/usage-error.js';
import { startGroup } from './process-group.js';
import { createTargetLog, lastLines } from './target-log.js';

/** A target that this run has started. */
export interface StartedTarget {
  /** Why there is nothing to ask, as a sentence; undefined where the target responded. */
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
  /** Settles when the run is to end: that ends the wait, and the target gets less time for its own end. */
  readonly halt: Promise<unknown>;
  /** A line for whoever watches, and one for whoever has to mend something. */
  readonly tell: (line: string) => void;
  readonly warn: (line: string) => void;
}

type Target = Configuration & { readonly baseUrl: string };

/** The limit of one look at the address, and the pause between two, in milliseconds. */
const [lookMs, pauseMs] = [5000, 50];

/**
 * Starts the target by the command of `--start` and waits until it responds at the base address: with any status.
 * The command gets the environment of the run, keys included, since a server may have to know them.
 * @throws UsageError where something listens before the command was started, and where the command ends before anything
 * responds; whatever was started is stopped then
 */
export async function startTarget(
  configuration: Target,
  { env, cwd, redactor, halt, tell, warn }: Surroundings,
): Promise<StartedTarget | undefined> {
  const { start, startTimeoutSeconds, baseUrl } = configuration;
  if (start === undefined) return undefined;
  if (await listens(baseUrl))
    throw new UsageError(`${baseUrl} is already in use: that server would be tested instead of the one from --start.`);
  tell(`Starting the target; it has ${startTimeoutSeconds} s to respond at ${baseUrl}.`);
  const log = createTargetLog();
  const { CONFORMANCE_SIGNING_KEY_FILE: _, ...own } = env;
  // Settings, wherever they were given, that say whom a target has to accept.
  const known = variablesOf(configuration, ({ is, name }) => is === 'header' || name === 'baseUrl');
  const group = startGroup(start, cwd, { PORT: portOf(baseUrl), ...own, ...known }, log.add);
  const waiting = new AbortController();
  const outcome = await Promise.race([
    group.ended.then((how) => ({ how })),
    halt.then(() => ({ silent: 'The run ended before the target responded.' })),
    untilItResponds(configuration, waiting.signal),
  ]);
  waiting.abort();
  if ('how' in outcome) {
    await group.stop(halt);
    const sentence = `The --start command ended ${outcome.how} before the target responded.`;
    throw new UsageError([sentence, ...lastLines(log.text(redactor))].join('\n'));
  }
  if (outcome.silent !== undefined) for (const line of lastLines(log.text(redactor))) warn(line);
  const stop = async () => {
    const { before, wasKilled } = await group.stop(halt);
    if (wasKilled) log.add(Buffer.from('\n[ It did not end by SIGTERM in time, so it was killed. ]\n'));
    return before ? [`The target started by --start ended during the run, ${before}.`] : [];
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

const portOf = (baseUrl: string): string => {
  const { port, protocol } = new URL(baseUrl);
  return port || (protocol === 'https:' ? '443' : '80');
};

/** Whether an address takes a connection. */
async function listens(baseUrl: string): Promise<boolean> {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(portOf(baseUrl)) });
  const connected = once(socket, 'connect', { signal: AbortSignal.timeout(lookMs) });
  const isOpen = await connected.then(() => true).catch(() => false);
  socket.destroy();
  return isOpen;
}

/** Asks the base address, without a key, until any status comes. `silent` says that the time was over, and what was met. */
async function untilItResponds(target: Target, signal: AbortSignal): Promise<{ silent?: string }> {
  const { baseUrl, startTimeoutSeconds: seconds, clientCert: cert, clientKey: key } = target;
  const send = baseUrl.startsWith('https:') ? httpsRequest : httpRequest;
  const time = AbortSignal.timeout(seconds * 1000);
  let fault = '';
  while (!time.aborted && !signal.aborted) {
    const within = AbortSignal.any([signal, time, AbortSignal.timeout(lookMs)]);
    // Whether a certificate verifies is for the run to say.
    const request = send(baseUrl, { cert, key, rejectUnauthorized: false, agent: false, signal: within });
    const response = once(request.on('error', () => {}).end(), 'response');
    fault = await response.then(() => '').catch(faultOf);
    request.destroy();
    if (fault === '') return {};
    await sleep(pauseMs);
  }
  const where = `It has to listen on port ${portOf(baseUrl)}.`;
  return { silent: `The started target did not respond within ${seconds} s (--start-timeout): ${fault}. ${where}` };
}

/** Why there is no response, as a clause. */
function faultOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ABORT_ERR') return 'there was no response in time';
  return code === 'ECONNREFUSED' ? 'the connection was refused' : `the connection failed (${code ?? message})`;
}
