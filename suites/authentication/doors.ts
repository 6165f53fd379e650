import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import type { Target } from '../../helpers/runner/fact.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { createCustomer, type FsapiOperation, headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { randomTenantId } from '../accounts/tenant-ids.js';
import { creationBaseline } from '../creation-baseline.js';
import { freshCustomer } from '../customers/customer.js';
import { allowed } from '../facts.js';
import { againOf, createsCustomer } from '../requests.js';
import { changeOf, type Variation } from '../variation.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

/** Ways to an operation without a key in its header: the key elsewhere, other mistakes beside it, other addresses. */

/** On live a valid key stands in no other place than its header. */
export const keyMayStandElsewhere = allowed(
  'a valid key may stand elsewhere',
  ({ configuration }) => configuration.environment !== 'live',
  'A service may log or store a key outside the `Api-Key` header, so on live the suite sends it nowhere else. Test this against Sandbox.',
);

/** Beyond loopback a valid key stands where services log or store it only where that is allowed. */
export const keyMayBeKept = allowed(
  'a valid key may stand where services log or store it',
  ({ configuration, connection }) => configuration.allowKeyElsewhere || isLoopback(connection.base.hostname),
  'The target may log or store what stands in the query, the path, the body, `x-tenant-id` and `Idempotency-Key`. Set `CONFORMANCE_ALLOW_KEY_ELSEWHERE=true` to send a valid key there too.',
);

/** Names under which clients send keys, in queries, cookies and bodies. */
const names = [headers.credential, ...'api-key api_key apiKey apikey key access_token token secret_key'.split(' ')];

/** The valid key in another place than its header, and a random one there as its decoy. */
function place(name: string, put: (key: string) => RequestChange, more?: Pick<Keyless, 'isLenient'>): Keyless {
  const at = (which: string, keyOf: (key: string) => string): Variation => ({
    name: `${which} key in ${name}, and no key in its header`,
    change: ({ configuration }) => ({ ...put(keyOf(String(configuration.apiKey))), apiKey: null }),
    front: true,
  });
  return { ...at('the valid', (key) => key), decoy: at('a random', randomOfShape), ...more };
}

const inHeader = (name: string, header: string, value = (key: string) => key): Keyless =>
  place(name, (key) => ({ headers: [[header, value(key)]] }));

/**
 * Places in headers, which services do not log. Cookies are browsers' own place for such things. No header differs from
 * that of the key in hyphens and underscores alone: CGI, Rack and PHP cannot tell it (RFC 3875, 4.1.18).
 */
export const headerPlaces: readonly Keyless[] = [
  inHeader('Authorization, bare', 'Authorization'),
  inHeader('Authorization, Bearer', 'Authorization', (key) => `Bearer ${key}`),
  inHeader('Authorization, Basic', 'Authorization', (key) => `Basic ${btoa(`${key}:${key}`)}`),
  inHeader('Authorization, ApiKey', 'Authorization', (key) => `ApiKey ${key}`),
  inHeader('Authorization, Token', 'Authorization', (key) => `Token ${key}`),
  inHeader('its header with X- before the name', `X-${headers.credential}`),
  ...['X-Auth-Token', 'X-Access-Token', 'X-Secret-Key', 'Secret-Key'].map((header) =>
    inHeader(`the header ${header}`, header),
  ),
  inHeader('a cookie', 'Cookie', (key) => names.map((name) => `${name}=${key}`).join('; ')),
];

/** A validator of ids or of bodies may reject a request for what stands there, before anything looks at the key. */
const validated = { isLenient: true } as const;

export const formType = 'application/x-www-form-urlencoded';
const boundary = 'fsapi-conformance-boundary';
/** The key under each name. */
const named = (key: string) => names.map((name) => [name, key] as [name: string, key: string]);
const form = (key: string) => new URLSearchParams(named(key)).toString();
const multipart = `multipart/form-data; boundary=${boundary}`;

const bodyPlaces: readonly Keyless[] = [
  place(
    'the body',
    (key) => ({ body: { ...freshCustomer('', 'rejected'), ...Object.fromEntries(named(key)) } }),
    validated,
  ),
  place('a form body', (key) => ({ text: form(key), contentType: formType }), validated),
  place('a multipart body', (key) => ({ text: partsOf(named(key)), contentType: multipart }), validated),
];

