import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { runConformance } from '../api/run-conformance.js';

afterEach(() => vi.useRealTimers());

function listener(putBy: number) {
  let requests = 0;
  return (_: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (requests === 1) vi.setSystemTime(Date.now() + putBy);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized"}');
  };
}

const hour = 3_600_000;

test.each([
  ['forward', hour],
  ['back', -hour],
])('a clock that is put %s in the middle of a run neither ends it nor turns its times round', async (_, putBy) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const options = { apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', tenantId: 'tnt_8fK2mQ9xL4vB', deadlineSeconds: 1800 };
  const { report } = await runConformance({ ...options, listener: listener(putBy), only: ['AUTH-01', 'AUTH-02'] });
  expect(report.run.stopped).toBeUndefined();
  const took = Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt);
  expect(took).toBeGreaterThanOrEqual(0);
  expect(took).toBeLessThan(hour / 2);
});
