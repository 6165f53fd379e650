import type { RunInput } from '../client/context.js';
import type { Secret } from '../configuration/configuration.js';
import type { Configuration } from '../configuration/settings.js';
import { nearMissSecrets } from '../probes/keys/near-miss-keys.js';

/** What is asked, with address and keys filled in, and how to let go of it. */
export interface Target {
  readonly configuration: RunInput['configuration'];
  /** The near misses of the key among them, unless the keys are public. */
  readonly secrets: readonly Secret[];
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** The configured target, or the embedded reference server, started now, where that was asked for. */
export async function openTarget(configuration: Configuration, secrets: readonly Secret[]): Promise<Target> {
  const { baseUrl, apiKey, otherApiKey, tenantId } = configuration;
  if (baseUrl !== undefined && apiKey !== undefined && tenantId !== undefined) {
    return {
      configuration: { ...configuration, baseUrl, apiKey, tenantId },
      secrets: [
        ...secrets,
        ...(configuration.keysArePublic
          ? []
          : nearMissSecrets(apiKey, secrets.find(({ value }) => value === apiKey)?.common, otherApiKey)),
      ],
      embedded: false,
      close: async () => {},
    };
  }
  // Loaded only when needed: a run against a target has no use for a server.
  const { startReferenceServer } = await import('../reference-server/server.js');
  const { webhookPort } = configuration;
  const server = await startReferenceServer(
    webhookPort === undefined ? {} : { webhook: `http://127.0.0.1:${webhookPort}/` },
  );
  const { credentials } = server;
  const embedded = { ...configuration, ...credentials, baseUrl: server.baseUrl, ca: server.ca };
  return {
    configuration: embedded,
    secrets: [
      ...secrets,
      { value: credentials.apiKey, label: '$CONFORMANCE_API_KEY' },
      { value: credentials.otherApiKey ?? '', label: '$CONFORMANCE_OTHER_API_KEY' },
      { value: credentials.publicKey, label: '$CONFORMANCE_PUBLIC_KEY' },
      { value: credentials.revokedKey, label: '$CONFORMANCE_REVOKED_KEY' },
      ...nearMissSecrets(credentials.apiKey, 0, credentials.otherApiKey),
    ].filter(({ value }) => value !== ''),
    embedded: true,
    close: () => server.close(),
  };
}
