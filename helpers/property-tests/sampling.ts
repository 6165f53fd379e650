import type { Generated, Response } from '../client/message.js';
import { isTransient } from '../client/transport-error.js';
import { type CreationBaseline, identityOfCreated } from '../probes/creation-baseline.js';

/** Exchanges of one check that stay though nothing was found in them: of unusual answers, and of broken ones, each. */
const most = 10;

/** How much the exchange of a generated case says. */
export type Telling = 'finding' | 'unusual' | 'usual';

/**
 * Decides for one check which exchanges of its generated cases stay in the evidence: all in which something was found,
 * and of the others so few that ten thousand take no more room than a hundred.
 */
export function sampling(
  known: CreationBaseline,
): (stays: boolean, tellingOf: (response: Response) => Telling) => Generated {
  const left = { unusual: most, broken: most };
  const isLeft = (what: keyof typeof left) => {
    left[what] -= 1;
    return left[what] >= 0;
  };
  return (stays, tellingOf) => ({
    keep: (response) => {
      if (!response || isTransient(response.status)) return isLeft('broken');
      const telling = tellingOf(response);
      return stays || telling === 'finding' || (telling === 'unusual' && isLeft('unusual'));
    },
    identify: (response) => identityOfCreated(response, known.identity),
  });
}
