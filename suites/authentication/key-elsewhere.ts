import { context } from '../../helpers/client/context.js';
import { mayWrite, readOnly } from '../../helpers/client/live-guard.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isLoopback } from '../../helpers/configuration/loopback.js';
import { type FsapiOperation, headers } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { writes } from '../../schemas/operation.js';
import { tenantHeader } from '../probes/accounts/unknown-tenant-ids.js';
import { expect401 } from '../probes/keys/expect-401.js';
import { randomOfShape } from '../probes/keys/invalid-keys.js';
import { expectNothingDone } from '../probes/keys/side-doors.js';

/** A place of a request, other than the Api-Key header, in which clients put keys. */
export interface KeyPlace {
  readonly name: string;
  /** Whether services log or store what stands there. */
  readonly isKept?: true;
  /** Something else may reject a request for what stands there, in its own way: a validator of ids or bodies. */
  readonly isLenient?: true;
  readonly needsBody?: true;
  /** The names under which the key stands there, all at once unless one is to be found, and what one is called. */
  readonly names?: readonly [called: string, ...names: string[]];
  readonly put?: (key: string, names: readonly string[], operation: FsapiOperation) => RequestChange;
}

const [first = '', ...others] = headers.credential.toLowerCase().split('-');
const camelCased = others.reduce((name, word) => `${name}${word.charAt(0).toUpperCase()}${word.slice(1)}`, first);
const spellings = ['-', '_']
  .map((sign) => [first, ...others].join(sign))
  .concat(camelCased, [first, ...others].join(''));
const usual = [headers.credential, ...spellings, 'key', 'access_token', 'token', 'secret_key'];
// None that differs from the header of the key in hyphens and underscores alone: CGI, Rack and PHP cannot tell it (RFC 3875, 4.1.18).
const alike = [`X-${headers.credential}`, 'X-Auth-Token', 'X-Access-Token', 'X-Secret-Key'];

