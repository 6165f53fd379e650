import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '../cli/testing/started.js';
import { createReceiver, type Receiver, receiverHost } from './receiver.js';
import { post, talk } from './senders.fixture.js';

async function listen<Outcome>(use: (receiver: Receiver) => Promise<Outcome>): Promise<Outcome> {
  const receiver = createReceiver(await freePort(), 'https://127.0.0.1/v1/', () => 7);
  expect(await receiver.ready).toBeUndefined();
  try {
    return await use(receiver);
  } finally {
    await receiver.close();
  }
}

/** Whether it still listens to those who behave. */
async function stillListens(receiver: Receiver): Promise<void> {
  const before = receiver.notifications.length;
  expect(await post(receiver.port, '{"type":"still.there"}')).toEqual({ status: 200, body: '' });
  expect(receiver.notifications).toHaveLength(before + 1);
}

describe.concurrent('a sender that behaves', () => {
  test('gets 200 without a body, on any path, and what it sent is kept', async () => {
    await listen(async (receiver) => {
      expect(await post(receiver.port, '{"a":1}', { headers: { 'X-Event': 'a', 'x-event': 'b' } })).toEqual({
        status: 200,
        body: '',
      });
      expect(await post(receiver.port, '', { method: 'PUT' })).toEqual({ status: 200, body: '' });
      expect(receiver.notifications).toMatchObject([
        { method: 'POST', body: '{"a":1}', cut: false, afterRequests: 7 },
        { method: 'PUT', body: '', cut: false },
      ]);
      expect(receiver.lastAt).toBeLessThanOrEqual(performance.now());
    });
  });

  test('a scanner’s GET gets 405, and is no notification', async () => {
    await listen(async (receiver) => {
      for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH'])
        expect((await post(receiver.port, '', { method })).status, method).toBe(405);
      expect(receiver.notifications).toEqual([]);
      expect(receiver.lastAt).toBeUndefined();
    });
  });

  test('2,000 notifications: all are answered, 1,000 are kept, the others counted', async () => {
    await listen(async (receiver) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const answers = await Promise.all(
        Array.from({ length: 2000 }, (_, at) => post(receiver.port, `{"at":${at}}`, { agent })),
      );
      agent.destroy();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2000);
      expect([receiver.notifications.length, receiver.beyond]).toEqual([1000, 1000]);
    });
  });
});

describe.concurrent('a sender that does not', () => {
  test('a body of 2 MiB gets 200, and kept up to 256 KiB, marked as cut', async () => {
    await listen(async (receiver) => {
      expect((await post(receiver.port, 'é'.repeat(1024 * 1024))).status).toBe(200);
      expect(receiver.notifications).toMatchObject([{ cut: true }]);
      expect(Buffer.byteLength(receiver.notifications[0]?.body ?? '')).toBe(256 * 1024);
    });
  });

  test('a body of exactly 256 KiB is whole', async () => {
    await listen(async (receiver) => {
      await post(receiver.port, 'x'.repeat(256 * 1024));
      expect(receiver.notifications.map(({ cut, body }) => [cut, body.length])).toEqual([[false, 256 * 1024]]);
    });
  });

  test('a body without end is cut off, and the memory for all bodies is bounded', async () => {
    await listen(async (receiver) => {
      // It gives nothing before the receiver closes the connection.
      await talk(receiver.port, (socket) => {
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024, 'x')));
        };
        socket.on('drain', more);
        more();
      });
      expect(receiver.notifications).toMatchObject([{ cut: true }]);
      const large = 'y'.repeat(256 * 1024);
      for (let sent = 0; sent < 70; sent += 1) expect((await post(receiver.port, large)).status).toBe(200);
      const kept = receiver.notifications.reduce((sum, { body }) => sum + body.length, 0);
      expect(kept).toBe(16 * 1024 * 1024);
      expect(receiver.notifications.at(-1)).toMatchObject({ body: '', cut: true });
    });
  });

  test.each<[name: string, first: string, drip: string]>([
    ['a header that never ends', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a'],
    ['headers without end', 'POST / HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n'],
    ['a body that drips', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'a'],
    ['a chunked body that drips', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
    ['nothing at all', '', ''],
  ])('%s is cut off, and is no notification', async (_, first, drip) => {
    await listen(async (receiver) => {
      const slow = talk(receiver.port, (socket) => {
        socket.write(first);
        const dripping = setInterval(() => socket.write(drip), 100);
        socket.on('close', () => clearInterval(dripping));
      });
      await stillListens(receiver);
      await slow;
      expect(receiver.notifications).toHaveLength(1);
    });
  });

  test('a header of 64 KiB is refused', async () => {
    await listen(async (receiver) => {
      const came = await talk(receiver.port, (socket) =>
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(64 * 1024)}\r\n\r\n`),
      );
      expect(came).not.toContain(' 200 ');
      await stillListens(receiver);
    });
  });

  test.each<[name: string, bytes: string | Buffer]>([
    ['bytes of no protocol', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 73) % 256))],
    ['a TLS greeting', Buffer.from('16030100750100007103035300', 'hex')],
    ['a method of its own', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 5\r\n\r\nhello'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['chunks of no length', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['no Host', 'POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    ['a zero byte in a header', 'POST / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
  ])('%s is ignored', async (_, bytes) => {
    await listen(async (receiver) => {
      await talk(receiver.port, (socket) => socket.write(bytes));
      expect(receiver.notifications).toEqual([]);
      await stillListens(receiver);
    });
  });

  test('one that breaks off in the middle is no notification', async () => {
    await listen(async (receiver) => {
      await talk(receiver.port, (socket) => {
        const begun = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type":';
        socket.write(begun, () => socket.resetAndDestroy());
      });
      await stillListens(receiver);
      expect(receiver.notifications).toHaveLength(1);
    });
  });
});

describe.concurrent('the end', () => {
  test('connections that are open, idle or in the middle of a request, do not hold it back', async () => {
    const receiver = createReceiver(await freePort(), 'https://127.0.0.1/v1/', () => 0);
    await receiver.ready;
    const agent = new Agent({ keepAlive: true });
    await post(receiver.port, '{}', { agent });
    const open: Promise<string>[] = [];
    const opened = (first: string) =>
      new Promise<void>((resolve) => {
        open.push(talk(receiver.port, (socket) => socket.write(first, () => resolve())));
      });
    await Promise.all(['', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'].map(opened));
    await receiver.close();
    await Promise.all(open);
    agent.destroy();
    const refused = await new Promise((resolve) => {
      connect(receiver.port, '127.0.0.1').on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(refused).toBe('ECONNREFUSED');
  });

  test('a port that was taken meanwhile is named, and closing is still possible', async () => {
    await listen(async ({ port }) => {
      const second = createReceiver(port, 'https://127.0.0.1/v1/', () => 0);
      expect(await second.ready).toBe(
        `The webhook receiver cannot listen on port ${port} (EADDRINUSE), so the suite sent no request.`,
      );
      await second.close();
    });
  });
});

test.each([
  ['https://127.0.0.1:8443/v1/', '127.0.0.1'],
  ['http://localhost:8080/v1/', '127.0.0.1'],
  ['https://[::1]:8443/v1/', '::1'],
  ['https://sandbox.payments.example/v1/', undefined],
  [undefined, '127.0.0.1'],
])('for a target at %s it listens on %s', (baseUrl, host) => {
  expect(receiverHost(baseUrl)).toBe(host);
});
