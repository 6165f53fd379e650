import { lackGroups, lackNames } from '../../schemas/profiles.js';
import type { Report } from '../../schemas/types.js';

/** The heading of what a mock lacks: what a client has never met that was built against it alone. */
export const clientsHeading = 'For developers of clients: lacking, as declared';

/** What a mock lacks as it was declared: each group, its requirements here, what a client has never met, and who declared it. */
export function lackingIn({ requirements }: Pick<Report, 'requirements'>) {
  return lackNames.flatMap((name) => {
    const rows = requirements.filter(({ verdict, decision }) => verdict === 'lacking' && decision?.id === name);
    if (rows.length === 0) return [];
    return [{ name, rows, unmet: lackGroups[name].unmet, by: String(rows[0]?.decision?.by ?? '') }];
  });
}
