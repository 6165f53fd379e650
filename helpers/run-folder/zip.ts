/** Why nothing can be said about a zip; the message is a sentence. */
export class Unusable extends Error {}

const MiB = 1024 * 1024;
const most = { files: 1000, file: 128 * MiB, all: 512 * MiB, name: 200 };
export const notAsPacked =
  'This is no zip as pack writes it: it is damaged, or another program packed it again. Ask for the original, or unpack it and verify the folder.';

/**
 * Where the files of a zip stand, which a stranger may have made: nothing is unpacked here. No gaps, no comment, the same in its directory as before each file. So every program
 * that unpacks it finds the same files. @throws Unusable for any other zip, and for what is none
 */
export function* entriesOf(zip: Uint8Array<ArrayBuffer>) {
  const view = new DataView(zip.buffer);
  const expect = (holds: boolean) => {
    if (!holds) throw new Unusable(notAsPacked);
  };
  const end = zip.length - 22;
  expect(end >= 0 && view.getUint32(end, true) === 0x06054b50);
  const count = view.getUint16(end + 10, true);
  if (count > most.files) throw new Unusable(`The zip has ${count} files, more than the ${most.files} that are read.`);
  let [at, local, all] = [view.getUint32(end + 16, true), 0, 0];
  const start = at;
  for (let number = 0; number < count; number += 1) {
    expect(at + 46 <= end && local + 30 <= start && view.getUint32(at, true) === 0x02014b50);
    const [method, packed, bytes] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
    ];
    const length = view.getUint16(at + 28, true);
    expect(view.getUint32(local, true) === 0x04034b50 && view.getUint32(at + 42, true) === local);
    expect(length > 0 && length <= most.name && at + 46 + length <= end);
    // Attributes could make a link of it.
    expect(view.getUint32(at + 38, true) === 0);
    expect(view.getUint16(at + 30, true) + view.getUint16(at + 32, true) + view.getUint16(local + 28, true) === 0);
    // The same in both places: flags, method, times, sums, sizes, length of the name, and the name.
    for (let byte = 0; byte < 22; byte += 1) expect(zip[at + 8 + byte] === zip[local + 6 + byte]);
    for (let byte = 0; byte < length; byte += 1) expect(zip[at + 46 + byte] === zip[local + 30 + byte]);
    const begin = local + 30 + length;
    expect((method === 0 && packed === bytes) || method === 8);
    expect(begin + packed <= start);
    all += bytes;
    if (bytes > most.file || all > most.all) throw new Unusable('The zip unpacks to more than is read.');
    const name = new TextDecoder('utf-8', { fatal: true }).decode(zip.subarray(at + 46, at + 46 + length));
    yield { name, bytes, data: zip.subarray(begin, begin + packed), isPacked: method === 8 };
    [at, local] = [at + 46 + length, begin + packed];
  }
  expect(at === end && local === start);
}
