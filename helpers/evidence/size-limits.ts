import type { Exchange } from '../../schemas/exchange.js';

/** Bytes read of a body, after decompression; a longer one is cut and marked. */
export const bodyLimit = 1024 * 1024;

/** Bytes always read of a body and kept for the run; characters of one in the evidence. */
export const ordinary = 64 * 1024;
/** Bytes beyond that over all bodies of a run. */
const roomForLarge = 24 * 1024 * 1024;

/** Characters of headers and bodies in the evidence. */
const roomForEvidence = 6 * 1024 * 1024;
/** Characters of a body beyond that, without headers. */
const beginning = 1024;

type Response = NonNullable<Exchange['response']>;

export type SizeLimits = ReturnType<typeof createSizeLimits>;

/** A hostile target sends as much as it can. */
export function createSizeLimits() {
  let large = 0;
  let evidence = 0;
  return {
    limit: () => (large < roomForLarge ? bodyLimit : ordinary),
    read: (bytes: number) => {
      large += Math.max(0, bytes - ordinary);
    },
    forEvidence: (response: Response): Response => {
      const isFull = evidence >= roomForEvidence;
      const most = isFull ? beginning : ordinary;
      // No half character; and through bytes: a slice would keep the whole string in memory.
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
