import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { listingForbidden } from '../answered.js';
import { isCreation, isListing, namedTenant, ofItsKey, owner, withHeader } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { afterwards, beforehand, both, each } from '../rewrite.js';
import { json, type Request, refusal } from '../service.js';
import { letters, type State } from '../state.js';
import { listingAs } from './shapes.js';

/** Reads a header in its own way before the honest service compares it. */
const reads = (name: string, read: (value: string, world: State) => string, when = (_: Request) => true): Middleware =>
  beforehand((asked, world) => {
    const value = asked.headers.get(name);
    return value && when(asked) ? withHeader(asked, name, read(value, world)) : asked;
  });

const readsKey = (read: (key: string) => string) => reads('api-key', read);

const lower = (text: string) => text.toLowerCase();

const upper = (text: string) => text.toUpperCase();

/** The one spelling of what a base64 text says; anything else stays as it is, and is unknown then. */
const respelled = (form: RegExp, encoding: 'base64' | 'base64url') => (text: string) =>
  form.test(text) ? Buffer.from(text, encoding).toString(encoding) : text;

/** Takes the Public Key where `when` holds. */
const takesPublicKey = (when: (asked: Request) => boolean): Middleware =>
  reads('api-key', (value, world) => world.tenants.find(({ publicKey }) => publicKey === value)?.apiKey ?? value, when);

/** An answer of its own for a tenant that the key does not act for. */
const strangers = (answer: Answer) => afterwards((_, { status }) => status === 403, answer);

