import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { hostile } from '../../../reports/testing/hostile.js';
import { sample } from '../../../reports/testing/sample.js';
import { isObject } from '../../is-object.js';
import type { Report } from '../../types.js';
import { validator } from '../../validate.js';
import { catalogue } from '../catalogue.js';
import { fsapi } from '../fsapi.js';
import { operations } from '../operations.js';
import { madeUpCustomer } from './customer.js';
import { openapiDocument } from './document.js';
import type { Part } from './observation.js';

// biome-ignore lint/suspicious/noExplicitAny: documents are walked by the members that the tests expect
type Loose = any;

/** The sample, nothing observed in it but what is given. */
function reportWith(observations: Record<string, unknown>, decisions: Report['decisions'] = []): Report {
  const { report } = sample();
  const requirements = report.requirements.map(({ observation: _, sentence: __, ...row }) => {
    const seen = observations[row.id];
    const settled = decisions.some((entry) => entry.id === row.id && entry.by !== 'nobody met this');
    return {
      ...row,
      ...(seen !== undefined && { observation: seen, sentence: 'As it was.', verdict: settled ? 'pass' : 'pending' }),
    };
  });
  return { ...report, requirements: requirements as Report['requirements'], decisions };
}

const inferred = (schema: object) => ({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema });
const account = { type: 'object', properties: { id: { type: 'string' }, balance: { type: ['null', 'number'] } } };
const everything: Record<string, unknown> = {
  'CUST-16': { required: ['/first_name', '/address/country', '/address/state'], optional: ['/middle_name'] },
  'CUST-17': { accepted: ['individual'], rejected: ['company'] },
  'CUST-18': { accepted: ['female', 'male'], rejected: [] },
  'CUST-19': { statuses: [200, 201] },
  'CUST-20': inferred({ type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }),
  'CUST-22': { without: 'accepted' },
  'ACCT-07': { statuses: [200], schema: inferred({ type: 'array', items: { ...account, required: ['id'] } }) },
  'ACCT-08': { link: 'always', pagingMembers: ['/next'] },
  'ERR-01': {
    '400': inferred({ type: 'object', properties: { code: { type: 'string' } }, required: ['code'] }),
    '401': 'no JSON body',
    '422': inferred({ anyOf: [{ type: 'null' }, { type: 'object', properties: { '{}': { type: 'string' } } }] }),
  },
  'ERR-02': { statuses: [400, 422] },
  'IDEM-07': { first: 201, repeat: 409, body: 'another', headersAdded: ['idempotency-replayed'] },
};

const outside = new Validator();

async function validity(document: Part) {
  const { valid, errors } = await outside.validate(JSON.parse(JSON.stringify(document)));
  if (valid) outside.resolveRefs();
  return { valid, version: outside.version, errors };
}

describe('a validator that is not ours takes the document', () => {
  const odd = { statuses: 'many', schema: 7, required: [1, ''], accepted: {}, '400': null, '9': {}, '500': [] };
  test.each<[string, Report | undefined]>([
    ['without a report', undefined],
    ['with everything observed', reportWith(everything)],
    ['with nothing observed', reportWith({})],
    ['of the sample', sample().report],
    ['with observations of no known form', reportWith(Object.fromEntries(catalogue.map(({ id }) => [id, odd])))],
    ['with observations that are words', reportWith(Object.fromEntries(catalogue.map(({ id }) => [id, 'x'])))],
    [
      'with hostile names and words',
      reportWith({
        ...everything,
        'CUST-20': inferred({
          type: 'object',
          properties: Object.fromEntries(
            [...Object.values(hostile), '__proto__', '$ref'].map((word) => [word, { type: 'string', $ref: word }]),
          ),
          required: Object.values(hostile),
          $id: 'urn:elsewhere',
          $ref: 'https://x.example/schema',
        }),
        'CUST-16': { required: ['/$ref/x', '/$ref', '/a/$id'], optional: [] },
        'CUST-17': { accepted: Object.values(hostile), rejected: [] },
        'IDEM-08': { $ref: 'urn:elsewhere', body: [{ $id: 'urn:elsewhere', $ref: { $ref: '#/nowhere' } }] },
      }),
    ],
  ])('%s', async (_, report) => {
    const document = openapiDocument(fsapi, report);
    expect(await validity(document)).toEqual({ valid: true, version: '3.1', errors: undefined });
    const reference = /"\$ref":"(?!#\/components\/)/;
    expect(JSON.stringify(document)).not.toMatch(reference);
  });
});

