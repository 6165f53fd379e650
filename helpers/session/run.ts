import { join, relative } from 'node:path';
import { terminalCapabilities } from '../../reports/terminal/style.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { StorageError } from '../evidence/storage-error.js';
import { isReportBefore } from '../run-folder/earlier-runs.js';
import { pageIn, pointLatest, writeOverview } from '../run-folder/folder.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, type Asking, askingNothing, askTarget } from './ask-target.js';
import { plainLog } from './ci-job.js';
import { exitOf, faultOf, onUncaught, presentable, stopAfter, stoppedBy, whenStopped } from './ending.js';
import { type Configured, type Environment, type Prepared, prepare } from './prepare.js';
import { publish } from './publish.js';
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

/** Reads what a run needs, makes its folder, starts its target. No error holds a secret. @throws UsageError */
export async function startRun(configured: Configured, environment: Environment) {
  const prepared = await prepare(configured, environment);
  const { target, folder, redactor } = prepared;
  const signal = stopAfter(target.configuration.deadlineSeconds, environment.stop);
  const redacted = (error: unknown) => presentable(error, redactor, folder?.created);
  const discard = () => folder?.discard();
  // A second signal ends the process at once.
  process.once('exit', discard);
  const closing: (() => unknown)[] = [target.close, () => process.off('exit', discard), discard];
  const end = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    if (environment.stop) closing.push(onUncaught(redacted, environment.stop, environment.uncaught));
    const started = await start(prepared, environment, whenStopped(signal));
    if (started) closing.push(started.stop);
    const notices = noticesOf(prepared);
    const terminal = openTerminal(prepared, environment, notices);
    closing.push(terminal.close);
    const guarded = <T>(work: () => Promise<T>): Promise<T> =>
      work().catch((error: unknown) => {
        terminal.close();
        throw redacted(error);
      });
    const ask = async (): Promise<Asking> => {
      const stopped = stoppedBy(signal);
      if (stopped || started?.silent !== undefined) return askingNothing(stopped);
      const asking = await askTarget(prepared, environment, { signal, terminal });
      return { ...asking, asked: guarded(() => asking.asked) };
    };
    return {
      ask: () => guarded(ask),
      redact: redactor.redact,
      reportOf: (asked: Asked) => reportOf(prepared, asked, { silent: started?.silent, notices }),
      /** @throws WithheldError, StorageError */
      publish: (asked: Asked) => guarded(() => finish({ prepared, environment, terminal, started, notices }, asked)),
      /** Stops the target, and removes what was not published except created.json. */
      end,
    };
  } catch (error) {
    await end();
    throw redacted(error);
  }
}

function openTerminal({ target, tested }: Prepared, { env, out }: Environment, notices: readonly string[]): Terminal {
  const { environment, embedded, baseUrl, seed, otherTenantId, quiet } = target.configuration;
  const terminal = createTerminal(plainLog(out, env), tested, { ...terminalCapabilities(out, env), quiet });
  const tenants = otherTenantId === undefined ? 1 : 2;
  terminal.begin({ environment, embedded, baseUrl, seed, suiteVersion, tenants, notices });
  return terminal;
}

/** Starts the target if `--start` was given. @throws UsageError as `startTarget` */
export function start(
  { target, redactor, outside }: Prepared,
  { env, cwd, out }: Environment,
  halt: Promise<unknown>,
): Promise<StartedTarget | undefined> {
  return startTarget(target.configuration, {
    env: outside,
    cwd,
    redactor,
    halt,
    print: (line) => target.configuration.quiet || plainLog(out, env).write(`${line}\n`),
    warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
  });
}

type Running = Readonly<{
  prepared: Prepared;
  environment: Environment;
  terminal: Terminal;
  started: StartedTarget | undefined;
  notices: readonly string[];
}>;

/** Publishes if there is a folder, and always shows the report. @returns `folder` absolute */
async function finish({ prepared, environment, terminal, started, notices }: Running, asked: Asked) {
  if (asked.faults.length > 0) throw faultOf(asked.faults);
  const ending = (await started?.stop()) ?? [];
  const complete = reportOf(prepared, asked, { silent: started?.silent, notices: [...notices, ...ending] });
  const { folder, signer } = prepared;
  const publication = { report: complete, exchanges: asked.evidence.exchanges, log: started?.log() };
  let published: ReturnType<typeof publish> = { report: complete, rejected: [] };
  try {
    if (folder) published = publish(prepared, folder, publication);
  } catch (error) {
    if (error instanceof StorageError)
      terminal.end(complete, { exitStatus: error.status, because: 'no file was published' });
    throw error;
  }
  const { report, rejected } = published;
  const { status, because } = exitOf(report, asked.stopped, rejected[0]);
  const reportPath = folder && relative(process.cwd(), join(folder.path, pageIn(folder.path)));
  const seal = folder && signer && `Sealed and signed by key ${signer.keyid}.`;
  terminal.end(report, { reportPath, seal, exitStatus: status, because });
  if (!folder) return { status, report };
  const problems = [...rejected, ...pointersTo(folder.path, report, prepared, environment)];
  for (const sentence of problems) plainLog(process.stderr, environment.env).write(`${sentence}\n`);
  return { status, report, folder: folder.path };
}

/** Renews them if runs are kept. @returns a sentence for each that failed */
function pointersTo(folder: string, report: Report, { target }: Prepared, { cwd, keepsFiles }: Environment) {
  if (!keepsFiles) return [];
  const isLatest = target.configuration.out === undefined && isReportBefore(report);
  const failures = [isLatest ? pointLatest(cwd, folder, report) : undefined, writeOverview(cwd)];
  return failures.filter((sentence) => sentence !== undefined);
}
