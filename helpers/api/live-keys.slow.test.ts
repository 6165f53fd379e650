import { expect, test } from 'vitest';
import { readings } from '../cli/testing/canaries.js';
import { rowOf } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';
import type { ConformanceOptions } from './run-conformance.js';

/** By the second nobody can tell that it is this machine. */
const hosts = { loopback: '127.0.0.1', elsewhere: '0.0.0.0' } as const;

/** Runs the suites against an honest service, and notes every place where a valid key stood: `header: api-key`, `body`. */
async function placesOfKeys(options: ConformanceOptions, at: keyof typeof hosts = 'loopback') {
  const places = new Set<string>();
  const server = await startReferenceServer({
    https: false,
    change: {
      middleware: (honest) => (asked) => {
        const { target, body, rawHeaders } = asked;
        const headers = rawHeaders.flatMap((name, index): [string, string][] =>
          index % 2 === 0 ? [[`header: ${name.toLowerCase()}`, rawHeaders[index + 1] ?? '']] : [],
        );
        const { apiKey, otherApiKey = '' } = server.credentials;
        for (const [place, text] of [['address', target], ['body', body], ...headers] as [string, string][])
          if (readings(text).some((one) => one.includes(apiKey) || one.includes(otherApiKey))) places.add(place);
        return honest(asked);
      },
    },
  });
  const baseUrl = server.baseUrl.replace(hosts.loopback, hosts[at]);
  const asked = { baseUrl, ...(at === 'elsewhere' && { allowInsecureHttp: true }), ...options };
  const { report } = await runAgainst(server, asked).finally(server.close);
  return { places: [...places].sort(), row: rowOf(report, 'AUTH-05') };
}

const headersOf = (...names: string[]) => names.map((name) => `header: ${name}`);
/** Where services neither log nor store what stands there. */
const ofKeys = [
  'key secret token secretkey apikey authorization api-key api-token api-secret api-secret-key access-key app-key',
  'access-token auth-key auth-token client-key client-secret private-key secret-key',
  'ocp-apim-subscription-key rapidapi-key',
].flatMap((names) => names.split(' '));
const unkept = headersOf('cookie', ...ofKeys, ...ofKeys.map((name) => `x-${name}`));
const kept = ['address', 'body', ...headersOf('idempotency-key', 'x-tenant-id')];
const everywhere = [...unkept, ...kept].sort();

test.each([
  ['nothing is written', {}],
  ['writes are allowed', { allowLiveWrites: true }],
])('on live, where %s, a key stands in Api-Key alone', async (_, more) => {
  const { places, row } = await placesOfKeys({ environment: 'live', allowKeyElsewhere: true, ...more });
  expect(places).toEqual(['header: api-key']);
  expect(row.verdict).toBe('skipped');
  expect(row.reason).toContain('on live the suite sends it nowhere else');
});

test('on another sandbox a key stands nowhere that services log or store, and the report says so', async () => {
  const { places, row } = await placesOfKeys({ environment: 'sandbox' }, 'elsewhere');
  expect(places).toEqual([...unkept].sort());
  expect(row.verdict).toBe('pass');
  const isValidKey = ({ name }: { readonly name: string }) => name.includes('valid key');
  const leftOut = row.checks.filter((check) => check.verdict === 'skipped' && isValidKey(check));
  const paths = ['the path, after the operation', 'the path, before the operation', 'a matrix parameter of the path'];
  const names = ['the query', 'the tenant header', 'the idempotency header', ...paths];
  const ofBodies = ['the body', 'a form body', 'a multipart body'];
  const titled = (operation: string) => (name: string) =>
    `${operation}: the valid key in ${name}, and no key in its header`;
  const expected = [...[...names, ...ofBodies].map(titled('create customer')), ...names.map(titled('list accounts'))];
  expect(leftOut.map(({ name }) => name).sort()).toEqual(expected.sort());
  for (const { reason } of leftOut) expect(reason).toContain('CONFORMANCE_ALLOW_KEY_ELSEWHERE=true');
});

test.each([
  ['on a sandbox that is not this machine, where that is allowed', { allowKeyElsewhere: true }, 'elsewhere'],
  ['on this machine', { only: ['AUTH-05'] }, 'loopback'],
] as const)('%s a key stands in every place that AUTH-05 tests', async (_, more, at) => {
  const { places, row } = await placesOfKeys({ environment: 'sandbox', ...more }, at);
  expect(places).toEqual(everywhere);
  expect(row.verdict).toBe('pass');
});
