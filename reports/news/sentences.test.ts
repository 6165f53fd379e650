import { describe, expect, test } from 'vitest';
import type { News, Open, Report } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { newsNotes, sincePhrase, stillOpen } from './sentences.js';

const { report } = sample();
const since = '2025-11-20';
const noteOf = (...news: readonly Omit<News, 'since'>[]) =>
  newsNotes({ ...report, news: news.map((one) => ({ ...one, since })) });
const textsOf = (...news: readonly Omit<News, 'since'>[]) => noteOf(...news).map(({ text }) => text);
const by = 'the owner';
const until = '2025-11-19';

describe('what is new', () => {
  test.each<[news: Omit<News, 'since'>, text: string | RegExp]>([
    [{ id: 'CUST-09', kind: 'fails' }, /^CUST-09 fails\. 29 February 1990, .* as a date of birth\.$/],
    [{ id: 'CUST-09', kind: 'fails-more' }, /^Another check of CUST-09 fails\.$/],
    [{ id: 'IDEM-03', kind: 'undecided' }, /^IDEM-03 is no longer decided\. A gateway returned 504 /],
    [{ id: 'ERR-02', kind: 'differs' }, /^ERR-02 differs: Statuses: now 400 and 422, before 400\.$/],
    [
      { id: 'CUST-15', kind: 'waiver-ends', by, until: '2025-11-25' },
      /^The waiver of CUST-15 by the owner ends on 25 Nov/,
    ],
    [
      { id: 'CUST-15', kind: 'waiver-ended', by, until },
      /^The waiver of CUST-15 by the owner has ended: it held until 19 November 2025\.$/,
    ],
    [
      { id: 'AUTH-11', kind: 'attestation-ended', by, until },
      /^What the owner attested for AUTH-11 has ended: it held until 19 November 2025\.$/,
    ],
    [{ id: 'AUTH-01', kind: 'passes' }, /^AUTH-01 passes now\.$/],
    [{ id: 'profile', kind: 'configuration' }, /^This run asks less than the one before: its profile is full\.$/],
    [{ id: 'second-tenant', kind: 'configuration' }, /no second tenant is configured\.$/],
    [{ id: 'observe', kind: 'configuration' }, /`--observe all`\.$/],
  ])('is one plain sentence: %j', (news, text) => {
    expect(textsOf(news)).toEqual([expect.stringMatching(text)]);
  });

  test('says of a target what happened', () => {
    const unavailable = { cause: 'key-rejected', sentence: 'The key was rejected.', whole: true } as const;
    const run = { ...report.run, unavailable };
    const news = [{ id: 'key-rejected', kind: 'target' as const, since }];
    const note = { kind: 'target', mark: 'inconclusive', ids: ['key-rejected'], text: 'The key was rejected.' };
    expect(newsNotes({ ...report, run, news })).toMatchObject([note]);
  });

  test('of one kind and one cause is one sentence, and of two causes two', () => {
    expect(textsOf({ id: 'CUST-09', kind: 'fails' }, { id: 'AUTH-06', kind: 'fails' })).toEqual([
      'CUST-09, AUTH-06 fail.',
    ]);
    expect(textsOf({ id: 'AUTH-01', kind: 'passes' }, { id: 'AUTH-02', kind: 'passes' })).toEqual([
      'AUTH-01, AUTH-02 pass now.',
    ]);
    const ended = (id: string, who: string) => ({ id, kind: 'waiver-ended' as const, by: who, until });
    expect(textsOf(ended('CUST-15', by), ended('CUST-09', by), ended('AUTH-06', 'another'))).toEqual([
      expect.stringMatching(/^The waiver of CUST-15, CUST-09 by the owner/),
      expect.stringMatching(/^The waiver of AUTH-06 by another/),
    ]);
  });

  test('that is no longer decided stands together by its reason', () => {
    const news = ['IDEM-03', 'ACCT-02'].map((id): News => ({ id, kind: 'undecided', since }));
    expect(newsNotes({ ...report, news })).toHaveLength(2);
    const requirements = report.requirements.map((row) => ({ ...row, reason: 'It timed out.' }));
    expect(newsNotes({ ...report, requirements, news }).map(({ text }) => text)).toEqual([
      'IDEM-03, ACCT-02 are no longer decided. It timed out.',
    ]);
  });

  test('stands in the order of a reader, the cause of everything else first', () => {
    const kinds = ['passes', 'differs', 'fails', 'target', 'waiver-ended'] as const;
    const run = { ...report.run, unavailable: { cause: 'in-front', sentence: 'Kept out.' } as const };
    const news = kinds.map((kind) => ({ id: 'CUST-09', kind, since }));
    const notes = newsNotes({ ...report, run, news });
    expect(notes.map(({ kind }) => kind)).toEqual(['target', 'waiver-ended', 'fails', 'differs', 'passes']);
  });

  test('says that an earlier suite did not have the check', () => {
    const without = ' The suite of the run before did not have this check.';
    for (const kind of ['fails', 'fails-more'] as const)
      expect(textsOf({ id: 'CUST-09', kind, earlierSuite: true })).toEqual([expect.stringContaining(without)]);
  });
});

