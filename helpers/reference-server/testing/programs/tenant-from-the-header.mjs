// Any valid key opens the accounts of the tenant that the header names. The second tenant has none of its own.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

export function service({ keys, tenants }) {
  const accounts = new Map([[tenants[0], [{ id: 'acc_5b1f0c7e92', balance: '12.40' }, { id: 'acc_9e27d4a610' }]]]);
  const customers = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!keys.includes(request.headers['api-key'])) return answer(401, { error: 'unauthorized' });
    const tenant = request.headers['x-tenant-id'];
    if (request.method === 'GET' && request.url === '/v1/accounts')
      return tenants.includes(tenant) ? answer(200, { data: accounts.get(tenant) ?? [] }) : answer(404, {});
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (!valid(body)) return answer(422, { error: 'invalid' });
    const key = JSON.stringify([request.headers['api-key'], request.headers['idempotency-key'] ?? randomUUID()]);
    if (!customers.has(key)) customers.set(key, { id: randomUUID() });
    return answer(201, customers.get(key));
  };
}
