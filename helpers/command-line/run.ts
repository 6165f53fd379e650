import { join, relative } from 'node:path';
import { assemble, verdictSoFar } from '../../reports/assemble.js';
import { waivedSoFar } from '../../reports/decide.js';
import { renderJson } from '../../reports/json.js';
import { createReporter } from '../../reports/reporter.js';
import { evidenceSeal } from '../../reports/seal/evidence.js';
import { terminalAbilities } from '../../reports/terminal/abilities.js';
import { createTerminal, type Stream } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import { readConfiguration } from '../configuration/configuration.js';
import { type Decisions, readDecisions, waivedAt } from '../configuration/decisions.js';
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
import { annotate, plainLog } from './job-log.js';
import { memoryFile, readMemory, remember } from './memory.js';
import { driftNotices, noticesOf } from './notices.js';
import { publish } from './publish.js';
import { type FileSigner, sealedBy, secretOf, signerOf } from './signer.js';
import { type StartedTarget, startTarget } from './start.js';
import { tailOf } from './tail.js';
import { openTarget, type Target } from './target.js';
import { unfinished, withoutDoubtful } from './undecided.js';
import { suiteVersion } from './version.js';

/** Where a run happens. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Where the terminal's part is written: standard output unless given. */
  readonly output?: Stream;
  /** Shuffles the order in which checks begin, by this number: no verdict depends on it. */
  readonly order?: number;
}

/** Runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, cwd } = surroundings;
  const { configuration, secrets } = readConfiguration({ argv: [...argv], env, cwd });
  const { baseUrl } = configuration;
  if (configuration.watch && baseUrl !== undefined)
    return (await import('./watch.js')).watch(argv, surroundings, { ...configuration, baseUrl });
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
  const redactor = createRedactor();
  for (const { value, label } of target.secrets) redactor.addSecret(value, label);
  let started: StartedTarget | undefined;
  try {
    started = await startTarget(target.configuration, {
      ...{ env, cwd, redactor, halt: interrupt.happened },
      tell: (line) => configuration.quiet || plainLog(surroundings.output ?? process.stdout, env).write(`${line}\n`),
      warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
    });
    // Not before: a target that would take the port of the receiver is told so.
    await letGo();
    const configured = configurationDigest(configuration);
    return await conduct({
      target,
      started,
      signer,
      named,
      decisions,
      baseline,
      configured,
      folder,
      startedAt,
      redactor,
      interrupt,
      surroundings,
    });
  } finally {
    await started?.stop();
    interrupt.stop();
    folder.discard();
    await target.close();
  }
}

interface Conduct {
  readonly target: Target;
  /** The target's name in the history. */
  readonly named: string;
  readonly signer?: FileSigner;
  readonly started?: StartedTarget;
  readonly decisions?: Decisions;
  readonly baseline: Baseline;
  /** Digest of what was configured, before the embedded server filled in what was not. */
  readonly configured: string;
  readonly folder: RunFolder;
  readonly startedAt: Date;
  readonly redactor: Redactor;
  readonly interrupt: ReturnType<typeof onInterrupt>;
  readonly surroundings: Surroundings;
}

async function conduct({
  target,
  named,
  signer,
  started,
  decisions,
  baseline,
  configured,
  folder,
  startedAt,
  redactor,
  interrupt,
  surroundings: { env, cwd, output = process.stdout, order },
}: Conduct): Promise<number> {
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
    waived: waivedAt(startedAt, decisions),
    ...(baseline.report && { baseline: observationsOf(baseline.report) }),
  };
  const tenants = configuration.otherTenantId === undefined ? 1 : 2;
  const about = { embedded, damagedMemory: remembered.damaged };
  const notices = [...noticesOf(configuration, about), ...driftNotices(configuration, baseline)];
  const terminal = createTerminal(plainLog(output, env), {
    ...terminalAbilities(output, env),
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
  const asked = started?.silent === undefined ? ask(input, reporter, order) : Promise.resolve();
  const signal = await Promise.race([interrupt.happened, asked.then(() => undefined)]);
  clearInterval(ticking);

  const history = readHistory(cwd, named);
  const { faults, expected } = reporter.heard;
  if (faults.length > 0) {
    terminal.close();
    throw new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
  }
  const journal = readJournal(journalFile);
  const evidence = evidenceOf(journal);
  const finishedAt = new Date();
  notices.push(...((await started?.stop()) ?? []));
  const stopped = signal?.sentence ?? started?.silent ?? evidence.stopped;
  // What is heard later, of a target that is being stopped, is no part of the run.
  const heard = withoutDoubtful([...reporter.heard.findings], evidence.doubtful);
  const open = unfinished(expected, heard, stopped);
  const findings = [...heard, ...open];
  // In the order in which the suites tell them, whatever came back first.
  const place = new Map(expected.map(({ id, name }, at) => [`${id} ${name}`, at]));
  findings.sort((a, b) => (place.get(`${a.id} ${a.name}`) ?? 0) - (place.get(`${b.id} ${b.name}`) ?? 0));
  const report = assemble({
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
  const found = await publish(clean, evidence.exchanges, {
    ...{ folder, redactor, chosen: configuration.formats, signer },
    texts: started ? { 'target.log': started.log() } : {},
  });
  if (found !== undefined) {
    terminal.close();
    plainLog(process.stderr, env).write(
      `Nothing was published: a secret (${found.label}) was found in ${found.file}.\n`,
    );
    return exitStatus.withheld;
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
  const reportPath = relative(cwd, join(folder.final, html));
  const because = exit.because && { because: exit.because };
  terminal.end(clean, { reportPath, seal: sealedBy(signer), exitStatus: exit.status, ...because });
  terminal.close();
  annotate(output, env, clean);
  return exit.status;
}