describe('what is open', () => {
  const openIn = (open: readonly Open[], news: readonly News[] = [], run: Partial<Report['run']> = {}) =>
    stillOpen({ ...report, open: [...open], news: [...news], run: { ...report.run, ...run } });

  test.each<[open: Open, text: string]>([
    [{ id: 'CUST-09', kind: 'fails', since }, 'CUST-09 fails (since 20 November 2025)'],
    [{ id: 'ERR-02', kind: 'differs', since }, 'ERR-02 differs (since 20 November 2025)'],
    [{ id: 'IDEM-03', kind: 'undecided', since }, 'IDEM-03 is not decided (since 20 November 2025)'],
    [{ id: 'in-front', kind: 'target', since }, 'The target was not available (since 20 November 2025)'],
    [
      { id: 'CUST-15', kind: 'waiver-ends', since, until: '2025-11-25' },
      'the waiver of CUST-15 ends on 25 November 2025',
    ],
    [
      { id: 'AUTH-11', kind: 'attestation-ended', since },
      'the attestation of AUTH-11 has ended (since 20 November 2025)',
    ],
    [
      { id: 'CUST-15', kind: 'decision', since },
      'the decision on CUST-15 has no effect any more (since 20 November 2025; `decide revoke CUST-15` takes it out)',
    ],
  ])('is a phrase: %j', (open, text) => {
    expect(openIn([open])).toBe(text);
  });

  test('of one kind and day stands together', () => {
    const fails = ['CUST-09', 'AUTH-06'].map((id): Open => ({ id, kind: 'fails', since }));
    const older: Open = { id: 'IDEM-02', kind: 'fails', since: '2025-11-17' };
    const text = 'CUST-09, AUTH-06 fail (since 20 November 2025); IDEM-02 fails (since 17 November 2025)';
    expect(openIn([...fails, older])).toBe(text);
  });

  test('leaves out what is new', () => {
    const newly: readonly News[] = [
      { id: 'CUST-09', kind: 'fails-more', since },
      { id: 'CUST-15', kind: 'waiver-ended', since },
      { id: 'in-front', kind: 'target', since },
    ];
    const open: readonly Open[] = [
      { id: 'in-front', kind: 'target', since },
      { id: 'CUST-09', kind: 'fails', since: '2025-11-02' },
      { id: 'CUST-15', kind: 'fails', since },
      { id: 'CUST-15', kind: 'decision', since },
    ];
    expect(openIn(open, newly)).toBe('');
    expect(stillOpen(report)).not.toMatch(/AUTH-06|IDEM-03|ACCT-07/);
    expect(stillOpen(report)).toMatch(/IDEM-02 fails .*ERR-02 differs /);
    // A failure is said by no news of another kind.
    expect(openIn([{ id: 'CUST-09', kind: 'fails', since }], [{ id: 'CUST-09', kind: 'differs', since }])).not.toBe('');
  });
});

test('since when a requirement has its verdict: new, for so long, or accepted until', () => {
  expect(sincePhrase('AUTH-06', report)).toBe('New in this run');
  expect(sincePhrase('CUST-09', report)).toBe('Since 2 November 2025');
  const phraseOf = (kind: News['kind']) =>
    sincePhrase('CUST-09', { ...report, news: [{ id: 'CUST-09', kind, since, by, until }] });
  expect(phraseOf('fails-more')).toBe('Since 2 November 2025; another check fails now');
  const entry = { id: 'CUST-09', kind: 'waive', by, on: '2025-11-02', reason: 'r', expires: until };
  const accepted = 'Since 2 November 2025; accepted by the owner until 19 November 2025';
  expect(sincePhrase('CUST-09', { ...report, decisions: [entry] })).toBe(accepted);
  const first = { ...report, run: { ...report.run, previous: undefined } };
  expect(['AUTH-06', 'CUST-09'].map((id) => sincePhrase(id, first))).toEqual(['', '']);
});
