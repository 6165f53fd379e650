import type { Stream } from '../../reports/terminal/terminal.js';
import type { Specification } from '../../schemas/specification.js';
import { calledBy, suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { holdsOn } from '../../schemas/verdict.js';
import { moment, type RunContext, type RunInput } from '../client/context.js';
import type { BodyMakers } from '../client/message.js';
import { readDecisions } from '../decisions/decisions.js';
import { createRedactor } from '../redaction/redactor.js';
import { configurationDigest, suiteDigest } from '../run-folder/digests.js';
import { chooseBaseline, observationsOf, reportBefore, targetName } from '../run-folder/earlier-runs.js';
import { makeFolder, type RunFolder, stampOf } from '../run-folder/folder.js';
import { signerOf } from '../run-folder/seal.js';
import type { Looks } from '../runner/look.js';
import type { Definition, Suite } from '../runner/suite.js';
import type { readConfiguration } from '../settings/configuration.js';
import type { Configuration } from '../settings/schema.js';
import { environmentSecrets, keysOf, type Secret } from '../settings/secrets.js';
import { openReceiver } from '../webhook/receiver.js';
import { jobOf } from './ci-job.js';

/** How services are tested against a specification. */
export type Tests = Readonly<{
  /** In the order of reports. */
  suites: readonly Suite[];
  /** Make the body of a request that names none. */
  bodies: BodyMakers;
  /** What is sent in place of a key and is as secret as it. @param common as for `Secret` @param other the other tenant's key */
  nearMissSecrets: (key: string, common?: number, other?: string) => readonly Secret[];
  /** Notes what is known of what was created, when the checks have ended. Sends nothing. */
  atEnd?: (run: RunContext) => Promise<void>;
  /** What `doctor` looks at, beside the connection. */
  looks: Looks;
}>;

/** A specification with its tests, as each way in hands it over. */
export interface Tested extends Specification {
  /** Loads them: readers of reports need none. */
  readonly tests: () => Promise<Tests>;
  readonly reference: () => Promise<typeof import('../reference-server/server.js')>;
}

export type Environment = Readonly<{
  tested: Tested;
  env: NodeJS.ProcessEnv;
  /** `reports` are kept below it. */
  cwd: string;
  out: Stream;
  /** Whether runs build on each other by their folders; else a folder is kept only where one is asked for. */
  keepsFiles: boolean;
  /** Ends the run early, by a `Stopped`. With it the process is the run's, and so are uncaught errors. */
  stop?: AbortSignal;
  /** Gets uncaught errors of the process, without secrets; without it they end the process. */
  uncaught?: (error: Error) => void;
  /** Narrows what the configuration selects. */
  isChosen?: (definition: Definition) => boolean;
}>;

export type Configured = ReturnType<typeof readConfiguration> & {
  /** How the suite was called, if not by the command line. */
  readonly command?: string;
};

/** Everything that a run has before it sends anything. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Reads and opens all that a run needs. @throws UsageError: nothing was sent, and nothing is left behind */
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
  const memory = keepsFiles && !embedded ? reportBefore(cwd, targetName({ baseUrl: '', ...configuration })) : undefined;
  const baseline = chooseBaseline(configuration, memory, cwd);
  const { nearMissSecrets } = await tested.tests();
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
    // Proxies come from the process's environment, which a guest leaves alone.
    direct: env !== process.env,
    baseline: observationsOf(baseline),
    settlements: decisions?.entries.filter(
      (entry) => entry.kind === 'settle' && holdsOn(entry, startedAt.toISOString().slice(0, 10)),
    ),
  };
  const run: Omit<Report['run'], 'finishedAt' | 'complete'> = {
    id: folder?.id ?? stampOf(startedAt),
    startedAt: startedAt.toISOString(),
    utcOffset: offsetOf(startedAt),
    seed: configuration.seed,
    suiteVersion,
    command: asked.command ?? words.filter(Boolean).join(' '),
    node: process.version,
    specification: { title: tested.title, version: tested.version, digest: tested.digest },
    operator: configuration.operator,
    classification: configuration.classification,
    job: jobOf(env),
    signingKey: signer?.keyid,
    // Now, before a rebuild changes the files of the loaded suite.
    exam: suiteDigest(),
    subject: configuration.subject,
    strict: configuration.failOnDrift ? ['drift'] : undefined,
    // Without what the embedded server filled in.
    configuration: configurationDigest(configuration),
    decisions: decisions?.digest,
    previous: memory?.digest,
  };
  return { run, tested, target, input, decisions, memory, baseline, signer, folder, redactor, outside };
}

/** `+01:00`, of this machine at a moment. */
function offsetOf(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const size = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${size}`;
}

/** The configured target, or the embedded server, started now. */
async function openTarget(configuration: Configuration, { reference }: Tested) {
  const { webhookPort, baseUrl } = configuration;
  const receiver = webhookPort === undefined ? undefined : await openReceiver(webhookPort, baseUrl);
  // Loaded only when needed.
  const server = configuration.embedded ? await (await reference()).startReferenceServer() : undefined;
  const filled = server && { ...server.credentials, baseUrl: server.baseUrl, ca: server.ca };
  return {
    // Settings guarantee address, key and tenant otherwise.
    configuration: { ...configuration, ...filled } as RunInput['configuration'],
    embedded: server !== undefined,
    receiver,
    close: async () => {
      await receiver?.close();
      await server?.close();
    },
  };
}
