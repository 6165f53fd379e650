import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { terminalCapabilities } from '../../reports/terminal/style.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { plainLog } from '../ci/job-log.js';
import { StorageError } from '../evidence/storage-error.js';
import { isWhole } from '../run-folder/earlier-runs.js';
import { pointLatest } from '../run-folder/folder.js';
import { writeOverview } from '../run-folder/overview.js';
import { sealedBy } from '../run-folder/seal.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, askTarget } from './ask-target.js';
import { exitOf, faultOf, onUncaught, presentable, type Stopped, stopAfter, stoppedBy, whenStopped } from './ending.js';
import { noticesOf } from './notices.js';
import { type Configured, type Environment, type Prepared, prepare } from './prepare.js';
import { publish } from './publish.js';
import { reportOf } from './report-of.js';

/** What a run came to. */
export interface RunResult {
  readonly status: number;
  readonly report: Report;
  /** Absolute path of its folder, where there is one. */
  readonly folder?: string;
}

/** A run whose target is there; nothing was sent yet. What it throws holds no secret, and names the list of created customers. */
export interface Run {
  /** Runs the checks in this process. @throws StorageError where they cannot be loaded */
  ask(): Promise<Asked>;
  /** The report of what came back, or of some of it. */
  reportOf(asked: Asked): Report;
  /** Makes of what came back the run's folder, and what people are shown. @throws WithheldError, StorageError */
  publish(asked: Asked): Promise<RunResult>;
  /** Lets go of the target. What was not published is gone, but for the list of created customers. */
  end(): Promise<void>;
}

/**
 * One run as it is configured: command and library call it.
 * @param begun called once all files that it needs were read
 * @throws UsageError before anything was sent
 */
export async function perform(
  configured: Configured,
  environment: Environment,
  begun?: () => void,
): Promise<RunResult> {
  const run = await startRun(configured, environment);
  begun?.();
  try {
    return await run.publish(await run.ask());
  } finally {
    await run.end();
  }
}

/** Reads what a run needs, makes its folder and starts its target. @throws UsageError: nothing was sent yet */
export async function startRun(configured: Configured, environment: Environment): Promise<Run> {
  const prepared = await prepare(configured, environment);
  const { target, folder, redactor } = prepared;
  const stop = stopAfter(target.configuration.deadlineSeconds, environment.stop);
  const shown = (error: unknown) => presentable(error, redactor, folder?.created);
  const discard = () => folder?.discard();
  // A second signal ends the process at once: what is not published goes with it.
  process.once('exit', discard);
  const closing: (() => unknown)[] = [target.close, () => process.off('exit', discard), discard];
  const end = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    if (environment.ownsProcess) closing.push(onUncaught(shown, () => stoppedBy(environment.stop)?.status));
    const started = await start(prepared, environment, whenStopped(stop));
    if (started) closing.push(started.stop);
    const notices = noticesOf(prepared);
    const terminal = begin(prepared, environment, notices);
    closing.push(terminal.close);
    const presented = <T>(work: () => Promise<T>): Promise<T> =>
      work().catch((error: unknown) => {
        terminal.close();
        throw shown(error);
      });
    const reported = (asked: Asked, more: readonly string[] = []) =>
      reportOf(prepared, asked, { env: environment.env, started, notices: [...notices, ...more] });
    return {
      ask: () =>
        presented(async () => {
          const stopped = stoppedBy(stop);
          if (stopped || started?.silent !== undefined)
            return { expected: [], findings: [], faults: [], entries: [], stopped };
          return askTarget(prepared, { ...environment, stop, terminal });
        }),
      reportOf: (asked) => reported(asked).report,
      publish: (asked) =>
        presented(async () => {
          if (asked.faults.length > 0) throw faultOf(asked.faults);
          const ending = (await started?.stop()) ?? [];
          const made = reported(asked, [...ending, ...(asked.notices ?? [])]);
          return finish(prepared, environment, { ...made, stopped: asked.stopped, log: started?.log(), terminal });
        }),
      end,
    };
  } catch (error) {
    await end();
    throw shown(error);
  }
}

/** Starts the target by `--start`, where that was asked for. @throws UsageError as `startTarget` */
export function start(
  { target, redactor, outside }: Prepared,
  { env, cwd, out }: Environment,
  halt: Promise<unknown>,
): Promise<StartedTarget | undefined> {
  return startTarget(target.configuration, {
    ...{ env: outside, cwd, redactor, halt },
    tell: (line) => target.configuration.quiet || plainLog(out, env).write(`${line}\n`),
    warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
  });
}

function begin({ target, tested }: Prepared, { env, out }: Environment, notices: readonly string[]): Terminal {
  const { environment, baseUrl, seed, otherTenantId, quiet } = target.configuration;
  const terminal = createTerminal(plainLog(out, env), tested, { ...terminalCapabilities(out, env), quiet });
  const tenants = otherTenantId === undefined ? 1 : 2;
  terminal.begin({ suiteVersion, environment, baseUrl, embedded: target.embedded, seed, tenants, notices });
  return terminal;
}

interface Made extends ReturnType<typeof reportOf> {
  readonly stopped: Stopped | undefined;
  readonly log: string | undefined;
  readonly terminal: Terminal;
}

/** Publishes the report where there is a folder for it, and shows how the run ended, whatever happens to files. */
function finish(prepared: Prepared, environment: Environment, { terminal, stopped, ...made }: Made): RunResult {
  const { folder, signer, target } = prepared;
  const { formats: wanted, out } = target.configuration;
  const { cwd, env, keepsFiles } = environment;
  let published: ReturnType<typeof publish> = { report: made.report, rejected: [] };
  try {
    if (folder) published = publish({ ...made, wanted }, { ...prepared, folder });
  } catch (error) {
    // What the disk takes no file of is shown all the same.
    if (error instanceof StorageError)
      terminal.end(made.report, { exitStatus: error.status, because: 'no file was published' });
    throw error;
  }
  const { report, rejected } = published;
  const { status, because } = exitOf(report, stopped, rejected[0]);
  if (!folder) {
    terminal.end(report, { exitStatus: status, because });
    return { status, report };
  }
  const page = existsSync(join(folder.path, 'report.html')) ? 'report.html' : 'report.json';
  const reportPath = relative(process.cwd(), join(folder.path, page));
  terminal.end(report, { reportPath, seal: sealedBy(signer), exitStatus: status, because });
  const isLatest = keepsFiles && out === undefined && isWhole(report);
  const beside = [isLatest && pointLatest(cwd, folder.path, report), keepsFiles && writeOverview(cwd)];
  for (const sentence of [...rejected, ...beside]) if (sentence) plainLog(process.stderr, env).write(`${sentence}\n`);
  return { status, report, folder: folder.path };
}
