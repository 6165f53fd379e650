import type { Change, Middleware, ServerShape } from '../middleware.js';

/** A conforming server of another shape. */
export interface Variant extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** Where the specification is silent, and what this server does there. */
  readonly freedom: string;
}

/** Variants by their id: the freedom of each, and what the server does, or is, or what a server of that shape does. */
export const silences = (
  table: Readonly<
    Record<string, readonly [freedom: string, change: Middleware | ServerShape, middleware?: Middleware]>
  >,
): Variant[] =>
  Object.entries(table).map(([id, [freedom, change, middleware]]) => ({
    ...{ id, freedom },
    ...(typeof change === 'function' ? { middleware: change } : { server: change, ...(middleware && { middleware }) }),
  }));
