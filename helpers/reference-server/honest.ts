import { randomUUID } from 'node:crypto';
import type { Operation } from '../../schemas/operation.js';
import { handlers } from './all.js';
import type { Answer } from './answer.js';
import { routesAt } from './routes.js';
import { type Request, refusal, type Service } from './service.js';
import type { State } from './state.js';

/** The service as the specification has it. Where that is silent, it does the plainest thing. */
export function createHonestService(world: State): Service {
  return async (asked) => {
    const answer = await authenticated(asked, world);
    const own = { 'x-request-id': randomUUID(), 'cache-control': 'no-store' };
    return { ...answer, headers: { ...answer.headers, ...own } };
  };
}

/** Authentication, item 8: the key comes before everything else. */
async function authenticated(asked: Request, world: State): Promise<Answer> {
  const tenants = world.tenantsOf(asked.headers.get('api-key'));
  if (tenants.length === 0) return refusal(401, 'unauthorized', 'A valid Api-Key is needed.');

  const routes = routesAt(asked.path);
  if (routes.length === 0) return refusal(404, 'not_found', 'There is nothing at this address.');
  const route = routes.find(({ operation }) => methodsOf(operation).includes(asked.method));
  if (!route) {
    const answer = refusal(405, 'method_not_allowed', 'This address takes another method.');
    const allow = routes.flatMap(({ operation }) => methodsOf(operation)).join(', ');
    return { ...answer, headers: { ...answer.headers, allow } };
  }

  const id = asked.headers.get('x-tenant-id');
  if (!id) return refusal(400, 'tenant_missing', 'The header x-tenant-id is needed.');
  const tenant = tenants.find((candidate) => candidate.id === id);
  if (!tenant) return refusal(403, 'tenant_forbidden', 'This key does not act for that tenant.');

  return handlers[route.operation.name]({ asked, tenant, world, parameters: route.parameters });
}

/** HEAD is GET without the body (RFC 9110, 9.3.2). */
function methodsOf({ method }: Operation): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
