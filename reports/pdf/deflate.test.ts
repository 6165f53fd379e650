import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skipWithout } from '../testing/system-tools.js';
import { deflated } from './deflate.js';
import { opened, streams } from './opened.fixture.js';
import { printed } from './print.js';

const plain = await printed({
  content: [
    'one',
    { text: 'two', id: 'n001', outline: true, pageBreak: 'before' },
    { text: 'to it', linkToDestination: 'n001' },
  ],
  info: { title: 'Ελλάδα', creationDate: new Date(0) },
});
const packed = deflated(plain);

test('packing changes how the streams are written, and nothing of what they hold', async () => {
  expect(streams(packed)).toEqual(streams(plain));
  expect(streams(packed).length).toBeGreaterThan(3);
  expect(packed.length).toBeLessThan(plain.length);
  expect(await opened(packed)).toEqual(await opened(plain));
  expect((await opened(packed)).pages).toHaveLength(2);
});

test('every object is where the table says', () => {
  const text = Buffer.from(packed).toString('latin1');
  const table = text.lastIndexOf('\nxref\n') + 1;
  expect(text).toContain(`startxref\n${table}\n%%EOF`);
  const entries = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(entries.length).toBeGreaterThan(5);
  for (const [index, offset] of entries.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

test('qpdf finds nothing wrong with it', (context) => {
  skipWithout(context, 'qpdf');
  const file = join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-')), 'packed.pdf');
  writeFileSync(file, packed);
  expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
    'No syntax or stream encoding errors',
  );
});
