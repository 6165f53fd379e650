import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { createTerminal, type Terminal } from '../../reports/terminal/terminal.js';
import { renderJson } from '../../reports/text/report-json.js';
import { isPartial } from '../../reports/wording/scope.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { appendJobSummary } from '../ci/job.js';
import { annotate, plainLog } from '../ci/job-log.js';
import { StorageError } from '../evidence/storage-error.js';
import { pointLatest } from '../run-folder/folder.js';
import { appendHistoryRow } from '../run-folder/history.js';
import { refreshOverview } from '../run-folder/overview.js';
import { sealedBy } from '../run-folder/signer.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { type Asked, askTarget } from './ask-target.js';
import { type Drawing, drawingOf } from './draw-report.js';
import type { Environment, SecretFound, SessionResult } from './environment.js';
import { faultOf, onUncaught, presentable, WhileInterrupted } from './errors.js';
import { exitOf, exitStatus } from './exit-status.js';
import { type Interrupt, stopOf } from './interrupt.js';
import { behindNotice, driftNotices, noticesOf } from './notices.js';
import { type Configured, type Prepared, prepare, runInputOf } from './prepare.js';
import { publish } from './publish.js';

/**
 * One run as it is configured.
 * @param ask runs the checks: in this process, unless vitest runs them
 * @throws UsageError before anything was sent
 */
export async function perform(
  configured: Configured,
  environment: Environment,
  ask: typeof askTarget = askTarget,
): Promise<SessionResult> {
  const prepared = await prepare(configured, environment);
  environment.onPrepared?.();
  const { folder, redactor, interrupt, target } = prepared;
  // A run without generated cases ends before a fifth of its processor, spent on optimising, has paid.
  if (environment.terms.ownsProcess && target.configuration.cases === 0) optimiseLater();
  const release = environment.terms.ownsProcess ? ownProcess(prepared) : () => {};
  let started: StartedTarget | undefined;
  try {
    started = await start(prepared, environment);
    // Not before: a target that would take the port of the receiver is reported.
    await prepared.releasePort();
    return await conduct(prepared, environment, { started, ask });
  } catch (error) {
    const { status } = interrupt.signal() ?? {};
    const shown = presentable(error, redactor, folder.created());
    throw status === undefined ? shown : new WhileInterrupted(status, shown);
  } finally {
    await started?.stop();
    interrupt.stop();
    // The customers of a target that was started, and stopped with the run, are nobody's to purge.
    if (started && interrupt.signal()?.isAbandoned) folder.forget();
    folder.discard();
    release();
    await target.close();
  }
}

const later = '--invocation-count-for-maglev=2000 --invocation-count-for-turbofan=20000';
/** By the major version of V8: another one may have no such flags, and complain. */
const flagsOf: Readonly<Record<string, string>> = { 11: '--interrupt-budget=528000', 12: later, 13: later };

/** Has V8 optimise only what is hotter, for the rest of the process. */
function optimiseLater(): void {
  const [major = ''] = process.versions.v8.split('.');
  setFlagsFromString(flagsOf[major] ?? '');
}

/** Has the process tell of its own errors, and leave no draft behind whatever ends it. Gives how to let go of it. */
function ownProcess({ folder, redactor, interrupt }: Prepared): () => void {
  // A second signal ends the process without any more ado: what is not published goes with it.
  process.once('exit', folder.discard);
  const stopHearing = onUncaught(redactor, () => interrupt.signal()?.status, folder.created);
  return () => {
    process.off('exit', folder.discard);
    stopHearing();
  };
}

function start({ target, redactor, interrupt, outside }: Prepared, { env, cwd, out, terms }: Environment) {
  return startTarget(target.configuration, {
    ...{ env: outside, cwd, redactor, halt: interrupt.happened, hurry: interrupt.signalled },
    tell: (line) => target.configuration.quiet || terms.isBrief || plainLog(out, env).write(`${line}\n`),
    warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
  });
}

/** Asks, and makes of what comes back the run's folder, its place in the history, and what people are shown. */
async function conduct(
  prepared: Prepared,
  environment: Environment,
  { started, ask }: { started: StartedTarget | undefined; ask: typeof askTarget },
): Promise<SessionResult> {
  const input = runInputOf(prepared, environment);
  const notices = noticesBefore(prepared);
  const terminal = begin(prepared, environment, notices);
  try {
    const asked = await ask(prepared, input, terminal, started);
    if (asked.faults.length > 0) throw faultOf(asked.faults);
    notices.push(...((await started?.stop()) ?? []), ...(asked.notices ?? []));
    const drawing = drawingOf(prepared, asked, { environment, started, notices });
    const published = await publishDrawing(prepared, drawing, asked, started?.log());
    if (!('leftOut' in published)) return unpublished(published, prepared);
    const { lost } = published;
    if (lost) {
      terminal.end(published.report, { exitStatus: exitStatus.internal, because: 'no file was published' });
      throw lost;
    }
    keep(prepared, environment, published);
    const result = finish(prepared, environment, terminal, published);
    // Last, since nobody waits for it.
    const sentence = environment.terms.keepsFiles
      ? refreshOverview(environment.cwd, environment.tested, prepared.target.configuration.decisionsFile)
      : undefined;
    if (sentence !== undefined) plainLog(process.stderr, environment.env).write(`${sentence}\n`);
    return result;
  } finally {
    terminal.close();
  }
}

