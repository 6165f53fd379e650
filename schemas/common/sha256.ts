import { createHash } from 'node:crypto';

/** Hexadecimal; of a text over its UTF-8. */
export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
