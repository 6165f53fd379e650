/**
 * Authentication, item 10: which operations accept the Public Key. Item 8 with Endpoints, gaps: the response to an
 * unknown path without a key.
 */

import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { writes } from '../../schemas/operation.js';
import { baselineListing, requireAcceptedKey } from '../probes/baseline-requests.js';
import { normalWithStatus, observed, outcomeByStatus } from '../probes/outcome.js';
import { requestUnknownPath } from '../probes/unknown-path.js';

export const authenticationGaps = suite<typeof fsapi>();
const { observe } = authenticationGaps;

observe('AUTH-13', 'each operation with the Public Key', { phase: 'late' }, async () => {
  const { publicKey } = context().configuration;
  if (publicKey === undefined) throw new Skipped('No Public Key is configured. Set `CONFORMANCE_PUBLIC_KEY`.');
  requireAcceptedKey(await baselineListing());
  const purpose = 'with the Public Key';
  const listed = await send(listAccounts, { apiKey: publicKey, purpose });
  // An empty object shows whether the service checks the key first, and creates no customer.
  const written = await send(createCustomer, { apiKey: publicKey, text: '{}', purpose: `${purpose}, body {}` });
  const opens = (response: Response) =>
    isSuccess(response) || (writes(response.request.operation) && ![401, 403].includes(response.status));
  const shown = (response: Response) =>
    opens(response) ? { key: 'accepted' } : { key: 'rejected', status: response.status };
  const observation = { [createCustomer.name]: shown(written), [listAccounts.name]: shown(listed) };
  const parts = [written, listed].map(
    (response) =>
      `With the Public Key, the operation ${response.request.operation.name} was ${opens(response) ? 'accepted' : 'rejected'} (${response.status}).`,
  );
  return { observation, sentences: parts };
});

observe('AUTH-15', 'an unknown path without a key', async () => {
  const response = await requestUnknownPath('without a key');
  return observed('An unknown path without a key', outcomeByStatus(response), normalWithStatus);
});
