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
  const long = room.forEvidence(response('\u{1f600}'.repeat(4 * ordinary)));
  expect(long.cut).toBe(true);
  expect(long.body.length).toBeLessThanOrEqual(4 * ordinary);
  expect(long.body).not.toMatch(/[\ud800-\udbff]$/);
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
