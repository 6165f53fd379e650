// The tenant is compared with the key on the first page of a listing; the cursor of the next one was thought to be enough.
import { serving } from './serving.mjs';

const accountsOf = (tenant) => [1, 2, 3, 4].map((at) => ({ id: `acc-${tenant}-${at}`, currency: 'EUR' }));

export const service = (known) =>
  serving(known, {
    list: ({ tenant, named = tenant, query }) => {
      const begin = Number(query.get('cursor') ?? 0);
      if ((begin === 0 && named !== tenant) || !known.tenants.includes(named)) return [403, { error: 'forbidden' }];
      const data = accountsOf(named).slice(begin, begin + 2);
      return [200, { data, next_cursor: begin + 2 < 4 ? begin + 2 : null }];
    },
  });
