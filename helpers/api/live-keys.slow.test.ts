import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runConformance } from './run-conformance.js';

let service: ReferenceServer;
beforeAll(async () => {
  service = await startReferenceServer({ https: false });
});
afterAll(() => service.close());

/** Every place of a request, by name: `header: api-key`, `address`, `body`. */
const placesOf = ({ url = '', rawHeaders }: IncomingMessage, body: string): [place: string, text: string][] => [
  ['address', url],
  ['body', body],
  ...rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[`header: ${name.toLowerCase()}`, rawHeaders[at + 1] ?? '']] : [],
  ),
];

/** Every text that a place may be read as: as it stands, its escapes undone, and what of it is base64. */
function readings(text: string): string[] {
  const unescaped = text.replace(/%[\da-f]{2}/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)));
  const tokens = (text.match(/[\w+/-]{16,}/g) ?? []).map((token) => Buffer.from(token, 'base64').toString('latin1'));
  return [text, unescaped, ...tokens];
}

/** Runs the suites in front of an honest service, and notes every place where a valid key stood. */
async function placesOfKeys(options: Parameters<typeof runConformance>[0]) {
  const { apiKey, otherApiKey = '', tenantId, otherTenantId } = service.credentials;
  const target = new URL(service.baseUrl);
  const places = new Set<string>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      for (const [place, text] of placesOf(request, body.toString()))
        if (readings(text).some((one) => one.includes(apiKey) || one.includes(otherApiKey))) places.add(place);
      const { method, url, headers } = request;
      const onward = forward({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  };
  const keys = { apiKey, otherApiKey, tenantId, ...(otherTenantId !== undefined && { otherTenantId }) };
  const { report } = await runConformance({ listener, ...keys, ...options, seed: 1 });
  return { places: [...places].sort(), report };
}

describe('the places in which a valid key stands', { timeout: 120_000 }, () => {
  test.each([
    ['nothing is written', {}],
    ['writes are allowed', { allowLiveWrites: true }],
  ])('on live, where %s: Api-Key alone', async (_, more) => {
    const { places, report } = await placesOfKeys({ environment: 'live', allowKeyInQuery: true, ...more });
    expect(places).toEqual(['header: api-key']);
    const row = report.requirements.find(({ id }) => id === 'AUTH-05');
    expect(row?.verdict).toBe('skipped');
    expect(row?.reason).toContain('on live the suite sends a valid key nowhere else');
  });

  test('on a sandbox at this machine: every place that AUTH-05 asks about', async () => {
    const { places, report } = await placesOfKeys({ environment: 'sandbox', only: ['AUTH-05'] });
    const headers = ['authorization', 'cookie', 'idempotency-key', 'x-api-key', 'x-tenant-id'];
    expect(places).toEqual(
      expect.arrayContaining(['address', 'body', 'header: api-key', ...headers.map((name) => `header: ${name}`)]),
    );
    expect(report.requirements.find(({ id }) => id === 'AUTH-05')?.verdict).toBe('pass');
  });
});
