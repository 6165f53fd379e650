import { createHash } from 'node:crypto';

/** Hexadecimal; of a text over its UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
