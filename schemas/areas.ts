/** The areas in the order of reports. `prefixes` are those of the ids, `usual` what a failure does unless its row says otherwise. */
export const areas = [
  { name: 'Transport and format', short: 'Transport', prefixes: ['HTTP'], usual: 'form' },
  { name: 'Authentication', short: 'Authentication', prefixes: ['AUTH'], usual: 'unauthorised-access' },
  { name: 'Idempotent POST', short: 'Idempotency', prefixes: ['IDEM'], usual: 'duplicate-booking' },
  { name: 'Creating a customer', short: 'Customers', prefixes: ['CUST'], usual: 'data-quality' },
  { name: 'Listing accounts', short: 'Accounts', prefixes: ['ACCT'], usual: 'tenant-confidentiality' },
  {
    name: 'The rest of the service',
    short: 'The rest',
    prefixes: ['AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER'],
    usual: 'form',
  },
] as const;

/** The area of an id, by its prefix. @throws RangeError for an unknown prefix */
export function areaOf(id: string): (typeof areas)[number] {
  const prefix = id.replace(/-\d+$/, '');
  const area = areas.find(({ prefixes }) => (prefixes as readonly string[]).includes(prefix));
  if (!area) throw new RangeError(`no area has the prefix ${prefix}`);
  return area;
}
