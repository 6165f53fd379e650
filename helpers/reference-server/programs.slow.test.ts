import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import formats from 'ajv-formats';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';
import { expect, test } from 'vitest';
import { runConformance } from '../api/run-conformance.js';
import { rowOf, withVerdict } from '../cli/testing/command.js';
import { text as textOf } from '../sources.fixture.js';
import { sentencesOf } from './testing/run-against.js';
import { kept, known, type Service, serving, tenants } from './testing/services.js';

interface Program {
  readonly name: string;
  readonly make: () => Service;
  /** What it is asked: everything unless given. */
  readonly only?: readonly string[];
  readonly fails?: readonly string[];
  /** What the moments at which requests meet, or random keys, decide. */
  readonly byChance?: readonly string[];
  readonly undecided?: readonly string[];
  readonly passes?: readonly string[];
  /** What an observation says, by its requirement. */
  readonly observed?: readonly [id: string, sentence: string];
}

const forbidden = [403, { error: 'forbidden' }] as const;
const account = { id: 'acc_91f7c2d05b', iban: 'DE89370400440532013000' };
const listing = (...data: readonly object[]) => [200, { data }] as const;

/** Programs that know neither the suites nor the honest server. */
const programs: readonly Program[] = [
  {
    name: 'takes the names that each object has for keys',
    ...{ only: ['AUTH'], fails: ['AUTH-03', 'AUTH-04'] },
    make: () => {
      const { apiKey, tenantId, otherApiKey, otherTenantId } = known;
      const owners: Record<string, string> = { [apiKey]: tenantId, [otherApiKey]: otherTenantId };
      return {
        tenantOf: (headers) => owners[String(headers['api-key'])],
        list: ({ tenant, named = tenant }) =>
          named === tenant ? [200, [{ id: `${tenant}-checking` }, { id: `${tenant}-savings` }]] : forbidden,
      };
    },
  },
  {
    name: 'reads keys as Accept headers, in lists and without quotes',
    ...{ only: ['AUTH'], fails: ['AUTH-03', 'AUTH-04'] },
    make: () => ({
      tenantOf: (headers) => {
        const values = String(headers['api-key'] ?? '').split(',');
        const tidied = values.map((one) => one.trim().replace(/^"(.*)"$/, '$1'));
        const at = [known.apiKey, known.otherApiKey].findIndex((key) => tidied.includes(key));
        return tenants[at];
      },
      list: ({ tenant, named }) =>
        named === tenant ? [200, { items: [{ number: `${tenant}/1` }, { number: `${tenant}/2` }] }] : forbidden,
    }),
  },
  {
    name: 'opens to any valid key the accounts of the tenant that the header names; the second tenant has none',
    ...{ only: ['ACCT', 'IDEM'], fails: ['ACCT-03'], undecided: ['ACCT-02'] },
    make: () => ({
      list: ({ named }) => {
        if (named === known.tenantId)
          return listing({ id: 'acc_5b1f0c7e92', balance: '12.40' }, { id: 'acc_9e27d4a610' });
        return named === known.otherTenantId ? listing() : [404, {}];
      },
    }),
  },
  {
    name: 'takes the tenant of the query where no header names one',
    ...{ only: ['ACCT'], fails: ['ACCT-04'] },
    make: () => ({
      list: ({ tenant, named, query }) => {
        const meant = named ?? query.get('tenant_id') ?? tenant;
        if ((named !== undefined && named !== tenant) || !tenants.includes(meant)) return forbidden;
        return listing({ id: `acc-${meant}-7d1` }, { id: `acc-${meant}-9c4` });
      },
    }),
  },
  {
    name: 'has one account a tenant, and filters nothing behind a cursor',
    ...{ only: ['ACCT'], fails: ['ACCT-02'] },
    make: () => ({
      list: ({ tenant, named = tenant, query }) => {
        const all = tenants.map((owner) => ({ id: `acc-${owner}-5f1` }));
        const behind = all.findIndex(({ id }) => id === query.get('after')) + 1;
        if (named !== tenant) return forbidden;
        return listing(...(behind > 0 ? all.slice(behind) : all.filter(({ id }) => id.includes(tenant))));
      },
    }),
  },
  {
    name: 'compares tenant and key on the first page of a listing: a cursor was thought to be enough for the next',
    fails: ['ACCT-03'],
    make: () => ({
      list: ({ tenant, named = tenant, query }) => {
        const begin = Number(query.get('cursor') ?? 0);
        if ((begin === 0 && named !== tenant) || !tenants.includes(named)) return forbidden;
        const data = [1, 2, 3, 4].map((at) => ({ id: `acc-${named}-${at}`, currency: 'EUR' })).slice(begin, begin + 2);
        return [200, { data, next_cursor: begin + 2 < 4 ? begin + 2 : null }];
      },
    }),
  },
  {
    name: 'compares tenants by the beginning of their ids',
    ...{ only: ['ACCT'], fails: ['ACCT-04'], undecided: ['ACCT-03'] },
    make: () => ({
      list: ({ tenant, named = tenant }) => {
        if (tenants.includes(named) && named !== tenant) return forbidden;
        const found = tenants.find((one) => named.startsWith(one.slice(0, 12)));
        return found ? listing({ id: `acc-${found}-1` }, { id: `acc-${found}-2` }) : [404, {}];
      },
    }),
  },
  {
    name: 'forgets an Idempotency-Key that nobody has used for 900 ms; each use keeps it',
    ...{ only: ['IDEM-01'], fails: ['IDEM-01'] },
    make: () => {
      const entries = new Map<string, { customer: object; usedAt: number }>();
      return {
        create: ({ write, body }) => {
          const entry = entries.get(write);
          const isAlive = entry !== undefined && Date.now() - entry.usedAt < 900;
          const customer = isAlive ? entry.customer : { id: randomUUID(), ...body };
          entries.set(write, { customer, usedAt: Date.now() });
          return [201, customer];
        },
      };
    },
  },
  {
    name: 'locks an Idempotency-Key for 60 ms of the 300 that a creation takes',
    ...{ fails: ['IDEM-02'], byChance: ['IDEM-03'] },
    make: () => {
      const done = new Map<string, object>();
      const lockedAt = new Map<string, number>();
      return {
        create: async ({ write, body }) => {
          if (done.has(write)) return [201, done.get(write)];
          if (Date.now() - (lockedAt.get(write) ?? 0) < 60) return [409, { error: 'still under way' }];
          lockedAt.set(write, Date.now());
          await sleep(300);
          const customer = { id: randomUUID(), ...body };
          kept(done, write, () => customer);
          return [201, customer];
        },
      };
    },
  },
  {
    name: 'finds a second creation by an index, after its work',
    only: ['IDEM-02', 'IDEM-07'],
    observed: ['IDEM-07', 'Server errors among simultaneous retries: 500.'],
    make: () => {
      const done = new Map<string, object>();
      return {
        create: async ({ write, body }) => {
          if (done.has(write)) return [201, done.get(write)];
          // Long enough for a busy machine.
          await sleep(300);
          if (done.has(write)) return [500, { error: 'duplicate key value violates unique constraint' }];
          return [201, kept(done, write, () => ({ id: randomUUID(), ...body }))];
        },
      };
    },
  },
  {
    name: 'ignores letter case in Idempotency-Keys',
    only: ['IDEM-04', 'IDEM-11'],
    observed: ['IDEM-11', 'Two keys that differ only in letter case are one key.'],
    make: () => ({ slotOf: ({ write }) => write.toLowerCase() }),
  },
  {
    name: 'keeps Idempotency-Keys in a column of integers: of each the digits at its beginning',
    ...{ only: ['IDEM'], fails: ['IDEM-04'], undecided: ['IDEM-01', 'IDEM-02', 'IDEM-03'], byChance: ['IDEM-05'] },
    make: () => ({ slotOf: ({ tenant, idempotencyKey: key = '' }) => `${tenant} ${Number.parseInt(key, 10) || 0}` }),
  },
  {
    name: 'reads no Idempotency-Key, and shows a customer in a link',
    ...{ only: ['IDEM'], fails: ['IDEM-01'], undecided: ['IDEM-05'] },
    make: () => {
      let last = 418_200;
      return {
        type: 'application/hal+json',
        list: ({ tenant }) => [200, { _embedded: { accounts: [1, 2].map((at) => ({ number: `${tenant}-${at}` })) } }],
        create: ({ tenant }) => {
          last += 1;
          const href = `/v1/customers/cus:${last}:${tenant}`;
          return [201, { data: { status: 'created', _links: { self: { href } } } }];
        },
      };
    },
  },
  {
    name: 'accepts all JSON with 202 and a job, validated later',
    undecided: Array.from({ length: 14 }, (_, at) => `CUST-${String(at + 2).padStart(2, '0')}`),
    make: () => {
      const jobs = new Map<string, object>();
      return {
        list: ({ tenant, named }) =>
          named === tenant ? [200, { accounts: { [`acc-${tenant}-1`]: {}, [`acc-${tenant}-2`]: {} } }] : [404, {}],
        isValid: (body) => body !== undefined,
        create: ({ write }) => [202, kept(jobs, write, () => ({ job: randomUUID() }))],
      };
    },
  },
  {
    name: 'has no keys',
    ...{ only: ['AUTH-02', 'HTTP-06', 'ACCT-04'], fails: ['AUTH-02'], undecided: ['HTTP-06', 'ACCT-04'] },
    make: () => ({ tenantOf: () => known.tenantId, list: () => listing(account) }),
  },
  { name: 'has no account', only: ['ACCT-04'], undecided: ['ACCT-04'], make: () => ({ list: () => listing() }) },
  {
    name: 'has no account, and refuses unknown tenants',
    ...{ only: ['ACCT-04'], passes: ['ACCT-04'] },
    make: () => ({ list: ({ named = '' }) => (tenants.includes(named) ? listing() : forbidden) }),
  },
  {
    name: 'has an account of one tenant alone',
    ...{ only: ['ACCT-04'], passes: ['ACCT-04'] },
    make: () => ({ list: ({ named }) => (named === known.tenantId ? listing(account) : listing()) }),
  },
  {
    name: 'has made-up words for both tenants',
    ...{ only: ['ACCT-02', 'ACCT-03', 'ACCT-04'], undecided: ['ACCT-02', 'ACCT-03', 'ACCT-04'] },
    make: () => ({ list: () => listing({ id: 'made up', iban: 'made up' }) }),
  },
];

