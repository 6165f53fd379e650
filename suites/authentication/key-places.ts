import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { type FsapiOperation, headers } from '../../schemas/fsapi/operations.js';
import { freshCustomer } from '../customers/customer.js';
import { allowed } from '../facts.js';
import { createsCustomer } from '../requests.js';
import type { Variation } from '../variation.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

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
  ...['X-Auth-Token', 'X-Access-Token', 'X-Secret-Key'].map((header) => inHeader(`the header ${header}`, header)),
  inHeader('a cookie', 'Cookie', (key) => names.map((name) => `${name}=${key}`).join('; ')),
];

/** A validator of ids or of bodies may reject a request for what stands there, before anything looks at the key. */
const validated = { isLenient: true } as const;

export const formType = 'application/x-www-form-urlencoded';
const boundary = 'fsapi-conformance-boundary';
const withKey = (key: string) => ({
  ...freshCustomer('', 'rejected'),
  ...Object.fromEntries(names.map((name) => [name, key])),
});
const form = (key: string) => new URLSearchParams(fieldsOf(withKey(key))).toString();
const multipart = { contentType: `multipart/form-data; boundary=${boundary}` };

const bodyPlaces: readonly Keyless[] = [
  place('the body', (key) => ({ body: withKey(key) }), validated),
  place('a form body', (key) => ({ text: form(key), contentType: formType }), validated),
  place('a multipart body', (key) => ({ text: partsOf(fieldsOf(withKey(key))), ...multipart }), validated),
];

/** Places that services log or store. */
export const keptPlaces = (operation: FsapiOperation): readonly Keyless[] => [
  place('the query', (key) => ({ query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') })),
  place('the tenant header', (key) => ({ tenant: key }), validated),
  place('the idempotency header', (key) => ({ idempotencyKey: key }), validated),
  ...(createsCustomer(operation) ? bodyPlaces : []),
];

/** The scalars of a value as fields of a form, nested ones in brackets, as PHP, Rails and qs read them. */
function fieldsOf(value: object, within = ''): [name: string, value: string][] {
  return Object.entries(value).flatMap(([name, item]): [string, string][] => {
    const field = within === '' ? name : `${within}[${name}]`;
    return item !== null && typeof item === 'object' ? fieldsOf(item, field) : [[field, String(item)]];
  });
}

function partsOf(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`;
}

/** Places in the path: at none of these addresses is an operation. */
export function pathPlaces({ path }: FsapiOperation): readonly Keyless[] {
  const own = path.slice(1);
  const inPath = (name: string, put: (key: string) => string) =>
    place(name, (key) => ({ path: put(encodeURIComponent(key)) }));
  return [
    inPath('the path, before the operation', (key) => `${key}/${own}`),
    inPath('the path, after the operation', (key) => `${own}/${key}`),
    inPath('a matrix parameter of the path', (key) => `${own};${headers.credential}=${key}`),
  ];
}

/** Cookies that are sent back at most: a header has a limit. */
const mostCookies = 20;

/** Sends cookies back, and no key. */
const sentBack = (cookies: readonly Cookie[]): RequestChange => ({
  apiKey: null,
  headers: [['Cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; ')]],
});

/** The cookies that successful responses to the first tenant have set, the latest of each name; random ones as their decoy. */
export const ownCookies: Keyless = {
  name: 'the cookies that responses have set, and no key in its header',
  nothing: () => (cookiesOfTheRun().length === 0 ? 'nothing to send back, since no response set a cookie' : undefined),
  change: () => ({ ...sentBack(cookiesOfTheRun()), taken: cookiesOfTheRun().map(([, value]) => value) }),
  decoy: {
    name: 'random cookies of the same names, and no key in its header',
    change: () => sentBack(cookiesOfTheRun().map(([name, value]) => [name, randomOfShape(value)])),
    front: true,
  },
  isLenient: true,
  front: true,
};

type Cookie = readonly [name: string, value: string];

function cookiesOfTheRun(): Cookie[] {
  const { responses, configuration } = context();
  const set = responses
    .filter((response) => isSuccess(response) && response.request.apiKey === configuration.apiKey)
    .flatMap(({ headers: received }) => received.get('set-cookie')?.split(/,\s*(?=[^;,=\s]+=)/) ?? [])
    .map((cookie) => /^\s*([^=;]*)=?([^;]*)/.exec(cookie) ?? [])
    .map(([, name = '', value = '']): Cookie => [name.trim(), value.trim()]);
  return [...new Map(set)].slice(0, mostCookies);
}
