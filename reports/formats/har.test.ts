import { expect, test } from 'vitest';
import type { Evidence } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { renderHar } from './har.js';

const { report, evidence } = sample();
const { log } = JSON.parse(renderHar(report, evidence)) as Evidence;

test('it is HAR 1.2, with every exchange in the order of sending, and own members begin with an underscore', () => {
  expect(log.version).toBe('1.2');
  expect(log.creator).toEqual({ name: 'fsapi-conformance', version: '1.0.0' });
  expect(log.entries.map(({ _id }) => _id)).toEqual(evidence.map(({ id }) => id));
  const asked = ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'];
  for (const entry of log.entries) {
    expect(Object.keys(entry).filter((name) => !name.startsWith('_'))).toEqual(asked);
    expect(entry.timings).toEqual({ send: 0, wait: entry.time, receive: 0 });
  }
});

test('an exchange without an answer has status 0 and says why', () => {
  const at = evidence.findIndex(({ fault }) => fault !== undefined);
  const response = { status: 0, _error: 'the connection was reset before an answer came' };
  expect(log.entries[at]?.response).toMatchObject(response);
});
