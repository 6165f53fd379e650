import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { startReferenceServer } from '../../reference-server/server.js';
import { conformance, emptyFolder, runProcess, variablesFor, withVerdict } from '../testing/command.js';

test('a private authority behind a proxy: the run uses HTTPS_PROXY and NO_PROXY', async () => {
  const server = await startReferenceServer();
  let tunnels = 0;
  const proxy = createServer((_, response) => response.writeHead(400).end());
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
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const cwd = emptyFolder();
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = { ...variablesFor(server, cwd), HTTPS_PROXY };
  const passed = async (out: string, only: string, more: Record<string, string> = {}) => {
    const { report } = await conformance({ ...env, ...more }, cwd, ['--only', only], out, runProcess);
    return withVerdict(report, 'pass');
  };
  expect(await passed('proxied', 'ACCT-01,HTTP-01,IDEM-02')).toEqual(['HTTP-01', 'IDEM-02', 'ACCT-01']);
  expect(tunnels).toBeGreaterThan(0);
  tunnels = 0;
  expect(await passed('direct', 'ACCT-01', { NO_PROXY: '127.0.0.1' })).toEqual(['ACCT-01']);
  expect(tunnels).toBe(0);
  await server.close();
  proxy.close();
  proxy.closeAllConnections();
}, 120_000);
