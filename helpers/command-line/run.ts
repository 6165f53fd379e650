import { join, relative } from 'node:path';
import { assemble, verdictSoFar } from '../../reports/assemble.js';
import { renderJson } from '../../reports/json.js';
import { createReporter } from '../../reports/reporter.js';
import { evidenceSeal } from '../../reports/seal/evidence.js';
import { terminalAbilities } from '../../reports/terminal/abilities.js';
import { createTerminal } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import { readConfiguration } from '../configuration/configuration.js';
import { type Decisions, readDecisions } from '../configuration/decisions.js';
import { allIds } from '../configuration/filter.js';
import { nearlyRightSecrets } from '../controls/nearly-right.js';
import { readJournal } from '../engine/journal.js';
import type { RunInput } from '../engine/run.js';
import { createRedactor, ownButObserved, type Redactor } from '../redaction/redactor.js';
import { holdPort } from '../webhook/port.js';
import { ask } from './ask.js';
import { type Baseline, chooseBaseline, observationsOf } from './baseline.js';
import { appendJobSummary, jobOf } from './ci.js';
import { configurationDigest, examDigest } from './digests.js';
import { evidenceOf } from './evidence.js';
import { exitOf, exitStatus } from './exit-status.js';
import { faultOf, onUncaught, redacted } from './fault.js';
import { makeFolder, pointLatest, type RunFolder } from './folder.js';
import { keepNight, readHistory, targetName } from './history.js';
import { onInterrupt } from './interrupt.js';
import { memoryFile, readMemory, remember } from './memory.js';
import { driftNotices, noticesOf } from './notices.js';
import { publish } from './publish.js';
import { type FileSigner, sealedBy, secretOf, signerOf } from './signer.js';
import { tailOf } from './tail.js';
import { openTarget, type Target } from './target.js';
import { announce } from './underway.js';
import { suiteVersion } from './version.js';

/** Runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(
  argv: readonly string[],
  surroundings: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<number> {
  const { env, cwd } = surroundings;
  const { configuration, secrets } = readConfiguration({ argv: [...argv], env, cwd });
  const redactor = createRedactor();
  for (const { value, label } of secrets) redactor.addSecret(value, label);
  const startedAt = new Date();
  const decisions = configuration.decisionsFile ? readDecisions(configuration.decisionsFile, startedAt) : undefined;
  const named = targetName({ ...configuration, embedded: configuration.baseUrl === undefined });
  const baseline = chooseBaseline(configuration.baseline, cwd, named);
  const signer = configuration.signingKeyFile ? signerOf(configuration.signingKeyFile) : undefined;
  // Heard from here on: a signal between the making of the folder and the first request must leave none behind.
  const interrupt = onInterrupt(configuration.deadlineSeconds);
  const letGo = await holdPort(configuration.webhookPort, configuration.baseUrl);
  const folder = makeFolder(startedAt, cwd, configuration.out);
  // A second signal ends the process without any more ado: what is not published goes with it.
  process.once('exit', folder.discard);
  const target = await openTarget(configuration, [...secrets, ...secretOf(signer)]);
  await letGo();
  const own = [...target.secrets, ...nearlyRightSecrets(target.configuration.apiKey)];
  for (const { value, label } of own) redactor.addSecret(value, label);
  const stopHearing = onUncaught(redactor);
  const underway = target.embedded ? undefined : announce(cwd, named, { ...configuration, startedAt });
  if (underway) process.once('exit', underway.leave);
  try {
    const configured = configurationDigest(configuration);
    return await conduct({
      target: { ...target, secrets: own },
      signer,
      named,
      others: underway?.notices ?? [],
      decisions,
      baseline,
      configured,
      folder,
      startedAt,
      redactor,
      interrupt,
      env,
      cwd,
    });
  } catch (error) {
    throw redacted(error, redactor);
  } finally {
    interrupt.stop();
    stopHearing();
    folder.discard();
    underway?.leave();
    await target.close();
  }
}

interface Conduct {
  readonly target: Target;
  /** The target's name in the history. */
  readonly named: string;
  /** What has to be said of other runs against the same target. */
  readonly others: readonly string[];
  readonly signer?: FileSigner;
  readonly decisions?: Decisions;
  readonly baseline: Baseline;
  /** Digest of what was configured, before the embedded server filled in what was not. */
  readonly configured: string;
  readonly folder: RunFolder;
  readonly startedAt: Date;
  readonly redactor: Redactor;
  readonly interrupt: ReturnType<typeof onInterrupt>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

async function conduct({
  target,
  named,
  others,
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
    ...(baseline.report && { baseline: observationsOf(baseline.report) }),
  };
  const tenants = configuration.otherTenantId === undefined ? 1 : 2;
  const about = { embedded, damagedMemory: remembered.damaged };
  const notices = [...noticesOf(configuration, about), ...others, ...driftNotices(configuration, baseline)];
  const terminal = createTerminal(process.stdout, {
    ...terminalAbilities(process.stdout, env),
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
    throw faultOf(faults);
  }
  const journal = readJournal(journalFile);
  const evidence = evidenceOf(journal);
  const finishedAt = new Date();
  // In the order in which the suites tell them, whatever came back first.
  const place = new Map(expected.map(({ id, name }, at) => [`${id} ${name}`, at]));
  findings.sort((a, b) => (place.get(`${a.id} ${a.name}`) ?? 0) - (place.get(`${b.id} ${b.name}`) ?? 0));
  const unfinished = expected.filter(({ id, name }) => !findings.some((one) => one.id === id && one.name === name));
  const draw = (stopped: string | undefined) =>
    assemble({
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
  let ended = signal;
  let clean = redactor.redactDeep(draw(ended?.sentence ?? evidence.stopped), ownButObserved);
  const means = { folder, redactor, chosen: configuration.formats, signer };
  const isOverdue = () => ended?.status === undefined && interrupt.signal() !== undefined;
  let found = await publish(clean, evidence.exchanges, { ...means, isOverdue });
  if (found === 'overdue') {
    ended = interrupt.signal();
    clean = redactor.redactDeep(draw(ended?.sentence), ownButObserved);
    found = await publish(clean, evidence.exchanges, means);
  }
  if (found !== undefined && found !== 'overdue') {
    terminal.close();
    process.stderr.write(`Nothing was published: a secret (${found.label}) was found in ${found.file}.\n`);
    return exitStatus.withheld;
  }
  const unkept = [remember(memory, redactor.redactDeep(journal.filter(({ entry }) => entry === 'memory')))];
  if (clean.run.complete) {
    if (configuration.out === undefined) unkept.push(pointLatest(cwd, folder.final));
    const partial = configuration.only.length < allIds().length;
    keepNight(cwd, { report: clean, text: renderJson(clean), target: named, folder: folder.final, partial });
  }
  appendJobSummary(env, clean);
  for (const sentence of unkept) if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
  const exit = exitOf(clean, configuration.failOnDrift, ended?.status);
  const html = configuration.formats.includes('html') ? 'report.html' : 'report.json';
  const reportPath = relative(cwd, join(folder.final, html));
  const because = exit.because && { because: exit.because };
  terminal.end(clean, { reportPath, seal: sealedBy(signer), exitStatus: exit.status, ...because });
  terminal.close();
  return exit.status;
}
