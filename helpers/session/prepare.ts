import { join } from 'node:path';
import { suiteVersion } from '../../schemas/suite-version.js';
import { monotonic } from '../client/clock.js';
import type { RunInput } from '../client/context.js';
import type { Secret } from '../configuration/configuration.js';
import { type Decisions, readDecisions, waivedAt } from '../configuration/decisions.js';
import { environmentSecrets } from '../configuration/environment-secrets.js';
import type { Configuration } from '../configuration/settings.js';
import { createdFileName } from '../evidence/created-file.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { type Baseline, chooseBaseline, observationsOf } from '../run-folder/baseline.js';
import { configurationDigest } from '../run-folder/digests.js';
import { makeFolder, noFolder, type RunFolder } from '../run-folder/folder.js';
import { targetName } from '../run-folder/history.js';
import { readRetainedKeys, retainedKeysFile } from '../run-folder/retained-keys-file.js';
import { type FileSigner, secretOf, signerOf } from '../run-folder/signer.js';
import { holdPort } from '../webhook/port.js';
import { markOf } from './case-summary.js';
import type { Environment } from './environment.js';
import { type InterruptListener, onInterrupt } from './interrupt.js';
import { openTarget, type Target } from './open-target.js';

/** A run as it was asked for: settings that were read and judged, and the secrets among them. */
export interface Configured {
  readonly configuration: Configuration;
  readonly secrets: readonly Secret[];
}

/** Everything that a run has before it sends anything. */
export interface Prepared {
  readonly target: Target;
  /** The target's name in the history. */
  readonly named: string;
  readonly decisions?: Decisions;
  readonly baseline: Baseline;
  readonly signer?: FileSigner;
  /** Digest of what was configured, before the embedded server filled in what was not. */
  readonly configured: string;
  readonly folder: RunFolder;
  readonly startedAt: Date;
  /** The same moment by the clock that nobody can put. */
  readonly beganAt: number;
  readonly redactor: Redactor;
  readonly interrupt: InterruptListener;
  /** Lets the receiver of notifications have its port. */
  releasePort(): Promise<void>;
}

/** Reads and opens what a run needs. @throws UsageError: nothing was sent yet */
export async function prepare({ configuration, secrets }: Configured, environment: Environment): Promise<Prepared> {
  const { cwd, terms } = environment;
  const redactor = createRedactor();
  const known = [...secrets, ...environmentSecrets(environment.env, configuration)];
  for (const { value, label, common } of known) redactor.addSecret(value, label, common);
  const startedAt = new Date();
  const beganAt = monotonic();
  const decisions = configuration.decisionsFile ? readDecisions(configuration.decisionsFile, startedAt) : undefined;
  const named = targetName(configuration);
  // A run that keeps nothing, and a demonstration, has no last run to compare with.
  const baseline =
    (!terms.keepsFiles || configuration.embedded) && configuration.baseline === undefined
      ? { notices: [] }
      : chooseBaseline(configuration.baseline, cwd, named);
  const signer = configuration.signingKeyFile ? signerOf(configuration.signingKeyFile) : undefined;
  // Heard from here on: a signal between the making of the folder and the first request must leave none behind.
  const interrupt = onInterrupt(configuration.deadlineSeconds, environment);
  try {
    const releasePort = await holdPort(configuration.webhookPort, configuration.baseUrl);
    const isKept = terms.keepsFiles || configuration.out !== undefined;
    const folder = isKept ? makeFolder(startedAt, cwd, configuration.out) : noFolder(startedAt);
    const opened = await openTarget(configuration, [...known, ...secretOf(signer)]);
    for (const { value, label, common } of opened.secrets) redactor.addSecret(value, label, common);
    return {
      target: opened,
      configured: configurationDigest(configuration),
      ...{ named, decisions, baseline, signer, folder, startedAt, beganAt, redactor, interrupt, releasePort },
    };
  } catch (error) {
    interrupt.stop();
    throw error;
  }
}

/** What the runner gets of it, and whether what earlier runs left could not be read. */
export function runInputOf(
  { target, named, decisions, baseline, folder, startedAt, beganAt }: Prepared,
  environment: Environment,
): { readonly input: RunInput & { journalFile: string; channel: string }; readonly damaged: boolean } {
  const { env, cwd, order, terms } = environment;
  const { configuration, embedded, secrets } = target;
  const { memory, damaged } = !terms.keepsFiles
    ? { memory: undefined, damaged: false }
    : readRetainedKeys(retainedKeysFile(cwd, named, configuration.tenantId));
  return {
    damaged,
    input: {
      ...{ configuration, embedded, secrets, suiteVersion },
      mark: markOf(startedAt, configuration),
      journalFile: join(folder.scratch, 'journal.ndjson'),
      ...(folder.isKept && {
        created: { file: join(folder.final, createdFileName), by: { run: folder.id, target: configuration.baseUrl } },
      }),
      channel: `run ${folder.draft}`,
      startedAt: startedAt.getTime(),
      beganAt,
      // Proxies are read from the environment of the process, which a guest may have been told to leave alone.
      direct: terms.inProcess && env !== process.env,
      ...(order !== undefined && { order }),
      ...(memory && { retainedKeys: memory }),
      waived: waivedAt(startedAt, decisions),
      ...(baseline.report && { baseline: observationsOf(baseline.report) }),
    },
  };
}
