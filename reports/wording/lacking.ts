import { byKey } from '../../schemas/by-key.js';
import type { Report } from '../../schemas/types.js';

/** What a mock lacks as it was declared: each group, its requirements here, what a client has never met, and who declared it. */
export function lackingIn({ requirements }: Pick<Report, 'requirements'>) {
  const lacking = requirements.filter(({ verdict }) => verdict === 'lacking');
  return [...byKey(lacking.map((row) => [String(row.decision?.id), row]))].map(([name, rows]) => {
    const { unmet = '', by = '' } = rows[0]?.decision ?? {};
    return { name, rows, unmet: String(unmet), by: String(by) };
  });
}
