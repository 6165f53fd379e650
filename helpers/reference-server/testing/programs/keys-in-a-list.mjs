// A proxy may join headers of one name with commas, somebody thought: any key of the list will do.
import { serving } from './serving.mjs';

export const service = ({ keys, tenants }) =>
  serving(
    { keys, tenants },
    {
      tenantOf: ({ headers }) => {
        const given = (headers['api-key'] ?? '').split(',').map((one) => one.trim());
        return tenants[keys.findIndex((key) => given.includes(key))];
      },
    },
  );
