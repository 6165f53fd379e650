import type { SchemaName } from './types.js';

export type Operation = Readonly<{
  /** A part of check names, to which waivers refer: never renamed. */
  name: string;
  /** Within a sentence: `creating a customer`. */
  activity: string;
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: `/${string}`;
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

/** Whether a success creates something, so that its requests carry an idempotency key (Idempotent POST). */
export const writes = ({ method }: Pick<Operation, 'method'>) => method === 'POST';
