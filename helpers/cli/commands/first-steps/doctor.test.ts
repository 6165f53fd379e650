import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serve } from '../../../api/listener.js';
import { fsapi } from '../../../fsapi/fsapi.js';
import { type ReferenceOptions, startReferenceServer } from '../../../reference-server/server.js';
import { known, serving } from '../../../reference-server/stateless/targets.fixture.js';
import { variablesOf } from '../../../settings/schema.js';
import { call, emptyFolder } from '../../testing/command.js';
import { lookAt } from './doctor.js';

const cwd = emptyFolder();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function reference(options: ReferenceOptions = { https: false }): Promise<Record<string, string>> {
  const server = await startReferenceServer(options);
  open.push(server);
  if (server.ca) writeFileSync(join(cwd, 'ca.pem'), server.ca);
  return variablesOf({ baseUrl: server.baseUrl, ...server.credentials, ca: server.ca && join(cwd, 'ca.pem') });
}

/** A target of one answer. */
async function target(listener: RequestListener): Promise<Record<string, string>> {
  const server = await serve(listener, '/v1/');
  open.push(server);
  return {
    CONFORMANCE_BASE_URL: server.baseUrl,
    CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
    CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
    CONFORMANCE_OTHER_TENANT_ID: 'tnt_p3Jd7sY1cR6w',
  };
}

const examined = async (env: Record<string, string>) => {
  const { looked, ...rest } = await lookAt({}, { tested: fsapi, env, cwd });
  return { ...rest, of: Object.fromEntries(looked.map(({ topic, state, text }) => [topic, `${state}: ${text}`])) };
};

test('a target that is ready: every look, few customers, ten requests at most', async () => {
  const { ready, of, requests, created } = await examined(await reference({}));
  expect(of).toMatchObject({
    Address: expect.stringMatching(/^ok: https:\/\/127\.0\.0\.1:\d+\/v1\/ \(sandbox\), directly/),
    Connection: expect.stringMatching(/^ok: TLSv1\.3, certificate issued by .*It expires in \d+ days\.$/),
    'Key and tenant': 'ok: GET /accounts returned 200.',
    'Second tenant': 'ok: GET /accounts for the second tenant returned 200.',
    Accounts: 'ok: 3 accounts and 4 accounts on the first pages, identified by /id.',
    Customer: 'ok: POST /customers returned 201 for a valid customer.',
  });
  expect([ready, created.length]).toEqual([true, 2]);
  expect(of.Target).toBeUndefined();
  expect(created[0]).toContain('@example.com');
  expect(requests).toBeLessThanOrEqual(10);
});

test.each([
  [
    'a wrong key',
    { CONFORMANCE_API_KEY: 'sk_sandbox_of_another_service' },
    'Key and tenant',
    /rejected: .*Check CONFORMANCE_API_KEY/,
  ],
  [
    'no second tenant',
    { CONFORMANCE_OTHER_TENANT_ID: '', CONFORMANCE_OTHER_API_KEY: '' },
    'Second tenant',
    /not tested: .*--profile single-tenant/,
  ],
  [
    'a wrong second tenant',
    { CONFORMANCE_OTHER_TENANT_ID: 'tnt_of_nobody_at_all' },
    'Second tenant',
    /returned 403.*Check CONFORMANCE_OTHER_TENANT_ID/,
  ],
])('%s is a problem with its next step', async (_, change, topic, text) => {
  const { ready, of } = await examined({ ...(await reference()), ...change });
  expect(of[topic]).toMatch(/^problem: /);
  expect(of[topic]).toMatch(text);
  expect(ready).toBe(false);
});

test('a key of the second tenant’s own, and its accounts, may be missing without a word too many', async () => {
  const env = await reference();
  const alone = { CONFORMANCE_OTHER_TENANT_ID: '', CONFORMANCE_OTHER_API_KEY: '' };
  const one = await examined({ ...env, ...alone, CONFORMANCE_PROFILE: 'single-tenant' });
  expect([one.ready, one.of['Second tenant']]).toEqual([true, 'skipped: The profile leaves it out.']);
});

test('on live nothing is written', async () => {
  const { of, created, requests } = await examined({ ...(await reference()), CONFORMANCE_ENVIRONMENT: 'live' });
  expect(of.Customer).toBe('skipped: The suite writes nothing in this configuration.');
  expect(created).toEqual([]);
  expect(requests).toBeLessThanOrEqual(10);
});

test('a customer that is refused for its type: the member that the target names is tried first', async () => {
  const seen: unknown[] = [];
  const env = await target((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isPost = request.method === 'POST';
      const { country = '' } = isPost ? JSON.parse(body).address : {};
      seen.push(country);
      const status = isPost ? (country === 'DE' ? 201 : 422) : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      const listing = { data: [{ id: `acc_${request.headers['x-tenant-id']}` }] };
      response.end(
        JSON.stringify(isPost ? (status === 201 ? { id: 'cus_1' } : { error: 'country is not served' }) : listing),
      );
    });
  });
  const { of, requests, ready } = await examined(env);
  expect(of.Customer).toMatch(/^problem: POST \/customers returned 422 .*The target says: .*country is not served/);
  expect(of.Customer).toMatch(
    /accepts another country and state .* Set CONFORMANCE_CUSTOMER to a file with this content: \{"address":/,
  );
  expect(of['Second tenant']).toMatch(/^warning: .*ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY/);
  expect([requests, ready]).toEqual([5, false]);
  expect(seen.slice(-2)).toEqual(['GB', 'DE']);
});

