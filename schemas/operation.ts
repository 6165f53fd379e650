import type { SchemaName } from './types.js';

export interface Operation {
  /** Part of check names, to which waivers refer: unique, never renamed. */
  readonly name: string;
  /** A sentence without full stop: `Create a customer`. */
  readonly title: string;
  /** Within a sentence: `creating a customer`. */
  readonly activity: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address. */
  readonly path: `/${string}`;
  readonly effect: 'creates' | 'lists';
  /** `customer`. */
  readonly resource: string;
  /** Words of member names for it: `customer`, `client`, `person`. */
  readonly words: ReadonlySet<string>;
  /** Of the JSON body, if there is one. */
  readonly body?: SchemaName;
  /** Fails if the valid request does. */
  readonly success: string;
  /** State its 401. */
  readonly unauthorized: { readonly missingKey: string; readonly invalidKey: string };
}

/** Whether a success creates something: budgets count it, the owner has to purge it. */
export function writes({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect === 'creates';
}

/** Whether its requests carry an idempotency key (Idempotent POST). */
export function isIdempotentByKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST';
}
