import type { Specification } from '../../schemas/specification.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { RunContext } from '../client/context.js';
import type { BodyMakers } from '../client/message.js';
import type { Looks } from '../runner/look.js';
import type { Suite } from '../runner/suite.js';
import { UsageError } from '../settings/usage-error.js';

/** How services are tested against a specification. */
export interface Tests {
  /** In the order in which reports show their checks. */
  readonly suites: readonly Suite[];
  /** Make the body of a request that names none. */
  readonly bodies: BodyMakers;
  /** Called in the context of a run when its checks have ended: notes what is known of what was created. Sends nothing. */
  readonly atEnd?: (run: RunContext) => Promise<void>;
  /** What `doctor` looks at, beside the connection. */
  readonly looks?: Looks;
}

/** A specification with its tests: what the command line, the library and vitest are handed. */
export interface Tested extends Specification {
  /** Loads them: what reads reports has no need of them. */
  readonly tests: () => Promise<Tests>;
  /** Loads the embedded reference server with its faults, where the package has one for this API. */
  readonly reference?: () => Promise<typeof import('../reference-server/reference.js')>;
  /** Says how a person calls the program whose command line tests it: `node bookshop.mjs`. That of this package unless given. */
  readonly calledAs?: () => string;
}

/** How a person calls the program: what names a command and its options follows. */
export const programOf = ({ calledAs }: Pick<Tested, 'calledAs'>): string => calledAs?.() ?? calledBy;

/** The embedded reference server. @throws UsageError where the package has none for this API */
export function referenceOf({ reference, title }: Pick<Tested, 'reference' | 'title'>) {
  if (!reference) throw new UsageError(`There is no embedded reference server for ${title}: name a target.`);
  return reference();
}
