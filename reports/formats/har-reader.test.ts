import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { allHostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderHar } from './har.js';
import { readHar } from './har-reader.js';

const { report, evidence } = sample();
const whole: Exchange = {
  id: 'x0001',
  startedAt: '2025-11-20T02:00:07.040Z',
  offsetMs: 40.1,
  durationMs: 28.3,
  purpose: 'as it should be',
  request: {
    method: 'GET',
    url: 'https://sandbox.payments.example/v1/accounts?a=1',
    headers: [
      ['a', '1'],
      ['A', ''],
    ],
  },
};
const answer = { status: 200, reason: '', httpVersion: '1.1', headers: [], body: '', bodyBytes: 0, cut: false };

/** What comes back for one exchange that is written. */
const again = (exchange: Exchange) => readHar(renderHar(report, [exchange])).evidence[0];

test('the evidence of a run comes back as it was, with the run that it is of', () => {
  expect(readHar(renderHar(report, evidence))).toEqual({ run: report.run.id, evidence });
});

test.each<[name: string, exchange: Exchange]>([
  ['no answer, and a fault', { ...whole, fault: 'the connection was reset' }],
  ['no answer, and none of a fault', whole],
  ['an empty body sent', { ...whole, request: { ...whole.request, body: '' }, response: answer }],
  ['no body sent', { ...whole, response: answer }],
  ['a cut answer', { ...whole, response: { ...answer, body: 'a', bodyBytes: 1_048_576, cut: true } }],
  ['an answer and a fault', { ...whole, response: answer, fault: 'closed early' }],
  ['an answer without a status', { ...whole, response: { ...answer, status: 0, httpVersion: '' } }],
  ['a version that says HTTP itself', { ...whole, response: { ...answer, httpVersion: 'HTTP/2' } }],
  ['a write', { ...whole, response: answer, wrote: { idempotencyKey: '', email: '', tenant: 'second' } }],
])('nothing is lost of %s', (_, exchange) => {
  expect(again(exchange)).toStrictEqual(exchange);
});

test('nothing is lost of a target that sends anything', () => {
  const bad = poisoned(allHostile);
  const few = bad.evidence.slice(0, 40);
  expect(readHar(renderHar(bad.report, few)).evidence).toEqual(few);
});

describe('what is no HAR of this suite is refused, by its place and never by its value', () => {
  const broken = (change: (log: Record<string, unknown>, entry: Record<string, unknown>) => void) => {
    const document = JSON.parse(renderHar(report, evidence.slice(0, 9)));
    change(document.log, document.log.entries[3]);
    return JSON.stringify(document);
  };
  test.each<[name: string, text: string, message: string]>([
    ['no JSON', 'secret', 'it is not well-formed JSON'],
    ['a list', '[]', 'the whole must be object'],
    ['another tool’s', '{"log":{"version":"1.2","entries":[]}}', 'log lacks _run'],
    ['an entry without an id', broken((_, entry) => delete entry._id), 'log.entries[3] lacks _id'],
    [
      'a time in words',
      broken((_, entry) => Object.assign(entry, { time: 'secret' })),
      'log.entries[3].time must be number',
    ],
    [
      'a request that is none',
      broken((_, entry) => Object.assign(entry, { request: 'secret' })),
      'log.entries[3].request must be object',
    ],
    ['entries that are none', broken((log) => Object.assign(log, { entries: {} })), 'log.entries must be array'],
  ])('%s', (_, text, message) => {
    expect(() => readHar(text)).toThrow(SyntaxError);
    expect(() => readHar(text)).toThrow(message);
    expect(() => readHar(text)).not.toThrow('secret');
  });
});
