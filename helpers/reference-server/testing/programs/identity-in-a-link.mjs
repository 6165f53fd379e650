// Idempotency-Key is read by nobody. A creation shows its customer in a link alone, inside an envelope.
import { json } from 'node:stream/consumers';
import { valid } from './valid.mjs';

export function service({ keys, tenants }) {
  let last = 418_200;

  return async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
    const tenant = tenants[keys.indexOf(request.headers['api-key'])];
    if (tenant === undefined) return answer(401, { error: 'unauthorized' });
    if (request.method === 'GET' && request.url === '/v1/accounts')
      return answer(200, { _embedded: { accounts: [{ number: `${tenant}-1` }, { number: `${tenant}-2` }] } });
    if (request.method !== 'POST' || request.url !== '/v1/customers') return answer(404, { error: 'not found' });
    const body = await json(request).catch(() => undefined);
    if (!valid(body)) return answer(422, { error: 'invalid' });
    last += 1;
    return answer(201, {
      data: { status: 'created', _links: { self: { href: `/v1/customers/cus:${last}:${tenant}` } } },
    });
  };
}
