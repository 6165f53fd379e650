import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { type Listener, serve } from '../api/listener.js';
import { emptyFolder, keys, runHere } from '../cli/testing/command.js';
import { attempt } from '../settings/usage-error.js';

type Caller = 'first' | 'second';
const callers: Readonly<Record<string, readonly [tenant: string, caller: Caller]>> = {
  [keys.CONFORMANCE_API_KEY]: [keys.CONFORMANCE_TENANT_ID, 'first'],
  [keys.CONFORMANCE_OTHER_API_KEY]: [keys.CONFORMANCE_OTHER_TENANT_ID, 'second'],
};

/** Accounts of both tenants, with values that no suite makes up. */
const accounts: Record<Caller, readonly Record<string, unknown>[]> = {
  first: [
    account('acc_7f3k2m', { holder_name: 'Zedekiah Quorn', town: 'Xanten', number: '4711000123', limit: 739_415.25 }),
    account('acc_9q1x4z', { holder_name: 'Philomena Vax', town: 'Ystad', number: '4711000124', limit: 26_031.5 }),
  ],
  second: [
    account('zyxw', { holder_name: 'Oglethorpe Wynn', town: 'Qaqortoq', number: '8155000777', limit: 518_842 }),
    account('vuts', { holder_name: 'Kunigunde Ferz', town: 'Zwolle', number: '8155000778', limit: 914_003.75 }),
  ],
};

function account(id: string, more: Record<string, unknown>): Record<string, unknown> {
  const code = `${id.slice(-2).toUpperCase()}§`;
  return { id, ...more, code, opened: `19${60 + id.length}-03-14`, tier: `Z${id.length}q`, owner: { ref: `ü-${id}` } };
}

/** Other values that responses show. */
const others = {
  ...{ error: 'Mxyzptlk refuses', errorCode: 'BRAXIS', reason: 'Grubnosh Fine', text: 'Groznak 77123' },
  ...{ cookie: 'krypton', header: 'Vulcan-4', tag: 'zt8811qk', shownTo: 'Wilhelmina Okafor', address: '203.0.113.77' },
  ...{ manager: 'Ptolemaios Vance', branch: 'Qz7', agreed: '1987-02-28', moment: '2011-11-11T11:11:11.123Z' },
  ...{ file: 60_417_733, balance: -77_341.25, huge: 6.02e23, exact: '90071992547409931' },
  page: 'https://profiles.xkbank.example/u/889123?from=Ouagadougou',
  iban: 'DE44500105175407324931',
  note: 'Überweisung für Käthe Müßiggang\n"zitiert" <b>fett</b>',
};

const names = ['4711000999', 'rufina.vex@mail.example', 'Hildegard Brömmelkamp', 'acc_5t8w2y'];

/** What responses show, without ids of customers, which the report lists. */
const canaries: readonly string[] = [
  ...Object.values(accounts).flatMap((of) => of.flatMap((one) => [...leaves(one)])),
  ...Object.values(others).map(String),
  ...names,
];

function* leaves(value: unknown): Generator<string> {
  if (value !== null && typeof value === 'object') for (const one of Object.values(value)) yield* leaves(one);
  else yield String(value);
}

interface Manner {
  readonly forgetsTenant?: true;
  readonly paging: 'cursor' | 'link';
  readonly rejects?: true;
}

const ownHeaders = {
  'content-type': 'application/json',
  'x-served-by': others.header,
  etag: `W/"${others.tag}"`,
  'x-shown-to': others.shownTo,
  'content-location': others.page,
  'x-forwarded-for': others.address,
  'set-cookie': `session=${others.cookie}; Path=/`,
};

/** A target each of whose values would be seen wherever it stands. */
function canaryListener(manner: Manner): Listener {
  const known = new Map<string, { readonly body: string; readonly id: string }>();
  return async (request, response) => {
    const body = await text(request);
    const send = (status: number, value: string | object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, others.reason, { ...ownHeaders, ...headers })
        .end(typeof value === 'string' ? value : JSON.stringify(value));
    const reject = (status: number) => send(status, { error: { message: others.error, code: others.errorCode } });
    const [tenant, caller] = callers[String(request.headers['api-key'])] ?? [];
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (caller === undefined) return reject(401);
    if (request.headers['x-tenant-id'] !== tenant) return reject(403);
    if (request.method === 'GET' && pathname === '/v1/accounts') {
      const { page, headers } = listed(manner, caller, searchParams);
      return send(200, page, headers);
    }
    if (request.method !== 'POST' || pathname !== '/v1/customers')
      return response.writeHead(404, { 'content-type': 'text/html' }).end(`<html><p>${others.text}</p></html>`);
    const key = `${caller} ${request.headers['idempotency-key']}`;
    const before = known.get(key);
    if (before && before.body !== body) return reject(409);
    const isValid = attempt(() => 'email' in JSON.parse(body)) === true;
    if (!before && (manner.rejects || !isValid)) return reject(422);
    const { id } = before ?? { id: `cus_${known.size + 1}hk` };
    known.set(key, { body, id });
    return send(201, customer(id));
  };
}

