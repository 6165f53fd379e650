import type { SchemaName } from './types.js';

/** An operation as a specification shows it. Sending, counting, checks and documents read this. */
export interface Operation {
  /** Part of the names of checks, to which waivers refer. Unique, and never renamed. */
  readonly name: string;
  /** `Create a customer`: a sentence without its full stop. */
  readonly title: string;
  /** `creating a customer`: what a run did, in a sentence. */
  readonly activity: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address. */
  readonly path: `/${string}`;
  /** What a request does to the resource at its path. */
  readonly effect: 'creates' | 'lists';
  /** What it is about, in one word: `customer`. */
  readonly resource: string;
  /** Words of member names that speak of what it creates: `customer`, `client`, `person`. */
  readonly words: ReadonlySet<string>;
  /** The schema of the JSON body. Without it the operation has no body. */
  readonly body?: SchemaName;
  /** The requirement that fails where its valid request does. */
  readonly success: string;
  /** The requirements that it returns 401 without a key, and with an invalid one. */
  readonly unauthorized: { readonly missingKey: string; readonly invalidKey: string };
}

/** Whether its success leaves something new behind: what budgets count, and the owner has to purge. */
export function writes({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect === 'creates';
}

/** Whether its requests carry an idempotency key, where the API has one (Idempotent POST). */
export function isIdempotentByKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST';
}
