import { describe, test } from 'vitest';
import { type Format, formats } from '../../reports/formats/formats.js';
import { sample } from '../../reports/testing/sample.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
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

const bodies: Readonly<Record<string, (size: number) => string>> = {
  'lists in lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (size) => `${'{"a":'.repeat(size / 8)}1${'}'.repeat(size / 8)}`,
  members: (size) => `{${numbered(size, (at) => `"m${at}":${at}`).join()}}`,
  accounts: (size) => `[${numbered(size, (at) => `{"id":${at}}`).join()}]`,
  backslashes: repeated('\\'),
  markup: repeated('<b>&'),
  'hidden characters': repeated('\u202e'),
};

const { report, evidence } = sample();
const [first] = evidence as [Exchange];
const answered = evidence.find(({ response }) => response !== undefined)?.response as NonNullable<Exchange['response']>;
const every: readonly Format[] = formats;
const many = (size: number, one: Exchange) => Array.from({ length: size }, (_, at) => ({ ...one, id: `x${at}` }));

const withBody = (body: string, changes: Partial<typeof answered> = {}): Exchange => ({
  ...first,
  response: { ...answered, body, ...changes },
});

describe.each(Object.entries(bodies))('%s', (_, bodyOf) => {
  const parsed = (size: number) => parseJson(bodyOf(size)).json;

  test('are read, and identities and schemas taken from them', () => {
    for (const read of [parseJson, shapeOf]) expectLinear(bodyOf, read);
    // It keeps what it found of a value: a new one each time.
    expectLinear(bodyOf, (body) => leavesOf(parseJson(body).json));
    expectLinear(parsed, (json) => inferSchema([json]));
    expectLinear(parsed, (json) => differences({ json }, { json: [json] }));
  });

  test.each(every.filter(({ name }) => /html|har/.test(name)))('are shown in $name', ({ render }) => {
    expectLinear(
      (size) => [withBody(bodyOf(size))],
      (exchanges) => render(report, exchanges, fsapi),
    );
  });
});

test.each(every)('many exchanges and headers in $name', ({ render }) => {
  const shown = (exchanges: readonly Exchange[]) => render(report, exchanges, fsapi);
  expectLinear((size) => many(size, withBody('{}')), shown, 64);
  const headers = (size: number) => Array.from({ length: size }, (_, at): Header => [`x-${at}`, 'a']);
  expectLinear((size) => [withBody('{}', { headers: headers(size) })], shown, 128);
});
