import { expect, test } from 'vitest';
import { isCreation, keyOf } from './asked.js';
import { instead } from './rewrite.js';
import { startReferenceServer } from './server.js';
import { rejection } from './service.js';
import { runAgainst, verdictsAlone } from './testing/run-against.js';

/** As if a quarter of all keys met, by a short digest, one that another customer has. */
const meetsAnother = /^[0-3]/;

test('customers that are rejected under their keys alone leave IDEM-04 undecided', async () => {
  const used = rejection(422, 'idempotency_key_used', 'Idempotency-Key was used for another request.');
  const middleware = instead((asked) => isCreation(asked) && meetsAnother.test(keyOf(asked)), used);
  const server = await startReferenceServer({ https: false, change: { middleware } });
  const { report } = await runAgainst(server, verdictsAlone);
  await server.close();
  const { verdict, checks } = report.requirements.find(({ id }) => id === 'IDEM-04') ?? {};
  expect(verdict).toBe('inconclusive');
  const reason = checks?.find(({ name }) => name === 'keys of the whole run')?.reason;
  expect(reason).toMatch(
    /^The service rejected a valid customer under a key never used before \(422\), twice, and accepted/,
  );
});
