import { afterAll, expect, test } from 'vitest';
import { becauseOf } from '../../reports/view/summary.js';
import type { Report } from '../../schemas/types.js';
import { rowOf } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';
import { runOf } from '../reference-server/testing/run-against.js';
import { serve } from './listener.js';
import { runConformance } from './run-conformance.js';

const server = await startReferenceServer({ https: false });
afterAll(server.close);
const { apiKey, tenantId, otherApiKey, otherTenantId } = server.credentials;
const oneTenant = { baseUrl: server.baseUrl, apiKey, tenantId, observe: 'none' } as const;

const notPassedIn = ({ requirements }: Report) =>
  requirements.flatMap(({ id, checks }) =>
    checks.flatMap((one) => (one.verdict === 'pass' ? [] : `${id} ${one.name}`)),
  );
const concernOf = (report: Report, name: string) => report.summary.concerns?.find((one) => one.name === name);

test.concurrent('full without a second tenant is inconclusive: first of all, isolation was not tested', async () => {
  const { report, exitStatus } = await runConformance({ ...oneTenant, only: ['ACCT'] });
  expect([report.summary.verdict, report.summary.profile, exitStatus]).toEqual(['inconclusive', 'full', 3]);
  expect(becauseOf(report)).toContain('Tenant isolation was not tested: no second tenant is configured.');
  expect(concernOf(report, 'Tenant isolation')).toMatchObject({ tested: 0, testable: 4, reason: expect.any(String) });
  expect(rowOf(report, 'ACCT-02')).toMatchObject({ verdict: 'skipped', lacks: 'second-tenant' });
});

test.concurrent('of the honest service every check passes, but for https and events', async () => {
  const { report } = await runOf({}, { observe: 'none' });
  const left = ['HTTP-01 https, with a certificate that verifies', 'EVENT-05 a notification during the run'];
  expect(notPassedIn(report)).toEqual(left);
});

test.concurrent('single-tenant leaves isolation out; a filter makes any run partial', async () => {
  const { report, exitStatus } = await runConformance({ ...oneTenant, profile: 'single-tenant', only: ['ACCT'] });
  expect([report.summary.verdict, report.summary.demonstration, exitStatus]).toEqual(['partial', undefined, 0]);
  expect(rowOf(report, 'ACCT-02').reason).toBe('The profile single-tenant leaves it out.');
  expect(rowOf(report, 'HTTP-07')).toMatchObject({ verdict: 'pending', leftOut: 'filter' });
});

test.concurrent('two tenants with one key are no lack: the specification does not exclude it', async () => {
  const { report, exitStatus } = await runOf({ variant: 'one-key-for-both-tenants' }, { only: ['ACCT'] });
  const { verdict, lacks } = rowOf(report, 'ACCT-03');
  expect([verdict, lacks, report.summary.verdict, exitStatus]).toEqual(['skipped', undefined, 'partial', 0]);
});

test.concurrent('only creations of customers have a key that works: POST /accounts may open an account', async () => {
  const keys = { apiKey: 'sk_test_Yq7Lm2Xv9TbN4cRz', otherApiKey: 'sk_test_pV5hJ0sGe6UaZ2iM' };
  let opened = 0;
  const { report } = await runConformance({
    listener: ({ method, headers, url }, response) => {
      const tenant = Object.values(keys).indexOf(String(headers['api-key']));
      const isPost = method === 'POST' && url?.startsWith('/v1/accounts') === true;
      if (isPost && tenant >= 0) opened += 1;
      const data = ['EUR', 'USD'].map((currency) => ({ id: `acc_8fK2mQ9x${currency}${tenant}`, currency }));
      response.writeHead(tenant < 0 ? 401 : isPost ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(tenant < 0 ? {} : { data }));
    },
    ...keys,
    ...{ tenantId: 'tnt_8fK2mQ9xL4vB', otherTenantId: 'tnt_w3Rp8VnY6sdT', only: ['AUTH-07', 'ACCT'] },
  });
  expect([rowOf(report, 'ACCT-03').verdict, opened]).toEqual(['pass', 0]);
});

test.concurrent('read-only writes nothing with a key, wherever it is', async () => {
  const options = { ...oneTenant, otherApiKey, otherTenantId, profile: 'read-only' } as const;
  const { report, exitStatus } = await runConformance(options);
  expect([report.summary.verdict, report.created, exitStatus]).toEqual(['conformant', [], 0]);
  const left = notPassedIn(report).filter((check) => /list accounts|(AUTH|ACCT)-\d+ no /.test(check));
  expect(left).toEqual(['AUTH-09 list accounts: the revoked key']);
  expect(concernOf(report, 'Idempotent POST')?.tested).toBe(0);
  for (const id of ['IDEM-01', 'CUST-23'])
    expect(rowOf(report, id)).toMatchObject({ verdict: 'skipped', lacks: 'writes' });
  expect(concernOf(report, 'Tenant isolation')).toMatchObject({ tested: 2, testable: 4 });
  expect(becauseOf(report)).toContain('Nothing was written, so writes were not tested.');
});

test.concurrent('an address without /v1/ is named, and leaves VER-01 open where nothing is found', async () => {
  const baseUrl = server.baseUrl.replace('/v1/', '/');
  const { report, exitStatus } = await runConformance({ ...oneTenant, baseUrl, only: ['VER-01'] });
  expect([rowOf(report, 'VER-01').verdict, exitStatus]).toEqual(['inconclusive', 3]);
  expect(rowOf(report, 'VER-01').reason).toContain('this may not be the API');
  expect(report.run.notices?.join()).toContain(`Probably meant: \`${server.baseUrl}\``);
});

test.concurrent('it fails VER-01 where an operation answers', async () => {
  const unversioned = await serve(({ url }, response) => {
    response.writeHead(url === '/accounts' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(url === '/accounts' ? '{"data":[{"id":"acc_417"}]}' : '{}');
  }, '/');
  const options = { ...oneTenant, baseUrl: unversioned.baseUrl, only: ['VER-01'] };
  const { report, exitStatus } = await runConformance(options).finally(unversioned.close);
  expect([rowOf(report, 'VER-01').verdict, exitStatus]).toEqual(['fail', 1]);
});
