import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { hostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderHar } from './har.js';

interface Har {
  log: { version: string; creator: { name: string; version: string }; entries: Record<string, unknown>[] };
}
const { report, evidence } = sample();
const require = createRequire(import.meta.url);
const har = require('har-schema') as Record<string, object>;
const draft6 = require('ajv/dist/refs/json-schema-draft-06.json') as object;
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
    expect(Object.keys(entry.request as object)).toEqual(
      expect.arrayContaining([
        'method',
        'url',
        'httpVersion',
        'cookies',
        'headers',
        'queryString',
        'headersSize',
        'bodySize',
      ]),
    );
    expect(Object.keys(entry.response as object)).toEqual(
      expect.arrayContaining([
        'status',
        'statusText',
        'httpVersion',
        'cookies',
        'headers',
        'content',
        'redirectURL',
        'headersSize',
        'bodySize',
      ]),
    );
    const { blocked, dns, connect, ssl, send, wait, receive } = entry.timings as Record<string, number>;
    expect([blocked, dns, connect, ssl]).toEqual([-1, -1, -1, -1]);
    expect((send ?? -1) + (wait ?? -1) + (receive ?? -1)).toBe(entry.time);
  }
});

describe('against the published schema of HAR', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft6);
  const schemas = Object.values(har) as { $id: string }[];
  for (const schema of schemas) ajv.addSchema(schema);
  const valid = ajv.getSchema('har.json#');
  const complaints = (text: string) => {
    valid?.(JSON.parse(text));
    return (valid?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  test('a usual run is valid, and the schema would tell', () => {
    expect(complaints(renderHar(report, evidence))).toEqual([]);
    expect(complaints('{"log":{}}')).not.toEqual([]);
  });

  test.each(Object.entries(hostile))('a target that sends %s is recorded validly', (_, word) => {
    const bad = poisoned(word);
    // The wire sends to addresses only, so that what is written there is one.
    const sent = bad.evidence.map((each, at) => {
      return { ...each, request: { ...each.request, url: evidence[at]?.request.url ?? '' } };
    });
    expect(complaints(renderHar(bad.report, sent))).toEqual([]);
  });
});

test('an exchange without an answer has status 0 and says why', () => {
  const log = read(renderHar(report, evidence));
  const at = evidence.findIndex(({ fault }) => fault !== undefined);
  expect(log.entries[at]?.response).toMatchObject({
    status: 0,
    _error: 'the connection was reset before an answer came',
  });
});

test('an entry names the requirements that rest on it', () => {
  const [first] = report.requirements.find(({ id }) => id === 'IDEM-02')?.checks[0]?.exchanges ?? [];
  expect(read(renderHar(report, evidence)).entries.find(({ _id }) => _id === first)?._requirements).toEqual([
    'IDEM-02',
  ]);
});
