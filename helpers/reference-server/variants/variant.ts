import type { Change, Middleware, ServerShape } from '../middleware.js';

/** A conforming server of another shape. */
export interface Variant extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** Where the specification is silent, and what this server does there. */
  readonly freedom: string;
}

/**
 * Variants by their id, of one point that the specification leaves open.
 * @param open what it does not say
 * @param table what each server does there: in words, and as its service, its shape, or the service of that shape
 */
export const silence = (
  open: string,
  table: Readonly<Record<string, readonly [does: string, change: Middleware | ServerShape, middleware?: Middleware]>>,
): Variant[] =>
  Object.entries(table).map(([id, [does, change, middleware]]) => ({
    ...{ id, freedom: `${open}: ${does}` },
    ...(typeof change === 'function' ? { middleware: change } : { server: change, ...(middleware && { middleware }) }),
  }));
