// A key is compared with the tenant that the header names; the query takes any id with the same beginning, and so a list.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

export function service({ keys, tenants }) {
  const accountsOf = (tenant) => [1, 2].map((at) => ({ id: `acc-${tenant}-${at}`, currency: 'EUR' }));
  const customers = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const own = tenants[keys.indexOf(request.headers['api-key'])];
    if (own === undefined) return answer(401, { error: 'unauthorized' });
    const named = String(request.headers['x-tenant-id'] ?? own);
    if (tenants.includes(named) && named !== own) return answer(403, { error: 'forbidden' });
    if (request.method === 'GET' && request.url?.split('?')[0] === '/v1/accounts') {
      const tenant = tenants.find((one) => named.startsWith(one.slice(0, 12)));
      return tenant ? answer(200, { data: accountsOf(tenant) }) : answer(404, { error: 'not found' });
    }
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (!valid(body)) return answer(422, { error: 'invalid' });
    const key = JSON.stringify([own, request.headers['idempotency-key'] ?? randomUUID()]);
    if (!customers.has(key)) customers.set(key, { id: randomUUID(), ...body });
    return answer(201, customers.get(key));
  };
}
