import { createCircuitBreaker } from '../client/circuit-breaker.js';
import { createConnection } from '../client/connection.js';
import type { RunContext, RunInput } from '../client/context.js';
import { createJournal } from '../client/journal.js';
import { createRateLimiter } from '../client/rate-limiter.js';
import { createSizeLimits } from '../client/size-limits.js';
import { validCases } from '../property-tests/shard.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { createReceiver } from '../webhook/receiver.js';
import type { Definition } from './suite.js';

/**
 * Opens the context of a run. Connections are opened when something is sent.
 * @param definitions what is to be run, filters applied
 * @param redactor knows the secrets of the run already; made here unless given
 * @throws StorageError where the journal's file cannot be opened
 */
export function openContext(
  input: RunInput,
  definitions: readonly Definition[],
  redactor: Redactor = redactorOf(input),
): RunContext {
  const { configuration } = input;
  const { webhookPort: port, baseUrl } = configuration;
  const rateLimiter = createRateLimiter(configuration);
  const journal = createJournal(input.journalFile);
  const run: RunContext = {
    ...input,
    definitions,
    redactor,
    journal,
    rateLimiter,
    connection: createConnection(baseUrl, {
      ca: configuration.ca,
      concurrency: configuration.concurrency,
      direct: input.embedded || input.direct === true,
      onDisorder: () => journal.write({ entry: 'disorder' }),
    }),
    ...(port !== undefined && { receiver: createReceiver(port, baseUrl, () => run.requests) }),
    circuitBreaker: createCircuitBreaker(rateLimiter),
    sizeLimits: createSizeLimits(),
    values: new Map(),
    responses: [],
    keys: new Set(),
    writes: new Set(),
    reserved: validCases(configuration),
    requests: 0,
    recorded: 0,
    generated: 0,
    begun: 0,
    retried: 0,
    limited: false,
  };
  return run;
}

function redactorOf({ secrets }: RunInput): Redactor {
  const redactor = createRedactor();
  for (const { value, label } of secrets) redactor.addSecret(value, label);
  return redactor;
}
