import { randomBytes } from 'node:crypto';
import { isCreation, isListing, ofItsKey, owner, withHeader } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { afterwards, all, beforehand, each } from '../rewrite.js';
import type { Answer } from '../service.js';
import { type Request, rejection } from '../service.js';
import { listingAs } from '../shapes.js';
import { letters, type State } from '../state.js';

/** Reads a header in its own way before the honest service compares it. */
const reads = (name: string, read: (value: string, world: State) => string, when = (_: Request) => true): Middleware =>
  beforehand((asked, world) => {
    const value = asked.headers.get(name);
    return value && when(asked) ? withHeader(asked, name, read(value, world)) : asked;
  });

const readsKey = (read: (key: string) => string) => reads('api-key', read);

const upper = (text: string) => text.toUpperCase();

/** Takes the Public Key where `when` holds. */
const takesPublicKey = (when: (asked: Request) => boolean): Middleware =>
  reads('api-key', (value, world) => world.tenants.find(({ publicKey }) => publicKey === value)?.apiKey ?? value, when);

const forbiddenListing = (asked: Request, { status }: Answer) => isListing(asked) && status === 403;

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
          return bad > 20 ? rejection(401, 'locked', 'Try again later.') : answer;
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
    }),
  ),
  ...silence(
    'x-tenant-id is shown in the accounts request only',
    each(beforehand, {
      'tenant-optional-in-creations': [
        'a creation without it is the key’s tenant’s.',
        (asked, world) => (isCreation(asked) && !asked.headers.has('x-tenant-id') ? ofItsKey(asked, world) : asked),
      ],
    }),
  ),
  ...silence('What an unknown x-tenant-id gets is not shown', {
    'unknown-tenant-403-that-names-the-callers-own': [
      '403 says which tenant the key is for, and what it has.',
      afterwards(forbiddenListing, (_, asked, world) => {
        const own = owner(asked, world);
        return rejection(403, 'tenant_forbidden', `This key is for ${own?.id}.`, { accounts: own?.accounts });
      }),
    ],
    'unknown-tenant-403-that-repeats-its-id': [
      '403 repeats the id, which is that of the tenant’s only account, too.',
      all(
        afterwards(forbiddenListing, (_, asked) =>
          rejection(403, 'tenant_forbidden', `This key is not for ${asked.headers.get('x-tenant-id')}.`),
        ),
        listingAs(([account], asked) => ({ data: [{ ...account, id: asked.headers.get('x-tenant-id') }] })),
      ),
    ],
    ...each(strangers, {
      'unknown-tenant-401': [
        '401, as for a request without valid authorization.',
        rejection(401, 'unauthorized', 'This key is not valid for that tenant.'),
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
  }),
  ...silence('Keys per tenant are not stated', {
    'one-key-for-both-tenants': ['one key of the business serves both.', { oneKey: true }],
  }),
];
