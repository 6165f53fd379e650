import type { SchemaName } from './types.js';

export type Operation = Readonly<{
  /** A part of check names, to which waivers refer: never renamed. */
  name: string;
  /** A sentence without full stop: `Create a customer`. */
  title: string;
  /** Within a sentence: `creating a customer`. */
  activity: string;
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: `/${string}`;
  effect: 'creates' | 'lists';
  /** `customer`. */
  resource: string;
  /** Words for it in member names: `customer`, `client`, `person`. */
  words: ReadonlySet<string>;
  /** The schema of the JSON body. */
  body?: SchemaName;
  /** The requirement that fails if its valid request does. */
  success: string;
  /** The requirements of its 401. */
  unauthorized: { readonly missingKey: string; readonly invalidKey: string };
}>;

/** Whether a success creates something. */
export function writes({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect === 'creates';
}

/** Whether its requests carry an idempotency key (Idempotent POST). */
export function isIdempotentByKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST';
}
