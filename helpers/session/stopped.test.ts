import { expect, test } from 'vitest';
import { runConformance } from '../api/run-conformance.js';

/** A run against a service that accepts every key, so that a check fails. */
async function runOf(bail: boolean) {
  const { report } = await runConformance({
    listener: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    },
    apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
    tenantId: 'tnt_8fK2mQ9xL4vB',
    only: ['AUTH-02'],
    observe: 'none',
    bail,
  });
  return report;
}

test('a run that stops at its first failure says why, and is incomplete', async () => {
  const { run, summary } = await runOf(true);
  expect(summary.verdict).toBe('nonconformant');
  expect(run).toMatchObject({ complete: false, stopped: expect.stringContaining('AUTH-02') });
});

test('a run that ends by itself is complete, and gives no reason', async () => {
  const { run } = await runOf(false);
  expect(run.complete).toBe(true);
  expect(run).not.toHaveProperty('stopped');
});
