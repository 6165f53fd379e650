/**
 * Resources, customer and address object, at volume: with --cases N, N valid and N invalid customers for each member,
 * generated from the schema and validated against it before they are sent.
 */

import { checkName, type Kind, kinds, shareOf } from '../helpers/configuration/case-share.js';
import { suite } from '../helpers/runner/suite.js';
import type { DecidableId } from '../schemas/catalogue.js';
import { members } from '../schemas/members.js';

export const customerCases = suite();
const { check } = customerCases;

for (const { requirement } of members) {
  for (const kind of kinds) {
    check(
      requirement,
      checkName(kind),
      {
        phase: 'cases',
        when: (configuration) => shareOf(requirement, kind, configuration).length > 0,
      },
      () => sendCases(requirement, kind),
    );
  }
}

/** Loads the generators only when they are needed: they take their time to load. */
async function sendCases(id: DecidableId, kind: Kind): Promise<void> {
  const { acceptsValidCases, rejectsInvalidCases } = await import('../helpers/property-tests/customer-cases.js');
  await (kind === 'malformed' ? rejectsInvalidCases : acceptsValidCases)(id);
}
