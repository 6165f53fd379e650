import type { Beginning } from '../client/clock.js';
import type { RunInput } from '../client/context.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { keysOf, type Secret } from '../settings/secrets.js';
import type { Configuration } from '../settings/settings.js';
import type { Tested } from './tested.js';

/** A target as it is tested: address and keys are filled in, and near misses of the key are among the secrets. */
export interface OpenTarget extends Pick<RunInput, 'configuration' | 'embedded' | 'secrets'> {
  /** Lets go of it. */
  close(): Promise<void>;
}

/** The configured target, or the embedded reference server, started now, where that was asked for. */
export async function openTarget(
  configuration: Configuration,
  secrets: readonly Secret[],
  { reference }: Tested,
): Promise<OpenTarget> {
  // Loaded only when needed: a run against a target has no use for a server.
  const server = configuration.embedded ? await (await reference()).startReferenceServer() : undefined;
  const filled = server && { ...server.credentials, baseUrl: server.baseUrl, ca: server.ca };
  // What settings guarantee: without the embedded server there are an address, a key and a tenant.
  const target = { ...configuration, ...filled } as RunInput['configuration'];
  const own = [...secrets, ...(server ? keysOf(target) : [])];
  const common = own.find(({ value }) => value === target.apiKey)?.common;
  const isPublic = !server && configuration.publicKeys?.includes('apiKey');
  return {
    configuration: target,
    secrets: [...own, ...(isPublic ? [] : nearMissSecrets(target.apiKey, common, target.otherApiKey))],
    embedded: server !== undefined,
    close: async () => server?.close(),
  };
}

/** What the runner gets of a target, whoever runs the checks. */
export function inputOf(
  specification: Tested,
  { configuration, embedded, secrets }: OpenTarget,
  began: Beginning,
): RunInput {
  // Distinguishes what a run creates from what others do.
  const mark = began.startedAt.toString(36);
  return { specification, configuration, embedded, secrets, mark, ...began };
}
