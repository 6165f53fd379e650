import { createHash } from 'node:crypto';
import { withAnswerHeaders } from '../answered.js';
import { caller, header, isCreation, parsed, withHeader, withoutApiKey } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { beforehand, each } from '../rewrite.js';
import type { Request } from '../service.js';
import type { State, Tenant } from '../state.js';

const values = (item: unknown): unknown[] =>
  item !== null && typeof item === 'object' ? Object.values(item).flatMap(values) : [item];

/** The request with a valid key, and its tenant where it names none. */
const withKey = (asked: Request, key: string, world: State): Request => {
  const open = withHeader(asked, 'api-key', key);
  return caller(open, world) ? open : withHeader(open, 'x-tenant-id', world.tenantsOf(key)[0]?.id);
};

/** AUTH-05: a server that also looks for the key elsewhere. */
const carriedBy = (candidates: (asked: Request) => readonly unknown[]): Middleware =>
  beforehand((asked, world) => {
    const sent = withoutApiKey(asked) ? candidates(asked).map(String) : [];
    const found = sent.find((one) => world.tenantsOf(one).length > 0);
    return found === undefined ? asked : withKey(asked, found, world);
  });

const inHeader = (name: string) => carriedBy((asked) => [header(asked, name)]);

/** AUTH-05: a server that reads the key from a part of the path. */
const inPath = (pattern: RegExp): Middleware =>
  beforehand((asked, world) => {
    const { key = '', path = '' } = pattern.exec(decodeURIComponent(asked.path))?.groups ?? {};
    const found = withoutApiKey(asked) && world.tenantsOf(key).length > 0;
    return found ? { ...withKey(asked, key, world), path: `/${path}` } : asked;
  });

/** AUTH-05: a server that opens a session with a good answer. `of` says what the cookie holds, `when` who gets one. */
const session =
  (of: (tenant: Tenant) => string, when: (asked: Request) => boolean = () => true): Middleware =>
  (honest, world) =>
  async (asked) => {
    const owner = world.tenants.find((tenant) => header(asked, 'cookie').includes(`sid=${of(tenant)}`));
    if (withoutApiKey(asked) && owner) return honest(withKey(asked, owner.apiKey, world));
    const answer = await honest(asked);
    const tenant = caller(asked, world);
    const expires = 'Expires=Fri, 01 Jan 2038 00:00:00 GMT';
    return tenant && when(asked)
      ? withAnswerHeaders(answer, { 'set-cookie': `lang=en; Path=/, sid=${of(tenant)}; ${expires}; HttpOnly` })
      : answer;
  };

const mark = (text: string) => createHash('sha256').update(text).digest('hex');

/** AUTH-05: keys that stand elsewhere than in their header, and cookies in their place. */
export const keyElsewhereFaults: readonly Fault[] = [
  ...breaking(['AUTH-05'], {
    ...each(inHeader, {
      'key-in-bare-authorization-accepted': [
        'The guard takes Authorization for another name of Api-Key.',
        'authorization',
      ],
      'key-in-x-api-key-accepted': ['The gateway’s own default name for the header was left on.', 'x-api-key'],
      'key-as-the-tenant-accepted': ['One look-up finds the business by its id or by its key.', 'x-tenant-id'],
      'key-as-idempotency-key-accepted': ['The gateway takes the first header that ends in -key.', 'idempotency-key'],
      'key-in-x-auth-token-accepted': ['The single sign-on of the company runs beside the guard.', 'x-auth-token'],
    }),
    ...each(inPath, {
      'key-before-the-path-accepted': ['Old webhook addresses begin with the key.', /^\/(?<key>[^/]+)\/(?<path>.+)$/],
      'key-after-the-path-accepted': ['Addresses to share end with the key.', /^\/(?<path>\w+)\/(?<key>[^/]+)$/],
      'key-as-a-matrix-parameter-accepted': [
        'The framework reads parameters of the path like those of the query.',
        /^\/(?<path>\w+);Api-Key=(?<key>.+)$/,
      ],
    }),
    'key-in-query-accepted': [
      'An old client library sends the key in the address.',
      carriedBy((asked) => [...asked.query.values()]),
    ],
    'key-as-bearer-accepted': [
      'The framework’s guard of tokens runs beside the guard of keys.',
      carriedBy((asked) => [header(asked, 'authorization').replace(/^Bearer +/i, '')]),
    ],
    'key-under-a-scheme-of-its-own-accepted': [
      'Two older clients have names of their own for Bearer.',
      carriedBy((asked) => [header(asked, 'authorization').replace(/^(ApiKey|Token) +/i, '')]),
    ],
    'key-as-basic-accepted': [
      'The gateway turns Basic credentials into the header of the key.',
      carriedBy((asked) =>
        Buffer.from(header(asked, 'authorization').replace(/^Basic +/i, ''), 'base64')
          .toString()
          .split(':'),
      ),
    ],
    'key-in-cookie-accepted': [
      'The dashboard calls the same service with the key in a cookie.',
      carriedBy((asked) =>
        header(asked, 'cookie')
          .split(/;\s*/)
          .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1))),
      ),
    ],
    'key-in-body-accepted': [
      'Parameters of address and body are merged before the guard looks for the key.',
      carriedBy((asked) => values(parsed(asked.body))),
    ],
    'key-in-a-form-accepted': [
      'The framework joins the fields of forms with the parameters in which the guard looks.',
      carriedBy((asked) => [...new URLSearchParams(asked.body ?? '').values()]),
    ],
    'key-in-a-multipart-form-accepted': [
      'The upload of documents brings its key as a field, and the guard is the same everywhere.',
      carriedBy((asked) => (asked.body ?? '').split('\r\n')),
    ],
    'session-cookie-opens-the-service': ['The framework’s sessions were left on.', session(({ id }) => mark(id))],
    'session-cookie-of-a-creation-opens-the-service': [
      'The wizard for new customers goes on by a cookie.',
      session(({ id }) => mark(`wizard ${id}`), isCreation),
    ],
  }),
];
