/** Ways to an operation without a key in its header: with the key elsewhere, other mistakes, at other addresses. */

import { context, type Target } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import type { Header } from '../../schemas/exchange.js';
import { type FsapiOperation, headers } from '../../schemas/fsapi/operations.js';
import { creationBaseline } from '../shared/creation-baseline.js';
import { freshCustomer } from '../shared/customer.js';
import { changeOf, type Variation } from '../shared/describe.js';
import { allowed } from '../shared/facts.js';
import { type Changes, otherSpellings, randomOfShape, waysToListings } from '../shared/near-misses.js';
import { randomTenantId } from '../shared/tenants.js';
import { againOf, createsCustomer } from '../shared/valid-requests.js';
import type { BesideDecoy } from './invalid-keys.js';

/** The valid key in another place than its header. */
export interface KeyElsewhere extends BesideDecoy {
  /** Whether any rejection passes that the decoy gets too: the service may not look at the key first. */
  readonly isLenient?: true;
}

export const keyMayStandElsewhere = allowed(
  'a valid key may stand elsewhere',
  ({ configuration }) => configuration.environment !== 'live',
  'A service may log or store a key elsewhere than in `Api-Key`, so on live the suite sends it nowhere else. Use Sandbox.',
);

export const keyMayBeKept = allowed(
  'a valid key may stand where services log or store it',
  ({ configuration, connection }) => configuration.allowKeyElsewhere || isLoopback(connection.base.hostname),
  'The target may log or store query, path, body, `x-tenant-id` and `Idempotency-Key`. Set `CONFORMANCE_ALLOW_KEY_ELSEWHERE=true` to send a valid key there too.',
);

/** Names under which clients send keys, in queries, cookies and bodies. */
const names = [headers.credential, ...'api-key api_key apiKey apikey key access_token token secret_key'.split(' ')];

function place(name: string, put: (key: string) => RequestChange): KeyElsewhere {
  const at = (which: string, keyOf: (key: string) => string): Variation => ({
    name: `${which} key in ${name}, and no key in its header`,
    change: ({ configuration }) => ({ ...put(keyOf(String(configuration.apiKey))), apiKey: null }),
    mayBeDropped: true,
  });
  return { ...at('the valid', (key) => key), decoy: at('a random', randomOfShape) };
}

const inHeader = (name: string, header: string, value = (key: string) => key): KeyElsewhere =>
  place(name, (key) => ({ headers: [[header, value(key)]] }));

/** A key in headers of these names, each also with `X-` before it. */
const otherHeaders = (names: string) => (key: string) => ({
  headers: names.split(' ').flatMap((name): Header[] => [name, `X-${name}`].map((header) => [header, key])),
});
const commonNames = 'Api-Token Auth-Token Access-Token Auth-Key Access-Key Client-Key App-Key Token Key Authorization';
const secretNames =
  'Api-Secret Client-Secret Secret Secret-Key SecretKey Api-Secret-Key Private-Key ApiKey Ocp-Apim-Subscription-Key RapidAPI-Key';

/** Places in headers, which services do not log. None differs in hyphens alone: CGI cannot tell it (RFC 3875, 4.1.18). */
export const headerPlaces: readonly KeyElsewhere[] = [
  inHeader('Authorization, bare', 'Authorization'),
  inHeader('Authorization, Bearer', 'Authorization', (key) => `Bearer ${key}`),
  inHeader('Authorization, Basic', 'Authorization', (key) => `Basic ${btoa(`${key}:${key}`)}`),
  inHeader('Authorization, ApiKey', 'Authorization', (key) => `ApiKey ${key}`),
  inHeader('Authorization, Token', 'Authorization', (key) => `Token ${key}`),
  inHeader('its header with X- before the name', `X-${headers.credential}`),
  ...['X-Auth-Token', 'X-Access-Token'].map((header) => inHeader(`the header ${header}`, header)),
  place('other headers for keys', otherHeaders(commonNames)),
  place('other headers for secrets', otherHeaders(secretNames)),
  inHeader('a cookie', 'Cookie', (key) => names.map((name) => `${name}=${key}`).join('; ')),
];

/** A validator of ids or bodies may reject what stands there before anything looks at the key. */
const validated = (...of: Parameters<typeof place>): KeyElsewhere => ({ ...place(...of), isLenient: true });

const formType = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=fsapi-conformance-boundary';
const members = (key: string) => Object.fromEntries(names.map((name) => [name, key]));
const form = (key: string) => new URLSearchParams(members(key)).toString();
function parts(key: string) {
  const fields = names.map((name) => `\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${key}\r\n`);
  return ['', ...fields, '--\r\n'].join('--fsapi-conformance-boundary');
}

