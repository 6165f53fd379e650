import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { renderJson } from '../../reports/formats/json.js';
import { evidenceSeal } from '../../reports/integrity/evidence-digest.js';
import { assemble, verdictSoFar } from '../../reports/model/assemble.js';
import { waivedSoFar } from '../../reports/model/decide.js';
import { createReporter } from '../../reports/model/reporter.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { createTerminal, type Stream } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { faultOf } from '../cli/exit-error.js';
import type { RunInput } from '../client/context.js';
import { readJournal } from '../client/journal.js';
import { type Decisions, waivedAt } from '../configuration/decisions.js';
import { allIds } from '../configuration/filter.js';
import { ownButIdentity, ownButObserved, type Redactor } from '../redaction/redactor.js';
import { pointLatest, type RunFolder } from '../run-folder/folder.js';
import { appendHistoryRow, readHistory } from '../run-folder/history.js';
import { readRetainedKeys, remember, retainedKeysFile } from '../run-folder/retained-keys-file.js';
import type { StartedTarget } from '../target-process/start.js';
import { type Baseline, observationsOf } from './baseline.js';
import { caseNotices, casesOf, leftToOthers, markOf, shardsOf } from './case-summary.js';
import { appendJobSummary, jobOf } from './ci.js';
import { suiteDigest } from './digests.js';
import { exitOf, exitStatus } from './exit-status.js';
import { hurryAfter, type InterruptListener } from './interrupt.js';
import { calledBy } from './invocation.js';
import { annotate, plainLog } from './job-log.js';
import { evidenceOf } from './journal-to-evidence.js';
import { driftNotices, noticesOf } from './notices.js';
import type { Target } from './open-target.js';
import { readProgress } from './progress.js';
import { publish, type SecretFound } from './publish.js';
import { type FileSigner, sealedBy } from './signer.js';
import { startVitest } from './start-vitest.js';
import { unfinishedChecks, withoutDoubtful } from './unfinished-checks.js';

/** What a run came to: its report and the folder of its files, or the secret for which nothing was published. */
export interface SessionResult {
  readonly status: number;
  readonly report?: Report;
  /** Absolute path. */
  readonly folder?: string;
  readonly withheld?: SecretFound;
  /** Why the status is not that of the verdict, where it is not: a phrase without a full stop. */
  readonly because?: string;
}

/** Where a run takes place. */
export interface Environment {
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept, with history and memory. */
  readonly cwd: string;
  /** Where it is told to people. */
  readonly out: Stream;
  /** Shuffles the order in which checks begin. */
  readonly order?: number;
}

/** Everything that a run has when it begins to ask. */
interface Conduct extends Environment {
  readonly target: Target;
  /** The target's name in the history. */
  readonly named: string;
  /** What has to be said of other runs against the same target. */
  readonly others: readonly string[];
  readonly signer?: FileSigner;
  readonly started?: StartedTarget;
  readonly decisions?: Decisions;
  readonly baseline: Baseline;
  /** Digest of what was configured, before the embedded server filled in what was not. */
  readonly configured: string;
  readonly folder: RunFolder;
  readonly startedAt: Date;
  readonly redactor: Redactor;
  readonly interrupt: InterruptListener;
}

/** What requests under way at a signal get to be answered: nothing is sent any more, and what they created is told of. */
const lastWordsMs = 300;

