import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withEvidence } from '../../reports/integrity/manifest.js';
import { terminalCapabilities } from '../../reports/terminal/style.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { plainLog } from '../ci/job-log.js';
import { isWhole } from '../run-folder/earlier-runs.js';
import { pointLatest } from '../run-folder/folder.js';
import { writeOverview } from '../run-folder/overview.js';
import { sealedBy } from '../run-folder/seal.js';
import type { Configuration } from '../settings/settings.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, askTarget, nothingAsked } from './ask-target.js';
import { exitOf, faultOf, onUncaught, presentable, type Stopped, stopAfter, stoppedBy, whenStopped } from './ending.js';
import { noticesOf } from './notices.js';
import { type Configured, type Environment, type Prepared, prepare, runInputOf } from './prepare.js';
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
  readonly configuration: Configuration;
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
  const { target, tested, folder, redactor, baseline } = prepared;
  const { stop, clear } = stopAfter(target.configuration.deadlineSeconds, environment.stop);
  const discard = () => folder?.discard();
  const shown = (error: unknown) => presentable(error, redactor, folder?.created());
  // A second signal ends the process at once: what is not published goes with it.
  if (folder) process.once('exit', discard);
  const stopHearing = environment.ownsProcess ? onUncaught(shown, () => stoppedBy(environment.stop)?.status) : () => {};
  let started: StartedTarget | undefined;
  let terminal: Terminal | undefined;
  const end = async () => {
    terminal?.close();
    await started?.stop();
    clear();
    discard();
    process.off('exit', discard);
    stopHearing();
    await target.close();
  };
  const presented = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      terminal?.close();
      throw shown(error);
    });
  try {
    started = await start(prepared, environment, whenStopped(stop));
    const notices = noticesOf(target.configuration, target.embedded, tested, baseline);
    terminal = begin(prepared, environment, notices);
    const input = runInputOf(prepared, environment.env);
    const how = { ...prepared, stop, terminal, chosen: environment.chosen };
    const ask = async () => {
      const stopped = stoppedBy(stop);
      return stopped || started?.silent !== undefined ? { ...nothingAsked, stopped } : askTarget(input, how);
    };
    const publishOf = async (asked: Asked) => {
      if (asked.faults.length > 0) throw faultOf(asked.faults);
      const ending = (await started?.stop()) ?? [];
      const about = { env: environment.env, started, notices: [...notices, ...ending, ...(asked.notices ?? [])] };
      const { stopped } = asked;
      const made = { ...reportOf(prepared, asked, about), stopped, log: started?.log(), terminal: how.terminal };
      return finish(prepared, environment, made);
    };
    return {
      configuration: target.configuration,
      ask: () => presented(ask),
      reportOf: (asked) => reportOf(prepared, asked, { env: environment.env, started, notices }).report,
      publish: (asked) => presented(() => publishOf(asked)),
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
function finish(prepared: Prepared, environment: Environment, { terminal, stopped, log, ...made }: Made): RunResult {
  const { folder, signer, target } = prepared;
  if (!folder) {
    const { status, because } = exitOf(made.report, stopped);
    terminal.end(made.report, { exitStatus: status, because });
    return { status, report: made.report };
  }
  const { report, har } = withEvidence(made.report, made.exchanges);
  let rejected: readonly string[];
  try {
    const publication = { report, har, exchanges: made.exchanges, log };
    rejected = publish(publication, target.configuration.formats, { ...prepared, folder });
  } catch (error) {
    // What the disk takes no file of is shown all the same.
    if (error instanceof Error && error.name === 'StorageError')
      terminal.end(report, { exitStatus: 4, because: 'no file was published' });
    throw error;
  }
  const { status, because } = exitOf(report, stopped, rejected[0]);
  const page = existsSync(join(folder.path, 'report.html')) ? 'report.html' : 'report.json';
  const reportPath = relative(process.cwd(), join(folder.path, page));
  terminal.end(report, { reportPath, seal: sealedBy(signer), exitStatus: status, because });
  for (const sentence of [...rejected, ...keep(target.configuration.out, environment, report, folder.path)])
    plainLog(process.stderr, environment.env).write(`${sentence}\n`);
  return { status, report, folder: folder.path };
}

/** Lets `reports/latest` point at a run that later ones build on, and writes the overview. Gives why not, as sentences. */
function keep(out: string | undefined, { cwd, keepsFiles }: Environment, report: Report, path: string) {
  if (!keepsFiles) return [];
  const isLatest = out === undefined && isWhole(report);
  const sentences = [isLatest ? pointLatest(cwd, path, report) : undefined, writeOverview(cwd)];
  return sentences.filter((sentence) => sentence !== undefined);
}