const bodyPlaces: readonly KeyElsewhere[] = [
  validated('the body', (key) => ({ body: { ...freshCustomer('', 'rejected'), ...members(key) } })),
  validated('a form body', (key) => ({ text: form(key), contentType: formType })),
  validated('a multipart body', (key) => ({ text: parts(key), contentType: multipart })),
];

/** Places that services log or store. No operation stands at any of the addresses. */
export function keptPlaces(operation: FsapiOperation): readonly KeyElsewhere[] {
  const path = operation.path.slice(1);
  const inPath = (name: string, put: (key: string) => string) =>
    validated(name, (key) => ({ path: put(encodeURIComponent(key)) }));
  return [
    place('the query', (key) => ({ query: form(key) })),
    validated('the tenant header', (key) => ({ tenant: key })),
    validated('the idempotency header', (key) => ({ idempotencyKey: key })),
    ...(createsCustomer(operation) ? bodyPlaces : []),
    inPath('the path, before the operation', (key) => `${key}/${path}`),
    inPath('the path, after the operation', (key) => `${path}/${key}`),
    inPath('a matrix parameter of the path', (key) => `${path};${headers.credential}=${key}`),
  ];
}

/** Without a key, with the cookies that the first tenant's successes have set, as many as a header holds. */
function withOwnCookies({ responses, configuration }: Target, valueFor = (value: string) => value): RequestChange {
  const ofTenant = responses.filter(
    (response) => isSuccess(response) && response.request.apiKey === configuration.apiKey,
  );
  const set = ofTenant.flatMap(({ headers: received }) => [
    ...(received.get('set-cookie') ?? '').matchAll(/(?:^|,)\s*([^=;,\s]+)=([^;,]*)/g),
  ]);
  // The latest cookie of each name counts.
  const cookies = [...new Map(set.map(([, name = '', value = '']) => [name, valueFor(value.trim())]))].slice(0, 20);
  if (cookies.length === 0) return { apiKey: null, purpose: 'without Api-Key, since no response set a cookie' };
  const header = cookies.map((pair) => pair.join('=')).join('; ');
  return { apiKey: null, headers: [['Cookie', header]], taken: cookies.map(([, value]) => value) };
}

export const ownCookies: KeyElsewhere = {
  name: 'the cookies that responses have set, and no key in its header',
  change: withOwnCookies,
  decoy: {
    name: 'random cookies of the same names, and no key in its header',
    change: (target) => withOwnCookies(target, randomOfShape),
    mayBeDropped: true,
  },
  isLenient: true,
  mayBeDropped: true,
};

/** @param name of the key, in words @param key null for none */
export const withKey = (name: string, rows: readonly Variation[], key: () => string | null): readonly Variation[] =>
  rows.map((row) => {
    const both = { ...row, name: `${name}, and ${row.name}` };
    return { ...both, change: async () => ({ ...(await changeOf(both)), apiKey: key() }) };
  });

/** Other ways to an operation, and headers for which a guard may let browsers pass. */
export function waysIn(operation: FsapiOperation): readonly Variation[] {
  const { method } = operation;
  const changes: Changes<Variation['change']> = {
    ...(createsCustomer(operation) ? otherSpellings(operation) : waysToListings),
    'an Origin': () => ({ headers: ['Origin', 'Referer'].map((name) => [name, context().connection.base.origin]) }),
    'the Origin null': { headers: [['Origin', 'null']] },
    'an Origin, and the headers of a preflight': {
      headers: [
        ['Origin', 'http://localhost:3000'],
        ['Access-Control-Request-Method', method],
        ['Access-Control-Request-Headers', headers.tenant],
      ],
    },
  };
  return Object.entries(changes).map(([name, change]) => ({ name, change, mayBeDropped: true }));
}

/** Conditions and ranges, which a cache may answer before the guard. `Expect` is no row, since runtimes answer it. */
export const conditions = (): readonly Variation[] =>
  [
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'Thu, 01 Jan 2099 00:00:00 GMT'],
    ['Range', 'bytes=0-'],
  ].map(([name = '', value = '']) => ({ name, change: { headers: [[name, value]] }, mayBeDropped: true }));

/** Other mistakes than a wrong key. */
export function otherMistakes(operation: FsapiOperation): readonly Variation[] {
  const changes: Changes<Variation['change']> = {
    ...(createsCustomer(operation) && {
      'malformed JSON': { text: '{"first_name": "Ada", ' },
      'an empty body': { text: '' },
      'another content type': { text: 'first_name=Ada', contentType: formType },
      'an invalid customer': { text: '{"first_name": 7, "email": "ada", "address": []}' },
      'a used idempotency key': async () => againOf((await creationBaseline()).original),
      'no idempotency key': { idempotencyKey: null },
    }),
    'no tenant id': { tenant: null },
    'an unknown tenant id': () => ({ tenant: randomTenantId(), guess: true }),
  };
  return Object.entries(changes).map(([name, change]) => ({ name, change }));
}
