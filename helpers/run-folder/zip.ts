import { inflateRawSync } from 'node:zlib';

/** One file of a zip, not unpacked yet. */
interface ZipEntry {
  readonly name: string;
  /** Size that the zip says it has unpacked. */
  readonly bytes: number;
  /** @throws RangeError for what is not packed so, or unpacks to another size: more than `bytes` is never unpacked */
  content(): Buffer;
}

const [endMark, centralMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endLength, centralLength, localLength] = [22, 46, 30];

/**
 * The files of a zip as `pack` writes one: no gaps, no comment, no encryption, nothing twice, the same names in its
 * directory as before each file. So every program that unpacks it finds the same files as this one.
 * @throws RangeError for any other zip, and for what is none; the message is a clause
 */
export function entriesOf(zip: Buffer): ZipEntry[] {
  const end = zip.length - endLength;
  if (end < 0 || zip.readUInt32LE(end) !== endMark) throw new RangeError('is no zip as pack writes it');
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  let [at, local] = [start, 0];
  for (let number = 0; number < count; number += 1) {
    const entry = entryAt(zip, at, local);
    entries.push(entry);
    at = entry.next;
    local = entry.end;
  }
  const names = new Set(entries.map(({ name }) => name));
  if (at !== end || local !== start || names.size !== count) throw new RangeError('is no zip as pack writes it');
  return entries;
}

/** @param at where the directory describes the file  @param local where the file has to begin */
function entryAt(zip: Buffer, at: number, local: number): ZipEntry & { readonly next: number; readonly end: number } {
  const refuse = (): never => {
    throw new RangeError('is no zip as pack writes it');
  };
  if (at + centralLength > zip.length || local + localLength > zip.length) return refuse();
  const [method, packed, bytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number];
  const [nameLength, extra, comment] = lengths;
  const begin = local + localLength + nameLength;
  const name = zip.toString('utf8', at + centralLength, at + centralLength + nameLength);
  const isPlain =
    zip.readUInt32LE(at) === centralMark &&
    zip.readUInt32LE(local) === localMark &&
    zip.readUInt32LE(at + 42) === local &&
    // Attributes could make a link of it.
    zip.readUInt32LE(at + 38) === 0 &&
    zip.readUInt16LE(local + 28) + extra + comment === 0 &&
    // The same in both places: flags, method, times, sums, sizes, length of the name, and the name.
    zip.subarray(at + 8, at + 30).equals(zip.subarray(local + 6, local + 28)) &&
    zip.toString('utf8', local + localLength, begin) === name &&
    begin + packed <= zip.length;
  if (!isPlain || (method !== 0 && method !== 8) || (method === 0 && packed !== bytes)) return refuse();
  const content = () => {
    const data = zip.subarray(begin, begin + packed);
    const unpacked = method === 0 ? Buffer.from(data) : inflated(data, bytes);
    return unpacked?.length === bytes ? unpacked : refuse();
  };
  return { name, bytes, content, next: at + centralLength + nameLength, end: begin + packed };
}

function inflated(data: Buffer, most: number): Buffer | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) });
  } catch {
    return undefined;
  }
}
