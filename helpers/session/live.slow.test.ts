import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { call, emptyFolder, freePort, withVerdict } from '../cli/testing/command.js';

/** Keys that no service has. Each would be known again in whatever form it was sent. */
const keys = {
  CONFORMANCE_API_KEY: 'sk_live_Zq8Kx3Vn7Rt2Ym5Wp9Ld4Hc6',
  CONFORMANCE_OTHER_API_KEY: 'sk_live_Bd5Gj7Lm9Np2Qr4St6Vw8Xz3',
  CONFORMANCE_PUBLIC_KEY: 'pk_live_Ac4Ef6Hi8Jk2Mn5Op7Rs9Tu3',
  CONFORMANCE_REVOKED_KEY: 'sk_live_Cv3Bn5Mq7We9Rt2Yu4Io6Pa8',
};
const tenants = { CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB', CONFORMANCE_OTHER_TENANT_ID: 'tnt_3jH7nR5wZ2cD' };

/** A request: `text` is its line, headers and body. */
type Seen = Readonly<Record<'method' | 'text' | 'body', string>>;

let close = async () => {};
afterEach(() => close());

/** A service that lets every write in, whoever asks, and writes everything down. Only its listing asks for a key. */
async function careless(): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', rawHeaders } = request;
    seen.push({ method, text: `${method} ${url}\n${rawHeaders.join('\n')}\n\n${body}`, body });
    const known = Object.values(keys).includes(String(request.headers['api-key']));
    const writes = !['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(method);
    const status = writes ? 201 : known ? 200 : 401;
    const answer = status === 201 ? { id: `cus_${seen.length}00017` } : { data: [{ id: 'acc_100001' }] };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 401 ? '{}' : JSON.stringify(answer));
  }, '/v1/');
  close = server.close;
  return { baseUrl: server.baseUrl, seen };
}

/** Every text that a request may be read as: as it stands, its escapes undone, and what of it is base64. */
function readings(text: string): string[] {
  const tokens = text.match(/[\w+/-]{16,}/g) ?? [];
  const unescaped = text.replace(/%[\da-f]{2}/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)));
  return [text, unescaped, ...tokens.map((token) => Buffer.from(token, 'base64').toString('latin1'))];
}

const carriesKey = ({ text }: Seen) =>
  Object.values(keys).some((key) => readings(text).some((reading) => reading.includes(key)));
const isWrite = ({ method }: Seen) => !['GET', 'HEAD'].includes(method);

test('on live nothing with content, and no write with a key, is ever sent, whatever is asked for', async () => {
  const { baseUrl, seen } = await careless();
  const cwd = emptyFolder();
  const env = { ...keys, ...tenants, CONFORMANCE_BASE_URL: baseUrl, CONFORMANCE_ENVIRONMENT: 'live' };
  const all = ['--observe', 'all', '--webhook-port', String(await freePort()), '--evidence', 'full'];
  const allowed = { CONFORMANCE_ALLOW_KEY_ELSEWHERE: 'true' };
  const argv = [...all, '--format', 'html,md', '--out', 'out'];
  const { status, stdout, stderr } = await call(argv, { ...env, ...allowed }, cwd);
  expect(stderr).toBe('');

  expect(seen.filter(isWrite).length).toBeGreaterThan(10);
  expect(new Set(seen.filter(isWrite).map(({ body }) => body))).toEqual(new Set(['{}', '']));
  expect(seen.filter((one) => isWrite(one) && carriesKey(one))).toEqual([]);
  expect(seen.filter(({ text }) => /\?\S*sk_live/.test(text))).toEqual([]);
  expect(seen.filter(({ text }) => text.includes('5d8e9b3a4c21'))).toEqual([]);
  expect(seen.some((one) => !isWrite(one) && carriesKey(one))).toBe(true);

  // A hole like this one is named as what it is, and nobody is said to have been created.
  const report = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'));
  expect(status).toBe(1);
  expect(withVerdict(report, 'fail')).toEqual(expect.arrayContaining(['AUTH-01', 'AUTH-03']));
  expect(report.created).toEqual([]);
  expect(report.requirements.find(({ id }: { id: string }) => id === 'IDEM-01')?.reason).toContain(
    'The profile read-only leaves it out.',
  );
  const said = 'Live: nothing is written; requirements that need a write are skipped.';
  const top = stdout.split('\n').slice(0, 4).join('\n');
  expect(top).toContain(`Live on this machine   ${baseUrl}`);
  expect(top).toContain(said);
  expect(report.run.notices[0]).toBe(said);
  expect(readFileSync(join(cwd, 'out', 'report.html'), 'utf8')).toMatch(/nothing is written.*AUTH-01/s);
  expect(readFileSync(join(cwd, 'out', 'summary.md'), 'utf8')).toContain('nothing is written');
}, 120_000);
