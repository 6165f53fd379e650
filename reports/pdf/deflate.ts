import { zlibSync } from 'fflate';

/**
 * A PDF with its streams compressed. The library could do it itself, with the zlib of Node; but that gives other bytes
 * on other processors and in other versions, and a report has to come out the same wherever it is made again. So the
 * document is printed as it is, and packed here, by code that counts alike everywhere.
 *
 * Reads what ISO 32000 calls the cross-reference table and writes it anew.
 * @param pdf a document with one table and without streams of objects, as pdfkit writes it
 */
export function deflated(pdf: Uint8Array): Uint8Array {
  const source = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const table = Number(/startxref\s+(\d+)/.exec(source.toString('latin1', source.length - 64))?.[1]);
  const [head = '', entries = '', trailer = ''] =
    /^(xref\n0 \d+\n)([\s\S]*?)(trailer[\s\S]*)startxref/.exec(source.toString('latin1', table))?.slice(1) ?? [];
  const offsets = [...entries.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset));
  const ends = [...offsets, table].sort((one, other) => one - other);
  const first = source.subarray(0, ends[0]);
  const parts: Uint8Array[] = [first];
  const places = new Map<number, number>();
  let length = first.length;
  for (const [index, offset] of ends.slice(0, -1).entries()) {
    const packed = packedObject(source.subarray(offset, ends[index + 1]));
    places.set(offset, length);
    parts.push(packed);
    length += packed.length;
  }
  const moved = entries.replace(/^(\d{10})( \d{5} n)/gm, (_, offset: string, rest: string) => {
    return `${String(places.get(Number(offset))).padStart(10, '0')}${rest}`;
  });
  parts.push(Buffer.from(`${head}${moved}${trailer}startxref\n${length}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts);
}

function packedObject(object: Buffer): Uint8Array {
  const begins = object.indexOf('\nstream\n');
  if (begins < 0) return object;
  const dictionary = object.toString('latin1', 0, begins);
  const long = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
  const start = begins + '\nstream\n'.length;
  const packed = zlibSync(object.subarray(start, start + long), { level: 9 });
  const head = dictionary.replace(/\/Length \d+/, `/Length ${packed.length}\n/Filter /FlateDecode`);
  return Buffer.concat([Buffer.from(`${head}\nstream\n`, 'latin1'), packed, object.subarray(start + long)]);
}
