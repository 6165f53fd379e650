import { describe, test } from 'vitest';
import { type Format, formats } from '../../reports/formats/formats.js';
import { readHar } from '../../reports/testing/har-reader.js';
import { sample } from '../../reports/testing/sample.js';
import { readJson } from '../../reports/text/read-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import { differences } from '../../schemas/observation.js';
import { expectLinear } from '../../schemas/testing/growth.js';
import { shapeOf } from '../evidence/masking.js';
import { fsapi } from '../fsapi/fsapi.js';
import { inferSchema } from '../json/infer-schema.js';
import { leavesOf } from '../json/json-leaves.js';
import { parseJson } from '../json/parse-json.js';

/** No answer takes our time: what reads a body, and what shows it, grows with its size, whatever it is made of. */

const repeated = (piece: string) => (size: number) => JSON.stringify({ text: piece.repeat(size / piece.length) });
const numbered = (size: number, each: (at: number) => string) => Array.from({ length: size >> 3 }, (_, at) => each(at));

/** A body of about so many characters. */
const bodies: Readonly<Record<string, (size: number) => string>> = {
  'lists in lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (size) => `${'{"a":'.repeat(size / 8)}1${'}'.repeat(size / 8)}`,
  members: (size) => `{${numbered(size, (at) => `"m${at}":${at}`).join()}}`,
  accounts: (size) => `[${numbered(size, (at) => `{"id":${at}}`).join()}]`,
  'long numbers': (size) => `[${'1234567890123456,'.repeat(size >> 4)}1]`,
  'quotation marks and backslashes': (size) => '"\\'.repeat(size / 2),
  backslashes: repeated('\\'),
  'marks of a template': repeated('`'),
  markup: repeated('<b>&'),
  'blanks and line ends': repeated(' \n'),
  'hidden characters': repeated('\u202e'),
};

const { report, evidence } = sample();
const [first] = evidence;
const answered = evidence.find(({ response }) => response !== undefined);

/** The sample's evidence with a body, and perhaps headers and further exchanges. */
function withBody(body: string, changes: Partial<NonNullable<Exchange['response']>> = {}): Exchange[] {
  const response = { ...(answered?.response as NonNullable<Exchange['response']>), body, ...changes };
  return [{ ...(first as Exchange), response }];
}

describe.each(Object.entries(bodies))('%s', (_, bodyOf) => {
  const parsed = (size: number) => parseJson(bodyOf(size)).json;

  test('are read, and identities and schemas taken from them', () => {
    expectLinear(bodyOf, parseJson);
    expectLinear(bodyOf, shapeOf);
    // It keeps what it found of a value: a new one each time.
    expectLinear(bodyOf, (body) => leavesOf(parseJson(body).json));
    expectLinear(parsed, (json) => inferSchema([json]));
    expectLinear(parsed, (json) => differences({ json }, { json: [json] }));
  });

  const showing: readonly Format[] = formats;
  test.each(showing.filter(({ showsEvidence }) => showsEvidence))('are shown in $name', (format) => {
    expectLinear(
      (size) => withBody(bodyOf(size)),
      (exchanges) => format.render(report, exchanges, fsapi),
    );
  });
});

describe('many', () => {
  const every: readonly Format[] = formats;
  test.each(every)('exchanges and headers in $name', (format) => {
    const many = (size: number) => Array.from({ length: size }, (_, at) => ({ ...withBody('{}')[0], id: `x${at}` }));
    expectLinear(many, (exchanges) => format.render(report, exchanges as Exchange[], fsapi), 64);
    const headers = (size: number) => Array.from({ length: size }, (_, at): [string, string] => [`x-${at}`, 'a']);
    expectLinear(
      (size) => withBody('{}', { headers: headers(size) }),
      (all) => format.render(report, all, fsapi),
      128,
    );
  });

  test('exchanges in an evidence.har that is read', () => {
    const har = formats.find(({ name }) => name === 'har') as Format;
    const many = (size: number) => Array.from({ length: size }, () => withBody('{"a":[1,2,3]}')[0] as Exchange);
    expectLinear((size) => String(har.render(report, many(size), fsapi)), readHar, 64);
    expectLinear(
      (size) => JSON.stringify(many(size)),
      (text) => readJson(text),
      64,
    );
  });
});
