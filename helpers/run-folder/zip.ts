import { crc32 } from 'node:zlib';

/** Why nothing can be said about a zip; the message is a sentence. */
export class Unusable extends Error {}

const MiB = 1024 * 1024;
const most = { files: 1000, file: 128 * MiB, all: 512 * MiB };
/** Names of folder and file that a run gives: no program takes them for a path, and no terminal for a command. */
const packedName = /^[0-9A-Za-z][0-9A-Za-z._-]{0,99}\/[0-9A-Za-z][0-9A-Za-z._-]{0,99}$/;
export const notAsPacked =
  'This is no zip as pack writes it: it is damaged, or another program packed it again. Ask for the original, or unpack it and verify the folder.';

/** A file of a zip, as far as its name and place go. */
interface Packed {
  readonly name: string;
  /** Bytes of the file, and its CRC-32: of what is unpacked. */
  readonly bytes: number;
  readonly sum: number;
  /** Date and time, as a zip has them. */
  readonly time: number;
  /** Its bytes, compressed. */
  readonly data: Uint8Array;
}

/**
 * The time that `pack` gives all files: noon of the day of the run, which is there on every day wherever it is packed,
 * while other hours are left out when clocks change. The years of a zip are 1980 to 2099.
 */
export function noon(startedAt: string): Date {
  const [year = 1980, month = 1, day = 1] = startedAt.slice(0, 10).split('-').map(Number);
  return new Date(Math.min(2099, Math.max(1980, year)), month - 1, day, 12);
}

/** A moment as a zip has it, in two-second steps of the local clock. */
export function zipTime(date: Date): number {
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return day * 65536 + ((date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1));
}

/** What stands before a file, and of it in the directory, in the form of `pack`: DEFLATE, no flags, no extra field, no attributes. */
function headersOf({ name, bytes, sum, time, data }: Packed, at: number): { local: Buffer; central: Buffer } {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  for (const [place, value] of [time, sum, data.length, bytes].entries()) common.writeUInt32LE(value, 6 + 4 * place);
  common.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(at, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name)]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]),
  };
}

/**
 * The files of a zip, which a stranger may have made: nothing is unpacked here. Every byte beside their contents is the
 * one that `pack` writes, so that nothing hides there and every program finds the same files.
 * @throws Unusable for any other zip, and for what is none
 */
export function* entriesOf(zip: Buffer): Generator<Packed> {
  const expect = (holds: boolean) => {
    if (!holds) throw new Unusable(notAsPacked);
  };
  const end = zip.length - 22;
  expect(end >= 0 && zip.readUInt32LE(end) === 0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  if (count > most.files) throw new Unusable(`The zip has ${count} files, more than the ${most.files} that are read.`);
  const start = zip.readUInt32LE(end + 16);
  let [at, local, all] = [start, 0, 0];
  for (let number = 0; number < count; number += 1) {
    expect(at + 46 <= end);
    const [time = 0, sum = 0, packed = 0, bytes = 0] = [12, 16, 20, 24].map((place) => zip.readUInt32LE(at + place));
    const name = zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const begin = local + 30 + name.length;
    expect(begin + packed <= start);
    all += bytes;
    if (bytes > most.file || all > most.all) throw new Unusable('The zip unpacks to more than is read.');
    const entry = { name, bytes, sum, time, data: zip.subarray(begin, begin + packed) };
    const expected = headersOf(entry, local);
    expect(expected.local.equals(zip.subarray(local, begin)));
    expect(expected.central.equals(zip.subarray(at, at + expected.central.length)));
    if (!packedName.test(name)) throw new Unusable('It is no zip of one run folder.');
    yield entry;
    [at, local] = [at + expected.central.length, begin + packed];
  }
  const last = Buffer.alloc(22);
  last.write('PK\x05\x06');
  for (const place of [8, 10]) last.writeUInt16LE(count, place);
  last.writeUInt32LE(end - start, 12);
  last.writeUInt32LE(start, 16);
  expect(at === end && local === start && last.equals(zip.subarray(end)));
}

/** Whether unpacked content is that of its entry. */
export function isContentOf({ bytes, sum }: Packed, content: Buffer): boolean {
  return content.length === bytes && crc32(content) === sum;
}
