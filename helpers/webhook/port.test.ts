import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../cli/testing/started.js';
import { UsageError } from '../configuration/usage-error.js';
import { holdPort } from './port.js';

test('a port is held until it is let go of, and then free', async () => {
  const port = await freePort();
  const letGo = await holdPort(port, undefined);
  const refused = await holdPort(port, undefined).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect((refused as Error).message).toBe(`Port ${port} of --webhook-port is taken.`);
  await letGo();
  await (await holdPort(port, undefined))();
});

test('one that somebody has on loopback cannot be had on all interfaces either', async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await expect(holdPort(port, 'https://sandbox.payments.example/v1/')).rejects.toThrow(`Port ${port}`);
  await new Promise((resolve) => other.close(resolve));
});

test('without a port nothing is held', async () => {
  await (await holdPort(undefined, undefined))();
});
