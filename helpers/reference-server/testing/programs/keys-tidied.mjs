// A helper made for Accept headers reads the key: it takes lists apart and quotes off.
import { serving } from './serving.mjs';

const values = (header = '') => header.split(',').map((one) => one.trim().replace(/^"(.*)"$/, '$1'));

export const service = ({ keys, tenants }) =>
  serving(
    { keys, tenants },
    {
      tenantOf: ({ headers }) => tenants[keys.indexOf(values(headers['api-key']).find((one) => keys.includes(one)))],
      list: ({ tenant, named }) =>
        named === tenant ? [200, { items: [{ number: `${tenant}/1` }, { number: `${tenant}/2` }] }] : [403, {}],
    },
  );