const inAuthorization = (name: string, value: (key: string) => string): KeyPlace => ({
  name: `Authorization, ${name}`,
  put: (key) => ({ headers: [['Authorization', value(key)]] }),
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

const inBody: Pick<KeyPlace, 'isKept' | 'isLenient' | 'needsBody'> = { isKept: true, isLenient: true, needsBody: true };

/** Cookies are browsers' own place for such things: unlike addresses, services do not log them. */
export const aCookie: KeyPlace = {
  name: 'a cookie',
  names: ['the cookie', ...usual],
  put: (key, names) => ({ headers: [['Cookie', names.map((name) => `${name}=${key}`).join('; ')]] }),
};

export const thePath: KeyPlace = { name: 'the path', isKept: true };

/** The places of which each request has one. */
export const keyPlaces: readonly KeyPlace[] = [
  {
    name: 'the query string',
    isKept: true,
    names: ['the query parameter', ...usual],
    put: (key, names) => ({ query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') }),
  },
  inAuthorization('bare', (key) => key),
  inAuthorization('Bearer', (key) => `Bearer ${key}`),
  inAuthorization('Basic', (key) => `Basic ${base64(`${key}:${key}`)}`),
  inAuthorization('ApiKey', (key) => `ApiKey ${key}`),
  inAuthorization('Token', (key) => `Token ${key}`),
  {
    name: 'headers of other names',
    names: ['the header', ...alike],
    put: (key, names) => ({ headers: names.map((name) => [name, key]) }),
  },
  { name: 'the tenant header', isKept: true, isLenient: true, put: (key) => ({ tenant: key }) },
  { name: 'the idempotency header', isKept: true, isLenient: true, put: (key) => ({ idempotencyKey: key }) },
  aCookie,
  {
    ...inBody,
    name: 'the body',
    names: ['the body’s member', ...usual],
    put: (key, names, operation) => ({ body: { ...bodyOf(operation), ...under(names, key) } }),
  },
  {
    ...inBody,
    name: 'a form body',
    names: ['a form body’s field', ...usual],
    put: (key, names, operation) => ({
      text: new URLSearchParams(fieldsOf({ ...bodyOf(operation), ...under(names, key) })).toString(),
      contentType: 'application/x-www-form-urlencoded',
    }),
  },
  {
    ...inBody,
    name: 'a multipart body',
    names: ['a multipart body’s field', ...usual],
    put: (key, names, operation) => ({
      text: multipart(fieldsOf({ ...bodyOf(operation), ...under(names, key) })),
      contentType: `multipart/form-data; boundary=${boundary}`,
    }),
  },
];

const under = (names: readonly string[], key: string) => Object.fromEntries(names.map((name) => [name, key]));

const bodyOf = ({ body }: FsapiOperation) =>
  body === undefined ? {} : (context().bodies[body]?.('', 'rejected') ?? {});

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

/**
 * @throws Skipped where a valid key may not stand in a place: on live in none beside Api-Key; on a sandbox beyond loopback
 * in none that services log or store, unless that is allowed; and for a write in a run that writes nothing
 */
export function requireKeyAt({ isKept }: KeyPlace, operation: FsapiOperation): void {
  const { configuration, connection } = context();
  if (configuration.environment === 'live')
    throw new Skipped(
      'Services log or store what stands in other places than `Api-Key`, so on live the suite sends a valid key nowhere else. Test against Sandbox.',
    );
  if (isKept && !configuration.allowKeyElsewhere && !isLoopback(connection.base.hostname))
    throw new Skipped(
      `${code(connection.base.host)} may log or store what stands in the query, the path, the body, ${code(tenantHeader())} and ${code(headers.idempotencyKey)}. Set ${code('CONFORMANCE_ALLOW_KEY_ELSEWHERE=true')} to send a valid key there too.`,
    );
  if (writes(operation) && !mayWrite(context())) throw readOnly(context());
}

/** @throws Failed where a service reads the valid key in a place, with its name there */
export async function expectUnread(
  operation: FsapiOperation,
  place: KeyPlace,
  front: { lenient: boolean },
): Promise<Proof> {
  const { name, put, names: [called, ...names] = [''], isLenient } = place;
  const { apiKey } = context().configuration;
  const expect = (where: string, of: readonly string[]) =>
    expect401(operation, {
      ...put?.(apiKey, of, operation),
      lenient: front.lenient || isLenient,
      apiKey: null,
      purpose: `with the valid key in ${where} and no Api-Key header`,
      decoy: {
        ...put?.(randomOfShape(apiKey), of, operation),
        purpose: `with a random key in ${where} and no Api-Key header`,
      },
    });
  return expect(name, names).catch(async (error: unknown) => {
    // The service reads one name of several, or two together: only one that it reads alone is named.
    if (error instanceof Failed) for (const one of names) await expect(`${called} ${code(one)}`, [one]);
    throw error;
  });
}

/** @throws Failed where an operation is carried out with the valid key in its path; Skipped where with any text there */
export async function expectUnreadInPath(operation: FsapiOperation, path: string): Promise<Proof> {
  const { apiKey } = context().configuration;
  const expect = (place: string, whose: string) =>
    expectNothingDone(operation, {
      path: place,
      apiKey: null,
      purpose: `with ${whose} in the path and no Api-Key header`,
    });
  let proof: Proof | undefined;
  for (const place of [
    (key: string) => `${key}/${path}`,
    (key: string) => `${path}/${key}`,
    (key: string) => `${path};${headers.credential}=${key}`,
  ]) {
    proof = await expect(place(encodeURIComponent(apiKey)), 'the valid key').catch(async (error: unknown) => {
      if (!(error instanceof Failed)) throw error;
      const other = await expect(place(encodeURIComponent(randomOfShape(apiKey))), 'a random key').catch((one) => one);
      if (!(other instanceof Failed)) throw error;
      throw new Skipped(`Such a path needs no key at all (AUTH-07), so a key in it says nothing: ${other.message}`);
    });
  }
  return proof as Proof;
}
