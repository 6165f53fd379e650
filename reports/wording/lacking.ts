import { byKey } from '../../schemas/by-key.js';
import type { Report } from '../../schemas/types.js';

/** The heading of what a mock lacks: what a client has never met that was built against it alone. */
export const clientsHeading = 'For developers of clients: lacking, as declared';

/** What a mock lacks as it was declared: each group, its requirements here, what a client has never met, and who declared it. */
export function lackingIn({ requirements }: Pick<Report, 'requirements'>) {
  const lacking = requirements.filter(({ verdict }) => verdict === 'lacking');
  return [...byKey(lacking.map((row) => [String(row.decision?.id), row]))].map(([name, rows]) => {
    const { unmet = '', by = '' } = rows[0]?.decision ?? {};
    return { name, rows, unmet: String(unmet), by: String(by) };
  });
}