/** Authentication: the form of keys, and where the Public Key is taken. Common request headers: x-tenant-id, and what comes of it. */
export const keyVariants: readonly Variant[] = [
  ...silence('The form of a key is not shown', {
    'key-in-hexadecimal-capitals': [
      'it is written in capitals and read in either letter case.',
      { secretKey: () => randomBytes(20).toString('hex').toUpperCase() },
      readsKey(upper),
    ],
    'secret-key-in-hexadecimal-after-a-prefix': [
      'a prefix, and a number in hexadecimal that is read in either letter case.',
      { secretKey: () => `sk_test_${randomBytes(24).toString('hex')}` },
      readsKey(lower),
    ],
    'secret-key-as-a-uuid': [
      'it is a UUID, which is read in either letter case.',
      { secretKey: randomUUID },
      readsKey(lower),
    ],
    'secret-key-in-base64': [
      'it is base64 of 32 bytes, which are compared.',
      { secretKey: () => randomBytes(32).toString('base64') },
      readsKey(respelled(/^[A-Za-z0-9+/]{43}=$/, 'base64')),
    ],
    'key-in-base64url': [
      'it is base64 for addresses, decoded before it is compared.',
      { secretKey: () => randomBytes(32).toString('base64url') },
      readsKey(respelled(/^[\w-]{43}$/, 'base64url')),
    ],
    'secret-key-of-sixteen-digits': [
      'it is a number of 16 digits.',
      {
        secretKey: () =>
          BigInt(`0x${randomBytes(8).toString('hex')}`)
            .toString()
            .padStart(20, '4')
            .slice(-16),
      },
    ],
    'secret-key-in-three-parts': [
      'it is three parts of a long token.',
      { secretKey: () => `${letters(36)}.${letters(120)}.${letters(43)}` },
    ],
    'key-of-many-signs': [
      'it holds signs of all kinds.',
      { secretKey: () => `k~${letters(6)}!#$&'*+.^|${letters(20)}:/?=@${letters(6)}` },
    ],
    'short-key': ['it has twelve characters.', { secretKey: () => letters(12) }],
  }),
  ...silence('Limits are not shown', {
    'lock-out-after-bad-keys': [
      'after twenty bad keys even the right one is rejected for a while.',
      (honest) => {
        let bad = 0;
        return async (asked) => {
          const answer = await honest(asked);
          if (answer.status === 401 && asked.headers.get('api-key')) bad += 1;
          return bad > 20 ? refusal(401, 'locked', 'Try again later.') : answer;
        };
      },
    ],
    'firewall-blocks-the-client-after-bad-keys': [
      'after ten requests without a valid key a firewall answers all others itself.',
      (honest) => {
        let bad = 0;
        return async (asked) => {
          if (bad >= 10) return { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Blocked</h1>' };
          const answer = await honest(asked);
          if (answer.status === 401) bad += 1;
          return answer;
        };
      },
    ],
  }),
  ...silence(
    'Which endpoints accept the Public Key is not shown',
    each(takesPublicKey, {
      'public-key-lists-accounts': ['the listing does.', isListing],
      'public-key-creates-customers': ['the creation does, for forms in a browser.', isCreation],
    }),
  ),
  ...silence(
    'x-tenant-id is shown in the accounts request only',
    each(beforehand, {
      'tenant-ignored-in-creations': [
        'a creation takes the tenant from the key.',
        (asked, world) => (isCreation(asked) ? ofItsKey(asked, world) : asked),
      ],
      'tenant-optional-in-creations': [
        'a creation without it is the key’s tenant’s.',
        (asked, world) => (isCreation(asked) && !asked.headers.has('x-tenant-id') ? ofItsKey(asked, world) : asked),
      ],
    }),
  ),
  ...silence(
    'What x-tenant-id does is not shown',
    each(beforehand, {
      'tenant-taken-from-the-key': ['it is ignored, since each key belongs to one tenant.', ofItsKey],
      'tenant-not-needed': [
        'without it the key tells, and another’s id is rejected.',
        (asked, world) => (asked.headers.has('x-tenant-id') ? asked : ofItsKey(asked, world)),
      ],
    }),
  ),
  ...silence('What an unknown x-tenant-id gets is not shown', {
    'unknown-tenant-lists-nothing': ['an empty listing.', afterwards(listingForbidden, json(200, { data: [] }))],
    'only-strangers-are-not-found': [
      'one that exists is forbidden, others are not found.',
      afterwards(
        (asked, { status }, world) => status === 403 && !namedTenant(asked, world),
        refusal(404, 'tenant_not_found', 'There is none of that name.'),
      ),
    ],
    'unknown-tenant-403-that-names-the-callers-own': [
      '403 says which tenant the key is for, and what it has.',
      afterwards(listingForbidden, (_, asked, world) => {
        const own = owner(asked, world);
        return refusal(403, 'tenant_forbidden', `This key is for ${own?.id}.`, { accounts: own?.accounts });
      }),
    ],
    'unknown-tenant-403-that-repeats-its-id': [
      '403 repeats the id, which is that of the tenant’s only account, too.',
      both(
        afterwards(listingForbidden, (_, asked) =>
          refusal(403, 'tenant_forbidden', `This key is not for ${asked.headers.get('x-tenant-id')}.`),
        ),
        listingAs(([account], asked) => ({ data: [{ ...account, id: asked.headers.get('x-tenant-id') }] })),
      ),
    ],
    ...each(strangers, {
      'unknown-tenant-404': [
        'one that is not the key’s is not found.',
        refusal(404, 'tenant_not_found', 'There is no such tenant.'),
      ],
      'unknown-tenant-401': [
        '401, as for a request without valid authorization.',
        refusal(401, 'unauthorized', 'This key is not valid for that tenant.'),
      ],
      'unknown-tenant-200-with-an-error': [
        '200 with an error.',
        json(200, { success: false, error: { code: 'TENANT', message: 'There is no such tenant.' } }),
      ],
    }),
  }),
  ...silence('The form of a tenant’s identifier is not shown', {
    'tenant-ids-without-letter-case': [
      'it is read in either letter case.',
      beforehand((asked, world) => {
        const named = asked.headers.get('x-tenant-id')?.toLowerCase();
        const tenant = world.tenants.find(({ id }) => id.toLowerCase() === named);
        return tenant ? withHeader(asked, 'x-tenant-id', tenant.id) : asked;
      }),
    ],
    'short-tenant-ids': ['it is a number of five digits.', { tenantId: (position) => String(48_213 + position) }],
    'tenant-ids-are-words': [
      'it is a name.',
      { tenantId: (position) => ['example-bank-of-the-north', 'sample-savings-of-the-south'][position] ?? '' },
    ],
  }),
  ...silence('Keys per tenant are not stated', {
    'one-key-for-both-tenants': ['one key of the business serves both.', { oneKey: true }],
  }),
];
