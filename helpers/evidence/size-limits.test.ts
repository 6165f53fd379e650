import { expect, test } from 'vitest';
import { bodyLimit, createSizeLimits, ordinary } from './size-limits.js';

const response = (body: string, headers: [string, string][] = []) => ({
  ...{ status: 200, reason: 'OK', httpVersion: '1.1', cut: false },
  ...{ headers, body, bodyBytes: body.length },
});

const roomForLarge = 24 * 1024 * 1024;
test.each([
  ['a byte less than the room', roomForLarge - 1, bodyLimit],
  ['the room', roomForLarge, ordinary],
])('once large bodies have taken %s beyond ordinary ones, a body is read so far', (_, beyond, limit) => {
  const room = createSizeLimits();
  for (let answer = 0; answer < 10_000; answer += 1) room.read(ordinary);
  room.read(ordinary + beyond);
  expect(room.limit()).toBe(limit);
});

test('the evidence keeps what is ordinary as it is, and of what goes on and on the beginning, marked, without half a character', () => {
  const room = createSizeLimits();
  const small = response('{"id":"cus_1"}', [['Content-Type', 'application/json']]);
  expect(room.forEvidence(small)).toEqual(small);
  const { body, cut } = room.forEvidence(response(`x${'\u{1f600}'.repeat(ordinary)}`));
  expect([cut, body.length]).toEqual([true, ordinary - 1]);
  expect(body).not.toMatch(/[\ud800-\udfff]/u);
});

const [beginning, roomForEvidence] = [1024, 6 * 1024 * 1024];
test.each([
  ['a byte less than the room', roomForEvidence - 1, ordinary],
  ['the room', roomForEvidence, beginning],
])(
  'once headers and bodies have taken %s, a body keeps its first characters; beyond the room headers go',
  (_, taken, most) => {
    // With its quotes an empty body takes two.
    const headers: [string, string][] = [['Name', 'v'.repeat(taken - 2 - 'Name'.length)]];
    const lengthOf = (sent: number) => {
      const room = createSizeLimits();
      expect(room.forEvidence(response('', headers)).headers[0]?.[1].length).toBe(headers[0]?.[1].length);
      const last = room.forEvidence(response('b'.repeat(sent), [['Name', 'v']]));
      return [last.body.length, last.cut, last.headers.length];
    };
    const kept = most === ordinary ? 1 : 0;
    expect(lengthOf(most)).toEqual([most, false, kept]);
    expect(lengthOf(most + 1)).toEqual([most, true, kept]);
  },
);
