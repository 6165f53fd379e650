import { OpenApiConverter } from '@mockoon/commons';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { text as textOf } from '../helpers/sources.fixture.js';
import { fsapi } from './fsapi/fsapi.js';
import { isDecidable, requirementOf } from './specification.js';
import { validator } from './validate.js';

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by the members that the tests expect
type Loose = any;

const text = textOf('schemas/openapi.json');
const document: Loose = JSON.parse(text);
const { post } = document.paths['/v1/customers'];
const { get } = document.paths['/v1/accounts'];
const customer = post.requestBody.content['application/json'].examples.madeUp.value;

test('a validator that is not ours takes the document', async () => {
  const outside = new Validator();
  const { valid, errors } = await outside.validate(JSON.parse(text));
  expect({ valid, errors, version: outside.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
  outside.resolveRefs();
  expect(text).not.toMatch(/"\$ref": "(?!#\/components\/)/);
});

test('it has the operations of the specification, with the headers that each wants', () => {
  const { basePath, headers, operations } = fsapi;
  const stated = operations.map(({ path, method }) => [`${basePath.slice(0, -1)}${path}`, [method.toLowerCase()]]);
  expect(Object.entries(document.paths).map(([path, of]) => [path, Object.keys(of as object)])).toEqual(stated);
  const parametersOf = ({ parameters }: Loose) => parameters.map(({ name, required }: Loose) => [name, required]);
  expect(Object.fromEntries(parametersOf(post))).toEqual({ [headers.idempotencyKey]: true, [headers.tenant]: false });
  expect(parametersOf(get)).toEqual([[headers.tenant, true]]);
  expect(document.components.securitySchemes.apiKey.name).toBe(headers.credential);
  expect(validator('customer')(customer)).toBe(true);
});

test('what is stated is unmarked, and each source names a requirement of such a basis', () => {
  const sources: { basis: string; requirement?: string }[] = [];
  JSON.stringify(document, (name, value) => {
    if (name === 'x-source') sources.push(value);
    return value;
  });
  for (const { basis, requirement = '' } of sources.filter((one) => one.basis !== 'made-up')) {
    const rows = requirement.split(' to ').map((id) => requirementOf(fsapi, id));
    expect(rows.map(isDecidable), requirement).toEqual(rows.map(() => basis === 'inferred'));
  }
  expect(new Set(sources.map(({ basis }) => basis))).toEqual(new Set(['inferred', 'not-shown', 'made-up']));
  expect(JSON.stringify(document.components.schemas)).not.toContain('x-source');
});

test('Mockoon loads it as it is, and responds by the same paths, statuses and examples', async () => {
  const environment = await new OpenApiConverter().convertFromOpenAPI(text);
  const routes = environment?.routes.map(({ method, endpoint, responses }) => {
    const { statusCode, body = '' } = responses.find((response) => response.default) ?? {};
    return [`${method} /${endpoint}`, statusCode, JSON.parse(body)];
  });
  expect(routes).toEqual([
    ['post /v1/customers', 201, { id: 'cus_5d1f7c2a90b1_0001', ...customer }],
    ['get /v1/accounts', 200, [{ id: 'acc_71d0c2b4e6f1_0001' }]],
  ]);
  expect(text).not.toMatch(/"[245]XX"|\\p\{|[^ -~’…\n]/);
  expect(text).toContain('"acc_71d0c2b4e6f1_0002"');
});
