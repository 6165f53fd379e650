// A key is compared with the tenant that the header names; the query takes any id with the same beginning, and so a list.
import { serving } from './serving.mjs';

export const service = (known) =>
  serving(known, {
    list: ({ tenant, named = tenant }) => {
      if (known.tenants.includes(named) && named !== tenant) return [403, { error: 'forbidden' }];
      const found = known.tenants.find((one) => named.startsWith(one.slice(0, 12)));
      return found
        ? [200, { data: [1, 2].map((at) => ({ id: `acc-${found}-${at}` })) }]
        : [404, { error: 'not found' }];
    },
  });
