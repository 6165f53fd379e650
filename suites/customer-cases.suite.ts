/**
 * Resources, customer and address object, at volume: with --cases N, N valid and N invalid customers for each member,
 * generated from the schema and validated against it before they are sent.
 */

import { context } from '../helpers/client/context.js';
import { checkName, kinds, properties, shareOf } from '../helpers/property-tests/shard.js';
import { check } from '../helpers/runner/check.js';

const { configuration } = context();

if (configuration.cases > 0) {
  // Loaded only when needed: the generator takes time to load.
  const { acceptsValidCases, rejectsInvalidCases } = await import('../helpers/property-tests/customer-cases.js');
  const asks = { 'well-formed': acceptsValidCases, malformed: rejectsInvalidCases } as const;
  for (const { row } of properties) {
    for (const kind of kinds) {
      if (shareOf(row, kind, configuration).length === 0) continue;
      check(row, checkName(kind), () => asks[kind](row), 'cases');
    }
  }
}
