import { inflateRawSync } from 'node:zlib';
import { entriesOf as entriesIn, Unusable } from '../../reports/verify-page/unzip.js';

/** One file of a zip, not unpacked yet. */
interface ZipEntry {
  readonly name: string;
  /** Size that the zip says it has unpacked. */
  readonly bytes: number;
  /** @throws RangeError for what is not packed so, or unpacks to another size: more than `bytes` is never unpacked */
  content(): Buffer;
}

const notAsPacked = 'is no zip as pack writes it';

/**
 * The files of a zip, found by the very function that verify.html finds them with.
 * @throws RangeError for any zip that `pack` does not write, and for what is none; the message is a clause
 */
export function entriesOf(zip: Buffer): ZipEntry[] {
  try {
    return entriesIn(new Uint8Array(zip)).map(({ name, bytes, data, isPacked }) => ({
      name,
      bytes,
      content: () => (isPacked ? inflated(data, bytes) : Buffer.from(data)),
    }));
  } catch (error) {
    throw error instanceof Unusable ? new RangeError(notAsPacked) : error;
  }
}

function inflated(data: Uint8Array, bytes: number): Buffer {
  try {
    const content = inflateRawSync(data, { maxOutputLength: Math.max(1, bytes) });
    if (content.length === bytes) return content;
  } catch {
    // More than it says, or damaged: no different from less than it says.
  }
  throw new RangeError(notAsPacked);
}
