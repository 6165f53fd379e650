import { listed } from '../listed.js';
import type { Limit } from '../specification.js';
import { concerns } from './concerns.js';
import { operations } from './operations.js';

const idsOf = (concern: string): readonly string[] => concerns.find(({ name }) => name === concern)?.requirements ?? [];

/** What a run against this API cannot conclude, beside what no run against any can. */
export const limits: readonly Limit[] = [
  {
    sentence: `No other operation was tested than those that the specification defines: ${listed(operations.map(({ activity }) => activity))}.`,
  },
  {
    sentence:
      'With these operations a duplicate hidden behind a replayed response shows only where the listing grows with it.',
    tested: idsOf('Idempotent POST'),
  },
  {
    sentence:
      'Tenant isolation was judged on the pages to which the responses themselves lead: at most 20, or 2,000 accounts.',
    tested: idsOf('Tenant isolation'),
  },
  {
    sentence: 'Race conditions were tested with a limited number of bursts; a narrow window may go undetected.',
    tested: ['IDEM-02'],
  },
  { sentence: 'Tenant isolation was not tested.', untested: idsOf('Tenant isolation') },
];
