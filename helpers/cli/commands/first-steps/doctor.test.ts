import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Listener, serve } from '../../../api/listener.js';
import { fsapi } from '../../../fsapi/fsapi.js';
import { type ReferenceOptions, startReferenceServer } from '../../../reference-server/server.js';
import { known } from '../../../reference-server/testing/services.js';
import { listenerOf } from '../../../reference-server/testing/stateless.js';
import { variablesOf } from '../../../settings/schema.js';
import { call, emptyFolder, freePort, variablesFor } from '../../testing/command.js';
import { lookAt } from './doctor.js';

const cwd = emptyFolder();
async function reference(options: ReferenceOptions = { https: false }): Promise<Record<string, string>> {
  const server = await startReferenceServer(options);
  onTestFinished(server.close);
  return variablesFor(server, cwd);
}

const { otherApiKey: _, ...ofOneKey } = known;
async function target(listener: Listener, keys: object = ofOneKey): Promise<Record<string, string>> {
  const server = await serve(listener, '/v1/');
  onTestFinished(server.close);
  return variablesOf({ baseUrl: server.baseUrl, ...keys });
}
const stateless = (name: string) => target(listenerOf(name), known);
const nowhere = async () => variablesOf({ baseUrl: `http://127.0.0.1:${await freePort()}/v1/`, ...known });

async function examined(env: Record<string, string>) {
  const { looked, ...rest } = await lookAt({}, { tested: fsapi, env, cwd });
  expect(rest.requests).toBeLessThanOrEqual(10);
  const said = looked.map(({ topic, state, text }) => [topic, `${state}: ${text}`] as const);
  const traits = said.flatMap(([topic, text]) => (topic === 'Target' ? text : []));
  return { ...rest, of: Object.fromEntries(said), traits };
}

test('a target that is ready: every look, few customers, ten requests at most', async () => {
  const { ready, of, traits, created } = await examined(await reference({}));
  expect(of).toMatchObject({
    Address: expect.stringMatching(/^ok: https:\/\/127\.0\.0\.1:\d+\/v1\/ \(sandbox\), directly/),
    Connection: expect.stringMatching(/^ok: TLSv1\.3, certificate issued by .*It expires in \d+ days\.$/),
    'Key and tenant': 'ok: GET /accounts returned 200.',
    'Second tenant': 'ok: GET /accounts for the second tenant returned 200.',
    Accounts: 'ok: On the first page: 3 and 4, identified by /id.',
    Customer: 'ok: POST /customers returned 201 for a valid customer.',
  });
  expect([ready, traits, created]).toEqual([true, [], [expect.stringContaining('@example.com'), expect.anything()]]);
});

const alone = { CONFORMANCE_OTHER_TENANT_ID: '', CONFORMANCE_OTHER_API_KEY: '' };
test.each<[topic: string, text: RegExp, change: Record<string, string>]>([
  ['Key and tenant', /^problem: .*Check CONFORMANCE_API_KEY/, { CONFORMANCE_API_KEY: 'sk_sandbox_of_another' }],
  ['Second tenant', /^problem: .*not tested: .*--profile single-tenant/, alone],
  ['Second tenant', /^problem: .*returned 403.*Check CONFORMANCE_OTHER/, { CONFORMANCE_OTHER_TENANT_ID: 'tnt_nobody' }],
  ['Second tenant', /^skipped: The profile leaves it out\.$/, { ...alone, CONFORMANCE_PROFILE: 'single-tenant' }],
  ['Customer', /^skipped: The suite writes nothing in this/, { CONFORMANCE_ENVIRONMENT: 'live' }],
])('%s is said, with the next step: %s', async (topic, text, change) => {
  const { ready, of, created } = await examined({ ...(await reference()), ...change });
  expect(of[topic]).toMatch(text);
  expect(ready).toBe(!of[topic]?.startsWith('problem'));
  if (change.CONFORMANCE_ENVIRONMENT) expect(created).toEqual([]);
});