/** Asks, and makes of what comes back the run's folder, its place in the history, and what people are told. */
export async function conduct({
  target,
  named,
  others,
  signer,
  started,
  decisions,
  baseline,
  configured,
  folder,
  startedAt,
  redactor,
  interrupt,
  env,
  cwd,
  out,
  order,
}: Conduct): Promise<SessionResult> {
  const { configuration, embedded } = target;
  const journalFile = join(folder.scratch, 'journal.ndjson');
  const memory = retainedKeysFile(cwd, named, configuration.tenantId);
  const remembered = readRetainedKeys(memory);
  const input: RunInput = {
    configuration,
    embedded,
    secrets: target.secrets,
    mark: markOf(startedAt, configuration),
    suiteVersion,
    journalFile,
    startedAt: startedAt.getTime(),
    halt: `halt ${folder.draft}`,
    ...(order !== undefined && { order }),
    retainedKeys: remembered.memory,
    waived: waivedAt(startedAt, decisions),
    ...(baseline.report && { baseline: observationsOf(baseline.report) }),
  };
  const tenants = configuration.otherTenantId === undefined ? 1 : 2;
  const about = { embedded, damagedMemory: remembered.damaged };
  const notices = [...noticesOf(configuration, about), ...others, ...driftNotices(configuration, baseline)];
  const terminal = createTerminal(plainLog(out, env), {
    ...terminalCapabilities(out, env),
    quiet: configuration.quiet,
  });
  terminal.begin({
    suiteVersion,
    environment: configuration.environment,
    baseUrl: configuration.baseUrl,
    embedded,
    seed: configuration.seed,
    tenants,
    notices,
  });

  const byId = new Map<string, Finding[]>();
  const tail = readProgress(journalFile);
  const progress = () => {
    const { expected, findings } = reporter.heard;
    const known = new Set(findings.map(({ id, name }) => `${id} ${name}`));
    const asking = expected.find(({ id, name }) => !known.has(`${id} ${name}`))?.id;
    terminal.progress({ ...tail.read(), ...(asking && { asking }), elapsedMs: Date.now() - startedAt.getTime() });
  };
  const reporter = createReporter((finding) => {
    const findings = [...(byId.get(finding.id) ?? []), finding];
    byId.set(finding.id, findings);
    const soFar = verdictSoFar(findings);
    if (soFar)
      terminal.decided(
        finding.id,
        waivedSoFar(finding.id, soFar.verdict, decisions?.entries ?? [], startedAt),
        soFar.found,
      );
  });
  const ticking = setInterval(() => progress(), 250);
  const isAsked = started?.silent === undefined && interrupt.signal() === undefined;
  const asked = (isAsked ? startVitest(input, reporter) : Promise.resolve()).then(() => undefined);
  const early = await Promise.race([interrupt.happened, asked]);
  if (early) {
    const channel = new BroadcastChannel(input.halt ?? '');
    channel.postMessage(early.sentence);
    await Promise.race([asked, sleep(lastWordsMs)]);
    channel.close();
  }
  clearInterval(ticking);

  const history = readHistory(cwd, named);
  const { faults, expected } = reporter.heard;
  if (faults.length > 0) {
    terminal.close();
    throw faultOf(faults);
  }
  const journal = readJournal(journalFile);
  const evidence = evidenceOf(journal);
  const finishedAt = new Date();
  notices.push(...((await started?.stop()) ?? []));
  let ended = interrupt.signal() ?? early;
  const cut = ended?.sentence ?? started?.silent ?? evidence.stopped;
  const first = cut ?? leftToOthers(configuration);
  const cases = casesOf(configuration, evidence);
  notices.push(...caseNotices({ ...cases, seed: configuration.seed }));
  // What is heard later, of a target that is being stopped, is no part of the run.
  const heard = withoutDoubtful([...reporter.heard.findings], evidence.doubtful);
  const open = unfinishedChecks(expected, heard, first);
  const findings = [...heard, ...open];
  // In the order in which the suites tell them, whatever came back first.
  const turn = new Map(expected.map(({ id, name }, at) => [`${id} ${name}`, at]));
  findings.sort((a, b) => (turn.get(`${a.id} ${a.name}`) ?? 0) - (turn.get(`${b.id} ${b.name}`) ?? 0));
  const seal = evidenceSeal(folder.id, evidence.exchanges);
  const draw = (stopped: string | undefined) =>
    assemble({
      findings,
      asked: configuration.only,
      required: configuration.require,
      run: {
        id: folder.id,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
        complete: stopped === undefined && heard.length >= expected.length,
        ...(stopped !== undefined && { stopped }),
        seed: configuration.seed,
        suiteVersion,
        command: calledBy,
        node: process.version,
        specification: { title: 'Financial Services REST API', version: 'v1' },
        ...(configuration.operator !== undefined && { operator: configuration.operator }),
        ...jobOf(env),
        ...(configuration.classification !== undefined && { classification: configuration.classification }),
        exam: suiteDigest(),
        configuration: configured,
        ...(decisions && { decisions: decisions.digest }),
        ...(configuration.require.length > 0 && { required: [...configuration.require] }),
        ...cases,
        ...shardsOf(configuration, cut === undefined && ended === undefined && heard.length >= expected.length),
        evidence: seal,
        ...(history.length > 0 && { previous: history.at(-1)?.report }),
        ...(notices.length > 0 && { notices }),
      },
      target: {
        baseUrl: configuration.baseUrl,
        environment: configuration.environment,
        embedded,
        tenants,
        ...(evidence.certificate && { certificate: evidence.certificate }),
      },
      created: evidence.created,
      requests: evidence.exchanges.length + evidence.unkept.requests,
      retried: evidence.retried,
      decisions: decisions?.entries,
      history: history.map(({ id, startedAt: at, verdicts }) => ({ id, startedAt: at, verdicts: { ...verdicts } })),
      ...(baseline.report && { baseline: baseline.report }),
    });
  let clean = redactor.redactDeep(draw(first), ownButObserved);
  const texts: Record<string, string> = started ? { 'target.log': started.log() } : {};
  const means = { folder, redactor, chosen: configuration.formats, signer, texts };
  let hurry = hurryAfter(ended);
  let found = await publish(clean, evidence.exchanges, { ...means, hurry, ...(!hurry && { interrupt }) });
  if (found === 'interrupted') {
    ended = interrupt.signal();
    clean = redactor.redactDeep(draw(ended?.sentence), ownButObserved);
    hurry = hurryAfter(ended);
    found = await publish(clean, evidence.exchanges, { ...means, hurry });
  }
  if (found !== undefined && found !== 'interrupted') {
    terminal.close();
    return { status: ended?.status ?? exitStatus.withheld, withheld: found };
  }
  const unkept = [
    hurry?.told(),
    remember(
      memory,
      redactor.redactDeep(
        journal.filter(({ entry }) => entry === 'memory'),
        ownButIdentity,
      ),
    ),
  ];
  if (clean.run.complete) {
    if (configuration.out === undefined) unkept.push(pointLatest(cwd, folder.final));
    const partial = configuration.only.length < allIds().length;
    appendHistoryRow(cwd, { report: clean, text: renderJson(clean), target: named, folder: folder.final, partial });
  }
  appendJobSummary(env, clean);
  for (const sentence of unkept) if (sentence !== undefined) plainLog(process.stderr, env).write(`${sentence}\n`);
  const exit = exitOf(clean, configuration.failOnDrift, ended?.status);
  const html = existsSync(join(folder.final, 'report.html')) ? 'report.html' : 'report.json';
  const reportPath = relative(process.cwd(), join(folder.final, html));
  const because = exit.because && { because: exit.because };
  terminal.end(clean, { reportPath, seal: sealedBy(signer), exitStatus: exit.status, ...because });
  terminal.close();
  annotate(out, env, clean);
  return { ...exit, report: clean, folder: folder.final };
}
