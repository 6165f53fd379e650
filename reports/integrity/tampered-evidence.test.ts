import { describe, expect, test } from 'vitest';
import { renderHar } from '../formats/har.js';
import { chained } from './chain.js';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  matching,
  reseal,
  sealed,
  type Tampering,
  tampered,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
// biome-ignore lint/suspicious/noExplicitAny: whoever tampers with a file keeps to no type
const inHar = (change: (entries: any[], log: any) => void) => (files: Files) =>
  edit(files, 'evidence.har', (value) => change(value.log.entries, value.log));

const ofEvidence: readonly Tampering[] = [
  [
    'the first exchange is removed',
    inHar((entries) => entries.shift()),
    'evidence.har x0002 follows a gap: x0001 before it was removed',
  ],
  [
    'one is removed',
    inHar((entries) => entries.splice(99, 1)),
    'evidence.har x0101 follows a gap: x0100 before it was removed',
  ],
  [
    'ten are removed',
    inHar((entries) => entries.splice(99, 10)),
    'evidence.har x0110 follows a gap: x0100 to x0109 before it was removed',
  ],
  [
    'the last is removed',
    inHar((entries) => entries.pop()),
    /^evidence\.har x\d+ is the last, and report\.json counts 1 more: the tail was cut off$/,
  ],
  [
    'all are removed',
    inHar((entries) => entries.splice(0)),
    /^evidence\.har nothing is the last, and report\.json counts \d+ more/,
  ],
  [
    'two are swapped',
    inHar((entries) => {
      [entries[9], entries[10]] = [entries[10], entries[9]];
    }),
    'evidence.har x0011 was moved: it stood after x0010 when it was sealed',
  ],
  ['one stands twice', inHar((entries) => entries.splice(5, 0, entries[4])), 'evidence.har x0005 stands twice'],
  [
    'a body is edited',
    inHar((entries) => {
      entries[6].response.content.text = '{}';
    }),
    'evidence.har x0007 was changed: its digest is not that of what it holds',
  ],
  [
    'a status is edited',
    inHar((entries) => {
      entries[6].response.status = 401;
    }),
    'evidence.har x0007 was changed: its digest is not that of what it holds',
  ],
  [
    'a header is removed',
    inHar((entries) => entries[6].request.headers.pop()),
    'evidence.har x0007 was changed: its digest is not that of what it holds',
  ],
  [
    'a body is edited and its digest mended',
    inHar((entries) => {
      const { _digest: _, _chain: __, ...own } = entries[6];
      own.response.content.text = '{}';
      entries[6]._digest = chained('', [own])[0]?._digest;
    }),
    'evidence.har x0007 is not what was sealed at this place',
  ],
  [
    'a body is edited and everything chained anew',
    inHar((entries, log) => {
      entries[6].response.content.text = '{}';
      log.entries = chained(log._run, entries);
    }),
    /^evidence\.har x\d+ ends the chain with .* it was chained anew$/,
  ],
  [
    'one is added at the end, chained as it should be',
    inHar((entries, log) => {
      log.entries = chained(log._run, [...entries, { ...entries[0], _id: 'x7777' }]);
    }),
    /^evidence\.har x7777 was added at the end: report\.json counts \d+ exchanges$/,
  ],
  [
    'links are taken out',
    inHar((entries) => {
      entries[6]._chain = undefined;
    }),
    'evidence.har x0007 is not what was sealed at this place',
  ],
  [
    'an entry is no exchange',
    inHar((entries) => {
      entries[6] = null;
    }),
    'evidence.har /log/entries/6 is no exchange',
  ],
  [
    'the rows that rest on an exchange are edited',
    inHar((entries) => {
      entries[6]._requirements = ['CUST-23'];
    }),
    /^evidence\.har differs in line \d+ from what its own exchanges and report\.json give$/,
  ],
  [
    'a page is added',
    inHar((_, log) => {
      log.pages = [];
    }),
    /^evidence\.har differs in line \d+ from what its own exchanges and report\.json give$/,
  ],
  ['it is no JSON', (files) => files.set('evidence.har', Buffer.from('[')), 'evidence.har is not well-formed JSON'],
  [
    'it is no HAR',
    (files) => files.set('evidence.har', Buffer.from('[]')),
    /^evidence\.har cannot be read back: .*is not as this suite writes it$/,
  ],
  [
    'it is of another run',
    (files) => {
      const other = consistent({ id: 'another' });
      files.set('evidence.har', Buffer.from(renderHar(other.report, other.evidence)));
    },
    'evidence.har /log/_run is another, and report.json is of the run 2025-11-20T02-00-07Z',
  ],
];

/** Whoever tampers has put every digest right after that, and only lacks a key. */
describe('evidence.har altered', async () => {
  const untouched = await sealed({});

  test.each(ofEvidence)('%s', async (_, tamper, line) => {
    const files = tampered(untouched, tamper);
    const before = (await examine(bundleOf(files), known)).found;
    expect(matching(before, line), lines(before).join('\n')).toHaveLength(1);
    reseal(files);
    const { found } = await examine(bundleOf(files), known);
    expect(matching(found, line), lines(found).join('\n')).toHaveLength(1);
  });
});
