import { context } from '../helpers/client/context.js';
import type { RequestChange, Response } from '../helpers/client/message.js';
import { burst, send } from '../helpers/client/send.js';
import { TransportError } from '../helpers/client/transport-error.js';
import { Skipped } from '../helpers/client/verdicts.js';
import type { FsapiOperation } from '../schemas/fsapi/operations.js';
import { code } from '../schemas/marked.js';

/**
 * Sends requests of several callers at one moment, the first of them first, each on an open connection of its own: what
 * joins equal requests under way may take two for equal that are not.
 * @throws Skipped where the configuration allows fewer at once, TransportError where one breaks, alone too
 */
export async function together(operation: FsapiOperation, changes: readonly RequestChange[]): Promise<Response[]> {
  if (context().gate.places < changes.length)
    throw new Skipped(
      `This needs ${changes.length} concurrent requests. Set ${code('--concurrency')} (and ${code('--rate')}) to that or more.`,
    );
  const circumstance = 'at the same time as others';
  const answers = await burst(
    operation,
    changes.map((change) => ({ ...change, circumstance })),
  );
  // What broke among others may come alone, and then says as much as any other.
  return Promise.all(
    answers.map((answer, at) => (answer instanceof TransportError ? send(operation, changes[at]) : answer)),
  );
}
