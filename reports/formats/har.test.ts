import { expect, test } from 'vitest';
import { sample } from '../testing/sample.js';
import { renderHar } from './har.js';

interface Har {
  log: { version: string; creator: { name: string; version: string }; entries: Record<string, unknown>[] };
}
const { report, evidence } = sample();
const read = (text: string) => (JSON.parse(text) as Har).log;

test('it is HAR 1.2, with every exchange in the order of sending', () => {
  const log = read(renderHar(report, evidence));
  expect(log.version).toBe('1.2');
  expect(log.creator).toEqual({ name: 'fsapi-conformance', version: '1.0.0' });
  expect(log.entries.map(({ _id }) => _id)).toEqual(evidence.map(({ id }) => id));
});

test('every entry has the members that the format asks for, and its own begin with an underscore', () => {
  const asked = ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'];
  for (const entry of read(renderHar(report, evidence)).entries) {
    expect(Object.keys(entry).filter((name) => !name.startsWith('_'))).toEqual(asked);
    expect(entry.timings).toEqual({ send: 0, wait: entry.time, receive: 0 });
  }
});

test('an exchange without an answer has status 0 and says why', () => {
  const log = read(renderHar(report, evidence));
  const at = evidence.findIndex(({ fault }) => fault !== undefined);
  const response = { status: 0, _error: 'the connection was reset before an answer came' };
  expect(log.entries[at]?.response).toMatchObject(response);
});
