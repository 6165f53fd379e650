import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import { probed } from '../shared/probed.fixture.js';
import { expectKeyUnused } from './unused-key.js';

const byTurns = (earlier: number) => earlier % 5 > 2;
test.each([
  ['creations in two shapes by turns, repeats in one', byTurns, false, Inconclusive],
  ['a rejected write that is carried out, and repeats in another shape', () => false, true, Failed],
])('%s: decided as it should be', async (_, isInside, isCarriedOut, expected) => {
  const customers = new Map<unknown, { readonly id: string }>();
  const outcome = await probed(
    async (request, response) => {
      const key = request.headers['idempotency-key'];
      const isValid = request.headers['api-key'] !== undefined;
      const sent = await text(request);
      const customer = customers.get(key) ?? { id: randomUUID(), ...JSON.parse(sent || '{}') };
      const isShownInside = customers.has(key) || isInside(customers.size);
      if (key && (isValid || isCarriedOut)) customers.set(key, customer);
      const location = `/v1/customers/${customer.id}`;
      response.writeHead(isValid ? 201 : 401, { 'content-type': 'application/json', ...(isValid && { location }) });
      response.end(isValid ? JSON.stringify(isShownInside ? { customer } : customer) : '{}');
    },
    () => expectKeyUnused('no key', null),
  ).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(expected);
});
