import { join, relative } from 'node:path';
import { assemble, verdictSoFar } from '../../reports/assemble.js';
import { renderJson } from '../../reports/json.js';
import { createReporter } from '../../reports/reporter.js';
import { terminalAbilities } from '../../reports/terminal/abilities.js';
import { createTerminal } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import { readConfiguration } from '../configuration/configuration.js';
import { type Decisions, readDecisions } from '../configuration/decisions.js';
import { readJournal } from '../engine/journal.js';
import type { RunInput } from '../engine/run.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { holdPort } from '../webhook/port.js';
import { ask } from './ask.js';
import { appendJobSummary, jobOf } from './ci.js';
import { configurationDigest, examDigest } from './digests.js';
import { evidenceOf } from './evidence.js';
import { exitStatus, statusOf } from './exit-status.js';
import { makeFolder, pointLatest, type RunFolder } from './folder.js';
import { appendHistory, readHistory, targetName } from './history.js';
import { onInterrupt } from './interrupt.js';
import { memoryFile, readMemory, remember } from './memory.js';
import { noticesOf } from './notices.js';
import { publish } from './publish.js';
import { tailOf } from './tail.js';
import { openTarget, type Target } from './target.js';
import { unfinished, withoutDoubtful } from './undecided.js';
import { suiteVersion } from './version.js';

/** Runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(
  argv: readonly string[],
  surroundings: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<number> {
  const { env, cwd } = surroundings;
  const { configuration, secrets } = readConfiguration({ argv: [...argv], env, cwd });
  const startedAt = new Date();
  const decisions = configuration.decisionsFile ? readDecisions(configuration.decisionsFile, startedAt) : undefined;
  // Heard from here on: a signal between the making of the folder and the first request must leave none behind.
  const interrupt = onInterrupt(configuration.deadlineSeconds);
  const letGo = await holdPort(configuration.webhookPort, configuration.baseUrl);
  const folder = makeFolder(startedAt, cwd, configuration.out);
  const target = await openTarget(configuration, secrets);
  await letGo();
  const redactor = createRedactor();
  for (const { value, label } of target.secrets) redactor.addSecret(value, label);
  try {
    const configured = configurationDigest(configuration);
    return await conduct({ target, decisions, configured, folder, startedAt, redactor, interrupt, env, cwd });
  } finally {
    interrupt.stop();
    folder.discard();
    await target.close();
  }
}

interface Conduct {
  readonly target: Target;
  readonly decisions?: Decisions;
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
  decisions,
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
  const named = targetName({ ...configuration, embedded });
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
  };
  const tenants = configuration.otherTenantId === undefined ? 1 : 2;
  const notices = noticesOf(configuration, { embedded, damagedMemory: remembered.damaged });
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
  const { faults, expected } = reporter.heard;
  if (faults.length > 0) {
    terminal.close();
    throw new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
  }
  const journal = readJournal(journalFile);
  const evidence = evidenceOf(journal);
  const finishedAt = new Date();
  const stopped = signal?.sentence ?? evidence.stopped;
  const heard = withoutDoubtful(reporter.heard.findings, evidence.doubtful);
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
  });
  const clean = redactor.redactDeep(report);
  const found = await publish(clean, evidence.exchanges, { folder, redactor, chosen: configuration.formats });
  if (found !== undefined) {
    terminal.close();
    process.stderr.write(`Nothing was published: a secret (${found.label}) was found in ${found.file}.\n`);
    return exitStatus.withheld;
  }
  remember(memory, journal);
  if (clean.run.complete && configuration.out === undefined) {
    pointLatest(cwd, folder.final);
    const { verdicts } = clean.history.at(-1) ?? { verdicts: {} };
    appendHistory(cwd, { id: folder.id, startedAt: clean.run.startedAt, target: named, verdicts }, renderJson(clean));
  }
  appendJobSummary(env, clean);
  const exit = signal?.status ?? statusOf(clean.summary.verdict);
  const html = configuration.formats.includes('html') ? 'report.html' : 'report.json';
  terminal.end(clean, { reportPath: relative(cwd, join(folder.final, html)), exitStatus: exit });
  terminal.close();
  return exit;
}
