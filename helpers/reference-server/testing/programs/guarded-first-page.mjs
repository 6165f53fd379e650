// The tenant is compared with the key on the first page of a listing; the cursor of the next one was thought to be enough.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

export function service({ keys, tenants }) {
  const accountsOf = (tenant) => [1, 2, 3, 4].map((at) => ({ id: `acc-${tenant}-${at}`, currency: 'EUR' }));
  const customers = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const own = tenants[keys.indexOf(request.headers['api-key'])];
    if (own === undefined) return answer(401, { error: 'unauthorized' });
    const { pathname, searchParams } = new URL(request.url, 'http://service');
    if (request.method === 'GET' && pathname === '/v1/accounts') {
      const named = request.headers['x-tenant-id'] ?? own;
      const begin = Number(searchParams.get('cursor') ?? 0);
      if (begin === 0 && named !== own) return answer(403, { error: 'forbidden' });
      if (!tenants.includes(named)) return answer(403, { error: 'forbidden' });
      const data = accountsOf(named).slice(begin, begin + 2);
      return answer(200, { data, next_cursor: begin + 2 < 4 ? begin + 2 : null });
    }
    if (request.method !== 'POST' || pathname !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (!valid(body)) return answer(422, { error: 'invalid' });
    const key = JSON.stringify([own, request.headers['idempotency-key'] ?? randomUUID()]);
    if (!customers.has(key)) customers.set(key, { id: randomUUID(), ...body });
    return answer(201, customers.get(key));
  };
}
