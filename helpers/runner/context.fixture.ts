import { freshCustomer } from '../../suites/shared/customer.js';
import { inScope, moment, type RunContext, type RunInput } from '../client/context.js';
import { fsapi } from '../fsapi/fsapi.js';
import { createRedactor } from '../redaction/redactor.js';
import { openContext } from './open-context.js';
import type { Definition } from './suite.js';

/** A run against an address at which nothing listens: for probes that send nothing. */
export function contextFor(
  definitions: readonly Definition[],
  configuration: Partial<RunInput['configuration']> = {},
): RunContext {
  return openContext(
    {
      specification: fsapi,
      configuration: {
        baseUrl: 'http://127.0.0.1:9/v1/',
        apiKey: 'sk_sandbox_0123456789abcdef',
        tenantId: 'tnt_0123456789',
        environment: 'sandbox',
        observe: 'all',
        evidence: 'full',
        only: [],
        concurrency: 8,
        timeoutMs: 1000,
        deadlineSeconds: 60,
        seed: 1,
        ...configuration,
      } as unknown as RunInput['configuration'],
      redactor: createRedactor([{ value: 'sk_sandbox_0123456789abcdef', label: '$CONFORMANCE_API_KEY' }]),
      mark: 'test',
      startedAt: moment(),
    },
    definitions,
    { bodies: { customer: freshCustomer } },
  );
}

/** What becomes of work within a check of such a run. */
export const inCheck = async <T>(
  work: () => T,
  configuration?: Parameters<typeof contextFor>[1],
): Promise<Awaited<T>> => await inScope('a check', async () => work(), contextFor([], configuration));
