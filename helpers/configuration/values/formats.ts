import { listed } from '../../../schemas/listed.js';
import { nearest } from '../nearest.js';
import { removal } from '../removed.js';
import { quoteShort, UsageError } from '../usage-error.js';

/** Formats of a report, in the order in which they are written. */
export const builtFormats = [...(['json', 'html', 'md', 'junit', 'earl', 'oscal', 'questions', 'har', 'pdf'] as const)];

/** The name of a format. */
export type FormatName = (typeof builtFormats)[number];

/** The help of the setting. */
export const formatHelp =
  `comma-separated formats: ${builtFormats.slice(1).join(', ')}; all for all of them, and json for nothing but ` +
  'report.json alone, which is always written';

/**
 * The formats that are named, json first and always, since every other one is made from it; `all` is all that are
 * built.
 * @throws UsageError for a format that is unknown, or gone
 */
export function chosenFormats(names: readonly string[], sourceName: string): FormatName[] {
  const chosen = names.flatMap((name) => {
    const lower = name.toLowerCase();
    const meant = builtFormats.filter((one) => one === lower || lower === 'all');
    if (meant.length > 0) return meant;
    const gone = removal('formats', lower, `${sourceName} names ${lower}, which`);
    if (gone) throw gone;
    const names = [...builtFormats, 'all'];
    const known = nearest(name, names) || `; there are ${listed(names)}`;
    throw new UsageError(`${sourceName} names an unknown format, ${quoteShort(name)}${known}.`);
  });
  return [...new Set<FormatName>(['json', ...chosen])];
}
