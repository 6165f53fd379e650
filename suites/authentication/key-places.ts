import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { type FsapiOperation, headers } from '../../schemas/fsapi/operations.js';
import type { SchemaName } from '../../schemas/types.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

const [first = '', ...others] = headers.credential.toLowerCase().split('-');
const camelCased = others.reduce((name, word) => `${name}${word.charAt(0).toUpperCase()}${word.slice(1)}`, first);
const spellings = ['-', '_'].map((sign) => [first, ...others].join(sign));
/** Names under which clients send keys, in queries, cookies and bodies. */
const names = [headers.credential, ...spellings, camelCased, [first, ...others].join('')].concat(
  ...['key', 'access_token', 'token', 'secret_key'],
);
/** None differs from the header of the key in hyphens and underscores alone: CGI, Rack and PHP cannot tell it (RFC 3875, 4.1.18). */
const otherHeaders = {
  'its header with X- before the name': `X-${headers.credential}`,
  'the header X-Auth-Token': 'X-Auth-Token',
  'the header X-Access-Token': 'X-Access-Token',
  'the header X-Secret-Key': 'X-Secret-Key',
} as const;

/** The valid key in another place than its header, beside a random one there. */
function place(name: string, put: (key: string) => RequestChange, more?: Pick<Keyless, 'isLenient'>): Keyless {
  const alone = (key: string) => ({ ...put(key), apiKey: null });
  return {
    name: `the valid key in ${name}, and no key in its header`,
    change: ({ configuration }) => alone(String(configuration.apiKey)),
    decoy: ({ configuration }) => alone(randomOfShape(String(configuration.apiKey))),
    front: true,
    ...more,
  };
}

const inAuthorization = (name: string, value: (key: string) => string) =>
  place(`Authorization, ${name}`, (key) => ({ headers: [['Authorization', value(key)]] }));

/** Places in headers, which services do not log. Cookies are browsers' own place for such things. */
export const headerPlaces: readonly Keyless[] = [
  inAuthorization('bare', (key) => key),
  inAuthorization('Bearer', (key) => `Bearer ${key}`),
  inAuthorization('Basic', (key) => `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}`),
  inAuthorization('ApiKey', (key) => `ApiKey ${key}`),
  inAuthorization('Token', (key) => `Token ${key}`),
  ...Object.entries(otherHeaders).map(([name, header]) => place(name, (key) => ({ headers: [[header, key]] }))),
  place('a cookie', (key) => ({ headers: [['Cookie', names.map((name) => `${name}=${key}`).join('; ')]] })),
];

/** A validator of ids or of bodies may reject a request for what stands there, before anything looks at the key. */
const validated = { isLenient: true } as const;

/** Places that services log or store. */
export const keptPlaces = (operation: FsapiOperation): readonly Keyless[] => [
  place('the query', (key) => ({ query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') })),
  place('the tenant header', (key) => ({ tenant: key }), validated),
  place('the idempotency header', (key) => ({ idempotencyKey: key }), validated),
  ...(operation.body === undefined ? [] : bodyPlaces(operation.body)),
];

function bodyPlaces(body: SchemaName): readonly Keyless[] {
  const withKey = (key: string) => ({
    ...context().bodies[body]?.('', 'rejected'),
    ...Object.fromEntries(names.map((name) => [name, key])),
  });
  return [
    place('the body', (key) => ({ body: withKey(key) }), validated),
    place(
      'a form body',
      (key) => ({
        text: new URLSearchParams(fieldsOf(withKey(key))).toString(),
        contentType: 'application/x-www-form-urlencoded',
      }),
      validated,
    ),
    place(
      'a multipart body',
      (key) => ({ text: multipart(fieldsOf(withKey(key))), contentType: `multipart/form-data; boundary=${boundary}` }),
      validated,
    ),
  ];
}

/** The scalars of a value as fields of a form, nested ones in brackets, as PHP, Rails and qs read them. */
function fieldsOf(value: object, within = ''): [name: string, value: string][] {
  return Object.entries(value).flatMap(([name, item]): [string, string][] => {
    const field = within === '' ? name : `${within}[${name}]`;
    return item !== null && typeof item === 'object' ? fieldsOf(item, field) : [[field, String(item)]];
  });
}

const boundary = 'fsapi-conformance-boundary';

function multipart(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`;
}

/** Places in the path: at none of these addresses is an operation. */
export function pathPlaces({ path }: FsapiOperation): readonly Keyless[] {
  const own = path.slice(1);
  return [
    place('the path, before the operation', (key) => ({ path: `${encodeURIComponent(key)}/${own}` })),
    place('the path, after the operation', (key) => ({ path: `${own}/${encodeURIComponent(key)}` })),
    place('a matrix parameter of the path', (key) => ({
      path: `${own};${headers.credential}=${encodeURIComponent(key)}`,
    })),
  ];
}

/** Cookies that are sent back at most: a header has a limit. */
const mostCookies = 20;

/** The cookies that successful responses to the first tenant have set, the latest of each name; random ones as their decoy. */
export const ownCookies: Keyless = {
  name: 'the cookies that responses have set, and no key in its header',
  nothing: () => (cookiesOfTheRun().length === 0 ? 'no response of this run has set a cookie' : undefined),
  change: () => {
    const cookies = cookiesOfTheRun();
    return { apiKey: null, ...sentBack(cookies), taken: cookies.map(([, value]) => value) };
  },
  decoy: () => ({ apiKey: null, ...sentBack(cookiesOfTheRun().map(([name, value]) => [name, randomOfShape(value)])) }),
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

const sentBack = (cookies: readonly Cookie[]): RequestChange => ({
  headers: [['Cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; ')]],
});
