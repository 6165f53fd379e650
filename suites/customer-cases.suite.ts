/**
 * Resources, customer and address object, at volume: where --cases asks for it, as many well-formed and as many malformed
 * customers as it says for each member, generated from the schema and proved by it before they are sent.
 */
import { check } from '../helpers/engine/check.js';
import { run } from '../helpers/engine/run.js';
import { checkName, kinds, properties, shareOf } from '../helpers/generated/share.js';

const { configuration } = run();

if (configuration.cases > 0) {
  // Loaded only when needed: what generates takes its time to load.
  const { mayAcceptGenerated, mustRefuseGenerated } = await import('../helpers/generated/customers.js');
  const asks = { 'well-formed': mayAcceptGenerated, malformed: mustRefuseGenerated } as const;
  for (const { row } of properties) {
    for (const kind of kinds) {
      if (shareOf(row, kind, configuration).length === 0) continue;
      check(row, checkName(kind), () => asks[kind](row), 'cases');
    }
  }
}
