import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/catalogue.js';
import { validator } from '../../schemas/validate.js';
import { startReferenceServer } from '../reference-server/server.js';
import { call, conformance, emptyFolder, variablesFor, withVerdict } from './testing/command.js';

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

describe.concurrent('the main job', { timeout: 60_000 }, () => {
  test('with nothing configured: the embedded server, every requirement evaluated, all files, status 0', async () => {
    const cwd = emptyFolder();
    const { status, stdout, stderr } = await call([], {}, cwd);
    expect(stderr).toBe('');
    expect(status, stdout).toBe(0);
    expect(stdout).toContain('embedded reference server');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const [id = ''] = readdirSync(join(cwd, 'reports', 'runs'));
    const folder = join(cwd, 'reports', 'runs', id);
    expect(readdirSync(folder).sort()).toEqual([
      'evidence.har',
      'junit.xml',
      'manifest.json',
      'report.html',
      'report.json',
      'summary.md',
    ]);
    expect(readlinkSync(join(cwd, 'reports', 'latest'))).toBe(join('runs', id));

    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(validator('report')(report)).toBe(true);
    expect(report.requirements.map((row: { id: string }) => row.id)).toEqual(catalogue.map((row) => row.id));
    const decidable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map((row) => row.id);
    expect(withVerdict(report, 'pass')).toEqual(decidable.filter((row) => row !== 'EVENT-05'));
    expect(report.created).toHaveLength(report.summary.customersCreated);
    const exchanges = new Set(
      JSON.parse(readFileSync(join(folder, 'evidence.har'), 'utf8')).log.entries.map(
        (entry: { _id: string }) => entry._id,
      ),
    );
    const cited = report.requirements.flatMap((row: { checks: { exchanges: string[] }[] }) =>
      row.checks.flatMap((one) => one.exchanges),
    );
    expect(cited.filter((exchange: string) => !exchanges.has(exchange))).toEqual([]);
  });

  test('the same seed gives the same verdicts, one at a time or sixteen', async () => {
    const verdicts = async (concurrency: string) => {
      const cwd = emptyFolder();
      const { report } = await conformance({ CONFORMANCE_CONCURRENCY: concurrency }, cwd, ['--seed', '7']);
      return report.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
    };
    const [one, sixteen] = await Promise.all([verdicts('2'), verdicts('16')]);
    expect(one).toEqual(sixteen);
  });

  test('a filter tests what it names and skips the rest', async () => {
    const { report, status } = await conformance({}, emptyFolder(), ['--only', 'VER,AUTH-02']);
    expect(withVerdict(report, 'pass')).toEqual(['AUTH-02', 'VER-01']);
    expect(status).toBe(0);
    expect(report.summary.counts.skipped).toBe(catalogue.filter(({ basis }) => basis !== 'not-shown').length - 2);
  });

  test('a CI job gets its summary', async () => {
    const cwd = emptyFolder();
    const file = join(cwd, 'job.md');
    await conformance({ GITHUB_STEP_SUMMARY: file }, cwd, ['--only', 'VER-01']);
    expect(readFileSync(file, 'utf8')).toMatch(/conformant/i);
  });
});

describe.concurrent('status 2, and no request sent', { timeout: 60_000 }, () => {
  test.each<[name: string, env: Record<string, string>, argv: string[], message: RegExp]>([
    ['no key', { CONFORMANCE_BASE_URL: 'http://127.0.0.1:1/v1/' }, [], /CONFORMANCE_API_KEY/],
    ['a key without a base address', { CONFORMANCE_API_KEY: canary }, [], /CONFORMANCE_BASE_URL/],
    ['a base address that is no URL', { ...keys('not a url') }, [], /CONFORMANCE_BASE_URL/],
    ['plain HTTP to another host', { ...keys('http://sandbox.example/v1/') }, [], /CONFORMANCE_ALLOW_INSECURE_HTTP/],
    ['an unknown variable', { CONFORMANCE_CONCURENCY: '3' }, [], /CONFORMANCE_CONCURRENCY/],
    ['an unknown option', {}, ['--sed', '3'], /--seed/],
    ['a filter that matches nothing', {}, ['--only', 'AUTH-99'], /AUTH/],
    ['an unknown command', {}, ['rnu'], /run/],
  ])('%s', async (_, env, argv, message) => {
    const { status, stderr } = await call(argv, env, emptyFolder());
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(canary);
  });
});

describe.concurrent('targets that decide nothing', { timeout: 60_000 }, () => {
  const nothingFails = async (env: Record<string, string>, argv: string[] = []) => {
    const outcome = await conformance(env, emptyFolder(), argv);
    expect(withVerdict(outcome.report, 'fail')).toEqual([]);
    expect(outcome.status).toBe(3);
    return outcome.report;
  };

  test('a dead one', async () => {
    const { server, baseUrl } = await listen(() => {});
    await new Promise((resolve) => server.close(resolve));
    const report = await nothingFails(keys(baseUrl));
    expect(report.summary.requests).toBe(0);
    expect(report.requirements.find(({ id }) => id === 'AUTH-01')?.reason).toMatch(
      /cannot be reached: the connection was refused/,
    );
  });

  test('one that rejects the configured key', async () => {
    const { baseUrl } = await listen((_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
    );
    const report = await nothingFails(keys(baseUrl));
    for (const id of ['AUTH-01', 'AUTH-04', 'IDEM-01', 'CUST-02', 'ACCT-01']) {
      const row = report.requirements.find((one) => one.id === id);
      expect(row, id).toMatchObject({ verdict: 'inconclusive' });
      expect(row?.reason, id).toMatch(/key itself was refused/);
    }
  });

  test('one that always returns 503', async () => {
    const { baseUrl } = await listen((_, response) => response.writeHead(503).end());
    const report = await nothingFails(keys(baseUrl));
    expect(report.run.complete).toBe(false);
  });

  test('one that never responds: the run ends at its deadline', async () => {
    const { baseUrl } = await listen(() => {});
    const began = Date.now();
    await nothingFails(keys(baseUrl), ['--timeout', '300', '--deadline', '5']);
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});

describe.concurrent('HTTPS', { timeout: 60_000 }, () => {
  test('an invalid certificate: HTTP-01 fails, the run sends no request and no key', async () => {
    const server = await startReferenceServer();
    const cwd = emptyFolder();
    const { CONFORMANCE_CA_FILE: _, ...env } = variablesFor(server, cwd);
    const { report, status } = await conformance(env, cwd);
    await server.close();
    expect(status).toBe(1);
    expect(withVerdict(report, 'fail')).toEqual(['HTTP-01']);
    expect(report.summary.requests).toBe(0);
  });

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
    const proxied = await conformance(env, cwd, ['--only', 'ACCT-01,HTTP-01,IDEM-02']);
    expect(withVerdict(proxied.report, 'pass')).toEqual(['HTTP-01', 'IDEM-02', 'ACCT-01']);
    expect(tunnels).toBeGreaterThan(0);
    tunnels = 0;
    const other = emptyFolder();
    const direct = await conformance({ ...env, NO_PROXY: '127.0.0.1' }, other, ['--only', 'ACCT-01']);
    expect(withVerdict(direct.report, 'pass')).toEqual(['ACCT-01']);
    expect(tunnels).toBe(0);
    await server.close();
  });
});

test('a run never overwrites a folder that is not empty', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'kept.txt'), 'kept');
  const { status, stderr } = await call(['--out', cwd], {}, cwd);
  expect(status).toBe(2);
  expect(stderr).toContain('--out');
  expect(readFileSync(join(cwd, 'kept.txt'), 'utf8')).toBe('kept');
});
