import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { freePort } from '../cli/testing/started.js';
import { signature } from './notify.js';
import { startReferenceServer } from './server.js';
import { customer } from './testing/requests.js';
import { type Talk, talkTo } from './testing/talk.js';

interface Came {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that is notified, and what came to it. It answers with the statuses in turn, and with the last from then on. */
async function notified(statuses: readonly number[], use: (talk: Talk, came: Came[]) => Promise<void>): Promise<void> {
  const came: Came[] = [];
  const { baseUrl, close } = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    came.push({ headers: request.headers, body });
    response.writeHead(statuses[came.length - 1] ?? statuses.at(-1) ?? 200).end();
  }, '/v1/');
  try {
    await talkTo({ webhook: baseUrl }, (talk) => use(talk, came));
  } finally {
    await close();
  }
}

const namesOf = (came: readonly Came[]) => came.map(({ body }) => JSON.parse(body).data.last_name as string);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

describe.concurrent('a customer that was created is notified', () => {
  test('with id, type, time and customer, signed over time and body', async () => {
    await notified([200], async ({ create, server }, came) => {
      const began = Math.floor(Date.now() / 1000);
      const { data } = await create();
      await until(() => came.length > 0);
      const [{ headers, body } = { headers: {}, body: '' }] = came;
      expect(JSON.parse(body)).toEqual({
        id: expect.stringMatching(/^evt_/),
        type: 'customer.created',
        created_at: expect.stringMatching(/^\d{4}-.+Z$/),
        data,
      });
      const seconds = Number(/^t=(\d+),/.exec(String(headers['webhook-signature']))?.[1]);
      expect(seconds).toBeGreaterThanOrEqual(began);
      expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
      expect(headers['webhook-signature']).toBe(signature(server.webhookSecret ?? '', seconds, body));
      expect(signature('another secret', seconds, body)).not.toBe(headers['webhook-signature']);
    });
  });

  test('once: not for a repeat, a rejection or a listing', async () => {
    await notified([200], async ({ create, list }, came) => {
      const again = { body: customer(), headers: { 'Idempotency-Key': randomUUID() } };
      await create(again);
      await create(again);
      await Promise.all([1, 2, 3].map(() => create({ ...again, fresh: true })));
      await create({ body: customer({ last_name: 4 }) });
      await create({ headers: { 'Api-Key': 'wrong' } });
      await list();
      // Whatever came of these would have come before this one.
      await create({ body: customer({ last_name: 'Last' }) });
      await until(() => namesOf(came).includes('Last'));
      expect(namesOf(came)).toEqual(['Example', 'Last']);
    });
  });

  test('a second time where the first is not answered 2xx, and no third', async () => {
    await notified([503, 500, 500, 200], async ({ create }, came) => {
      await create({ body: customer({ last_name: 'First' }) });
      await until(() => came.length > 1);
      // The pause before a third would end before the pause of this one.
      await create({ body: customer({ last_name: 'Last' }) });
      await until(() => came.length > 3);
      expect(namesOf(came)).toEqual(['First', 'First', 'Last', 'Last']);
      expect(came[0]).toMatchObject({ body: came[1]?.body });
    });
  });

  test('and a receiver that breaks each connection holds nothing up', async () => {
    let broken = 0;
    const receiver = createServer((socket) => {
      broken += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    await talkTo({ webhook: `http://127.0.0.1:${port}/` }, async ({ create }) => {
      expect((await create()).status).toBe(201);
      await until(() => broken === 2);
      expect((await create()).status).toBe(201);
    });
    receiver.close();
  });

  test('and a receiver that is not there holds nothing up', async () => {
    await talkTo({ webhook: `http://127.0.0.1:${await freePort()}/` }, async ({ create }) => {
      expect((await create()).status).toBe(201);
      expect((await create()).status).toBe(201);
    });
  });
});

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'http://0.0.0.0:80/',
  'http://127.0.0.1.example.com/',
  'http://localhost@example.com/',
  'http://169.254.169.254/',
  'http://[::ffff:10.0.0.1]/',
  'file:///etc/passwd',
  'nowhere',
])('%s is no address to notify', async (webhook) => {
  await expect(startReferenceServer({ webhook })).rejects.toThrow(RangeError);
});

test('without an address there is no webhook Secret Key', async () => {
  await talkTo({}, async ({ server }) => expect(server.webhookSecret).toBeUndefined());
});
