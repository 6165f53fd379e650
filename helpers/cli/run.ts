import type { Stream } from '../../reports/terminal/terminal.js';
import { readConfiguration, type Secret } from '../configuration/configuration.js';
import { readDecisions } from '../configuration/decisions.js';
import type { Configuration } from '../configuration/settings.js';
import { nearMissSecrets } from '../probes/near-miss-keys.js';
import { createRedactor } from '../redaction/redactor.js';
import { makeFolder } from '../run-folder/folder.js';
import { targetName } from '../run-folder/history.js';
import { chooseBaseline } from '../session/baseline.js';
import { announce } from '../session/concurrent-runs.js';
import { configurationDigest } from '../session/digests.js';
import { onInterrupt } from '../session/interrupt.js';
import { plainLog } from '../session/job-log.js';
import { openTarget } from '../session/open-target.js';
import { conduct, type Environment, type SessionResult } from '../session/session.js';
import { secretOf, signerOf } from '../session/signer.js';
import { type StartedTarget, startTarget } from '../target-process/start.js';
import { holdPort } from '../webhook/port.js';
import { onUncaught, redacted, WhileInterrupted } from './exit-error.js';

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
  const { env, cwd, output = process.stdout, order } = surroundings;
  const configured = readConfiguration({ argv: [...argv], env, cwd });
  const { baseUrl } = configured.configuration;
  if (configured.configuration.watch && baseUrl !== undefined)
    return (await import('../session/watch.js')).watch(argv, surroundings, { ...configured.configuration, baseUrl });
  const { status, withheld } = await perform(configured, {
    env,
    cwd,
    out: output,
    ...(order !== undefined && { order }),
  });
  if (withheld) {
    const told = `Nothing was published: a secret (${withheld.label}) was found in ${withheld.file}.\n`;
    plainLog(process.stderr, env).write(told);
  }
  return status;
}

/** One run as it is configured, whoever asked for it. @throws UsageError before anything was sent */
export async function perform(
  { configuration, secrets }: { configuration: Configuration; secrets: readonly Secret[] },
  place: Environment,
): Promise<SessionResult> {
  const { env, cwd, out } = place;
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
  const own = [...target.secrets, ...nearMissSecrets(target.configuration.apiKey)];
  for (const { value, label } of own) redactor.addSecret(value, label);
  const stopHearing = onUncaught(redactor, () => interrupt.signal()?.status);
  const underway = target.embedded ? undefined : announce(cwd, named, { ...configuration, startedAt });
  if (underway) process.once('exit', underway.leave);
  let started: StartedTarget | undefined;
  try {
    started = await startTarget(target.configuration, {
      ...{ env, cwd, redactor, halt: interrupt.happened, hurry: interrupt.signalled },
      tell: (line) => configuration.quiet || plainLog(out, env).write(`${line}\n`),
      warn: (line) => plainLog(process.stderr, env).write(`${line}\n`),
    });
    // Not before: a target that would take the port of the receiver is told so.
    await letGo();
    const configured = configurationDigest(configuration);
    return await conduct({
      target: { ...target, secrets: own },
      started,
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
      ...place,
    });
  } catch (error) {
    const { status } = interrupt.signal() ?? {};
    throw status === undefined ? redacted(error, redactor) : new WhileInterrupted(status, redacted(error, redactor));
  } finally {
    await started?.stop();
    interrupt.stop();
    stopHearing();
    folder.discard();
    process.off('exit', folder.discard);
    underway?.leave();
    if (underway) process.off('exit', underway.leave);
    await target.close();
  }
}
