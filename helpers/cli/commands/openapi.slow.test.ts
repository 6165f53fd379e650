import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenApiConverter } from '@mockoon/commons';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Document } from 'openapi-backend';
import { describe, expect, test } from 'vitest';
import { madeUpCustomer } from '../../../schemas/fsapi/openapi/customer.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, runHere, variablesFor } from '../testing/command.js';
import { startMock } from '../testing/openapi-mock.js';

// biome-ignore lint/suspicious/noExplicitAny: documents are walked by the members that the tests expect
type Loose = any;

/** The document that a call prints, once a validator that is not ours has taken it. */
async function printed(argv: readonly string[], cwd: string): Promise<{ document: Loose; stderr: string }> {
  const { status, stdout, stderr } = await call(['openapi', ...argv], {}, cwd);
  expect(status, stderr).toBe(0);
  const outside = new Validator();
  const { valid, errors } = await outside.validate(JSON.parse(stdout));
  expect({ valid, errors, version: outside.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
  outside.resolveRefs();
  return { document: JSON.parse(stdout), stderr };
}

/** What the mock of a document answers to the two operations, and to requests that it should refuse. */
async function mocked(document: Document) {
  const { server, origin } = await startMock(document);
  const key = { 'Api-Key': 'sk_made_up' };
  const post = (customer: object, headers: Record<string, string>) =>
    fetch(`${origin}/v1/customers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(customer),
    });
  const list = (headers: Record<string, string>) => fetch(`${origin}/v1/accounts`, { headers });
  try {
    const created = await post(madeUpCustomer, { ...key, 'Idempotency-Key': '1' });
    const listed = await list({ ...key, 'x-tenant-id': 'tnt_1' });
    const refused = await Promise.all([
      post({ ...madeUpCustomer, date_of_birth: '1990-02-29' }, { ...key, 'Idempotency-Key': '2' }),
      post(madeUpCustomer, key),
      list(key),
      post(madeUpCustomer, { 'Idempotency-Key': '3' }),
    ]);
    return {
      created: { status: created.status, body: (await created.json()) as Loose },
      listed: { status: listed.status, body: (await listed.json()) as Loose },
      refused: refused.map(({ status }) => status),
    };
  } finally {
    server.close();
  }
}

test('without a report: the stated behaviour, and a mock server responds from it', async () => {
  const { document, stderr } = await printed([], emptyFolder());
  expect(stderr).toContain('No report was read');
  expect(JSON.stringify(document)).not.toContain('"observed"');
  const { created, listed, refused } = await mocked(document);
  expect(created).toEqual({ status: 201, body: { id: 'cus_5d1f7c2a90b1_0001', ...madeUpCustomer } });
  expect(listed).toEqual({ status: 200, body: [{ id: 'acc_71d0c2b4e6f1_0001' }] });
  expect(refused).toEqual([400, 400, 400, 401]);
}, 30_000);

test('with the report of a run: the observed behaviour, and a mock server responds with it', async () => {
  const cwd = emptyFolder();
  await runHere(['--embedded', '--format', 'json', '--quiet'], {}, cwd);
  const { document, stderr } = await printed([], cwd);
  expect(stderr).toContain('says nothing about any service');
  expect(document['x-report']).toMatchObject({ embedded: true, complete: true });
  const { created, listed, refused } = await mocked(document);
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(String), address: madeUpCustomer.address } });
  expect(listed).toMatchObject({ status: 200, body: { data: [{ iban: 'made up' }] } });
  expect(refused).toEqual([400, 400, 400, 401]);

  const none = await printed(['--report', 'none'], cwd);
  expect(JSON.stringify(none.document)).not.toContain('"observed"');
  expect(await call(['openapi', '--out', 'openapi.json'], {}, cwd)).toMatchObject({ status: 0, stdout: '' });
  expect(JSON.parse(readFileSync(join(cwd, 'openapi.json'), 'utf8'))).toEqual(document);
}, 60_000);

/** What Mockoon responds with first, by the route that it makes of a document. */
async function inMockoon(document: Document) {
  const environment = await new OpenApiConverter().convertFromOpenAPI(JSON.stringify(document));
  return environment?.routes.map(({ method, endpoint, responses }) => {
    const { statusCode, body = '' } = responses.find((response) => response.default) ?? {};
    return [`${method} /${endpoint}`, statusCode, JSON.parse(body)];
  });
}

test('Mockoon loads it as it is, and responds by the same paths, statuses and examples', async () => {
  const { document } = await printed(['--report', 'none'], emptyFolder());
  expect(await inMockoon(document)).toEqual([
    ['post /v1/customers', 201, { id: 'cus_5d1f7c2a90b1_0001', ...madeUpCustomer }],
    ['get /v1/accounts', 200, [{ id: 'acc_71d0c2b4e6f1_0001' }]],
  ]);
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"[245]XX"|\\p\{|[^ -~’…]/);
  expect(text).toContain('"acc_71d0c2b4e6f1_0002"');
});

/** Rows whose checks see all that the document tells of. */
const enough =
  'AUTH-01,AUTH-02,CUST-01,CUST-09,CUST-16,CUST-17,CUST-18,CUST-19,CUST-20,ACCT-01,ACCT-06,ACCT-07,ACCT-08,ERR,IDEM-07';

describe.concurrent('with the report of a variant', () => {
  test.each([
    'creation-204',
    'customer-in-a-map-by-id',
    'customer-id-as-a-bare-string',
    'listing-as-a-map-by-id',
    'listing-null-for-empty',
    'refusals-as-an-array',
    'refusals-without-a-body',
  ])(
    '%s',
    async (variant) => {
      const server = await startReferenceServer({ variant });
      const cwd = emptyFolder();
      try {
        const { report, folder } = await conformance(variablesFor(server, cwd), cwd, ['--only', enough]);
        const { document } = await printed(['--report', folder], cwd);
        const text = JSON.stringify(document);
        const { apiKey, tenantId } = server.credentials;
        const identities = report.created.flatMap(({ identity }) => identity ?? []);
        const values = [
          server.baseUrl,
          apiKey,
          tenantId,
          ...identities,
          ...report.created.map(({ email }) => email),
        ].map(String);
        expect(values.filter((value) => text.includes(value))).toEqual([]);
        const { created, listed } = await mocked(document);
        expect(created.status).toBe(variant === 'creation-204' ? 200 : 201);
        expect(listed.status).toBe(200);
      } finally {
        await server.close();
      }
    },
    60_000,
  );
});

test('a file that cannot be written is status 2', async () => {
  const { status, stderr } = await call(['openapi', '--out', 'no/openapi.json'], {}, emptyFolder());
  expect([status, stderr]).toEqual([2, expect.stringContaining('--out names "openapi.json", which cannot be written')]);
});
