import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, runHere, runProcess, variablesFor, withVerdict } from '../testing/command.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(listener: RequestListener): Promise<{ server: Server; baseUrl: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, baseUrl: `http://127.0.0.1:${port}/v1/` };
}

const canary = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
const keys = (baseUrl: string) => ({
  CONFORMANCE_BASE_URL: baseUrl,
  CONFORMANCE_API_KEY: canary,
  CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
});

describe.concurrent('the main job', { timeout: 120_000 }, () => {
  test('the same seed gives the same verdicts, one at a time or sixteen', async () => {
    const verdicts = async (concurrency: string) => {
      const cwd = emptyFolder();
      const { report } = await conformance({ CONFORMANCE_CONCURRENCY: concurrency }, cwd, [
        '--embedded',
        '--seed',
        '7',
      ]);
      return report.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
    };
    const [one, sixteen] = await Promise.all([verdicts('2'), verdicts('16')]);
    expect(one).toEqual(sixteen);
  });
});

describe.concurrent('status 2, and no request sent', { timeout: 120_000 }, () => {
  test.each<[name: string, env: Record<string, string>, argv: string[], message: RegExp]>([
    ['no key', { CONFORMANCE_BASE_URL: 'http://127.0.0.1:1/v1/' }, [], /CONFORMANCE_API_KEY/],
    ['a key without a base address', { CONFORMANCE_API_KEY: canary }, [], /CONFORMANCE_BASE_URL/],
    ['a base address that is no URL', { ...keys('not a url') }, [], /CONFORMANCE_BASE_URL/],
    ['plain HTTP to another host', { ...keys('http://sandbox.example/v1/') }, [], /CONFORMANCE_ALLOW_INSECURE_HTTP/],
    ['an unknown variable', { CONFORMANCE_CONCURENCY: '3' }, [], /CONFORMANCE_CONCURRENCY/],
    ['an unknown option', {}, ['--sed', '3'], /--seed/],
    ['a filter that matches nothing', {}, ['--only', 'AUTH-99'], /AUTH/],
  ])('%s', async (_, env, argv, message) => {
    const { status, stderr } = await runHere(argv, env, emptyFolder());
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(canary);
  });
});

test('status 2: an unknown command', async () => {
  const { status, stderr } = await call(['rnu'], {}, emptyFolder());
  expect([status, stderr]).toEqual([2, expect.stringMatching(/nearest is run/)]);
});

describe.concurrent('HTTPS', { timeout: 120_000 }, () => {
  test('a private authority behind a proxy: the run uses HTTPS_PROXY and NO_PROXY', async () => {
    const server = await startReferenceServer();
    let tunnels = 0;
    const { server: proxy, port } = await listen((_, response) => response.writeHead(400).end());
    proxy.on('connect', (request, socket) => {
      tunnels += 1;
      const [host, to] = String(request.url).split(':');
      const through = connect(Number(to), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
    });
    const cwd = emptyFolder();
    const env = { ...variablesFor(server, cwd), HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const proxied = await conformance(env, cwd, ['--only', 'ACCT-01,HTTP-01,IDEM-02'], 'out', runProcess);
    expect(withVerdict(proxied.report, 'pass')).toEqual(['HTTP-01', 'IDEM-02', 'ACCT-01']);
    expect(tunnels).toBeGreaterThan(0);
    tunnels = 0;
    const other = emptyFolder();
    const direct = await conformance(
      { ...env, NO_PROXY: '127.0.0.1' },
      other,
      ['--only', 'ACCT-01'],
      'out',
      runProcess,
    );
    expect(withVerdict(direct.report, 'pass')).toEqual(['ACCT-01']);
    expect(tunnels).toBe(0);
    await server.close();
  });
});
