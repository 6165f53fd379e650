import { setTimeout as sleep } from 'node:timers/promises';
import { createCircuitBreaker } from '../client/circuit-breaker.js';
import { createConnection } from '../client/connection.js';
import type { RunContext, RunInput } from '../client/context.js';
import type { BodyMakers, Resources } from '../client/message.js';
import { createRateLimiter } from '../client/rate-limiter.js';
import { casesOfKind } from '../configuration/generated-cases.js';
import { createdFile } from '../evidence/created-file.js';
import { createJournal } from '../evidence/journal.js';
import { createSizeLimits } from '../evidence/size-limits.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { createReceiver } from '../webhook/receiver.js';
import type { Definition } from './suite.js';

/**
 * Opens the context of a run. Connections open with the first request.
 * @param definitions the checks and observations to run, filters applied
 * @param tests make the body of a request that names none, and say what operations create
 * @param redactor knows the secrets of the run already; made here unless given
 */
export function openContext(
  input: RunInput,
  definitions: readonly Definition[],
  { bodies, resources = {} }: { readonly bodies: BodyMakers; readonly resources?: Resources },
  redactor: Redactor = createRedactor(input.secrets),
): RunContext {
  const { configuration, created } = input;
  const { webhookPort: port, baseUrl } = configuration;
  const rateLimiter = createRateLimiter(configuration);
  const journal = createJournal(created && createdFile(created.file, created.by));
  const run: RunContext = {
    ...input,
    definitions,
    bodies,
    resources,
    redactor,
    journal,
    rateLimiter,
    clock: { now: () => performance.now(), sleep: (ms) => sleep(ms) },
    connection: createConnection(baseUrl, {
      ...configuration,
      embedded: input.embedded,
      direct: input.embedded || input.direct === true,
      onDisorder: () => journal.write({ entry: 'disorder' }),
    }),
    ...(port !== undefined && { receiver: createReceiver(port, baseUrl, () => run.requests) }),
    circuitBreaker: createCircuitBreaker(rateLimiter),
    sizeLimits: createSizeLimits(),
    values: new Map(),
    responses: [],
    keys: new Set(),
    taken: new Set(),
    writes: new Set(),
    noted: [],
    redrawn: new Set(),
    reserved: casesOfKind(configuration, input.specification),
    requests: 0,
    recorded: 0,
    underWay: new Map(),
    generated: 0,
    begun: 0,
    retried: 0,
    limited: false,
  };
  return run;
}
