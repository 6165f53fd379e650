import type { RequestListener } from 'node:http';
import { serve } from '../../helpers/api/listener.js';
import { inScope } from '../../helpers/client/context.js';
import type { Configuration } from '../../helpers/configuration/settings.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';

/** Runs a probe against a service of a test's own, on loopback, as a check would. */
export async function probed<T>(
  listener: RequestListener,
  probe: () => Promise<T>,
  options: Partial<Configuration> = {},
): Promise<T> {
  const { baseUrl, close } = await serve(listener, '/v1/');
  const run = contextFor([], { baseUrl, ...options });
  try {
    return await inScope('a check', probe, run);
  } finally {
    run.connection.close();
    await close();
  }
}
