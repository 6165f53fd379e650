// A helper made for Accept headers reads the key: it takes lists apart and quotes off.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';

const values = (header = '') => header.split(',').map((one) => one.trim().replace(/^"(.*)"$/, '$1'));

export function service({ keys, tenants }) {
  const customers = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const key = values(request.headers['api-key']).find((one) => keys.includes(one));
    if (key === undefined) return answer(401, { message: 'invalid key' });
    const tenant = tenants[keys.indexOf(key)];
    if (request.method === 'GET' && request.url === '/v1/accounts') {
      if (request.headers['x-tenant-id'] !== tenant) return answer(403, { message: 'not your tenant' });
      return answer(200, { items: [{ number: `${tenant}/1` }, { number: `${tenant}/2` }] });
    }
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { message: 'no such page' });
    const body = await json(request).catch(() => undefined);
    if (typeof body !== 'object' || body === null) return answer(422, { message: 'not an object' });
    const name = JSON.stringify([tenant, request.headers['idempotency-key'] ?? randomUUID()]);
    if (!customers.has(name)) customers.set(name, { customer: { id: randomUUID() } });
    return answer(200, customers.get(name));
  };
}
