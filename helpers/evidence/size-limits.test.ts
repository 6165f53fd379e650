import { expect, test } from 'vitest';
import { bodyLimit, createSizeLimits, ordinary } from './size-limits.js';

const response = (body: string, headers: [string, string][] = []) => ({
  status: 200,
  reason: 'OK',
  httpVersion: '1.1',
  headers,
  body,
  bodyBytes: body.length,
  cut: false,
});

test('large bodies are read whole until there were many of them, and ordinary ones always', () => {
  const room = createSizeLimits();
  for (let answer = 0; answer < 10_000; answer += 1) room.read(ordinary);
  expect(room.limit()).toBe(bodyLimit);
  for (let answer = 0; answer < 26; answer += 1) room.read(bodyLimit);
  expect(room.limit()).toBe(ordinary);
});

test('the evidence keeps what is ordinary as it is, and of what goes on and on the beginnings, marked', () => {
  const room = createSizeLimits();
  const small = response('{"id":"cus_1"}', [['Content-Type', 'application/json']]);
  expect(room.forEvidence(small)).toEqual(small);
  const long = room.forEvidence(response(`x${'\u{1f600}'.repeat(2 * ordinary)}`));
  expect(long.cut).toBe(true);
  expect(long.body).toBe(`x${'\u{1f600}'.repeat(2 * ordinary - 1)}`);
  for (let answer = 0; answer < 200; answer += 1) room.forEvidence(response('"'.repeat(ordinary)));
  const late = room.forEvidence(
    response(
      'x'.repeat(5000),
      Array.from({ length: 900 }, () => ['X', 'y'.repeat(900)]),
    ),
  );
  expect(late).toMatchObject({ cut: true, bodyBytes: 5000 });
  expect(JSON.stringify(late).length).toBeLessThan(12_000);
  expect(room.forEvidence(small)).toEqual(small);
});

const roomForLarge = 24 * 1024 * 1024;
test.each([
  [0, bodyLimit],
  [roomForLarge - 1, bodyLimit],
  [roomForLarge, ordinary],
])('after %i bytes beyond ordinary ones a body is read up to %i', (beyond, limit) => {
  const room = createSizeLimits();
  room.read(ordinary + beyond);
  expect(room.limit()).toBe(limit);
});

const [longest, beginning, roomForEvidence] = [256 * 1024, 1024, 6 * 1024 * 1024];
test.each([
  ['a byte less than the room', roomForEvidence - 1, longest],
  ['the room', roomForEvidence, beginning],
])('once headers and bodies have taken %s, a body keeps its first characters', (_, taken, most) => {
  // With its quotes an empty body takes two.
  const headers: [string, string][] = [['Name', 'v'.repeat(taken - 2 - 'Name'.length)]];
  const lengthOf = (sent: number) => {
    const room = createSizeLimits();
    expect(room.forEvidence(response('', headers)).headers[0]?.[1].length).toBe(headers[0]?.[1].length);
    const { body, cut } = room.forEvidence(response('b'.repeat(sent)));
    return [body.length, cut];
  };
  expect(lengthOf(most)).toEqual([most, false]);
  expect(lengthOf(most + 1)).toEqual([most, true]);
});

test('once the room is taken, a header keeps 200 characters of its name and of its value', () => {
  const room = createSizeLimits();
  room.forEvidence(response('', [['X', 'v'.repeat(roomForEvidence)]]));
  const late = room.forEvidence(response('', [['N'.repeat(201), 'v'.repeat(201)]]));
  expect(late.headers).toEqual([['N'.repeat(200), 'v'.repeat(200)]]);
  expect(late.cut).toBe(false);
});
