import { monotonic } from '../client/clock.js';
import type { RunInput } from '../client/context.js';
import { readDecisions } from '../decisions/decisions.js';
import { createRedactor } from '../redaction/redactor.js';
import { chooseBaseline, observationsOf } from '../run-folder/baseline.js';
import { configurationDigest, suiteDigest } from '../run-folder/digests.js';
import { memoryOf, targetName } from '../run-folder/earlier-runs.js';
import { makeFolder, stampOf } from '../run-folder/folder.js';
import { signerOf } from '../run-folder/signer.js';
import { readDotEnv } from '../settings/dot-env.js';
import { environmentSecrets, type Secret } from '../settings/secrets.js';
import type { Configuration } from '../settings/settings.js';
import { expectFreePort } from '../webhook/receiver.js';
import type { Environment } from './environment.js';
import { inputOf, openTarget } from './open-target.js';
import { programOf, referenceOf } from './tested.js';

/** A run as it was asked for: settings that were read and judged, and the secrets among them. */
export interface Configured {
  readonly configuration: Configuration;
  readonly secrets: readonly Secret[];
  /** The options of the command line as they can be typed again. */
  readonly options?: string;
  /** How the suite was called, where that is not the command line. */
  readonly command?: string;
}

/** Everything that a run has before it sends anything. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * Reads and opens what a run needs: every file that the configuration names is read.
 * @throws UsageError: nothing was sent yet, and nothing is left behind
 */
export async function prepare(asked: Configured, { cwd, keepsFiles, tested, env }: Environment) {
  const { configuration, secrets, options = '' } = asked;
  const { start, envFile, embedded, out } = configuration;
  // Before anything is made: an API may have no server of its own.
  if (embedded) await referenceOf(tested);
  // A target that is started may print what `.env` holds, too.
  const outside = { ...(start === undefined ? {} : readDotEnv(cwd, envFile)), ...env };
  const signer = configuration.signingKeyFile ? signerOf(configuration.signingKeyFile) : undefined;
  const own = [...secrets, ...(signer?.secrets ?? [])];
  const redactor = createRedactor([...own, ...environmentSecrets(outside, configuration, tested)]);
  const startedAt = new Date();
  // The same moment by the clock that nobody can put.
  const beganAt = monotonic();
  const decisions = configuration.decisionsFile
    ? readDecisions(configuration.decisionsFile, startedAt, {
        environment: configuration.environment,
        specification: tested,
      })
    : undefined;
  // A demonstration has no earlier runs.
  const memory = keepsFiles && !embedded ? memoryOf(cwd, targetName({ baseUrl: '', ...configuration })) : undefined;
  const baseline = chooseBaseline(configuration, memory, cwd);
  if (configuration.webhookPort !== undefined) await expectFreePort(configuration.webhookPort, configuration.baseUrl);
  const folder = keepsFiles || out !== undefined ? makeFolder(startedAt, cwd, out) : undefined;
  const target = await openTarget(configuration, own, tested).catch((error: unknown) => {
    folder?.discard();
    throw error;
  });
  redactor.addSecrets(target.secrets);
  return {
    // How the suite was called, without what only said what to test and where to write.
    command:
      asked.command ??
      [programOf(tested), embedded && !options.includes('--embedded') && '--embedded', options]
        .filter(Boolean)
        .join(' '),
    // Now, so that a rebuild during the run changes nothing: the suite that runs is loaded.
    exam: suiteDigest(),
    // Before the embedded server filled in what was not configured.
    configured: configurationDigest(configuration),
    id: folder?.id ?? stampOf(startedAt),
    ...{
      target,
      decisions,
      memory,
      baseline,
      signer,
      folder,
      startedAt,
      beganAt,
      redactor,
      outside,
      tested,
    },
  };
}

/** What the runner gets of it. */
export function runInputOf(
  { tested, target, baseline, folder, id, startedAt, beganAt }: Prepared,
  { env }: Pick<Environment, 'env'>,
): RunInput {
  const by = { run: id, target: target.configuration.baseUrl };
  return {
    ...inputOf(tested, target, startedAt, beganAt),
    ...(folder && { created: { file: folder.createdFile, by } }),
    // Proxies are read from the environment of the process, which a guest may have to leave alone.
    direct: env !== process.env,
    baseline: observationsOf(baseline),
  };
}
