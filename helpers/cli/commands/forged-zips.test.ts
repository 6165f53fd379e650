import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { unzipSync, type ZipOptions, type Zippable, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { earlierVersions, runsOf, writtenBy } from '../../run-folder/testing/earlier-versions.js';
import { call, emptyFolder } from '../testing/command.js';

const cwd = emptyFolder();
let honest: Buffer;
beforeAll(async () => {
  await call(['--embedded', '--only', 'VER-01', '--out', 'run'], {}, cwd);
  await call(['pack', 'run'], {}, cwd);
  honest = readFileSync(join(cwd, 'run.zip'));
});

async function verified(zip: Uint8Array) {
  writeFileSync(join(cwd, 'forged.zip'), zip);
  const { status, stdout, stderr } = await call(['verify', 'forged.zip', '--allow-unsigned'], {}, cwd);
  return { status, says: stdout + stderr };
}

/** The same files packed by another program, or by this one in another way. */
type Repacked = (name: string, content: Uint8Array) => readonly [string, Uint8Array, ZipOptions?] | undefined;
const noon = () => {
  const [year = 0, month = 1, day = 1] = (/^[^/]*/.exec(Object.keys(unzipSync(honest))[0] ?? '')?.[0] ?? '')
    .slice(0, 10)
    .split('-')
    .map(Number);
  return new Date(year, month - 1, day, 12);
};
function repacked(change: Repacked, arranged: <T>(all: readonly T[]) => readonly T[] = (all) => all): Uint8Array {
  const entries = Object.entries(unzipSync(honest)).flatMap(([name, content]) => {
    const [other, bytes, how] = change(name, content) ?? [];
    return other === undefined || bytes === undefined
      ? []
      : [[other, [bytes, { mtime: noon(), level: 6, ...how }]] as const];
  });
  return zipSync(Object.fromEntries(arranged(entries)) as Zippable);
}
const inFolder = (folder: string) => repacked((name, content) => [name.replace(/^[^/]*/, () => folder), content]);
const packed = (how: ZipOptions) => repacked((name, content) => [name, content, how]);
const is = (name: string, file: string) => name.endsWith(`/${file}`);

/** Places in the honest zip: of the first file, of its line in the directory, of the end. */
const places = () => {
  const end = honest.length - 22;
  return { local: 0, central: honest.readUInt32LE(end + 16), end };
};
function edited(change: (zip: Buffer, at: ReturnType<typeof places>) => void): Buffer {
  const copy = Buffer.from(honest);
  change(copy, places());
  return copy;
}
const flip = (zip: Buffer, at: number) => void zip.writeUInt8(zip.readUInt8(at) ^ 1, at);

/** The first file with other compressed bytes, and everything else as it follows from that. */
function withData(other: (data: Buffer) => Buffer): Buffer {
  const { central, end } = places();
  const [length, name] = [honest.readUInt32LE(18), honest.readUInt16LE(26)];
  const begin = 30 + name;
  const data = other(honest.subarray(begin, begin + length));
  const more = data.length - length;
  const copy = Buffer.concat([honest.subarray(0, begin), data, honest.subarray(begin + length)]);
  copy.writeUInt32LE(data.length, 18);
  copy.writeUInt32LE(data.length, central + more + 20);
  copy.writeUInt32LE(central + more, end + more + 16);
  for (let at = central + more, count = 0; count < honest.readUInt16LE(end + 10); count += 1) {
    if (count > 0) copy.writeUInt32LE(copy.readUInt32LE(at + 42) + more, at + 42);
    at += 46 + copy.readUInt16LE(at + 28);
  }
  return copy;
}

const folders = [
  '..',
  '.',
  '',
  'C:',
  'C:\\run',
  '\u001b[2J',
  'run',
  '~',
  '2026-01-01T00-00-00Z',
  'ru\u202en',
  'a/b',
  '-rf',
  'CON',
];
const fields: Readonly<Record<string, number>> = {
  version: 4,
  flags: 6,
  method: 8,
  time: 10,
  date: 12,
  checksum: 14,
  size: 22,
  extra: 28,
};
const ofDirectory: Readonly<Record<string, number>> = {
  ...{
    'program that made it': 4,
    'system that made it': 5,
    comment: 32,
    disk: 34,
    'kind of text': 36,
    attributes: 38,
    place: 42,
  },
};
const ofEnd: Readonly<Record<string, number>> = {
  disk: 4,
  'disk of the directory': 6,
  'files on this disk': 8,
  files: 10,
  size: 12,
  place: 16,
  comment: 20,
};

const forged: readonly (readonly [string, () => Uint8Array])[] = [
  ...folders.map((folder) => [`the folder ${JSON.stringify(folder)}`, () => inFolder(folder)] as const),
  ...Object.entries(fields).flatMap(([name, place]) => [
    [`another ${name} before a file`, () => edited((zip, { local }) => flip(zip, local + place))] as const,
    [`another ${name} in the directory`, () => edited((zip, { central }) => flip(zip, central + place + 2))] as const,
    [
      `another ${name} in both places`,
      () =>
        edited((zip, { local, central }) => {
          for (const at of [local + place, central + place + 2]) flip(zip, at);
        }),
    ] as const,
  ]),
  ...Object.entries(ofDirectory).map(
    ([name, place]) =>
      [`another ${name} in the directory`, () => edited((zip, { central }) => flip(zip, central + place))] as const,
  ),
  ...Object.entries(ofEnd).map(
    ([name, place]) => [`another ${name} at the end`, () => edited((zip, { end }) => flip(zip, end + place))] as const,
  ),
  ['bytes behind the compressed ones', () => withData((data) => Buffer.concat([data, Buffer.from('hidden')]))],
  ['a second stream behind the first', () => withData((data) => Buffer.concat([data, deflateRawSync('hidden')]))],
  ['one byte less of a file', () => withData((data) => data.subarray(0, -1))],
  ['another time of all files', () => packed({ mtime: new Date(2020, 0, 1, 12) })],
  [
    'another time of one file',
    () =>
      repacked((name, content) => [name, content, is(name, 'report.json') ? { mtime: new Date(2020, 0, 1, 12) } : {}]),
  ],
  ['files that are stored', () => packed({ level: 0 })],
  ['attributes of a link', () => packed({ os: 3, attrs: 0o120777 << 16 })],
  ['attributes of a program', () => packed({ os: 3, attrs: 0o100755 << 16 })],
  ['an extra field', () => packed({ extra: { 28789: new Uint8Array([1, 2, 3]) } })],
  ['a comment of each file', () => packed({ comment: 'approved' })],
  [
    'its files in the other order',
    () =>
      repacked(
        (name, content) => [name, content],
        (all) => all.toReversed(),
      ),
  ],
  [
    'its files in another order',
    () =>
      repacked(
        (name, content) => [name, content],
        (all) => [...all.slice(1), ...all.slice(0, 1)],
      ),
  ],
  [
    'a folder of its own',
    () =>
      repacked(
        (name, content) => [name, content],
        (all) => [...all, ['run/', [new Uint8Array(), {}]]] as never,
      ),
  ],
  [
    'a file more',
    () =>
      repacked(
        (name, content) => [name, content],
        (all) => [...all, ['run/notes.txt', [Buffer.from('x'), {}]]] as never,
      ),
  ],
  ['a file less', () => repacked((name, content) => (is(name, 'summary.md') ? undefined : [name, content]))],
  [
    'another file',
    () => repacked((name, content) => [name, is(name, 'summary.md') ? Buffer.from('# Conformant') : content]),
  ],
  ['bytes before it', () => Buffer.concat([Buffer.from('#!/bin/sh\n'), honest])],
  ['bytes behind it', () => Buffer.concat([honest, Buffer.from('hidden')])],
  ['itself twice', () => Buffer.concat([honest, honest])],
];

test('a zip is what pack writes', async () => {
  expect((await verified(honest)).status).toBe(0);
  // What is changed below is the same again where nothing is changed: this test would pass without that.
  expect(Buffer.from(repacked((name, content) => [name, content])).equals(honest)).toBe(true);
  expect(withData((data) => data).equals(honest)).toBe(true);
  expect(forged.length).toBeGreaterThan(60);
});

test.each(forged)('with %s it is not', async (_, zip) => {
  const { status, says } = await verified(zip());
  expect(status).toBeGreaterThan(0);
  expect(says).toMatch(/^MODIFIED {2}|no zip as pack writes it|no zip of one run folder/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of a zip's name reaches the terminal
  expect(says).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test.each(earlierVersions.flatMap((version) => runsOf(version).map((run) => [version, run] as const)))(
  'of %s it is what pack wrote then: %s',
  async (version, run) => {
    expect((await verified(readFileSync(writtenBy(version, `${run}.zip`)))).status).toBe(0);
  },
);
