import type { Exchange, Header } from '../../schemas/exchange.js';

/** Bytes of a body that are read, after decompression. What is longer is cut, and marked. */
export const bodyLimit = 1024 * 1024;

/** Bytes up to which a body is always read, and kept for as long as it is of use. */
export const ordinary = 64 * 1024;
/** Bytes beyond that which are read of all bodies of a run: a listing may be long, but not every answer of a run. */
const roomForLarge = 24 * 1024 * 1024;

/** Characters, as they are written, of headers and bodies that the evidence of a run holds; from then on, of each body its beginning … */
const roomForEvidence = 6 * 1024 * 1024;
const beginning = 1024;
/** … and of headers so many, each so long. */
const [mostHeaders, longestHeader] = [40, 200];

type Response = NonNullable<Exchange['response']>;

/** How much of what the target sends there is room for: a hostile one sends as much as it can, with every answer. */
export interface SizeLimits {
  /** Bytes of the next body that are read. */
  limit(): number;
  /** Counts a body that was read. */
  read(bytes: number): void;
  /** An answer as it goes into the evidence: of a long body its first part, marked as cut. */
  forEvidence(response: Response): Response;
}

export function createSizeLimits(): SizeLimits {
  let large = 0;
  let evidence = 0;
  return {
    limit: () => (large < roomForLarge ? bodyLimit : ordinary),
    read: (bytes) => {
      large += Math.max(0, bytes - ordinary);
    },
    forEvidence: (response) => {
      const isFull = evidence >= roomForEvidence;
      const most = isFull ? beginning : ordinary;
      const body = response.body.length > most ? whole(response.body.slice(0, most)) : response.body;
      const headers = isFull ? response.headers.slice(0, mostHeaders).map(shortened) : response.headers;
      evidence += written(body) + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      return { ...response, headers, body, cut: response.cut || body.length < response.body.length };
    },
  };
}

function shortened([name, value]: Header): Header {
  return [name.slice(0, longestHeader), value.slice(0, longestHeader)];
}

/** How long a text is in a file: quotes and signs are escaped there, some with six characters for one. */
function written(text: string): number {
  return JSON.stringify(text).length;
}

/** Without half a character at its end. */
function whole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
