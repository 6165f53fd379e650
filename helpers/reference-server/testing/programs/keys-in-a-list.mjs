// A proxy may join headers of one name with commas, somebody thought: any key of the list will do.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';

export function service({ keys, tenants }) {
  const customers = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const given = (request.headers['api-key'] ?? '').split(',').map((one) => one.trim());
    const at = keys.findIndex((key) => given.includes(key));
    if (at < 0) return answer(401, { title: 'Unauthorized', status: 401 });
    const tenant = tenants[at];
    if (request.url === '/v1/accounts' && request.method === 'GET')
      return answer(200, { data: [{ type: 'account', id: `a-${tenant}` }] });
    if (request.url !== '/v1/customers' || request.method !== 'POST') return answer(404, { title: 'Not found' });
    const body = await json(request).catch(() => undefined);
    if (body === undefined) return answer(400, { title: 'Bad request' });
    const name = `${tenant}\n${request.headers['idempotency-key'] ?? randomUUID()}`;
    if (!customers.has(name)) customers.set(name, randomUUID());
    return answer(201, { data: { type: 'customer', id: customers.get(name) } });
  };
}
