/**
 * Resources, customer and address object, at volume: where --cases asks for it, as many well-formed and as many malformed
 * customers as it says for each member, generated from the schema and proved by it before they are sent.
 */

import { context } from '../helpers/client/context.js';
import { checkName, kinds, shareOf } from '../helpers/property-tests/shard.js';
import { check } from '../helpers/runner/check.js';
import { members } from '../schemas/members.js';

const { configuration } = context();

if (configuration.cases > 0) {
  // Loaded only when needed: what generates takes its time to load.
  const { acceptsValidCases, rejectsInvalidCases } = await import('../helpers/property-tests/customer-cases.js');
  const asks = { 'well-formed': acceptsValidCases, malformed: rejectsInvalidCases } as const;
  for (const { requirement: row } of members) {
    for (const kind of kinds) {
      if (shareOf(row, kind, configuration).length === 0) continue;
      check(row, checkName(kind), () => asks[kind](row), 'cases');
    }
  }
}
