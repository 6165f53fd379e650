/**
 * Unzips what `pack` wrote, in the browser; `verify` finds the files of a zip the same way. A stranger may have made the zip: sizes are limited before anything is
 * unpacked, and nothing is unpacked beyond the size that the zip says.
 */

/** Why nothing can be said about a file; the message is a sentence. */
export class Unusable extends Error {}

/** A file of the zip: of the large ones only digest and size stay in memory. */
export interface Unpacked {
  readonly bytes: number;
  readonly sha256: string;
  readonly text?: string;
}

export const MiB = 1024 * 1024;
export const most = { zip: 64 * MiB, files: 1000, file: 128 * MiB, all: 512 * MiB, text: 32 * MiB, name: 200 };
export const kept = ['manifest.json', 'attestation.dsse.json', 'report.json'];
export const notAsPacked =
  'This is no zip as pack writes it: it is damaged, or another program packed it again. Ask for the original, or unpack it and verify the folder.';

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
export const digest = async (bytes: Uint8Array<ArrayBuffer>) => hex(await crypto.subtle.digest('SHA-256', bytes));

/** Text with everything unseen as its code point: nothing turns the direction of writing round, or hides. */
export function printable(text: unknown): string {
  const shown = String(text).slice(0, 400);
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16)}]`);
}

/**
 * Where the files of a zip stand: no gaps, no comment, the same in its directory as before each file. So every program
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
    if (bytes > most.file || all > most.all) throw new Unusable('The zip unpacks to more than this page reads.');
    const name = new TextDecoder('utf-8', { fatal: true }).decode(zip.subarray(at + 46, at + 46 + length));
    yield { name, bytes, data: zip.subarray(begin, begin + packed), isPacked: method === 8 };
    [at, local] = [at + 46 + length, begin + packed];
  }
  expect(at === end && local === start);
}

/** Unpacks up to the size that the zip says, and not a byte more. */
async function inflated(data: Uint8Array<ArrayBuffer>, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  let at = 0;
  try {
    const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (at + piece.value.length > bytes) {
        await reader.cancel();
        throw new Unusable('A file of the zip unpacks to more than the zip says.');
      }
      content.set(piece.value, at);
      at += piece.value.length;
    }
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable(notAsPacked);
  }
  if (at !== bytes) throw new Unusable(notAsPacked);
  return content;
}

export async function unpack(zip: Uint8Array<ArrayBuffer>): Promise<{ run: string; files: Map<string, Unpacked> }> {
  const files = new Map<string, Unpacked>();
  const folders = new Set<string>();
  for (const { name, bytes, data, isPacked } of [...entriesOf(zip)]) {
    const [, folder, file] = /^([\w.-]{1,100})\/([a-zA-Z0-9][\w.-]{0,99})$/.exec(name) ?? [];
    if (folder === undefined || file === undefined || /^\.+$/.test(folder) || files.has(file))
      throw new Unusable(`${notAsPacked} It holds ${printable(name)}.`);
    folders.add(folder);
    const content = isPacked ? await inflated(data, bytes) : data.slice();
    const isText = kept.includes(file) && bytes <= most.text;
    files.set(file, {
      bytes,
      sha256: await digest(content),
      ...(isText && { text: new TextDecoder().decode(content) }),
    });
  }
  const [run] = folders;
  if (run === undefined || folders.size > 1) throw new Unusable(notAsPacked);
  return { run, files };
}
