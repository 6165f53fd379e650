import type { Specification } from '../../schemas/specification.js';
import type { RunInput } from '../client/context.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { keysOf, type Secret } from '../settings/secrets.js';
import type { Configuration } from '../settings/settings.js';
import { referenceOf, type Tested } from './tested.js';

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
  const { startReferenceServer } = await referenceOf(tested);
  const server = await startReferenceServer();
  const { credentials } = server;
  const embedded = { ...configuration, ...credentials, baseUrl: server.baseUrl, ca: server.ca };
  const nearMisses = nearMissSecrets(credentials.apiKey, 0, credentials.otherApiKey);
  return {
    configuration: embedded,
    secrets: [...secrets, ...keysOf(embedded), ...nearMisses],
    embedded: true,
    close: () => server.close(),
  };
}

/**
 * What the runner gets of a target, whoever runs the checks.
 * @param beganAt the same moment as `startedAt`, by the clock that nobody can put
 */
export function inputOf(
  specification: Specification,
  { configuration, embedded, secrets }: Pick<RunInput, 'configuration' | 'embedded' | 'secrets'>,
  startedAt: Date,
  beganAt: number,
): RunInput {
  // Distinguishes what a run creates from what others do.
  const mark = startedAt.getTime().toString(36);
  return {
    ...{ specification, configuration, embedded, secrets, mark },
    startedAt: startedAt.getTime(),
    beganAt,
  };
}
