import { type Concern, isDecidable } from '../specification.js';
import { catalogue, type DecidableId } from './catalogue.js';

/** Requirements that compare two tenants. ACCT-04 is not among them: a run with one tenant decides it. */
const isolation: readonly DecidableId[] = ['IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03'];

const decidable = (prefix: string): readonly string[] =>
  catalogue
    .filter((row) => row.id.startsWith(prefix) && isDecidable(row))
    .map(({ id }) => id)
    .filter((id) => !(isolation as readonly string[]).includes(id));

/** The four concerns of the specification, each with the requirements that answer it. */
export const concerns: readonly Concern[] = [
  { name: 'Authentication', requirements: decidable('AUTH') },
  { name: 'Idempotent POST', requirements: decidable('IDEM') },
  { name: 'Customer formats', requirements: decidable('CUST') },
  { name: 'Tenant isolation', requirements: isolation },
];