function customer(id: string): string {
  const { manager, branch, agreed, file, balance, huge, page, address, iban, moment, note } = others;
  const kept = { manager, branch, agreed, file, balance, huge, page, address, iban, moment, note, active: true };
  const beside = Object.fromEntries(names.map((name) => [name, 1]));
  // A number with more digits than JavaScript keeps.
  return `${JSON.stringify({ id, ...kept, nested: [[{ kept }]], beside }).slice(0, -1)},"exact":${others.exact}}`;
}

function listed({ forgetsTenant, paging }: Manner, caller: Caller, query: URLSearchParams) {
  const wanted = [...query.values()];
  const isNamed = (one: Record<string, unknown>) => [...leaves(one)].some((value) => wanted.includes(value));
  const named = forgetsTenant ? Object.values(accounts).flat().filter(isNamed) : [];
  if (named.length > 0 && !query.has('limit')) return { page: { data: named } };
  const after = accounts[caller].findIndex(({ code }) => code === query.get('from')) + 1;
  const data = accounts[caller].slice(after, query.has('limit') || paging === 'link' ? after + 1 : undefined);
  const last = data.at(-1);
  if (!last || last === accounts[caller].at(-1)) return { page: { data } };
  if (paging === 'cursor') return { page: { data, next_from: last.code } };
  const next = new URLSearchParams({ from: String(last.code), town: String(last.town) });
  const link = `</v1/accounts?${encodeURI(decodeURIComponent(`${next}`))}>; rel="next"`;
  return { page: { data }, headers: { link } };
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
const shows = (text: string) => (value: string) => {
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const written = [value, inJson(value), inJson(inJson(value)), encodeURIComponent(value), encodeURI(value), inForm];
  return written.some((one) => text.includes(one));
};

const areas = ['--only', 'ACCT,AUTH-01,AUTH-08,IDEM,CUST-01,CUST-02,HTTP,VER'];
const everything = ['--observe', 'all'];

async function texts(evidence: string, manner: Manner, argv: readonly string[]) {
  const { baseUrl, close } = await serve(canaryListener(manner), '/v1/');
  const cwd = emptyFolder();
  const how = ['--evidence', evidence, '--format', 'json,html,md,junit,har', '--out', 'run', '--seed', '1', ...argv];
  const { stdout, stderr, status } = await runHere(how, { ...keys, CONFORMANCE_BASE_URL: baseUrl }, cwd);
  await close();
  expect([0, 1, 3], stderr).toContain(status);
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'utf8')] as const);
  return new Map([['printed', stdout + stderr], ...contents]);
}

// Values are masked alike whether bodies are kept or not: with `none` one manner is enough.
test.each<[evidence: string, name: string, manner: Manner, argv: readonly string[]]>([
  ['shape', 'that pages by cursors', { paging: 'cursor' }, everything],
  ['shape', 'whose queries forget the tenant', { paging: 'cursor', forgetsTenant: true }, areas],
  ['shape', 'that pages by links and rejects every customer', { paging: 'link', rejects: true }, areas],
  ['none', 'whose queries forget the tenant', { paging: 'cursor', forgetsTenant: true }, areas],
])(
  'with --evidence %s no value of a response of a target %s is written or printed',
  async (evidence, _, manner, argv) => {
    const all = await texts(evidence, manner, argv);
    for (const [where, text] of all) expect(canaries.filter(shows(text)), where).toEqual([]);
    expect(all.get('evidence.har')).toContain('=‹from a response›');
    const { summary } = JSON.parse(all.get('report.json') ?? '') as Report;
    expect(summary.requests).toBeGreaterThan(100);
    if (manner.forgetsTenant) expect(summary.verdict).toBe('nonconformant');
  },
);

test('with --evidence full the evidence shows each of these values', async () => {
  const all = await texts('full', { paging: 'cursor' }, areas);
  expect(canaries.filter(shows(all.get('evidence.har') ?? ''))).toEqual(canaries);
});
