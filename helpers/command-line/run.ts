import { join, relative } from 'node:path';
import { assemble, verdictSoFar } from '../../reports/assemble.js';
import { renderJson } from '../../reports/json.js';
import { createReporter } from '../../reports/reporter.js';
import { evidenceSeal } from '../../reports/seal/evidence.js';
import { terminalAbilities } from '../../reports/terminal/abilities.js';
import { createTerminal, type Stream } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import type { Configuration, Report } from '../../schemas/types.js';
import { readConfiguration, type Secret } from '../configuration/configuration.js';
import { type Decisions, readDecisions } from '../configuration/decisions.js';
import { allIds } from '../configuration/filter.js';
import { readJournal } from '../engine/journal.js';
import type { RunInput } from '../engine/run.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { holdPort } from '../webhook/port.js';
import { ask } from './ask.js';
import { type Baseline, chooseBaseline, observationsOf } from './baseline.js';
import { appendJobSummary, jobOf } from './ci.js';
import { configurationDigest, examDigest } from './digests.js';
import { evidenceOf } from './evidence.js';
import { exitOf, exitStatus } from './exit-status.js';
import { makeFolder, pointLatest, type RunFolder } from './folder.js';
import { keepNight, readHistory, targetName } from './history.js';
import { onInterrupt } from './interrupt.js';
import { memoryFile, readMemory, remember } from './memory.js';
import { driftNotices, noticesOf } from './notices.js';
import { publish, type SecretFound } from './publish.js';
import { type FileSigner, sealedBy, secretOf, signerOf } from './signer.js';
import { tailOf } from './tail.js';
import { openTarget, type Target } from './target.js';
import { suiteVersion } from './version.js';

/** Runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(
  argv: readonly string[],
  surroundings: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<number> {
  const configured = readConfiguration({ argv: [...argv], ...surroundings });
  const { status, withheld } = await perform(configured, { ...surroundings, out: process.stdout });
  if (withheld)
    process.stderr.write(`Nothing was published: a secret (${withheld.label}) was found in ${withheld.file}.\n`);
  return status;
}

/** What a run came to: its report and the folder of its files, or the secret for which nothing was published. */
export interface Performed {
  readonly status: number;
  readonly report?: Report;
  /** Absolute path. */
  readonly folder?: string;
  readonly withheld?: SecretFound;
  /** Why the status is not that of the verdict, where it is not: a phrase without a full stop. */
  readonly because?: string;
}

/** Where a run takes place. */
interface Place {
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept, with history and memory. */
  readonly cwd: string;
  /** Where it is told to people. */
  readonly out: Stream;
}

/** One run as it is configured, whoever asked for it. @throws UsageError before anything was sent */
export async function perform(
  { configuration, secrets }: { configuration: Configuration; secrets: readonly Secret[] },
  { env, cwd, out }: Place,
): Promise<Performed> {
  const startedAt = new Date();
  const decisions = configuration.decisionsFile ? readDecisions(configuration.decisionsFile, startedAt) : undefined;
  const named = targetName({ ...configuration, embedded: configuration.baseUrl === undefined });
  const baseline = chooseBaseline(configuration.baseline, cwd, named);
  const signer = configuration.signingKeyFile ? signerOf(configuration.signingKeyFile) : undefined;
  // Heard from here on: a signal between the making of the folder and the first request must leave none behind.
  const interrupt = onInterrupt(configuration.deadlineSeconds);
  const letGo = await holdPort(configuration.webhookPort, configuration.baseUrl);
  const folder = makeFolder(startedAt, cwd, configuration.out);
  const target = await openTarget(configuration, [...secrets, ...secretOf(signer)]);
  await letGo();
  const redactor = createRedactor();
  for (const { value, label } of target.secrets) redactor.addSecret(value, label);
  try {
    const configured = configurationDigest(configuration);
    return await conduct({
      target,
      signer,
      named,
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
    });
  } finally {
    interrupt.stop();
    folder.discard();
    await target.close();
  }
}

interface Conduct extends Place {
  readonly target: Target;
  /** The target's name in the history. */
  readonly named: string;
  readonly signer?: FileSigner;
  readonly decisions?: Decisions;
  readonly baseline: Baseline;
  /** Digest of what was configured, before the embedded server filled in what was not. */
  readonly configured: string;
  readonly folder: RunFolder;
  readonly startedAt: Date;
  readonly redactor: Redactor;
  readonly interrupt: ReturnType<typeof onInterrupt>;
}

