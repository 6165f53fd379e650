/** Mock servers that others wrote, each as its users start it, with the verdicts that it deserves. */

/** Keys and tenants that are told to every mock, whether it looks at them or not. */
export const tenants = {
  apiKey: 'sk_sandbox_T7pWq3zN8vKd2Lx5Rm9c',
  tenantId: 'tnt_8fK2mQ9xL4vB',
  otherApiKey: 'sk_sandbox_B4hYs6cJ1gUe8Fa3Pn5w',
  otherTenantId: 'tnt_3Zr7Hc5Td1Wn',
} as const;

/** What is written down of a mock: everything that is neither here nor skipped or pending passes. */
export interface Deserved {
  readonly fail: readonly string[];
  readonly inconclusive: readonly string[];
}

export interface MockServer {
  readonly name: string;
  readonly packages: readonly string[];
  /** Files beside it, by name: `openapi.json` and `observed.json` are there besides. */
  readonly files: Readonly<Record<string, string>>;
  /** Of its own `node_modules/.bin`, or node. */
  readonly command: (port: number) => readonly [command: string, ...argv: string[]];
  readonly path: '/' | '/v1/';
  readonly deserves: Deserved;
}

const authentication = ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05', 'AUTH-06', 'AUTH-07'];
const fields = Array.from({ length: 14 }, (_, at) => `CUST-${String(at + 2).padStart(2, '0')}`);
const idempotency = ['IDEM-01', 'IDEM-02', 'IDEM-03'];

const accounts = [
  { id: 'acc_91f7c2d05b', iban: 'DE89370400440532013000', currency: 'EUR' },
  { id: 'acc_4d20b6a8e1', iban: 'DE02120300000000202051', currency: 'EUR' },
];

/** A mock as teams write it by hand: it knows keys, and hands out accounts by the tenant id alone. */
const handlers = `import { randomUUID } from 'node:crypto';
import { createServer } from '@mswjs/http-middleware';
import { HttpResponse, http } from 'msw';

const keys = ${JSON.stringify([tenants.apiKey, tenants.otherApiKey])};
const accounts = ${JSON.stringify({ [tenants.tenantId]: [accounts[0]], [tenants.otherTenantId]: [accounts[1]] })};
const isKnown = (request) => keys.includes(request.headers.get('api-key'));
const unauthorised = () => HttpResponse.json({ error: 'unauthorised' }, { status: 401 });

createServer(
  http.post('/v1/customers', async ({ request }) => {
    if (!isKnown(request)) return unauthorised();
    return HttpResponse.json({ id: randomUUID(), ...(await request.json()) }, { status: 201 });
  }),
  http.get('/v1/accounts', ({ request }) => {
    if (!isKnown(request)) return unauthorised();
    return HttpResponse.json({ data: accounts[request.headers.get('x-tenant-id')] ?? [] });
  }),
).listen(Number(process.argv[2]), '127.0.0.1');
`;

export const mockServers: readonly MockServer[] = [
  {
    name: 'Prism',
    packages: ['@stoplight/prism-cli@5.14.2'],
    files: {},
    command: (port) => ['prism', 'mock', 'openapi.json', '--host', '127.0.0.1', '--port', String(port)],
    // It leaves out the path of the document's server.
    path: '/',
    deserves: {
      // It asks for a key, whichever, and validates the body before that.
      fail: ['AUTH-03', 'AUTH-04', 'AUTH-06', 'VER-01'],
      // One answer for everybody: no identity in it, and no account in an empty listing.
      inconclusive: ['AUTH-08', ...idempotency, 'IDEM-04', 'IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03', 'ACCT-04'],
    },
  },
  {
    name: 'Mockoon',
    packages: ['@mockoon/cli@9.9.0'],
    files: {},
    command: (port) => [
      'mockoon-cli',
      ...['start', '--data', 'observed.json', '--hostname', '127.0.0.1', '--port', String(port)],
    ],
    path: '/v1/',
    deserves: {
      // It answers with the first example, whatever is asked, even where the body is no JSON.
      fail: ['HTTP-05', ...authentication, ...fields],
      inconclusive: [
        ...['HTTP-04', 'HTTP-06', 'AUTH-08', ...idempotency, 'IDEM-04', 'IDEM-05', 'CUST-23'],
        // Both tenants get one listing, of one account in which nothing but the word `made up` stands.
        ...['ACCT-02', 'ACCT-03', 'ACCT-04'],
      ],
    },
  },
  {
    name: 'json-server',
    packages: ['json-server@0.17.4'],
    files: { 'db.json': JSON.stringify({ customers: [], accounts }), 'routes.json': '{ "/v1/*": "/$1" }' },
    command: (port) => [
      'json-server',
      ...['db.json', '--routes', 'routes.json', '--host', '127.0.0.1', '--port', String(port), '--quiet'],
    ],
    path: '/v1/',
    deserves: {
      // A store without keys, tenants, rules and memory of a write: every customer is new.
      fail: [...authentication, ...idempotency, ...fields, 'ACCT-02', 'ACCT-03', 'ACCT-04'],
      inconclusive: ['HTTP-04', 'HTTP-06', 'AUTH-08', 'IDEM-04'],
    },
  },
  {
    name: 'MSW',
    packages: ['msw@2.15.0', '@mswjs/http-middleware@0.10.3'],
    files: { 'mock.mjs': handlers },
    command: (port) => ['node', 'mock.mjs', String(port)],
    path: '/v1/',
    deserves: {
      // It falls over a body that is no JSON, and forgot to hold the tenant against the key.
      fail: ['HTTP-05', ...idempotency, ...fields, 'ACCT-03'],
      inconclusive: ['HTTP-06', 'IDEM-04'],
    },
  },
];