test.concurrent.each(programs)('a service that $name', async ({ make, only, ...expected }) => {
  const { fails = [], byChance = [], undecided = [], passes = [], observed } = expected;
  const { report } = await runConformance({
    ...{ listener: serving(make()), environment: 'sandbox', ...known, ...(only && { only }) },
    ...{ observe: observed ? 'all' : 'none', seed: 1 },
  });
  const having = (verdict: string) => withVerdict(report, verdict).filter((id) => !byChance.includes(id));
  expect(having('fail'), sentencesOf(report).join('\n')).toEqual(fails);
  expect(having('inconclusive')).toEqual(undecided);
  expect(having('pass')).toEqual(expect.arrayContaining([...passes]));
  if (observed) expect(rowOf(report, observed[0]).sentence).toContain(observed[1]);
});

/** A mock server that knows nothing but our OpenAPI document: it validates requests and answers with examples. */
async function startMock(): Promise<Server> {
  const definition = JSON.parse(textOf('schemas/openapi.json')) as Document;
  const api = new OpenAPIBackend({
    definition,
    // It would hold the document against the schema of OpenAPI 3.0.
    quick: true,
    customizeAjv: (ajv) => formats.default(ajv),
  });
  api.register({
    validationFail: ({ validation }: Context) => ({ status: 400, mock: validation.errors }),
    unauthorizedHandler: () => ({ status: 401, mock: {} }),
    notFound: () => ({ status: 404, mock: {} }),
    notImplemented: ({ operation }: Context) => api.mockResponseForOperation(String(operation.operationId)),
  });
  api.registerSecurityHandler('apiKey', ({ request }) => request.headers['api-key'] !== undefined);
  await api.init();
  return createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = (await text(request)) || undefined;
    const answer = await api.handleRequest({ method, path: url, headers: headers as Record<string, string>, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.mock));
  }).listen(0, '127.0.0.1');
}

test('a mock made of our OpenAPI document knows the forms, and nothing of keys, tenants and writes', async () => {
  const server = await startMock();
  const { report } = await runConformance({ listener: server, ...known, observe: 'none', seed: 1 });
  server.close();
  server.closeAllConnections();
  // The key is asked for as a header that is there, whatever is in it, nothing included.
  // It returns the first example to everybody: one customer for all keys, one listing for both tenants.
  expect(withVerdict(report, 'fail')).toEqual(['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'IDEM-04', 'ACCT-02']);
  const open = 'AUTH-06 AUTH-08 IDEM-01 IDEM-02 IDEM-03 IDEM-05 CUST-23 ACCT-03 ACCT-04';
  expect(withVerdict(report, 'inconclusive')).toEqual(open.split(' '));
  expect(withVerdict(report, 'pass')).toContain('CUST-15');
});