function unpublished({ ended, secret }: Unpublished, { folder }: Prepared): SessionResult {
  if (!secret) return { status: exitStatus.SIGTERM, isAbandoned: true };
  const created = folder.created();
  const withheld = { ...secret, ...(created !== undefined && { created }) };
  return { status: ended?.status ?? exitStatus.withheld, withheld };
}

/** What a reader has to know before the run, one sentence each. */
function noticesBefore(prepared: Prepared): string[] {
  const { target, baseline, openFiles, after, tested } = prepared;
  const { configuration, embedded } = target;
  const drift = driftNotices(configuration, baseline);
  const notices = [...noticesOf(configuration, embedded, tested), behindNotice(after), ...drift, openFiles.notice];
  return notices.filter((notice) => notice !== undefined);
}

function begin({ target, tested }: Prepared, { env, out, terms }: Environment, notices: readonly string[]): Terminal {
  const { environment, baseUrl, seed, otherTenantId, quiet } = target.configuration;
  const { isBrief: brief = false } = terms;
  const terminal = createTerminal(plainLog(out, env), tested, { ...terminalCapabilities(out, env), quiet, brief });
  const tenants = otherTenantId === undefined ? 1 : 2;
  terminal.begin({ suiteVersion, environment, baseUrl, embedded: target.embedded, seed, tenants, notices });
  return terminal;
}

/** A report that was published, with a sentence on files that are not there, and the signal that ended the run, where one did. */
interface Published {
  readonly report: Report;
  readonly ended: Interrupt | undefined;
  readonly leftOut: readonly string[];
  /** Those among them that the file system rejected. */
  readonly unstored: readonly string[];
  /** Why nothing was published, where the file system rejected the report itself. */
  readonly lost?: StorageError;
}

/** Why nothing was published: another run takes the place of this one, or a secret was found. */
interface Unpublished {
  readonly ended: Interrupt | undefined;
  readonly secret?: SecretFound;
}

/** Publishes the report; where a signal comes meanwhile, the report of the run that it ended, in a hurry, or none. */
async function publishDrawing(
  prepared: Prepared,
  { draw, evidence }: Drawing,
  { early }: Asked,
  log: string | undefined,
): Promise<Published | Unpublished> {
  const { interrupt, target } = prepared;
  for (let ended = interrupt.signal() ?? early; ; ended = interrupt.signal()) {
    if (ended?.isAbandoned) return { ended };
    const publication = { ...draw(ended?.sentence), evidence: evidence.exchanges, log };
    const outcome = await publish(publication, target.configuration, prepared, stopOf(interrupt, ended)).catch(lostTo);
    if (outcome !== 'interrupted') return { report: publication.report, ended, ...outcome };
  }
}

/** What the disk takes no file of is shown all the same. @throws what is no fault of the file system */
function lostTo(error: unknown): Pick<Published, 'leftOut' | 'unstored' | 'lost'> {
  if (!(error instanceof StorageError)) throw error;
  return { leftOut: [], unstored: [], lost: error };
}

/** Leaves what later runs need: the history, and the link to the latest run. */
function keep(
  { target: { configuration, embedded }, named, folder, scope, baseline, decisions, after, tested }: Prepared,
  { env, cwd, terms }: Environment,
  { report, leftOut }: Published,
): void {
  if (!terms.keepsFiles) return;
  const sentences: (string | undefined)[] = [...leftOut];
  if (report.run.complete) {
    const partial = isPartial(report);
    if (configuration.out === undefined && !partial && !after) sentences.push(pointLatest(cwd, folder.final, report));
    // A demonstration is no night of any target.
    if (!embedded)
      appendHistoryRow(cwd, {
        ...{ report, text: renderJson(report), target: named, scope, folder: folder.final },
        remembered: baseline.remembered,
        decisions: decisions?.entries ?? [],
        isBehind: after !== undefined,
      });
  }
  appendJobSummary(env, report, tested);
  for (const sentence of sentences) if (sentence !== undefined) plainLog(process.stderr, env).write(`${sentence}\n`);
}

/** A folder that lacks what was asked for passes for no whole one. */
const unwritten = (sentence: string) => ({ status: exitStatus.internal, because: sentence.replace(/\.$/, '') });

/** Shows how the run ended. */
function finish(
  { folder, signer }: Prepared,
  { env, out, terms }: Environment,
  terminal: Terminal,
  { report, ended, unstored }: Published,
): SessionResult {
  const [rejected] = unstored;
  const exit = rejected === undefined || ended ? exitOf(report, ended?.status) : unwritten(rejected);
  const html = existsSync(join(folder.final, 'report.html')) ? 'report.html' : 'report.json';
  const reportPath = relative(process.cwd(), join(folder.final, html));
  const because = exit.because && { because: exit.because };
  terminal.end(report, { reportPath, seal: sealedBy(signer), exitStatus: exit.status, ...because });
  terminal.close();
  if (terms.ownsProcess) annotate(out, env, report);
  return { ...exit, report, ...(folder.isKept && { folder: folder.final }) };
}
