// Keys are members of an object, so the names that every object has are keys too: they belong to no tenant.
import { serving } from './serving.mjs';

export function service({ keys, tenants }) {
  const tenantOf = { [keys[0]]: tenants[0], [keys[1]]: tenants[1] };

  return serving(
    { keys, tenants },
    {
      tenantOf: ({ headers }) => tenantOf[headers['api-key']],
      list: ({ tenant, named = tenant }) =>
        named === tenant ? [200, [{ id: `${tenant}-checking` }, { id: `${tenant}-savings` }]] : [403, {}],
    },
  );
}
