import type { RequirementId } from '../../../schemas/catalogue.js';
import type { Change, Middleware, ServerShape } from '../middleware.js';

/** One thing that a server does wrong. */
export interface Fault extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** The requirements that are to be seen broken, and no others. */
  readonly breaks: readonly RequirementId[];
  /** Requirements whose traffic shows the fault, where those that it breaks send too little by themselves. */
  readonly with?: readonly RequirementId[];
  /** What CONFORMANCE_CUSTOMER holds where the fault is asked about: without it fictional values are in doubt first. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Where such a bug comes from. */
  readonly story: string;
}

/** Faults that break the same requirements: the story of each by its id, and what the server does, or is. */
export const breaking = (
  breaks: Fault['breaks'],
  table: Readonly<
    Record<string, readonly [story: string, change: Middleware | ServerShape, more?: Pick<Fault, 'with' | 'customer'>]>
  >,
): Fault[] =>
  Object.entries(table).map(([id, [story, change, more]]) => ({
    ...{ id, breaks, story, ...more },
    ...(typeof change === 'function' ? { middleware: change } : { server: change }),
  }));