test('a target that refuses every customer gets ten requests', async () => {
  const env = await target((request, response) => {
    request.resume();
    response.writeHead(request.method === 'POST' ? 400 : 200, { 'content-type': 'application/json' });
    response.end(request.method === 'POST' ? '{"error":"no"}' : '{"data":[{"id":"acc_1"}]}');
  });
  const { of, requests } = await examined(env);
  expect(requests).toBe(10);
  expect(of.Customer).toMatch(/set CONFORMANCE_CUSTOMER/);
});

test.each([
  [
    'canned',
    [
      'problem: Responses are canned: creations under two keys return the same customer.',
      'warning: The service validates nothing.',
      'warning: Both tenants get the same accounts.',
    ],
  ],
  ['random', ['warning: The service validates nothing.', 'problem: Each listing shows other accounts.']],
])('a target without state, %s, is described', async (name, expected) => {
  const server = await serve(serving(name), '/v1/');
  open.push(server);
  const env = variablesOf({ baseUrl: server.baseUrl, ...known });
  const { looked, ready, requests } = await lookAt({}, { tested: fsapi, env, cwd });
  expect(looked.flatMap(({ topic, state, text }) => (topic === 'Target' ? `${state}: ${text}` : []))).toEqual(expected);
  expect(ready).toBe(false);
  expect(requests).toBeLessThanOrEqual(10);
});

test('a key within quotation marks is rejected before anything is sent', async () => {
  const env = await target((request) => request.resume());
  const quoted = await call(['doctor'], { ...env, CONFORMANCE_API_KEY: `"${env.CONFORMANCE_API_KEY}"` }, cwd);
  expect([quoted.status, quoted.stderr]).toEqual([
    2,
    'CONFORMANCE_API_KEY has quotation marks around its value, which would be sent with it: leave them out.\n',
  ]);
});

test('a wrong path', async () => {
  const env = await target((request, response) => {
    request.resume();
    response.writeHead(404).end();
  });
  const { of, requests } = await examined(env);
  expect(of['Key and tenant']).toMatch(
    /^problem: GET \/accounts returned 404\. Every request returns 404: .* Check the path of CONFORMANCE_BASE_URL/,
  );
  expect(requests).toBeLessThanOrEqual(10);
});

test('the command: status 1 and a next step where nothing listens, 2 without a target', async () => {
  const env = await target((request) => request.resume());
  for (const server of open.splice(0)) await server.close();
  const text = await call(['doctor'], env, cwd);
  expect(text.stdout).toMatch(/problem +Connection +The target is unreachable: the connection was refused\. Check its/);
  expect([text.status, text.stdout.includes('NOT READY  1 problem.')]).toEqual([1, true]);
  const none = await call(['doctor'], {}, cwd);
  expect([none.status, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toContain('No target is configured');
});

test('--declare prints what a mock lacks as decisions on the standard output, and the rest beside it', async () => {
  const server = await serve(serving('canned'), '/v1/');
  open.push(server);
  const env = variablesOf({ baseUrl: server.baseUrl, ...known });
  const signed = await call(['doctor', '--declare'], env, cwd);
  expect(signed.status).toBe(0);
  const entries = JSON.parse(signed.stdout);
  expect(entries.map(({ id }: { id: string }) => id)).toEqual(['idempotency', 'tenants', 'formats', 'bad-json']);
  expect(entries[0]).toMatchObject({ kind: 'lack', by: '‹your name›' });
  expect(signed.stderr).toContain('READY');
  expect(signed.stderr).toContain('tenants: no client of this mock meets a second tenant');
  expect((await call(['doctor', '--declare'], { ...env, CONFORMANCE_ENVIRONMENT: 'live' }, cwd)).status).toBe(2);
  const right = await call(['doctor', '--declare'], await reference({}), cwd);
  expect([right.status, JSON.parse(right.stdout)]).toEqual([0, []]);
});

test('--start starts the target before, and stops it after', async () => {
  const { baseUrl, close } = await serve(() => undefined, fsapi.basePath);
  await close();
  const answer = "r.writeHead(q.headers['api-key'] ? (q.method === 'POST' ? 201 : 200) : 401).end('{}')";
  writeFileSync(join(cwd, 'one.cjs'), `require('http').createServer((q, r) => ${answer}).listen(process.env.PORT)`);
  const env = variablesOf({ baseUrl, ...known });
  const started = await call(['doctor', '--start', 'node one.cjs'], env, cwd);
  expect([started.status, started.stdout]).toEqual([1, expect.stringContaining('(mock)')]);
  expect(started.stdout).toContain('GET /accounts returned 200');
  await expect(fetch(baseUrl)).rejects.toThrow();
  const gone = await call(['doctor', '--start', 'exit 3'], env, cwd);
  expect([gone.status, gone.stdout]).toEqual([2, '']);
});
