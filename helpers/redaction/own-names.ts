import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/package-root.js';

/** Members of an exchange and of a finding, as the journal and the meta data of a test carry them. */
const ofRecords =
  'entry id startedAt offsetMs durationMs purpose request method url headers body response status reason httpVersion ' +
  'bodyBytes cut fault wrote idempotencyKey email tenant kind name exchanges retried verdict found sent expected ' +
  'received control again observation sentence';

const report: unknown = JSON.parse(readFileSync(new URL('schemas/report.schema.json', packageRoot), 'utf8'));

/**
 * The names of members that this suite gives. They are words of ours, so none is a secret; but a bad key that is one
 * sign longer than the real one, and a name that begins with this very sign, look like a secret spread over neighbours.
 */
export const ownNames: ReadonlySet<string> = new Set([...ofRecords.split(' '), ...membersOf(report)]);

function membersOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(membersOf)];
}