test('what is stated is unmarked, and where the specification is silent the document says so', () => {
  const { paths, components, servers, security } = openapiDocument(fsapi) as Loose;
  const { post } = paths['/v1/customers'];
  const { get } = paths['/v1/accounts'];
  expect(Object.keys(paths)).toEqual([...new Set(operations.map(({ path }) => `/v1${path}`))]);
  expect(servers[0].url).toBe('https://{host}');
  expect(security).toEqual([{ apiKey: [] }]);
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'Api-Key' });
  expect(post.parameters.map(({ name, required }: Loose) => [name, required])).toEqual([
    ['Idempotency-Key', true],
    ['x-tenant-id', false],
  ]);
  expect(get.parameters.map(({ name, required }: Loose) => [name, required])).toEqual([['x-tenant-id', true]]);
  expect(post.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Customer' });
  for (const { responses } of [post, get]) {
    expect(responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' });
    expect(responses['200'] ?? responses['201']).toMatchObject({ 'x-source': { basis: 'not-shown' } });
    expect(responses.default).toMatchObject({ description: 'Not shown.', 'x-source': { basis: 'not-shown' } });
  }
  expect(post.responses['422']['x-source']).toMatchObject({ basis: 'inferred', step: expect.any(String) });
  expect(components.responses.Unauthorized['x-source']).toBeUndefined();
  const [customer, address] = [components.schemas.Customer, components.schemas.Address];
  expect(JSON.stringify([customer, address])).not.toContain('x-source');
  expect(customer.properties.address.$ref).toBe('#/components/schemas/Address');
});

test('what was observed takes its place, marked with the run', () => {
  const report = reportWith(everything);
  const { paths, components } = openapiDocument(fsapi, report) as Loose;
  const { post } = paths['/v1/customers'];
  const { get } = paths['/v1/accounts'];
  const mark = (requirement: string) => ({
    basis: 'observed',
    requirement,
    run: report.run.id,
    startedAt: report.run.startedAt,
  });
  expect(Object.keys(post.responses)).toEqual(['200', '201', '400', '401', '422', 'default']);
  expect(post.responses['201']['x-source']).toEqual(mark('CUST-19'));
  expect(post.responses['201'].content['application/json'].schema).toEqual({
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
    example: { id: 1 },
    'x-source': mark('CUST-20'),
  });
  expect(post.responses['422']['x-source']).toEqual(mark('ERR-02'));
  expect(post.responses['422'].content['application/json'].schema).toEqual({
    anyOf: [{ type: 'null' }, { type: 'object', additionalProperties: { type: 'string' } }],
    'x-source': mark('ERR-01'),
  });
  expect(components.responses.Unauthorized).toEqual({
    description: expect.any(String),
    'x-body': { description: 'No JSON body was seen.', 'x-source': mark('ERR-01') },
  });
  const [stated, required] = post.requestBody.content['application/json'].schema.allOf;
  expect(stated).toEqual({ $ref: '#/components/schemas/Customer' });
  expect(required).toEqual({
    type: 'object',
    required: ['first_name'],
    properties: { address: { type: 'object', required: ['country', 'state'] } },
    'x-source': mark('CUST-16'),
  });
  expect(post.requestBody['x-observed'].map(({ observation }: Loose) => observation)).toEqual([
    everything['CUST-17'],
    everything['CUST-18'],
  ]);
  expect(post.parameters[0]['x-observed']).toEqual([
    { sentence: 'As it was.', observation: everything['IDEM-07'], 'x-source': mark('IDEM-07') },
  ]);
  expect(get['x-observed'][0].observation).toEqual(everything['ACCT-08']);
  expect(get.responses['200'].content['application/json'].schema.items.required).toEqual(['id']);
});

