import { listAccounts } from '../../schemas/operations.js';
import type { Response } from '../client/message.js';
import { send } from '../client/send.js';

/** A path of no operation, which names its purpose. */
export const noSuchPath = 'fsapi-conformance-no-such-path';

/** Requests an unknown path. */
export function requestUnknownPath(how: 'with the key' | 'without a key'): Promise<Response> {
  const apiKey = how === 'with the key' ? undefined : null;
  return send(listAccounts, { path: noSuchPath, apiKey, purpose: `at an unknown path, ${how}` });
}
