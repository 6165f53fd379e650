import { context } from '../../helpers/client/context.js';
import type { Headers } from '../../schemas/specification.js';

/** The headers of this API as the specification of the run spells them: a version may rename one. */
export function headerNames(): Required<Headers> {
  const { headers } = context().specification;
  return { tenant: '', idempotencyKey: '', ...headers };
}
