import { listAccounts } from '../../schemas/operations.js';
import type { Response } from '../client/message.js';
import { send } from '../client/send.js';

/** No operation has this path: it names what it is for. */
export const noSuchPath = 'fsapi-conformance-no-such-path';

/** Requests an unknown path. */
export function requestUnknownPath(how: 'with the key' | 'without a key'): Promise<Response> {
  const apiKey = how === 'with the key' ? undefined : null;
  return send(listAccounts, { path: noSuchPath, apiKey, purpose: `at an unknown path, ${how}` });
}
