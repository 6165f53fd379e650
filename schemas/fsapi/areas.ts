import type { Area } from '../specification.js';

/** In the order of reports; `supports` names items of the OWASP API Security Top 10. */
export const areas = [
  { name: 'Transport and format', short: 'Transport', prefixes: ['HTTP'], usual: 'form' },
  {
    name: 'Authentication',
    short: 'Authentication',
    prefixes: ['AUTH'],
    usual: 'unauthorised-access',
    supports: ['API2:2023'],
  },
  { name: 'Idempotent POST', short: 'Idempotency', prefixes: ['IDEM'], usual: 'duplicate-booking' },
  { name: 'Creating a customer', short: 'Customers', prefixes: ['CUST'], usual: 'data-quality' },
  { name: 'Listing accounts', short: 'Accounts', prefixes: ['ACCT'], usual: 'tenant-confidentiality' },
  {
    name: 'The rest of the service',
    short: 'The rest',
    prefixes: ['AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER'],
    usual: 'form',
  },
] as const satisfies readonly Area[];