test('a customer that is refused for its type: the member that the target names is tried first', async () => {
  const seen: unknown[] = [];
  const env = await target(async (request, response) => {
    const isPost = request.method === 'POST';
    const { country = '' } = isPost ? ((await json(request)) as { address: { country: string } }).address : {};
    seen.push(country);
    const status = isPost ? (country === 'DE' ? 201 : 422) : 200;
    const created = status === 201 ? { id: 'cus_1' } : { error: 'country is not served' };
    const body = isPost ? created : { data: [{ id: `acc_${request.headers['x-tenant-id']}` }] };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { of, requests, ready } = await examined(env);
  expect(of.Customer).toMatch(
    /^problem: POST \/customers returned 422 .*The target says: .*country is not served.*accepts another country and state .* Put this into the file that CONFORMANCE_CUSTOMER names: \{"address":/,
  );
  expect(of['Second tenant']).toMatch(/^warning: .*ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY/);
  expect([requests, ready, seen.slice(-2)]).toEqual([5, false, ['GB', 'DE']]);
});

test.each([
  ['refuses every customer', 400, 200, 'Customer', /set CONFORMANCE_CUSTOMER/, 10],
  ['knows no path', 404, 404, 'Key and tenant', /^problem: .* returned 404, as .* Check CONFORMANCE_BASE_URL/, 7],
])('a target that %s', async (_, post, get, topic, text, count) => {
  const env = await target((request, response) => {
    request.resume();
    response.writeHead(request.method === 'POST' ? post : get, { 'content-type': 'application/json' });
    response.end(request.method === 'POST' ? '{"error":"no"}' : '{"data":[{"id":"acc_1"}]}');
  });
  const { of, requests } = await examined(env);
  expect([of[topic], requests]).toEqual([expect.stringMatching(text), count]);
});

const canned = 'problem: Responses are canned: creations under two keys return the same customer.';
const unvalidated = 'warning: The service validates nothing.';
test.each([
  ['canned', [canned, 'warning: Both tenants get the same accounts.', unvalidated]],
  ['random', ['problem: Each listing returns different accounts.', unvalidated]],
])('a target without state, %s, is described', async (name, expected) => {
  const { traits, ready } = await examined(await stateless(name));
  expect([traits, ready]).toEqual([expected, false]);
});

test('the command: status 2 before anything is sent, 1 and a next step where nothing listens', async () => {
  const env = await nowhere();
  const quoted = await call(['doctor'], { ...env, CONFORMANCE_API_KEY: `"${env.CONFORMANCE_API_KEY}"` }, cwd);
  expect(quoted.stderr).toMatch(/^CONFORMANCE_API_KEY .*quotation mark.*\n$/);
  expect(quoted.status).toBe(2);
  const none = await call(['doctor'], {}, cwd);
  expect(none).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('No target is configured') });
  const { status, stdout } = await call(['doctor'], env, cwd);
  expect(stdout).toMatch(/problem +Connection +The target is unreachable: the connection was refused\. Check its/);
  expect([status, stdout.includes('NOT READY  1 problem.')]).toEqual([1, true]);
});

test('--start starts the target before, and stops it after', async () => {
  const env = await nowhere();
  const answer = "r.writeHead(q.headers['api-key'] ? (q.method === 'POST' ? 201 : 200) : 401).end('{}')";
  writeFileSync(join(cwd, 'one.cjs'), `require('http').createServer((q, r) => ${answer}).listen(process.env.PORT)`);
  const started = await call(['doctor', '--start', 'node one.cjs'], env, cwd);
  expect([started.status, started.stdout]).toEqual([1, expect.stringContaining('(mock)')]);
  expect(started.stdout).toContain('GET /accounts returned 200');
  await expect(fetch(env.CONFORMANCE_BASE_URL ?? '')).rejects.toThrow();
  expect(await call(['doctor', '--start', 'exit 3'], env, cwd)).toMatchObject({ status: 2, stdout: '' });
});
