// Any valid key opens the accounts of the tenant that the header names. The second tenant has none of its own.
import { serving } from './serving.mjs';

export function service(known) {
  const accounts = new Map([
    [known.tenants[0], [{ id: 'acc_5b1f0c7e92', balance: '12.40' }, { id: 'acc_9e27d4a610' }]],
  ]);

  return serving(known, {
    list: ({ named }) => (known.tenants.includes(named) ? [200, { data: accounts.get(named) ?? [] }] : [404, {}]),
  });
}
