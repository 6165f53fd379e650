import type { Stream } from '../../reports/terminal/terminal.js';
import type { Specification } from '../../schemas/specification.js';
import { calledBy, suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { jobOf } from '../ci/job.js';
import { moment, type RunContext, type RunInput } from '../client/context.js';
import type { BodyMakers } from '../client/message.js';
import { readDecisions } from '../decisions/decisions.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { createRedactor } from '../redaction/redactor.js';
import { configurationDigest, suiteDigest } from '../run-folder/digests.js';
import { chooseBaseline, memoryOf, observationsOf, targetName } from '../run-folder/earlier-runs.js';
import { makeFolder, type RunFolder, stampOf } from '../run-folder/folder.js';
import { signerOf } from '../run-folder/seal.js';
import type { Looks } from '../runner/look.js';
import type { Definition, Suite } from '../runner/suite.js';
import type { readConfiguration } from '../settings/configuration.js';
import { environmentSecrets, keysOf } from '../settings/secrets.js';
import type { Configuration } from '../settings/settings.js';
import { openReceiver } from '../webhook/receiver.js';

/** How services are tested against a specification. */
export interface Tests {
  /** In the order in which reports show their checks. */
  readonly suites: readonly Suite[];
  /** Make the body of a request that names none. */
  readonly bodies: BodyMakers;
  /** Called in the context of a run when its checks have ended: notes what is known of what was created. Sends nothing. */
  readonly atEnd?: (run: RunContext) => Promise<void>;
  /** What `doctor` looks at, beside the connection. */
  readonly looks: Looks;
}

/** A specification with its tests: what the command line, the library and vitest are handed. */
export interface Tested extends Specification {
  /** Loads them: what reads reports has no need of them. */
  readonly tests: () => Promise<Tests>;
  /** Loads the embedded reference server, with its faults. */
  readonly reference: () => Promise<typeof import('../reference-server/server.js')>;
}

/** Where and how a run takes place. */
export interface Environment {
  /** The API that is tested, with its tests. */
  readonly tested: Tested;
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept. */
  readonly cwd: string;
  /** Where it is shown to people. */
  readonly out: Stream;
  /** Whether the run leaves its folder for later ones and takes up earlier ones; else a folder is kept only where one is asked for. */
  readonly keepsFiles: boolean;
  /** Ends the run early; its reason is a `Stopped`. Where it is there, the process is the run's, and so are uncaught errors. */
  readonly stop?: AbortSignal;
  /** Whether a check or an observation that the configuration selects is asked; all of them unless given. */
  readonly isChosen?: (definition: Definition) => boolean;
}

/** A run as it was asked for: settings that were read and judged, and the secrets among them. */
export type Configured = ReturnType<typeof readConfiguration> & {
  /** How the suite was called, where that is not the command line. */
  readonly command?: string;
};

/** Everything that a run has before it sends anything. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * Reads and opens what a run needs: every file that the configuration names is read.
 * @throws UsageError: nothing was sent yet, and nothing is left behind
 */
export async function prepare(asked: Configured, { cwd, keepsFiles, tested, env }: Environment) {
  const { configuration, secrets, options, filed } = asked;
  const { embedded, out, environment, decisionsFile, signingKeyFile } = configuration;
  // A target that is started may print what `.env` holds, too.
  const outside = { ...Object.fromEntries(filed.map(({ name, value }) => [name, value])), ...env };
  const signer = signingKeyFile ? signerOf(signingKeyFile) : undefined;
  const own = [...secrets, ...(signer?.secrets ?? [])];
  const startedAt = new Date(moment());
  const decisions = decisionsFile
    ? readDecisions(decisionsFile, { now: startedAt, environment, specification: tested })
    : undefined;
  // A demonstration has no earlier runs.
  const memory = keepsFiles && !embedded ? memoryOf(cwd, targetName({ baseUrl: '', ...configuration })) : undefined;
  const baseline = chooseBaseline(configuration, memory, cwd);
  const target = await openTarget(configuration, tested);
  const known = [...own, ...(embedded ? keysOf(target.configuration) : [])];
  const { apiKey, otherApiKey, publicKeys, baseUrl } = target.configuration;
  const common = known.find(({ value }) => value === apiKey)?.common;
  const isPublic = !embedded && publicKeys?.includes('apiKey');
  const nearMisses = isPublic ? [] : nearMissSecrets(apiKey, common, otherApiKey);
  const redactor = createRedactor([...known, ...nearMisses, ...environmentSecrets(outside, configuration, tested)]);
  let folder: RunFolder | undefined;
  try {
    if (keepsFiles || out !== undefined) folder = makeFolder(startedAt, baseUrl, cwd, out);
  } catch (error) {
    await target.close();
    throw error;
  }
  const words = [calledBy, embedded && !options.includes('--embedded') && '--embedded', options];
  const input: RunInput = {
    startedAt: startedAt.getTime(),
    specification: tested,
    configuration: target.configuration,
    embedded,
    redactor,
    // Distinguishes what a run creates from what others do.
    mark: startedAt.getTime().toString(36),
    created: folder?.created,
    receiver: target.receiver,
    // Proxies are read from the environment of the process, which a guest may have to leave alone.
    direct: env !== process.env,
    baseline: observationsOf(baseline),
  };
  const run: Omit<Report['run'], 'finishedAt' | 'complete'> = {
    id: folder?.id ?? stampOf(startedAt),
    startedAt: startedAt.toISOString(),
    seed: configuration.seed,
    suiteVersion,
    // How the suite was called, without what only said what to test and where to write.
    command: asked.command ?? words.filter(Boolean).join(' '),
    node: process.version,
    specification: { title: tested.title, version: tested.version },
    operator: configuration.operator,
    classification: configuration.classification,
    job: jobOf(env),
    signingKey: signer?.keyid,
    // Now, so that a rebuild during the run changes nothing: the suite that runs is loaded.
    exam: suiteDigest(),
    subject: configuration.subject,
    strict: configuration.failOnDrift ? ['drift'] : undefined,
    // Before the embedded server filled in what was not configured.
    configuration: configurationDigest(configuration),
    decisions: decisions?.digest,
    previous: memory?.last?.digest,
  };
  return { run, tested, target, input, decisions, memory, baseline, signer, folder, redactor, outside };
}

/** The configured target, or the embedded reference server, started now, where that was asked for. */
async function openTarget(configuration: Configuration, { reference }: Tested) {
  const { webhookPort, baseUrl } = configuration;
  const receiver = webhookPort === undefined ? undefined : await openReceiver(webhookPort, baseUrl);
  // Loaded only when needed: a run against a target has no use for a server.
  const server = configuration.embedded ? await (await reference()).startReferenceServer() : undefined;
  const filled = server && { ...server.credentials, baseUrl: server.baseUrl, ca: server.ca };
  return {
    // Settings guarantee an address, a key and a tenant where there is no embedded server.
    configuration: { ...configuration, ...filled } as RunInput['configuration'],
    embedded: server !== undefined,
    receiver,
    close: async () => {
      await receiver?.close();
      await server?.close();
    },
  };
}