test('an answer without a body has none in the document', () => {
  const { paths } = openapiDocument(fsapi, reportWith({ 'CUST-19': { statuses: [201, 204] } })) as Loose;
  expect(paths['/v1/customers'].post.responses['204'].content).toBeUndefined();
  expect(paths['/v1/customers'].post.responses['201'].content).toBeDefined();
});

test('what people settled is marked with who and when, as long as the run met it', () => {
  const by = (name: string) => [{ id: 'CUST-19', kind: 'settle' as const, by: name, on: '2026-09-14', reason: 'r' }];
  const markOf = (decisions: Loose) =>
    (openapiDocument(fsapi, reportWith(everything, decisions)) as Loose).paths['/v1/customers'].post.responses['201'][
      'x-source'
    ];
  expect(markOf(by('the API board'))).toMatchObject({ basis: 'settled', by: 'the API board', on: '2026-09-14' });
  expect(markOf(by('nobody met this'))).toMatchObject({
    basis: 'observed',
    settledOtherwise: { by: 'nobody met this', on: '2026-09-14' },
  });
});

/** Places of one document that another lacks, or has otherwise, as far as no part around them is marked. */
function unmarked(one: unknown, other: unknown, place = ''): string[] {
  if (isObject(one) && isObject(one['x-source'])) return [];
  if (typeof one !== 'object' || one === null) return Object.is(one, other) ? [] : [place];
  const beside = (other ?? {}) as Part;
  return Object.entries(one).flatMap(([name, inner]) =>
    unmarked(inner, beside[name], `${place}/${name.replaceAll('/', '~1')}`),
  );
}

test('what a report adds stands in places that are marked, and nothing that is stated goes', () => {
  const [bare, full] = [openapiDocument(fsapi), openapiDocument(fsapi, reportWith(everything))];
  const body = '/paths/~1v1~1customers/post/requestBody/content/application~1json/schema';
  const origin = Object.keys(full['x-report'] as Part).map((name) => `/x-report/${name}`);
  // The customer as it is stated is still what the others stand over.
  expect(unmarked(full, bare)).toEqual([...origin, `${body}/allOf/0/$ref`]);
  expect(unmarked(bare, full)).toEqual([`${body}/$ref`]);
});

test('every source names a row of the catalogue, and a basis that there is', () => {
  const sources: Part[] = [];
  JSON.stringify([openapiDocument(fsapi), openapiDocument(fsapi, reportWith(everything))], (name, value) => {
    if (name === 'x-source') sources.push(value);
    return value;
  });
  const ids: readonly string[] = catalogue.map(({ id }) => id);
  for (const { basis, requirement } of sources) {
    expect(['inferred', 'not-shown', 'observed', 'settled', 'made-up']).toContain(basis);
    if (basis !== 'made-up')
      expect(
        String(requirement)
          .split(' to ')
          .every((id) => ids.includes(id)),
      ).toBe(true);
  }
  expect(new Set(sources.map(({ basis }) => basis))).toEqual(new Set(['inferred', 'not-shown', 'observed', 'made-up']));
});

test('the made-up customer is well-formed, and examples are of the shape that was observed', () => {
  expect(validator('customer')(madeUpCustomer)).toBe(true);
  const { paths } = openapiDocument(fsapi, reportWith(everything)) as Loose;
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  for (const response of [paths['/v1/customers'].post.responses['201'], paths['/v1/accounts'].get.responses['200']]) {
    const { schema, examples } = response.content['application/json'];
    expect(ajv.validate(schema, examples.firstTenant.value), JSON.stringify(examples)).toBe(true);
  }
});

test('values of a target have no way in, even where they stand in an inferred schema', () => {
  const secret = 'Grace Hopper, 12.34 EUR';
  const leaky = { type: 'string', const: secret, enum: [secret], examples: [secret], default: secret, title: secret };
  const schema = inferred({ type: 'object', properties: { name: leaky }, description: secret, required: ['name'] });
  const observed = { 'CUST-20': schema, 'ACCT-07': { statuses: [200], schema }, 'ERR-01': { '400': schema } };
  expect(JSON.stringify(openapiDocument(fsapi, reportWith(observed)))).not.toContain(secret);
});
