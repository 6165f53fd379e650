// Keys are members of an object, so the names that every object has are keys too: they belong to no tenant.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';

export function service({ keys: [first, second], tenants }) {
  const tenantOf = { [first]: tenants[0], [second]: tenants[1] };
  const customers = {};

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const tenant = tenantOf[request.headers['api-key']];
    if (!tenant) return answer(401, { error: 'unauthorized' });
    const named = request.headers['x-tenant-id'];
    if (named !== undefined && named !== tenant) return answer(403, { error: 'forbidden' });
    if (request.method === 'GET' && request.url === '/v1/accounts')
      return answer(200, [{ id: `${tenant}-checking` }, { id: `${tenant}-savings` }]);
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (typeof body !== 'object' || body === null) return answer(400, { error: 'not an object' });
    const name = `${tenant} ${request.headers['idempotency-key'] ?? randomUUID()}`;
    customers[name] ??= { id: randomUUID(), ...body };
    return answer(201, customers[name]);
  };
}
