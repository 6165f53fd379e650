import type { Exchange } from '../../schemas/exchange.js';

/** Bytes that the suite reads of a body, after decompression. It cuts a longer one, and marks it. */
export const bodyLimit = 1024 * 1024;

/** Bytes up to which the suite always reads a body, and keeps it for the whole run; characters of one in the evidence. */
export const ordinary = 64 * 1024;
/** Bytes beyond that over all bodies of a run: some listings are long, but not every response. */
const roomForLarge = 24 * 1024 * 1024;

/** Characters of headers and bodies in the evidence of a run, as written. */
const roomForEvidence = 6 * 1024 * 1024;
/** Characters of a body beyond that, whose headers are left out. */
const beginning = 1024;

type Response = NonNullable<Exchange['response']>;

export type SizeLimits = ReturnType<typeof createSizeLimits>;

/** Limits what the suite reads and keeps: a hostile target sends as much as it can with every response. */
export function createSizeLimits() {
  let large = 0;
  let evidence = 0;
  return {
    /** Bytes to read of the next body. */
    limit: () => (large < roomForLarge ? bodyLimit : ordinary),
    /** Counts the bytes of a body. */
    read: (bytes: number) => {
      large += Math.max(0, bytes - ordinary);
    },
    /** A response for the evidence: of a long body its first part, marked as cut. */
    forEvidence: (response: Response): Response => {
      const isFull = evidence >= roomForEvidence;
      const most = isFull ? beginning : ordinary;
      // Without half a character at its end, and through bytes: a slice of a string would keep the whole of it in memory.
      const first = () => Buffer.from(response.body.slice(0, most).replace(/[\ud800-\udbff]$/, '')).toString();
      const body = response.body.length > most ? first() : response.body;
      const headers = isFull ? [] : response.headers;
      // JSON escapes some characters with six.
      evidence +=
        JSON.stringify(body).length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      return { ...response, headers, body, cut: response.cut || body.length < response.body.length };
    },
  };
}
