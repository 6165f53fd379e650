// What ordinary programs have in common: keys, listings, bodies that are validated, a customer for each Idempotency-Key.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

/**
 * A service of these keys. A program gives what it does in its own way: `tenantOf` a request, `list` and `create`, which
 * answer a status and a body, what it takes for `isValid`, and the `type` of its bodies.
 */
export function serving({ keys, tenants }, own = {}) {
  const customers = new Map();
  const once = ({ write, body }) => {
    if (!customers.has(write)) customers.set(write, { id: randomUUID(), ...body });
    return [201, customers.get(write)];
  };
  const accounts = ({ tenant }) => [200, { data: [{ id: `acc-${tenant}-1` }, { id: `acc-${tenant}-2` }] }];
  const ownerOf = ({ headers }) => tenants[keys.indexOf(headers['api-key'])];
  const { tenantOf = ownerOf, list = accounts, create = once, isValid = valid, type = 'application/json' } = own;

  return async (request, response) => {
    const answer = ([status, body]) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
    const { pathname, searchParams: query } = new URL(request.url, 'http://service');
    const tenant = tenantOf(request);
    if (tenant === undefined) return answer([401, { error: 'unauthorized' }]);
    const asked = { tenant, query, named: request.headers['x-tenant-id'] };
    if (request.method === 'GET' && pathname === '/v1/accounts') return answer(list(asked));
    if (request.method !== 'POST' || pathname !== '/v1/customers') return answer([404, { error: 'not found' }]);
    const body = await json(request).catch(() => undefined);
    if (!isValid(body)) return answer([422, { error: 'invalid' }]);
    const idempotencyKey = request.headers['idempotency-key'];
    const write = JSON.stringify([tenant, idempotencyKey ?? randomUUID()]);
    return answer(await create({ ...asked, idempotencyKey, write, body }));
  };
}
