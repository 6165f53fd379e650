import type { RequestListener } from 'node:http';
import { serve } from '../../helpers/api/listener.js';
import { inScope } from '../../helpers/client/context.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import type { Configuration } from '../../helpers/settings/schema.js';

/** Runs a probe against a service of a test's own, on loopback unless another host is named, as a check would. */
export async function probed<T>(
  listener: RequestListener,
  probe: () => Promise<T>,
  options: Partial<Configuration> = {},
  host = '127.0.0.1',
): Promise<T> {
  const { baseUrl, close } = await serve(listener, '/v1/');
  const run = contextFor([], { baseUrl: baseUrl.replace('127.0.0.1', host), ...options });
  try {
    return await inScope('a check', probe, run);
  } finally {
    run.connection.close();
    await close();
  }
}
