import { createHash } from 'node:crypto';
import type { Configuration } from '../settings/schema.js';

/** Bytes that look random, and are the same in every run of one seed. @param what their purpose: each has other bytes */
export function seededBytes({ seed }: Pick<Configuration, 'seed'>, what: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(`${seed}\n${what}`).digest();
}
