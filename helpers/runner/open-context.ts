import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from '../client/connection.js';
import { inScope, type RunContext, type RunInput } from '../client/context.js';
import { createGate } from '../client/gate.js';
import { send } from '../client/send.js';
import { emptyJournal } from '../evidence/journal.js';
import { createSizeLimits } from '../evidence/size-limits.js';
import type { Definition } from './suite.js';

/** Opens the context of a run. Connections open with the first request. */
export function openContext(
  input: RunInput,
  definitions: readonly Definition[],
  { bodies }: Pick<RunContext, 'bodies'>,
): RunContext {
  const { configuration } = input;
  return {
    ...input,
    definitions,
    bodies,
    send,
    journal: emptyJournal(),
    gate: createGate(configuration),
    clock: { now: () => performance.now(), sleep: (ms) => sleep(ms) },
    connection: createConnection(configuration.baseUrl, {
      ...configuration,
      direct: configuration.embedded || input.direct === true,
    }),
    sizeLimits: createSizeLimits(),
    values: new Map(),
    responses: [],
    writes: new Set(),
    noted: [],
    redrawn: new Set(),
    reserved: 0,
    requests: 0,
    underWay: new Map(),
  };
}

/** Has the tests note what was created, and closes the connections. */
export async function endRun(run: RunContext, atEnd?: (run: RunContext) => Promise<void>): Promise<void> {
  const { connection, receiver, journal } = run;
  if (atEnd) await inScope('identities of what was created', () => atEnd(run), run);
  connection.close();
  await receiver?.close();
  journal.isOver = true;
}
