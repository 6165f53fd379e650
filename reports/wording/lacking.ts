import { byKey } from '../../schemas/by-key.js';
import type { Report } from '../../schemas/types.js';

/** Headings of what a mock lacks, and of what a client has never met that was built against it alone. */
export const clientsHeading = 'For developers of clients';
export const lackingHeading = 'Lacking, as declared';
export const clientsLead = 'A client that was built against this mock alone has never met:';

/** What a mock lacks as it was declared: each group, its requirements here, what a client has never met, and who declared it. */
export function lackingIn({ requirements }: Pick<Report, 'requirements'>) {
  const lacking = requirements.filter(({ verdict }) => verdict === 'lacking');
  return [...byKey(lacking.map((row) => [String(row.decision?.id), row]))].map(([name, rows]) => {
    const { unmet = '', by = '' } = rows[0]?.decision ?? {};
    return { name, rows, unmet: String(unmet), by: String(by) };
  });
}
