import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { entriesOf } from './zip.js';

const at = new Date(2025, 10, 20, 12);
const zip = (names: readonly string[]) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(names.map((name) => [name, [Buffer.from(`${name} `.repeat(99)), { mtime: at, level: 6 }]])),
    ),
  );
const whole = zip(['run/a.json', 'run/b.md']);

test('the files of a zip as pack writes it', () => {
  const entries = entriesOf(whole);
  expect(entries.map(({ name, content }) => [name, content().toString().slice(0, 10)])).toEqual([
    ['run/a.json', 'run/a.json'],
    ['run/b.md', 'run/b.md r'],
  ]);
});

test('no other zip: with anything between, before, behind or beside its files, or with another name in its directory', () => {
  const changed = (change: (copy: Buffer) => Buffer | undefined) => {
    const copy = Buffer.from(whole);
    return () => entriesOf(change(copy) ?? copy);
  };
  const directory = whole.readUInt32LE(whole.length - 6);
  const refused = 'is no zip as pack writes it';
  expect(changed((copy) => Buffer.concat([copy, Buffer.from('x')]))).toThrow(refused);
  expect(changed((copy) => Buffer.concat([Buffer.from('x'), copy]))).toThrow(refused);
  expect(changed((copy) => void copy.write('B', directory + 46 + 4))).toThrow(refused);
  expect(changed((copy) => void copy.writeUInt32LE(0o120777 * 65536, directory + 38))).toThrow(refused);
  expect(changed((copy) => void copy.writeUInt16LE(1, copy.length - 12))).toThrow(refused);
  expect(changed(() => Buffer.from('text'))).toThrow(refused);
  expect(changed(() => Buffer.alloc(0))).toThrow(refused);
});

test('a file is unpacked to the size that the zip says, and to no other', () => {
  const directory = whole.readUInt32LE(whole.length - 6);
  const lie = Buffer.from(whole);
  for (const place of [22, directory + 24]) lie.writeUInt32LE(10, place);
  expect(entriesOf(lie)[0]?.content).toThrow('is no zip');
});
