import { digestOfClauses } from '../clauses.js';
import { listed } from '../common/listed.js';
import { isDecidable, type Limit, type Specification } from '../specification.js';
import { schemas } from '../validate.js';
import { areas } from './areas.js';
import { catalogue, type DecidableId } from './catalogue.js';
import { floor, lackGroups } from './groups.js';
import { members } from './members.js';
import { headers, operations } from './operations.js';

/** Requirements that compare two tenants. One tenant decides ACCT-04. */
const isolation: readonly string[] = ['IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03'] satisfies DecidableId[];

const decidable = (prefix: string): readonly string[] => {
  const rows = catalogue.filter((row) => row.id.startsWith(prefix) && isDecidable(row));
  return rows.map(({ id }) => id).filter((id) => !isolation.includes(id));
};
const idempotency = decidable('IDEM');
const activities = listed(operations.map(({ activity }) => activity));

const concerns: Specification['concerns'] = [
  { name: 'Authentication', requirements: decidable('AUTH') },
  { name: 'Idempotent POST', requirements: idempotency },
  { name: 'Customer formats', requirements: decidable('CUST') },
  { name: 'Tenant isolation', requirements: isolation },
];

const limits: readonly Limit[] = [
  { sentence: `Only the operations were tested that the specification defines: ${activities}.` },
  {
    tested: idempotency,
    sentence: 'If a retry replays the first response, a duplicate is found only if it adds accounts to the listing.',
  },
  {
    tested: isolation,
    sentence: 'Tenant isolation was tested on the linked pages of a listing: at most 20 pages or 2,000 accounts.',
  },
  {
    tested: ['IDEM-02'],
    sentence: 'Race conditions were tested with a limited number of bursts; a narrow window may go undetected.',
  },
  { untested: isolation, sentence: 'Tenant isolation was not tested.' },
];

export const fsapi = {
  title: 'Financial Services REST API',
  version: 'v1',
  basePath: '/v1/',
  digest: digestOfClauses,
  headers,
  areas,
  concerns,
  catalogue,
  operations,
  groups: lackGroups,
  floor,
  limits,
  members,
  byChance: ['IDEM-02', 'IDEM-03'],
  shapes: ['CUST-20', 'ACCT-07', 'ERR-01'],
  schemas: [schemas.customer, schemas.address],
} as const satisfies Specification;
