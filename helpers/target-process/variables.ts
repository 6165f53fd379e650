import type { ReferenceServer } from '../reference-server/server.js';

/**
 * The variables that point the suite at a reference server. Its keys are made up for it and die with it.
 * @param caFile where its authority was written, if it has one
 */
export function variablesOf({ baseUrl, credentials }: ReferenceServer, caFile?: string): Record<string, string> {
  const { apiKey, tenantId, otherApiKey, otherTenantId, publicKey, revokedKey } = credentials;
  return {
    CONFORMANCE_BASE_URL: baseUrl,
    ...(caFile !== undefined && { CONFORMANCE_CA_FILE: caFile }),
    CONFORMANCE_API_KEY: apiKey,
    CONFORMANCE_TENANT_ID: tenantId,
    CONFORMANCE_OTHER_TENANT_ID: otherTenantId,
    ...(otherApiKey !== undefined && { CONFORMANCE_OTHER_API_KEY: otherApiKey }),
    CONFORMANCE_PUBLIC_KEY: publicKey,
    CONFORMANCE_REVOKED_KEY: revokedKey,
  };
}