/** Places that services log or store. At none of the addresses is an operation. */
export const keptPlaces = (operation: FsapiOperation): readonly Keyless[] => [
  place('the query', (key) => ({ query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') })),
  place('the tenant header', (key) => ({ tenant: key }), validated),
  place('the idempotency header', (key) => ({ idempotencyKey: key }), validated),
  ...(createsCustomer(operation) ? bodyPlaces : []),
  inPath('the path, before the operation', (key) => `${key}${operation.path}`),
  inPath('the path, after the operation', (key) => `${operation.path.slice(1)}/${key}`),
  inPath('a matrix parameter of the path', (key) => `${operation.path.slice(1)};${headers.credential}=${key}`),
];

const inPath = (name: string, put: (key: string) => string): Keyless =>
  place(name, (key) => ({ path: put(encodeURIComponent(key)) }), validated);

function partsOf(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`;
}

/** Cookies that are sent back at most: a header has a limit. */
const mostCookies = 20;

/** The cookies that successful responses to the first tenant have set, the latest of each name. */
function cookiesOfTheRun(): ReadonlyMap<string, string> {
  const { responses, configuration } = context();
  const ofTenant = responses.filter((one) => isSuccess(one) && one.request.apiKey === configuration.apiKey);
  const set = ofTenant.flatMap(({ headers: received }) => [
    ...(received.get('set-cookie') ?? '').matchAll(/(?:^|,)\s*([^=;,\s]+)=([^;,]*)/g),
  ]);
  return new Map(set.map(([, name = '', value = '']) => [name, value.trim()]));
}

/** Sends them back, and no key. */
function sentBack(valueFor = (value: string) => value): RequestChange {
  const cookies = [...cookiesOfTheRun()].slice(0, mostCookies).map(([name, value]) => [name, valueFor(value)] as const);
  const pairs = cookies.map(([name, value]) => `${name}=${value}`);
  return { apiKey: null, headers: [['Cookie', pairs.join('; ')]], taken: cookies.map(([, value]) => value) };
}

/** The cookies of the run, and random ones as their decoy. */
export const ownCookies: Keyless = {
  name: 'the cookies that responses have set, and no key in its header',
  nothing: () => (cookiesOfTheRun().size === 0 ? 'no response set a cookie' : undefined),
  change: () => sentBack(),
  decoy: {
    name: 'random cookies of the same names, and no key in its header',
    change: () => sentBack((value) => randomOfShape(value)),
    front: true,
  },
  ...validated,
  front: true,
};

/** The same variations with another key, or none. @param name of the key, in words that complete "with …" */
export const withKey = (name: string, rows: readonly Variation[], key: () => string | null): readonly Variation[] =>
  rows.map((row) => {
    const both = { ...row, name: `${name}, and ${row.name}` };
    return { ...both, change: async (target: Target) => ({ ...(await changeOf(both, target)), apiKey: key() }) };
  });

/** A way to an operation that a filter for keys, or for tenants, may have missed. */
type Door = Variation & { readonly change: RequestChange };
const door = (name: string, change: RequestChange): Door => ({ name, change, front: true });

/** Other spellings of an operation's address, and what a filter for keys may take for a reason to let a request pass. */
function otherSpellings({ path: address }: FsapiOperation): readonly Door[] {
  const path = address.slice(1);
  const fromHere = ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1'] as const);
  return [
    door('a slash at the end', { path: `${path}/` }),
    door('a doubled slash', { path: address }),
    door('the path in capitals', { path: path.toUpperCase() }),
    door('the path capitalised', { path: path.slice(0, 1).toUpperCase() + path.slice(1) }),
    door('an encoded letter', { path: `%${path.charCodeAt(0).toString(16)}${path.slice(1)}` }),
    door('an encoded slash at the end', { path: `${path}%2F` }),
    door('a matrix parameter', { path: `${path};v=1` }),
    door('a semicolon at the end', { path: `${path};` }),
    door('the extension .json', { path: `${path}.json` }),
    door('a query', { query: 'limit=100' }),
    door('headers that name this machine', { headers: fromHere }),
  ];
}

/** An address below the operation's own, and what a guard that spares browsers looks at. */
const doorsOfBrowsers = ({ path, method }: FsapiOperation): readonly Variation[] => [
  door('a segment at the end', { path: `${path.slice(1)}/x` }),
  {
    name: 'an Origin',
    change: () => ({ headers: ['Origin', 'Referer'].map((name) => [name, context().connection.base.origin]) }),
    front: true,
  },
  door('the Origin null', { headers: [['Origin', 'null']] }),
  door('an Origin, and the headers of a preflight', {
    headers: [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', headers.tenant],
    ],
  }),
];

/** Ways to a listing by other methods, addresses and forms. */
export const waysToListings: readonly Door[] = [
  door('the method HEAD', { method: 'HEAD' }),
  door('the method OPTIONS', { method: 'OPTIONS' }),
  ...otherSpellings(listAccounts),
  door('a listing for spreadsheets', { headers: [['Accept', 'text/csv']] }),
  door('a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }),
  door('a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }),
];

/** Ways to each operation without a key. */
export const doorsOfListings: readonly Variation[] = [...waysToListings, ...doorsOfBrowsers(listAccounts)];
export const doorsOfCreations: readonly Variation[] = [
  ...otherSpellings(createCustomer),
  ...doorsOfBrowsers(createCustomer),
];

/** What else can be wrong with a request of an operation, beside its key. */
export function mistakes(operation: FsapiOperation): readonly Variation[] {
  const ofCreations: readonly Variation[] = [
    { name: 'malformed JSON', change: { text: '{"first_name": "Ada", ' } },
    { name: 'an empty body', change: { text: '' } },
    { name: 'another content type', change: { text: 'first_name=Ada', contentType: formType } },
    { name: 'an invalid customer', change: { text: '{"first_name": 7, "email": "ada", "address": []}' } },
    { name: 'a used idempotency key', change: async () => againOf((await creationBaseline()).original) },
    { name: 'no idempotency key', change: { idempotencyKey: null } },
  ];
  return [
    ...(createsCustomer(operation) ? ofCreations : []),
    { name: 'no tenant id', change: { tenant: null } },
    { name: 'an unknown tenant id', change: () => ({ tenant: randomTenantId(), guess: true }) },
  ];
}
