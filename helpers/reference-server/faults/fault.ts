import type { RequirementId } from '../../../schemas/catalogue.js';
import type { Change } from '../middleware.js';

/** One thing that a server does wrong. */
export interface Fault extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** The requirements that are to be seen broken, and no others. */
  readonly breaks: readonly RequirementId[];
  /** Requirements whose traffic shows the fault, where those that it breaks send too little by themselves. */
  readonly with?: readonly RequirementId[];
  /** Where such a bug comes from. */
  readonly story: string;
}
