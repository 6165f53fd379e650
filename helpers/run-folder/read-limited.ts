import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { usable } from '../configuration/files.js';
import { UsageError } from '../configuration/usage-error.js';
import { piecesIn } from '../evidence/lines-of.js';

/** Bytes of a file of a run that are read: of report.json 200 times, of evidence.har 50 times what an ordinary run writes. */
export function mostOf(file: string): number {
  return (file === 'report.json' ? 32 : 64) * 1024 * 1024;
}

/**
 * The bytes of a file that anybody may have made; `undefined` where it has more than `most` of them, however they come:
 * a device gives bytes without end, and says that it has none. A pipe that nobody writes to is empty.
 * @throws what the file system says
 */
export function readLimited(path: string, most: number): Buffer | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (fstatSync(descriptor).size > most) return undefined;
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (const piece of piecesIn(descriptor)) {
      bytes += piece.length;
      if (bytes > most) return undefined;
      pieces.push(Buffer.from(piece));
    }
    return Buffer.concat(pieces);
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file is not read, as a clause that follows its name. */
export function tooLarge(most: number): string {
  const mebibytes = most / 1024 / 1024;
  return `has more than ${mebibytes < 1 ? `${most / 1024} KiB` : `${mebibytes} MiB`}, which is the most that is read`;
}

/**
 * The text of a file as `readLimited`, without a byte order mark; `undefined` where it is not there.
 * @throws UsageError, with `subject` at its beginning
 */
export function readText(path: string, subject: string, most = mostOf(basename(path))): string | undefined {
  if (!existsSync(path)) return undefined;
  const content = usable(`${subject} cannot be read`, () => readLimited(path, most));
  if (!content) throw new UsageError(`${subject} ${tooLarge(most)}.`);
  return content.toString('utf8').replace(/^\uFEFF/, '');
}
