import { type Acquainted, identityOfCreated } from '../controls/acquaintance.js';
import type { Generated } from '../engine/change.js';
import type { Reply } from '../engine/reply.js';
import { isWeather } from '../target/transport-fault.js';

/** Exchanges of one check that stay though nothing was found in them: of unusual answers, and of broken ones, each. */
const most = 10;

/** How much the exchange of a generated case says. */
export type Telling = 'finding' | 'unusual' | 'usual';

/**
 * Decides for one check which exchanges of its generated cases stay in the evidence: all in which something was found,
 * and of the others so few that ten thousand take no more room than a hundred.
 */
export function keeping(known: Acquainted): (stays: boolean, tellingOf: (reply: Reply) => Telling) => Generated {
  const left = { unusual: most, broken: most };
  const isLeft = (what: keyof typeof left) => {
    left[what] -= 1;
    return left[what] >= 0;
  };
  return (stays, tellingOf) => ({
    keep: (reply) => {
      if (!reply || isWeather(reply.status)) return isLeft('broken');
      const telling = tellingOf(reply);
      return stays || telling === 'finding' || (telling === 'unusual' && isLeft('unusual'));
    },
    identify: (reply) => identityOfCreated(reply, known.identity),
  });
}
