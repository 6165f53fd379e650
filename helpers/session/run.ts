import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { plainLog } from '../ci/job-log.js';
import type { RunInput } from '../client/context.js';
import { isWhole } from '../run-folder/earlier-runs.js';
import { pointLatest } from '../run-folder/folder.js';
import { writeOverview } from '../run-folder/overview.js';
import { sealedBy } from '../run-folder/signer.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, askTarget, nothingAsked } from './ask-target.js';
import type { Environment, RunResult } from './environment.js';
import { faultOf, onUncaught, presentable } from './errors.js';
import { exitOf, exitStatus } from './exit-status.js';
import { driftNotices, noticesOf } from './notices.js';
import { type Configured, type Prepared, prepare, runInputOf } from './prepare.js';
import { publish } from './publish.js';
import { reportOf } from './report-of.js';
import { stopAfter, stoppedBy, whenStopped } from './stop.js';

/** A run whose target is there; nothing was sent yet. */
export interface Run {
  /** What the checks get. */
  readonly input: RunInput;
  readonly decisions: readonly DecisionEntry[];
  /** Runs the checks in this process. @throws StorageError where they cannot be loaded */
  ask(): Promise<Asked>;
  /** Makes of what came back the run's folder, and what people are shown. @throws WithheldError, StorageError */
  publish(asked: Asked): Promise<RunResult>;
  /** An error as it may be shown: without a secret, and with the place of the list of created customers. */
  presentable(error: unknown): Error;
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
  } catch (error) {
    throw run.presentable(error);
  } finally {
    await run.end();
  }
}

/** Reads what a run needs, makes its folder and starts its target. @throws UsageError: nothing was sent yet */
export async function startRun(configured: Configured, environment: Environment): Promise<Run> {
  const prepared = await prepare(configured, environment);
  const { target, folder, redactor, decisions } = prepared;
  const { stop, clear } = stopAfter(target.configuration.deadlineSeconds, environment.stop);
  const discard = () => folder?.discard();
  const shown = (error: unknown) => presentable(error, redactor, folder?.created());
  // A second signal ends the process at once: what is not published goes with it.
  if (folder) process.once('exit', discard);
  const stopHearing = environment.ownsProcess ? onUncaught(shown, () => stoppedBy(environment.stop)?.status) : () => {};
  let started: StartedTarget | undefined;
  const end = async () => {
    await started?.stop();
    clear();
    discard();
    process.off('exit', discard);
    stopHearing();
    await target.close();
  };
  try {
    started = await start(prepared, environment, whenStopped(stop));
    const notices = noticesBefore(prepared);
    const terminal = begin(prepared, environment, notices);
    const input = runInputOf(prepared, environment);
    const { silent } = started ?? {};
    return {
      input,
      decisions: decisions?.entries ?? [],
      ask: async () => {
        const stopped = stoppedBy(stop)?.sentence;
        if (stopped !== undefined) return { ...nothingAsked, stopped };
        return silent === undefined ? askTarget(input, { ...prepared, stop, terminal }) : nothingAsked;
      },
      publish: async (asked) => {
        if (asked.faults.length > 0) throw faultOf(asked.faults);
        const ending = (await started?.stop()) ?? [];
        const about = { env: environment.env, started, notices: [...notices, ...ending, ...(asked.notices ?? [])] };
        return finish(prepared, environment, { ...reportOf(prepared, asked, about), log: started?.log(), terminal });
      },
      presentable: (error) => {
        terminal.close();
        return shown(error);
      },
      end: async () => {
        terminal.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw shown(error);
  }
}

function start({ target, redactor, outside }: Prepared, { env, cwd, out }: Environment, halt: Promise<unknown>) {
  return startTarget(target.configuration, {
    ...{ env: outside, cwd, redactor, halt },
    tell: (line) => target.configuration.quiet || plainLog(out, env).write(`${line}\n`),
    warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
  });
}

/** What a reader has to know before the run, one sentence each. */
function noticesBefore({ target, tested, baseline }: Prepared): readonly string[] {
  const { configuration, embedded } = target;
  return [...noticesOf(configuration, embedded, tested), ...driftNotices(configuration, baseline)];
}

function begin({ target, tested }: Prepared, { env, out }: Environment, notices: readonly string[]): Terminal {
  const { environment, baseUrl, seed, otherTenantId, quiet } = target.configuration;
  const terminal = createTerminal(plainLog(out, env), tested, { ...terminalCapabilities(out, env), quiet });
  const tenants = otherTenantId === undefined ? 1 : 2;
  terminal.begin({ suiteVersion, environment, baseUrl, embedded: target.embedded, seed, tenants, notices });
  return terminal;
}

interface Ended {
  readonly report: Report;
  readonly exchanges: Parameters<typeof withEvidence>[1];
  readonly log: string | undefined;
  readonly terminal: Terminal;
}

/** Publishes the report where there is a folder for it, and shows how the run ended, whatever happens to files. */
function finish(prepared: Prepared, environment: Environment, { report, exchanges, log, terminal }: Ended): RunResult {
  const { folder, signer, target } = prepared;
  const forced = stoppedBy(environment.stop)?.status;
  if (!folder) {
    const exit = exitOf(report, forced);
    terminal.end(report, { exitStatus: exit.status, ...(exit.because && { because: exit.because }) });
    return { ...exit, report };
  }
  const evident = withEvidence(report, exchanges);
  const rejected = publishedOr(terminal, evident.report, () =>
    publish({ ...evident, exchanges, log }, target.configuration, { ...prepared, folder }),
  );
  const [unwritten] = rejected;
  // A folder that lacks what was asked for passes for no whole one.
  const exit =
    unwritten === undefined || forced !== undefined
      ? exitOf(report, forced)
      : { status: exitStatus.internal, because: unwritten.replace(/\.$/, '') };
  const page = existsSync(join(folder.path, 'report.html')) ? 'report.html' : 'report.json';
  terminal.end(evident.report, {
    reportPath: relative(process.cwd(), join(folder.path, page)),
    seal: sealedBy(signer),
    exitStatus: exit.status,
    ...(exit.because && { because: exit.because }),
  });
  for (const sentence of [...rejected, ...keep(prepared, environment, evident.report, folder.path)])
    plainLog(process.stderr, environment.env).write(`${sentence}\n`);
  return { ...exit, report: evident.report, folder: folder.path };
}

/** What the disk takes no file of is shown all the same. @throws what `work` throws */
function publishedOr<T>(terminal: Terminal, report: Report, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.name === 'StorageError')
      terminal.end(report, { exitStatus: exitStatus.internal, because: 'no file was published' });
    throw error;
  }
}

/** Lets `reports/latest` point at a run that later ones build on, and writes the overview. Gives why not, as sentences. */
function keep({ target }: Prepared, { cwd, keepsFiles }: Environment, report: Report, path: string): readonly string[] {
  if (!keepsFiles) return [];
  const isLatest = target.configuration.out === undefined && isWhole(report);
  const sentences = [isLatest ? pointLatest(cwd, path, report) : undefined, writeOverview(cwd)];
  return sentences.filter((sentence) => sentence !== undefined);
}
