import { beforeAll, expect, test } from 'vitest';
import { readHar } from '../../reports/formats/har-reader.js';
import type { Bundle } from '../../reports/integrity/bundle.js';
import { readFolder } from '../run-folder/bundle.js';
import { unlikeWritten } from './as-written.js';
import { type Recorded, recorded } from './recorded.fixture.js';

let run: Recorded;
let honest: Bundle;
beforeAll(async () => {
  run = await recorded({}, { only: ['CUST-01', 'ACCT-01'] });
  honest = readFolder(run.folder, '/').bundle;
});

const textOf = (file: string) => Buffer.from(honest.files.get(file)?.content ?? '').toString();

/** What is said of a run with another file in the place of one. */
function says(file: string, content: string | undefined): string[] {
  const files = new Map(honest.files);
  files.delete(file);
  if (content !== undefined) files.set(file, { name: file, bytes: content.length, content: Buffer.from(content) });
  const { evidence } = readHar(file === 'evidence.har' && content !== undefined ? content : textOf('evidence.har'));
  return unlikeWritten(run.report, evidence, { files }).map((one) => `${one.file} ${one.says}`);
}

test('an honest run is as it was written', () => {
  expect(unlikeWritten(run.report, run.evidence, honest)).toEqual([]);
  expect(run.report.created.length).toBeGreaterThan(1);
});

test.each<[string, (text: string) => string | undefined]>([
  ['that lists nobody', (text) => text.replace(/(?<="customers": \[)[\s\S]*(?=\n {2}\])/, '')],
  ['that lists one customer less', (text) => text.replace(/\n {4}\{.*\},/, '')],
  ['that lists one customer more', (text) => text.replace(/\n {4}\{.*\},/, '$&$&')],
  ['of another target', (text) => text.replace(/"target": ".*"/, '"target": "https://elsewhere.example/v1/"')],
  ['that is gone', () => undefined],
])('a created.json %s is found', (_, edit) => {
  expect(says('created.json', edit(textOf('created.json')))).toEqual([expect.stringMatching(/^created\.json /)]);
});

test.each<[string, (log: { entries: Record<string, unknown>[] } & Record<string, unknown>) => void]>([
  ['another comment', (log) => Object.assign(log, { comment: 'Approved.' })],
  ['a member of its own', (log) => Object.assign(log, { _approved: true })],
  [
    'exchanges that no requirement rests on',
    ({ entries }) => void entries.map((one) => Object.assign(one, { _requirements: [] })),
  ],
  [
    'exchanges of another day',
    ({ entries }) => void entries.map((one) => Object.assign(one, { startedDateTime: '2020-01-01T00:00:00.000Z' })),
  ],
  ['exchanges in another order', ({ entries }) => void entries.reverse()],
])('an evidence.har with %s is found', (_, edit) => {
  const har = JSON.parse(textOf('evidence.har'));
  edit(har.log);
  expect(says('evidence.har', `${JSON.stringify(har, null, 1)}\n`)).toContainEqual(
    expect.stringMatching(/^evidence\.har /),
  );
});
