import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redactor } from '../redaction/redactor.js';
import { type SettingName, settings } from '../settings/schema.js';
import type { Configuration } from '../settings/settings.js';
import { UsageError } from '../settings/usage-error.js';
import { type Ending, startGroup } from './process-group.js';
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
const lookMs = 5000;
const pauseMs = 50;

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
  const group = startGroup(start, { env: childEnvironment(configuration, env), cwd, onOutput: log.add });
  const waiting = new AbortController();
  const outcome = await Promise.race([
    group.ended.then((ending) => ({ ending })),
    halt.then(() => ({ silent: 'The run ended before the target responded.' })),
    untilItResponds(configuration, waiting.signal),
  ]);
  waiting.abort();
  if ('ending' in outcome) {
    await group.stop(halt);
    const sentence = `The --start command ended ${how(outcome.ending)} before the target responded.`;
    throw new UsageError([sentence, ...lastLines(log.text(redactor))].join('\n'));
  }
  if (outcome.silent !== undefined) for (const line of lastLines(log.text(redactor))) warn(line);
  const stop = async () => {
    const { before, wasKilled } = await group.stop(halt);
    if (wasKilled) log.add(Buffer.from('\n[ It did not end by SIGTERM in time, so it was killed. ]\n'));
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

/** Settings that say whom a target has to accept; not the signing key, the decisions or the options. */
const ofTarget = settings.filter(({ is, name }) => is === 'header' || name === 'baseUrl');

/** The environment of the command: that of the run without the signing key, with the settings wherever they were given. */
function childEnvironment(configuration: Target, env: NodeJS.ProcessEnv) {
  const { CONFORMANCE_SIGNING_KEY_FILE: _, ...outside } = env;
  const values: Readonly<Partial<Record<SettingName, unknown>>> = configuration;
  const configured = ofTarget.flatMap(({ name, variable }) =>
    values[name] === undefined ? [] : [[variable, String(values[name])]],
  );
  return { PORT: String(portOf(configuration.baseUrl)), ...outside, ...Object.fromEntries(configured) };
}

function portOf(baseUrl: string): number {
  const { port, protocol } = new URL(baseUrl);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Whether an address takes a connection. */
function listens(baseUrl: string): Promise<boolean> {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: portOf(baseUrl), timeout: lookMs });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true)).once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Looks again and again; `silent` says that the time was over, and what the last look met with. */
async function untilItResponds(target: Target, signal: AbortSignal): Promise<{ silent?: string }> {
  const { baseUrl, startTimeoutSeconds: seconds } = target;
  const until = performance.now() + seconds * 1000;
  let fault = '';
  for (let left = seconds * 1000; left > 0 && !signal.aborted; left = until - performance.now()) {
    fault = await faultAt(target, Math.min(lookMs, left), signal);
    if (fault === '') return {};
    await sleep(pauseMs);
  }
  const where = `It has to listen on port ${portOf(baseUrl)}.`;
  return { silent: `The started target did not respond within ${seconds} s (--start-timeout): ${fault}. ${where}` };
}

/** Asks the base address for anything, without a key. Gives why there is no response, as a clause; empty for any status. */
function faultAt({ baseUrl, clientCert, clientKey }: Target, timeoutMs: number, signal: AbortSignal): Promise<string> {
  const send = baseUrl.startsWith('https:') ? httpsRequest : httpRequest;
  const own = clientCert === undefined ? {} : { cert: clientCert, key: clientKey };
  return new Promise((resolve) => {
    // Whether a certificate verifies is for the run to say.
    const request = send(baseUrl, { ...own, rejectUnauthorized: false, agent: false, timeout: timeoutMs, signal });
    const end = (fault: string) => {
      resolve(fault);
      request.destroy();
    };
    request.once('response', () => end('')).once('upgrade', () => end(''));
    request.once('timeout', () => end(`there was no response within ${Math.round(timeoutMs)} ms`));
    request.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      end(code === 'ECONNREFUSED' ? 'the connection was refused' : `the connection failed (${code ?? message})`),
    );
    request.end();
  });
}

function how({ status, signal }: Ending): string {
  return signal === null ? `with status ${status}` : `by ${signal}`;
}
