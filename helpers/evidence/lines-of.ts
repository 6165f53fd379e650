import { closeSync, openSync, readSync } from 'node:fs';

/** The bytes of an open file, piece by piece; each piece is good until the next one is asked for. */
export function* piecesIn(descriptor: number): Generator<Buffer> {
  const piece = Buffer.alloc(256 * 1024);
  for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece))
    yield piece.subarray(0, length);
}

/** As `piecesIn`, of the file at a path. */
export function* piecesOf(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    yield* piecesIn(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The lines of a file; what follows the last line end is left out, since an interrupt may have cut it. */
export function* linesOf(file: string): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const piece of piecesOf(file)) {
    const bytes = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start))
      yield bytes.toString('utf8', start, end);
    rest = bytes.subarray(start);
  }
}
