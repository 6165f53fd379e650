import { createHash } from 'node:crypto';
import type { Report } from '../../schemas/types.js';

// The namespace for names that are addresses, RFC 9562, section 6.6.
const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/**
 * A UUID for a part of a run, made of the run and the part's name alone (version 5, RFC 9562, section 5.5): the same
 * report gives the same one on every machine. Two runs that began in one second differ by target or seed.
 */
export function derivedId(report: Report, ...part: readonly string[]): string {
  const { id, startedAt, seed } = report.run;
  const name = `urn:fsapi-conformance:run:${JSON.stringify([id, startedAt, seed, report.target.baseUrl, ...part])}`;
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
