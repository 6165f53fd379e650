import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { readings } from '../cli/testing/canaries.js';
import { call, emptyFolder, freePort, reportIn, rowOf, withVerdict } from '../cli/testing/command.js';

/** Keys that no service has. Each would be known again in whatever form it was sent. */
const keys = {
  CONFORMANCE_API_KEY: 'sk_live_Zq8Kx3Vn7Rt2Ym5Wp9Ld4Hc6',
  CONFORMANCE_OTHER_API_KEY: 'sk_live_Bd5Gj7Lm9Np2Qr4St6Vw8Xz3',
  CONFORMANCE_PUBLIC_KEY: 'pk_live_Ac4Ef6Hi8Jk2Mn5Op7Rs9Tu3',
  CONFORMANCE_REVOKED_KEY: 'sk_live_Cv3Bn5Mq7We9Rt2Yu4Io6Pa8',
};
const tenants = { CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB', CONFORMANCE_OTHER_TENANT_ID: 'tnt_3jH7nR5wZ2cD' };

type Seen = Readonly<Record<'method' | 'text' | 'body', string>>;

/** A service that accepts every write, whoever asks. Only its listing asks for a key. */
const careless = (seen: Seen[]) =>
  serve(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', rawHeaders } = request;
    seen.push({ method, text: `${method} ${url}\n${rawHeaders.join('\n')}\n\n${body}`, body });
    const known = Object.values(keys).includes(String(request.headers['api-key']));
    const writes = !['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(method);
    const status = writes ? 201 : known ? 200 : 401;
    const answer = status === 201 ? { id: `cus_${seen.length}00017` } : { data: [{ id: 'acc_100001' }] };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 401 ? '{}' : JSON.stringify(answer));
  }, '/v1/');

const carriesKey = ({ text }: Seen) =>
  Object.values(keys).some((key) => readings(text).some((reading) => reading.includes(key)));
const isWrite = ({ method }: Seen) => !['GET', 'HEAD'].includes(method);

test('on live nothing with content, and no write with a key, is ever sent, whatever is asked for', async () => {
  const seen: Seen[] = [];
  const { baseUrl, close } = await careless(seen);
  const cwd = emptyFolder();
  const env = { ...keys, ...tenants, CONFORMANCE_BASE_URL: baseUrl, CONFORMANCE_ENVIRONMENT: 'live' };
  const all = ['--observe', 'all', '--webhook-port', String(await freePort()), '--evidence', 'full'];
  const allowed = { CONFORMANCE_ALLOW_KEY_ELSEWHERE: 'true' };
  const argv = [...all, '--format', 'html,md', '--out', 'out'];
  const { status, stdout, stderr } = await call(argv, { ...env, ...allowed }, cwd);
  await close();
  expect(stderr).toBe('');

  expect(seen.filter(isWrite).length).toBeGreaterThan(10);
  expect(new Set(seen.filter(isWrite).map(({ body }) => body))).toEqual(new Set(['{}', '']));
  expect(seen.filter((one) => isWrite(one) && carriesKey(one))).toEqual([]);
  expect(seen.filter(({ text }) => /\?\S*sk_live/.test(text))).toEqual([]);
  expect(seen.filter(({ text }) => text.includes('5d8e9b3a4c21'))).toEqual([]);
  expect(seen.some((one) => !isWrite(one) && carriesKey(one))).toBe(true);

  const report = reportIn(join(cwd, 'out'));
  expect(status).toBe(1);
  expect(withVerdict(report, 'fail')).toEqual(expect.arrayContaining(['AUTH-01', 'AUTH-03']));
  expect(report.created).toEqual([]);
  expect(rowOf(report, 'IDEM-01').reason).toContain('The profile read-only leaves it out.');
  const said = 'Live: nothing is written; requirements that need a write are skipped.';
  const top = stdout.split('\n', 4).join('\n');
  for (const text of [`Live process on this machine   ${baseUrl}`, said]) expect(top).toContain(text);
  expect(report.run.notices?.[0]).toBe(said);
  expect(readFileSync(join(cwd, 'out', 'report.html'), 'utf8')).toMatch(/nothing is written.*AUTH-01/s);
  expect(readFileSync(join(cwd, 'out', 'summary.md'), 'utf8')).toContain('nothing is written');
});
