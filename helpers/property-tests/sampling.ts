import type { Generated, Response } from '../client/message.js';
import { isTransient } from '../client/transport-error.js';
import { type CreationBaseline, identityOfCreated } from '../probes/creation-baseline.js';

/** Exchanges of one check that stay without a finding: so many unusual ones, and so many that broke. */
const most = 10;

/** How interesting the exchange of a generated case is. */
type Interest = 'finding' | 'unusual' | 'usual';

/**
 * Decides for one check which exchanges of its generated cases stay in the evidence: all with a finding, and few of the
 * others, so that ten thousand take no more room than a hundred.
 */
export function sampling(
  known: CreationBaseline,
): (stays: boolean, interestOf: (response: Response) => Interest) => Generated {
  const left = { unusual: most, broken: most };
  const isLeft = (what: keyof typeof left) => {
    left[what] -= 1;
    return left[what] >= 0;
  };
  return (stays, interestOf) => ({
    keep: (response) => {
      if (!response || isTransient(response.status)) return isLeft('broken');
      const interest = interestOf(response);
      return stays || interest === 'finding' || (interest === 'unusual' && isLeft('unusual'));
    },
    identify: (response) => identityOfCreated(response, known.identity),
  });
}
