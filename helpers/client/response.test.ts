import { describe, expect, test } from 'vitest';
import { bodyLimit, ordinary } from '../evidence/size-limits.js';
import { created, listed } from '../identity/response.fixture.js';
import { inCheck } from '../runner/context.fixture.js';
import type { RequestChange, Response } from './message.js';
import {
  brief,
  describeResponse,
  hasJsonType,
  inItsWords,
  isCreation,
  isRejection,
  isRejectionOfContent,
  isServerError,
  isUnderWay,
  sentOf,
} from './response.js';

test('names of headers count in lower case, and values of a repeated one are joined', () => {
  const { headers } = listed([], [...['Link', 'LINK'].map((name) => [name, name] as const), ['x', '']]);
  expect(Object.fromEntries(headers)).toEqual({ link: 'Link, LINK', x: '' });
});

describe('a large body', () => {
  const response = listed({ data: ['a'.repeat(ordinary)] });

  test('has its value, and to the end of the run its beginning alone', () => {
    expect(response.json).toEqual({ data: ['a'.repeat(ordinary)] });
    expect(brief(response)).toEqual({ ...response, text: response.text.slice(0, 1024), json: undefined });
  });

  test('that is no JSON has no value, and one of an ordinary size stays whole', () => {
    expect(listed(`raw:${'<'.repeat(bodyLimit)}`)).toMatchObject({ isJson: false, json: undefined });
    const ordinaryOne = listed(`raw:"${'a'.repeat(ordinary - 2)}"`);
    expect(brief(ordinaryOne)).toBe(ordinaryOne);
  });
});

/** Of each judgement the statuses that it holds for, among near neighbours. */
const statuses = [
  199, 200, 299, 300, 399, 400, 401, 402, 404, 405, 406, 409, 422, 423, 425, 428, 429, 430, 499, 500, 599,
];
test.each<[name: string, is: (response: Response) => boolean, holds: readonly number[]]>([
  ['a creation', (response) => isCreation(response), [200, 299]],
  ['a rejection', isRejection, [400, 402, 404, 405, 406, 409, 422, 423, 425, 428, 430, 499]],
  ['a rejection of the content', isRejectionOfContent, [400, 402, 406, 409, 422, 423, 425, 428, 430, 499]],
  ['a server error', isServerError, [500, 599]],
  ['a rejection while the first try is under way', isUnderWay, [409, 423, 425]],
])('%s', (_, is, holds) => {
  expect(statuses.filter((status) => is(created({ status })))).toEqual(holds);
});

test('a creation is of its resource, by the method of its operation', () => {
  const response = created({});
  expect([isCreation(response, 'customer'), isCreation(response, 'account')]).toEqual([true, false]);
  const { request } = response;
  expect(isCreation({ ...response, request: { ...request, raw: { ...request.raw, method: 'HEAD' } } })).toBe(false);
  expect(isCreation(listed([]))).toBe(false);
});

test.each([
  ['Application/JSON ; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/vnd.api.v1+json; a=b', true],
  ['application/jsonp', false],
  [undefined, false],
])('the media type %s is JSON: %s', (type, isJson) => {
  expect(hasJsonType(listed([], type === undefined ? [] : [['content-type', type]]))).toBe(isJson);
});

const changed = (change: RequestChange) => {
  const { request, ...response } = created({});
  return { ...response, request: { ...request, change, raw: { ...request.raw, path: change.path ?? 'customers' } } };
};

test.each([
  [{}, /^`POST \/customers`$/, { request: 'POST /customers' }],
  [{ purpose: 'without `Api-Key`' }, /^`POST \/customers` .*without .*Api-Key/, { change: 'without `Api-Key`' }],
  [{ path: 'elsewhere?key=sk_sandbox_0123456789abcdef' }, /^`POST \/elsewhere`$/, { request: 'POST /elsewhere' }],
  [{ path: 'sk_sandbox_0123456789abcdef/a' }, /CONFORMANCE_API_KEY/, {}],
])('a request with %j in a sentence, and as reports show it', async (change, sentence, sent) => {
  const [said, shown] = await inCheck(() => [describeResponse(changed(change)), sentOf(changed(change).request)]);
  expect(said).toMatch(sentence);
  expect(shown).toMatchObject(sent);
  expect(JSON.stringify([said, shown])).not.toContain('0123456789');
});

describe('the target’s own words', () => {
  test.each([
    ['of JSON are the whole of it', { error: '<b>No</b>' }, ' The target says: `{"error":"<b>No</b>"}`'],
    ['of a text are on one line', 'raw:No key\n\n here', ' The target says: `No key here`'],
    ['that are empty are none', 'raw:', ''],
    ['of more are cut', `raw:${'a'.repeat(301)}`, ` The target says: \`${'a'.repeat(300)}…\``],
  ])('%s', async (_, body, words) => {
    expect(await inCheck(() => inItsWords(created({ body })))).toBe(words);
  });

  test.each(['shape', 'none'] as const)('are shown by doctor alone with --evidence %s', async (evidence) => {
    const said = (body: string) => inCheck(() => inItsWords(created({ body })), { evidence });
    expect(await said('raw:No key')).toBe(' `doctor` shows the target’s own words.');
    expect(await said('raw: ')).toBe('');
  });
});
