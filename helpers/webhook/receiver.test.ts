import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../cli/testing/command.js';
import { openReceiver, type Receiver } from './receiver.js';

async function listen(use: (receiver: Receiver, address: string, port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const receiver = await openReceiver(port, 'https://127.0.0.1/v1/');
  try {
    await use(receiver, `http://127.0.0.1:${port}/notify?a=b`, port);
  } finally {
    await receiver.close();
  }
}

test('keeps names of headers and the value of each POST, and answers 200 without a body', async () => {
  await listen(async (receiver, address) => {
    const headers = { 'Content-Type': 'application/json', 'X-Signature': 't=1' };
    const answer = await fetch(address, { method: 'POST', headers, body: '{"type":"customer.created"}' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    await fetch(address, { method: 'POST', body: 'a=b' });
    expect((await fetch(address)).status).toBe(405);
    expect(receiver.notifications).toEqual([
      { headers: expect.arrayContaining(['content-type', 'x-signature']), json: { type: 'customer.created' } },
      { headers: expect.not.arrayContaining(['x-signature']), json: undefined },
    ]);
    expect(JSON.stringify(receiver.notifications)).not.toContain('t=1');
  });
});

test('what is too long, is no HTTP or breaks off is dropped, and the next one is kept', async () => {
  await listen(async (receiver, address, port) => {
    await fetch(address, { method: 'POST', body: 'x'.repeat(300 * 1024) }).catch(() => undefined);
    for (const text of ['hello\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'])
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()));
        socket.on('close', () => resolve()).on('error', () => {});
      });
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(receiver.notifications).toHaveLength(1);
  });
});

test('connections that are open do not hold the end back', async () => {
  await listen(async (_, __, port) => {
    await new Promise<void>((resolve) => connect(port, '127.0.0.1', () => resolve()).on('error', () => {}));
  });
});

test('a port that somebody has on loopback cannot be had, on loopback or on all interfaces', async () => {
  const port = await freePort();
  await (await openReceiver(port)).close();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  for (const baseUrl of [undefined, 'https://sandbox.payments.example/v1/'])
    await expect(openReceiver(port, baseUrl)).rejects.toThrow(`Port ${port} of --webhook-port cannot be`);
  await new Promise((resolve) => other.close(resolve));
});
