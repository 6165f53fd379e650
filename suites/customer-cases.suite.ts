/**
 * Resources, customer and address object, at volume: where --cases asks for it, as many well-formed and as many malformed
 * customers as it says for each member, generated from the schema and proved by it before they are sent.
 */

import { checkName, type Kind, kinds, shareOf } from '../helpers/property-tests/shard.js';
import { suite } from '../helpers/runner/suite.js';
import type { DecidableId } from '../schemas/catalogue.js';
import { members } from '../schemas/members.js';

export const customerCases = suite();
const { check } = customerCases;

for (const { requirement: row } of members) {
  for (const kind of kinds) {
    check(row, checkName(kind), () => ask(row, kind), {
      phase: 'cases',
      when: (configuration) => shareOf(row, kind, configuration).length > 0,
    });
  }
}

/** Loads the generators only when they are needed: they take their time to load. */
async function ask(row: DecidableId, kind: Kind): Promise<void> {
  const { acceptsValidCases, rejectsInvalidCases } = await import('../helpers/property-tests/customer-cases.js');
  await (kind === 'malformed' ? rejectsInvalidCases : acceptsValidCases)(row);
}
