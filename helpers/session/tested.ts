import type { Specification } from '../../schemas/specification.js';
import type { RunContext } from '../client/context.js';
import type { BodyMakers } from '../client/message.js';
import type { Looks } from '../runner/look.js';
import type { Suite } from '../runner/suite.js';

/** How services are tested against a specification. */
export interface Tests {
  /** In the order in which reports show their checks. */
  readonly suites: readonly Suite[];
  /** Make the body of a request that names none. */
  readonly bodies: BodyMakers;
  /** Called in the context of a run when its checks have ended: notes what is known of what was created. Sends nothing. */
  readonly atEnd?: (run: RunContext) => Promise<void>;
  /** What `doctor` looks at, beside the connection. */
  readonly looks: Looks;
}

/** A specification with its tests: what the command line, the library and vitest are handed. */
export interface Tested extends Specification {
  /** Loads them: what reads reports has no need of them. */
  readonly tests: () => Promise<Tests>;
  /** Loads the embedded reference server, with its faults. */
  readonly reference: () => Promise<typeof import('../reference-server/server.js')>;
}
