import type { Beginning } from '../client/clock.js';
import type { RunInput } from '../client/context.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { keysOf, type Secret } from '../settings/secrets.js';
import type { Configuration } from '../settings/settings.js';
import type { Tested } from './tested.js';

/**
 * The configured target, or the embedded reference server, started now, where that was asked for.
 * @returns what is asked, with address and keys filled in, its secrets with the near misses of the key, and how to let go of it
 */
export async function openTarget(configuration: Configuration, secrets: readonly Secret[], tested: Tested) {
  const { baseUrl, apiKey, otherApiKey } = configuration;
  // An API without tenants takes no id of one.
  const tenantId = tested.headers.tenant === undefined ? '' : configuration.tenantId;
  if (baseUrl !== undefined && apiKey !== undefined && tenantId !== undefined) {
    const common = secrets.find(({ value }) => value === apiKey)?.common;
    const nearMisses = configuration.publicKeys?.includes('apiKey') ? [] : nearMissSecrets(apiKey, common, otherApiKey);
    return {
      configuration: { ...configuration, baseUrl, apiKey, tenantId },
      secrets: [...secrets, ...nearMisses],
      embedded: false,
      close: async () => {},
    };
  }
  // Loaded only when needed: a run against a target has no use for a server.
  const { startReferenceServer } = await tested.reference();
  const { credentials, baseUrl: address, ca, close } = await startReferenceServer();
  const embedded = { ...configuration, ...credentials, baseUrl: address, ca };
  const nearMisses = nearMissSecrets(credentials.apiKey, 0, credentials.otherApiKey);
  return {
    configuration: embedded,
    secrets: [...secrets, ...keysOf(embedded), ...nearMisses],
    embedded: true,
    close,
  };
}

/** What the runner gets of a target, whoever runs the checks. */
export function inputOf(
  specification: Tested,
  { configuration, embedded, secrets }: Pick<RunInput, 'configuration' | 'embedded' | 'secrets'>,
  began: Beginning,
): RunInput {
  // Distinguishes what a run creates from what others do.
  const mark = began.startedAt.toString(36);
  return { specification, configuration, embedded, secrets, mark, ...began };
}
