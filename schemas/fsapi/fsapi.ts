import { listed } from '../listed.js';
import { type Concern, isDecidable, type Limit, type Specification } from '../specification.js';
import { schemaDocument } from '../validate.js';
import { areas, catalogue, type DecidableId } from './catalogue.js';
import { floor, lackGroups } from './groups.js';
import { members } from './members.js';
import { headers, operations } from './operations.js';

/** Requirements that compare two tenants. ACCT-04 is not among them: a run with one tenant decides it. */
const isolation: readonly string[] = ['IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03'] satisfies DecidableId[];

const decidable = (prefix: string): readonly string[] =>
  catalogue
    .filter((row) => row.id.startsWith(prefix) && isDecidable(row) && !isolation.includes(row.id))
    .map(({ id }) => id);

const idempotency = decidable('IDEM');

/** The four concerns of the specification, each with the requirements that answer it. */
const concerns: readonly Concern[] = [
  { name: 'Authentication', requirements: decidable('AUTH') },
  { name: 'Idempotent POST', requirements: idempotency },
  { name: 'Customer formats', requirements: decidable('CUST') },
  { name: 'Tenant isolation', requirements: isolation },
];

/** What a run against this API cannot conclude, beside what no run against any can. */
const limits: readonly Limit[] = [
  {
    sentence: `No other operation was tested than those that the specification defines: ${listed(operations.map(({ activity }) => activity))}.`,
  },
  {
    sentence: 'A duplicate behind a replayed response shows only where the listing of accounts grows with it.',
    tested: idempotency,
  },
  {
    sentence:
      'Tenant isolation was judged on the pages that the responses link to: at most 20 pages or 2,000 accounts of a listing.',
    tested: isolation,
  },
  {
    sentence: 'Race conditions were tested with a limited number of bursts; a narrow window may go undetected.',
    tested: ['IDEM-02'],
  },
  { sentence: 'Tenant isolation was not tested.', untested: isolation },
];

/** What this API says: the one place where its parts come together. `suites/index.ts` adds how it is tested. */
export const fsapi = {
  name: 'fsapi',
  title: 'Financial Services REST API',
  version: 'v1',
  basePath: '/v1/',
  headers,
  areas,
  concerns,
  catalogue,
  operations,
  schemas: [schemaDocument('customer'), schemaDocument('address')],
  groups: lackGroups,
  floor,
  limits,
  members,
} as const satisfies Specification;
