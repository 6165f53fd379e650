import { listAccounts } from '../../schemas/operations.js';
import type { Reply } from '../engine/reply.js';
import { send } from '../engine/send.js';

/** No operation has this path: it names what it is for. */
export const noSuchPath = 'fsapi-conformance-no-such-path';

/** Asks for a path that there is not. */
export function askUnknownPath(how: 'with the key' | 'without a key'): Promise<Reply> {
  const apiKey = how === 'with the key' ? undefined : null;
  return send(listAccounts, { path: noSuchPath, apiKey, purpose: `at a path that there is not, ${how}` });
}
