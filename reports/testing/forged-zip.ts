import { deflateRawSync } from 'node:zlib';

/** A zip of one file. @param says how many bytes it says that it unpacks to */
export function forgedZip(name: string, content: Buffer, says: number): Buffer {
  const data = deflateRawSync(content);
  const common = Buffer.alloc(22);
  common.writeUInt16LE(8, 2);
  common.writeUInt32LE(data.length, 12);
  common.writeUInt32LE(says, 16);
  common.writeUInt16LE(Buffer.byteLength(name), 20);
  const local = Buffer.concat([
    Buffer.from('PK\x03\x04\x14\x00', 'latin1'),
    common,
    Buffer.alloc(2),
    Buffer.from(name),
    data,
  ]);
  const directory = Buffer.concat([
    ...[Buffer.from('PK\x01\x02\x14\x00\x14\x00', 'latin1'), common, Buffer.alloc(16), Buffer.from(name)],
  ]);
  const end = Buffer.from('PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00', 'latin1');
  const places = Buffer.alloc(10);
  places.writeUInt32LE(directory.length, 0);
  places.writeUInt32LE(local.length, 4);
  return Buffer.concat([local, directory, end, places]);
}
