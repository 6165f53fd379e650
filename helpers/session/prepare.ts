import type { Stream } from '../../reports/terminal/terminal.js';
import type { Specification } from '../../schemas/specification.js';
import { calledBy, suiteVersion } from '../../schemas/suite-version.js';
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

export type Tests = Readonly<{
  /** In the order of reports. */
  suites: readonly Suite[];
  /** Make the body of a request that names none. */
  bodies: BodyMakers;
  /** What is sent in place of a key. @param common as for `Secret` @param other the other tenant's key */
  nearMissSecrets: (key: string, common?: number, other?: string) => readonly Secret[];
  /** Notes what was created, when the checks have ended. Sends nothing. */
  atEnd?: (run: RunContext) => Promise<void>;
  /** What `doctor` looks at after the connection. */
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
  cwd: string;
  out: Stream;
  /** Whether runs build on each other by their folders. Otherwise only `out` makes one. */
  keepsFiles: boolean;
  /** Ends the run early, by a `Stopped`. With it, the run also reports uncaught errors of the process. */
  stop?: AbortSignal;
  /** Gets these errors, redacted; without it they end the process. */
  uncaught?: (error: Error) => void;
  isChosen?: (definition: Definition) => boolean;
}>;

export type Configured = ReturnType<typeof readConfiguration> & {
  /** How the suite was called, if not by the command line. */
  readonly command?: string;
};

export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Reads and opens all that a run needs. @throws UsageError: nothing was sent, and nothing is left behind */
export async function prepare(asked: Configured, { cwd, keepsFiles, tested, env }: Environment) {
  const { configuration, secrets, filed } = asked;
  const { embedded, out, environment, decisionsFile, signingKeyFile } = configuration;
  // A started target may print what `.env` holds, too.
  const outside = { ...Object.fromEntries(filed.map(({ name, value }) => [name, value])), ...env };
  const signer = signingKeyFile ? signerOf(signingKeyFile) : undefined;
  const startedAt = new Date(moment());
  const decisions = decisionsFile
    ? readDecisions(decisionsFile, { now: startedAt, environment, specification: tested })
    : undefined;
  // A demonstration has no earlier runs.
  const memory = keepsFiles && !embedded ? reportBefore(cwd, targetName({ baseUrl: '', ...configuration })) : undefined;
  const baseline = chooseBaseline(configuration, memory, cwd);
  const { nearMissSecrets } = await tested.tests();
  const target = await openTarget(configuration, tested);
  const own = [...secrets, ...(signer?.secrets ?? []), ...(embedded ? keysOf(target.configuration) : [])];
  const ofOthers = environmentSecrets(outside, configuration, tested);
  const redactor = createRedactor([...own, ...nearMissesOf(target, own, nearMissSecrets), ...ofOthers]);
  let folder: RunFolder | undefined;
  try {
    if (keepsFiles || out !== undefined) folder = makeFolder(startedAt, target.configuration.baseUrl, cwd, out);
  } catch (error) {
    await target.close();
    throw error;
  }
  const day = startedAt.toISOString().slice(0, 10);
  const input: RunInput = {
    startedAt: startedAt.getTime(),
    specification: tested,
    configuration: target.configuration,
    redactor,
    mark: startedAt.getTime().toString(36),
    created: folder?.created,
    receiver: target.receiver,
    // A guest leaves the proxies of its process alone.
    direct: env !== process.env,
    baseline: observationsOf(baseline),
    settlements: decisions?.entries.filter((entry) => entry.kind === 'settle' && holdsOn(entry, day)),
  };
  const run = {
    id: folder?.id ?? stampOf(startedAt),
    ...runOf(asked, tested, env, startedAt),
    signingKey: signer?.keyid,
    decisions: decisions?.digest,
    previous: memory?.digest,
  };
  return { run, tested, target, input, decisions, memory, baseline, signer, folder, redactor, outside };
}

function nearMissesOf(
  { configuration }: Awaited<ReturnType<typeof openTarget>>,
  own: readonly Secret[],
  nearMissSecrets: Tests['nearMissSecrets'],
): readonly Secret[] {
  const { embedded, apiKey, otherApiKey, publicKeys } = configuration;
  if (!embedded && publicKeys?.includes('apiKey')) return [];
  const common = own.find(({ value }) => value === apiKey)?.common;
  return nearMissSecrets(apiKey, common, otherApiKey);
}

function runOf(
  { configuration, options, command }: Configured,
  { title, version, digest }: Tested,
  env: NodeJS.ProcessEnv,
  startedAt: Date,
) {
  const { embedded, seed, operator, classification, subject, failOnDrift } = configuration;
  const demonstration = embedded && !options.includes('--embedded') ? '--embedded' : '';
  return {
    startedAt: startedAt.toISOString(),
    utcOffset: offsetOf(startedAt),
    seed,
    suiteVersion,
    command: command ?? [calledBy, demonstration, options].filter(Boolean).join(' '),
    node: process.version,
    specification: { title, version, digest },
    operator,
    classification,
    job: jobOf(env),
    // Now, before a rebuild changes the files of the loaded suite.
    exam: suiteDigest(),
    subject,
    strict: failOnDrift ? ['drift' as const] : undefined,
    // Without what the embedded server filled in.
    configuration: configurationDigest(configuration),
  };
}

/** The offset of this machine at a moment: `+01:00`. */
function offsetOf(moment: Date) {
  const minutes = -moment.getTimezoneOffset();
  const size = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${size}`;
}

/** The configured target, or the embedded server, started now. */
async function openTarget(configuration: Configuration, { reference }: Tested) {
  const { webhookPort, baseUrl } = configuration;
  const receiver = webhookPort === undefined ? undefined : await openReceiver(webhookPort, baseUrl);
  const server = configuration.embedded ? await (await reference()).startReferenceServer() : undefined;
  const filled = server && { ...server.credentials, baseUrl: server.baseUrl, ca: server.ca };
  return {
    // Otherwise the settings guarantee address, key and tenant.
    configuration: { ...configuration, ...filled } as RunInput['configuration'],
    receiver,
    close: async () => {
      await receiver?.close();
      await server?.close();
    },
  };
}