async function conduct({
  target,
  named,
  signer,
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
}: Conduct): Promise<Performed> {
  const { configuration, embedded } = target;
  const journalFile = join(folder.scratch, 'journal.ndjson');
  const memory = memoryFile(cwd, named, configuration.tenantId);
  const remembered = readMemory(memory);
  const input: RunInput = {
    configuration,
    embedded,
    secrets: target.secrets,
    mark: startedAt.getTime().toString(36),
    suiteVersion,
    journalFile,
    startedAt: startedAt.getTime(),
    memory: remembered.memory,
    ...(baseline.report && { baseline: observationsOf(baseline.report) }),
  };
  const tenants = configuration.otherTenantId === undefined ? 1 : 2;
  const about = { embedded, damagedMemory: remembered.damaged };
  const notices = [...noticesOf(configuration, about), ...driftNotices(configuration, baseline)];
  const terminal = createTerminal(out, {
    ...terminalAbilities(out, env),
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
  const tail = tailOf(journalFile);
  const progress = () => terminal.progress({ ...tail.read(), elapsedMs: Date.now() - startedAt.getTime() });
  const reporter = createReporter((finding) => {
    const findings = [...(byId.get(finding.id) ?? []), finding];
    byId.set(finding.id, findings);
    const soFar = verdictSoFar(findings);
    if (soFar) terminal.decided(finding.id, soFar.verdict, soFar.found);
  });
  const ticking = setInterval(() => progress(), 250);
  const asked = ask(input, reporter);
  const signal = await Promise.race([asked.then(() => undefined), interrupt.happened]);
  clearInterval(ticking);

  const history = readHistory(cwd, named);
  const { faults, findings, expected } = reporter.heard;
  if (faults.length > 0) {
    terminal.close();
    throw new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
  }
  const journal = readJournal(journalFile);
  const evidence = evidenceOf(journal);
  const finishedAt = new Date();
  const stopped = signal?.sentence ?? evidence.stopped;
  // In the order in which the suites tell them, whatever came back first.
  const place = new Map(expected.map(({ id, name }, at) => [`${id} ${name}`, at]));
  findings.sort((a, b) => (place.get(`${a.id} ${a.name}`) ?? 0) - (place.get(`${b.id} ${b.name}`) ?? 0));
  const unfinished = expected.filter(({ id, name }) => !findings.some((one) => one.id === id && one.name === name));
  const report = assemble({
    findings,
    asked: configuration.only,
    required: configuration.require,
    run: {
      id: folder.id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      complete: stopped === undefined && unfinished.length === 0,
      ...(stopped !== undefined && { stopped }),
      seed: configuration.seed,
      suiteVersion,
      node: process.version,
      specification: { title: 'Financial Services REST API', version: 'v1' },
      ...(configuration.operator !== undefined && { operator: configuration.operator }),
      ...jobOf(env),
      ...(configuration.classification !== undefined && { classification: configuration.classification }),
      exam: examDigest(),
      configuration: configured,
      ...(decisions && { decisions: decisions.digest }),
      ...(configuration.require.length > 0 && { required: [...configuration.require] }),
      evidence: evidenceSeal(folder.id, evidence.exchanges),
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
    requests: evidence.exchanges.length,
    retried: evidence.retried,
    decisions: decisions?.entries,
    history: history.map(({ id, startedAt: at, verdicts }) => ({ id, startedAt: at, verdicts: { ...verdicts } })),
    ...(baseline.report && { baseline: baseline.report }),
  });
  const clean = redactor.redactDeep(report);
  const withheld = await publish(clean, evidence.exchanges, {
    folder,
    redactor,
    chosen: configuration.formats,
    signer,
  });
  if (withheld !== undefined) {
    terminal.close();
    return { status: exitStatus.withheld, withheld };
  }
  remember(memory, journal);
  if (clean.run.complete) {
    if (configuration.out === undefined) pointLatest(cwd, folder.final);
    const partial = configuration.only.length < allIds().length;
    keepNight(cwd, { report: clean, text: renderJson(clean), target: named, folder: folder.final, partial });
  }
  appendJobSummary(env, clean);
  const exit = exitOf(clean, configuration.failOnDrift, signal?.status);
  const html = configuration.formats.includes('html') ? 'report.html' : 'report.json';
  const reportPath = relative(process.cwd(), join(folder.final, html));
  const because = exit.because && { because: exit.because };
  terminal.end(clean, { reportPath, seal: sealedBy(signer), exitStatus: exit.status, ...because });
  terminal.close();
  return { ...exit, report: clean, folder: folder.final };
}
