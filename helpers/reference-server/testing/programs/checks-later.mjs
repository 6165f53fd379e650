// Accepts whatever is JSON for processing, and validates later: 202 and a job, which no shown operation reads.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';

export function service({ keys, tenants }) {
  const jobs = new Map();

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const tenant = tenants[keys.indexOf(request.headers['api-key'])];
    if (tenant === undefined) return answer(401, { error: 'unauthorized' });
    if (request.method === 'GET' && request.url === '/v1/accounts')
      return request.headers['x-tenant-id'] === tenant
        ? answer(200, { accounts: { [`acc-${tenant}-1`]: { open: true }, [`acc-${tenant}-2`]: { open: true } } })
        : answer(404, { error: 'no such tenant' });
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (body === undefined) return answer(400, { error: 'not JSON' });
    const key = JSON.stringify([tenant, request.headers['idempotency-key'] ?? randomUUID()]);
    if (!jobs.has(key)) jobs.set(key, { job: randomUUID() });
    return answer(202, jobs.get(key));
  };
}
