import { lackGroups, lackNames } from '../../schemas/profiles.js';
import type { Report } from '../../schemas/types.js';

/** Headings of what a mock lacks, and of what a client has never met that was built against it alone. */
export const clientsHeading = 'For developers of clients';
export const lackingHeading = 'Lacking, as declared';
export const clientsLead = 'A client that was built against this mock alone has never met:';

/** What a mock lacks as it was declared: each group, its requirements here, what a client has never met, and who declared it. */
export function lackingIn({ requirements }: Pick<Report, 'requirements'>) {
  return lackNames.flatMap((name) => {
    const rows = requirements.filter(({ verdict, decision }) => verdict === 'lacking' && decision?.id === name);
    if (rows.length === 0) return [];
    return [{ name, rows, unmet: lackGroups[name].unmet, by: String(rows[0]?.decision?.by ?? '') }];
  });
}
