import { join, relative } from 'node:path';
import { terminalCapabilities } from '../../reports/terminal/style.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { StorageError } from '../evidence/storage-error.js';
import { isReportBefore } from '../run-folder/earlier-runs.js';
import { pageIn, pointLatest, writeOverview } from '../run-folder/folder.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, type Asking, askingNothing, askTarget } from './ask-target.js';
import { plainLog } from './ci-job.js';
import { exitOf, faultOf, onUncaught, presentable, type Stopped, stopAfter, stoppedBy, whenStopped } from './ending.js';
import { type Configured, type Environment, type Prepared, prepare } from './prepare.js';
import { type Publication, publish } from './publish.js';
import { noticesOf, reportOf } from './report-of.js';

/** One run. @param begun called once all needed files were read @throws UsageError before anything is sent */
export async function perform(configured: Configured, environment: Environment, begun?: () => void) {
  const run = await startRun(configured, environment);
  begun?.();
  try {
    const { asked } = await run.ask();
    return await run.publish(await asked);
  } finally {
    await run.end();
  }
}

/** Reads what a run needs, makes its folder, starts its target. What it throws holds no secret. @throws UsageError */
export async function startRun(configured: Configured, environment: Environment) {
  const prepared = await prepare(configured, environment);
  const { target, folder, redactor } = prepared;
  const { env, out } = environment;
  const signal = stopAfter(target.configuration.deadlineSeconds, environment.stop);
  const shown = (error: unknown) => presentable(error, redactor, folder?.created);
  const discard = () => folder?.discard();
  // A second signal ends the process at once.
  process.once('exit', discard);
  const closing: (() => unknown)[] = [target.close, () => process.off('exit', discard), discard];
  const end = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    if (environment.stop) closing.push(onUncaught(shown, environment.stop, environment.uncaught));
    const started = await start(prepared, environment, whenStopped(signal));
    if (started) closing.push(started.stop);
    const { silent } = started ?? {};
    const notices = noticesOf(prepared);
    const { baseUrl, seed, otherTenantId, quiet } = target.configuration;
    const terminal = createTerminal(plainLog(out, env), prepared.tested, { ...terminalCapabilities(out, env), quiet });
    closing.push(terminal.close);
    const about = { environment: target.configuration.environment, embedded: target.embedded, baseUrl, seed };
    terminal.begin({ ...about, suiteVersion, tenants: otherTenantId === undefined ? 1 : 2, notices });
    const presented = <T>(work: () => Promise<T>): Promise<T> =>
      work().catch((error: unknown) => {
        terminal.close();
        throw shown(error);
      });
    return {
      ask: () =>
        presented(async (): Promise<Asking> => {
          const stopped = stoppedBy(signal);
          if (stopped || silent !== undefined) return askingNothing(stopped);
          const asking = await askTarget(prepared, environment, { signal, terminal });
          return { ...asking, asked: presented(() => asking.asked) };
        }),
      /** Without secrets, as everything has to be that is shown. */
      redact: redactor.redact,
      reportOf: (asked: Asked) => reportOf(prepared, asked, { silent, notices }),
      /** Writes the run's folder, and shows how the run ended. @throws WithheldError, StorageError */
      publish: (asked: Asked) =>
        presented(async () => {
          if (asked.faults.length > 0) throw faultOf(asked.faults);
          const ending = (await started?.stop()) ?? [];
          const report = reportOf(prepared, asked, { silent, notices: [...notices, ...ending] });
          const { stopped, evidence } = asked;
          const made = { report, exchanges: evidence.exchanges, stopped, log: started?.log() };
          return finish(prepared, environment, terminal, made);
        }),
      /** Lets go of the target, and removes what was not published except created.json. */
      end,
    };
  } catch (error) {
    await end();
    throw shown(error);
  }
}

/** Starts the target by `--start`, if that was given. @throws UsageError as `startTarget` */
export function start(
  { target, redactor, outside }: Prepared,
  { env, cwd, out }: Environment,
  halt: Promise<unknown>,
): Promise<StartedTarget | undefined> {
  return startTarget(target.configuration, {
    ...{ env: outside, cwd, redactor, halt },
    print: (line) => target.configuration.quiet || plainLog(out, env).write(`${line}\n`),
    warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
  });
}

/** Publishes the report if there is a folder, and shows it whatever happens to files. @returns `folder` absolute */
function finish(
  prepared: Prepared,
  { cwd, env, keepsFiles }: Environment,
  terminal: Terminal,
  made: Publication & { stopped: Stopped | undefined },
) {
  const { folder, signer, target } = prepared;
  let published: ReturnType<typeof publish> = { report: made.report, rejected: [] };
  try {
    if (folder) published = publish(prepared, folder, made);
  } catch (error) {
    // The report is shown even if the disk takes no file.
    if (error instanceof StorageError)
      terminal.end(made.report, { exitStatus: error.status, because: 'no file was published' });
    throw error;
  }
  const { report, rejected } = published;
  const { status, because } = exitOf(report, made.stopped, rejected[0]);
  if (!folder) {
    terminal.end(report, { exitStatus: status, because });
    return { status, report };
  }
  const reportPath = relative(process.cwd(), join(folder.path, pageIn(folder.path)));
  const seal = signer && `Sealed and signed by key ${signer.keyid}.`;
  terminal.end(report, { reportPath, seal, exitStatus: status, because });
  const isLatest = keepsFiles && target.configuration.out === undefined && isReportBefore(report);
  const beside = [isLatest && pointLatest(cwd, folder.path, report), keepsFiles && writeOverview(cwd)];
  for (const sentence of [...rejected, ...beside]) if (sentence) plainLog(process.stderr, env).write(`${sentence}\n`);
  return { status, report, folder: folder.path };
}
