/**
 * Authentication, item 10: which operations accept the Public Key. Item 8 with Endpoints, gaps: what an unknown path
 * gets without a key.
 */
import { keyAccepted, rightListing } from '../helpers/controls/admission.js';
import { askUnknownPath } from '../helpers/controls/unknown-path.js';
import { observe } from '../helpers/engine/check.js';
import { Withheld } from '../helpers/engine/outcome.js';
import { isSuccess, type Reply } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { send } from '../helpers/engine/send.js';
import { inWords, outcomeByStatus } from '../helpers/observation/outcome.js';
import { createCustomer, listAccounts } from '../schemas/operations.js';

observe(
  'AUTH-13',
  'each operation with the Public Key',
  async () => {
    const { publicKey } = run().configuration;
    if (publicKey === undefined) throw new Withheld('No Public Key was given. Set CONFORMANCE_PUBLIC_KEY.');
    keyAccepted(await rightListing());
    const purpose = 'with the Public Key';
    const listed = await send(listAccounts, { apiKey: publicKey, purpose });
    // An empty object is enough to see whether the key is looked at first, and no customer comes of it.
    const written = await send(createCustomer, { apiKey: publicKey, text: '{}', purpose: `${purpose}, body {}` });
    const opens = (reply: Reply) =>
      isSuccess(reply) || (reply.asked.operation.writes && ![401, 403].includes(reply.status));
    const told = (reply: Reply) => (opens(reply) ? { key: 'accepted' } : { key: 'refused', status: reply.status });
    const observation = { 'create customer': told(written), 'list accounts': told(listed) };
    const parts = [written, listed].map(
      (reply) => `${reply.asked.operation.name} is ${opens(reply) ? 'accepted' : 'refused'} with ${reply.status}`,
    );
    return { observation, sentence: `With the Public Key: ${parts.join('; ')}.` };
  },
  { phase: 'late' },
);

observe('AUTH-15', 'an unknown path without a key', async () => {
  const observation = outcomeByStatus(await askUnknownPath('without a key'));
  return { observation, sentence: `An unknown path, without a key, is ${inWords(observation)}.` };
});
