// What the programs that differ in their creations alone have in common: keys, listings, and bodies that are validated.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

/** A service of these keys; `create` answers a valid creation: a status and a body. */
export function creating({ keys, tenants }, create) {
  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const tenant = tenants[keys.indexOf(request.headers['api-key'])];
    if (tenant === undefined) return answer(401, { error: 'unauthorized' });
    if (request.method === 'GET' && request.url === '/v1/accounts')
      return answer(200, { data: [{ id: `acc-${tenant}-1` }, { id: `acc-${tenant}-2` }] });
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (!valid(body)) return answer(422, { error: 'invalid' });
    const idempotencyKey = request.headers['idempotency-key'];
    const write = JSON.stringify([tenant, idempotencyKey ?? randomUUID()]);
    return answer(...(await create({ tenant, idempotencyKey, write, body })));
  };
}
