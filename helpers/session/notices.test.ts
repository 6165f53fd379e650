import { expect, test } from 'vitest';
import type { Configuration } from '../configuration/settings.js';
import { behindNotice, caseNotices, driftNotices, inPartNotices, noticesOf } from './notices.js';

const target = {
  ...{ baseUrl: 'https://api.example.com/v1/', environment: 'sandbox' },
  ...{ allowInsecureHttp: false, keysArePublic: false, allowLiveWrites: false },
};
const noticed = (configuration: object, embedded = false) =>
  noticesOf({ ...target, ...configuration } as Configuration & { baseUrl: string }, embedded, { basePath: '/v1/' });

test.each<[configuration: object, embedded: boolean, said: RegExp[]]>([
  [{}, false, []],
  [{ environment: 'live' }, false, [/^Live: nothing is written/]],
  [{ environment: 'live', allowLiveWrites: true }, false, [/^Live: this run writes/]],
  [{ allowLiveWrites: true }, false, []],
  [{ baseUrl: 'https://api.example.com/' }, false, [/^The base address has no .*Probably meant: .*\/v1/]],
  [{ baseUrl: 'https://api.example.com/' }, true, []],
  [{ baseUrl: 'http://10.0.0.1/v1/', allowInsecureHttp: true }, false, [/^Keys travel over plain HTTP/]],
  [{ baseUrl: 'http://127.0.0.1/v1/', allowInsecureHttp: true }, true, []],
  [{ allowInsecureHttp: true }, false, []],
  [{ baseUrl: 'http://127.0.0.1/v1/' }, false, []],
  [{ keysArePublic: true }, false, [/declared public/]],
])('a reader of a run with %j (embedded: %s) hears of it', (configuration, embedded, said) => {
  expect(noticed(configuration, embedded)).toEqual(said.map((one) => expect.stringMatching(one)));
});

test.each<[failOnDrift: boolean, named: string | undefined, has: boolean, said: RegExp[]]>([
  [false, undefined, false, []],
  [true, undefined, true, []],
  [true, undefined, false, [/no earlier complete run/]],
  [true, 'none', false, [/--baseline is none\.$/]],
])('--fail-on-drift %s, --baseline %s, a run to compare with %s', (failOnDrift, baseline, has, said) => {
  const compared = { notices: ['First.'], ...(has && { baseline: {} }) };
  expect(driftNotices({ failOnDrift, baseline } as Configuration, compared as never)).toEqual([
    'First.',
    ...said.map((one) => expect.stringMatching(one)),
  ]);
});

test('a last run that is later than this one is named with its day', () => {
  expect(behindNotice(undefined)).toBeUndefined();
  expect(behindNotice({ startedAt: '2026-11-20T10:00:00.000Z' })).toMatch(/is dated .*2026.*later than this one/);
});

test.each<[inPart: string[], said: string | undefined]>([
  [[], undefined],
  [['x1'], '1 response only in part (x1):'],
  [['x1', 'x2', 'x3', 'x4', 'x5'], '5 responses only in part (x1, x2, x3, x4, x5):'],
  [['x1', 'x2', 'x3', 'x4', 'x5', 'x6'], '6 responses only in part (x1, x2, x3, x4, x5 and others):'],
])('of responses read in part, %j are named', (inPart, said) => {
  expect(inPartNotices({ inPart })).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
});

test.each<[planned: number, asked: number, requests: number, said: string]>([
  [1, 1, 0, '1 case was generated with seed 7, 2 well-formed and 2 malformed for each member. All exchanges stand'],
  [4, 4, 1, '4 cases were generated with seed 7, 2 well-formed and 2 malformed for each member. 1 exchange is only'],
  [4, 3, 2, '3 of 4 cases were generated with seed 7, 2 well-formed and 2 malformed for each member. 2 exchanges are'],
])('of %i cases %i were sent, and %i only counted', (planned, asked, requests, said) => {
  const cases = { each: 2, planned, asked, unkept: { requests, customers: 0 } };
  expect(caseNotices(cases, 7)).toEqual([expect.stringContaining(said)]);
  expect(caseNotices(undefined, 7)).toEqual([]);
});
