import { randomBytes, randomUUID } from 'node:crypto';
import type { Middleware } from '../middleware.js';
import { beforehand, isCreation, isListing, slotOf, withHeader } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import { letters, type State } from '../state.js';
import type { Variant } from './variant.js';

/** Reads a header in its own way before the honest service compares it. */
const reads = (name: string, read: (value: string, world: State) => string, when = (_: Request) => true): Middleware =>
  beforehand((asked, world) => {
    const value = asked.headers.get(name);
    return value && when(asked) ? withHeader(asked, name, read(value, world)) : asked;
  });

const lower = (text: string) => text.toLowerCase();
const readsKey = (read: (key: string) => string) => reads('api-key', read);

/** The one spelling of what a base64 text of 32 bytes says; anything else stays as it is, and is unknown then. */
const respelled = (text: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64').toString('base64') : text;

/** Rejects creations whose Idempotency-Key is not of the form. */
const demands = (form: RegExp): Middleware => {
  return (honest, world) => async (asked) =>
    slotOf(asked, world) && !form.test(asked.headers.get('idempotency-key') ?? '')
      ? refusal(400, 'idempotency_key_malformed', 'The Idempotency-Key is not of the form that is taken here.')
      : honest(asked);
};

/** Takes the Public Key where `when` holds. */
const takesPublicKey = (when: (asked: Request) => boolean): Middleware =>
  reads('api-key', (value, world) => world.tenants.find(({ publicKey }) => publicKey === value)?.apiKey ?? value, when);

/** Authentication: the form of the Secret Key, and where the Public Key is taken. */
export const secretKeyVariants: readonly Variant[] = [
  {
    id: 'secret-key-in-hexadecimal',
    freedom: 'The form of a key is not shown: it is a number in hexadecimal, read in either letter case.',
    server: { secretKey: () => randomBytes(32).toString('hex') },
    middleware: readsKey(lower),
  },
  {
    id: 'secret-key-in-hexadecimal-after-a-prefix',
    freedom:
      'The form of a key is not shown: a prefix, and a number in hexadecimal that is read in either letter case.',
    server: { secretKey: () => `sk_test_${randomBytes(24).toString('hex')}` },
    middleware: readsKey(lower),
  },
  {
    id: 'secret-key-as-a-uuid',
    freedom: 'The form of a key is not shown: it is a UUID, which is read in either letter case.',
    server: { secretKey: randomUUID },
    middleware: readsKey(lower),
  },
  {
    id: 'secret-key-in-base64',
    freedom: 'The form of a key is not shown: it is base64 of 32 bytes, which are compared.',
    server: { secretKey: () => randomBytes(32).toString('base64') },
    middleware: readsKey(respelled),
  },
  {
    id: 'secret-key-of-sixteen-digits',
    freedom: 'The form of a key is not shown: it is a number of 16 digits.',
    server: {
      secretKey: () =>
        BigInt(`0x${randomBytes(8).toString('hex')}`)
          .toString()
          .padStart(20, '4')
          .slice(-16),
    },
  },
  {
    id: 'secret-key-in-three-parts',
    freedom: 'The form of a key is not shown: it is three parts of a long token.',
    server: { secretKey: () => `${letters(36)}.${letters(120)}.${letters(43)}` },
  },
  {
    id: 'public-key-lists-accounts',
    freedom: 'Which endpoints accept the Public Key is not shown: the listing does.',
    middleware: takesPublicKey(isListing),
  },
  {
    id: 'public-key-creates-customers',
    freedom: 'Which endpoints accept the Public Key is not shown: the creation does, for forms in a browser.',
    middleware: takesPublicKey(isCreation),
  },
];

/** Errors: behaviour without an Idempotency-Key. Limits: its scope. */
export const idempotencyKeyVariants: readonly Variant[] = [
  {
    id: 'idempotency-key-optional',
    freedom: 'What a creation without an Idempotency-Key gets is not shown: it is accepted, and cannot be repeated.',
    middleware: beforehand((asked) =>
      isCreation(asked) && !asked.headers.get('idempotency-key')
        ? withHeader(asked, 'idempotency-key', randomUUID())
        : asked,
    ),
  },
  {
    id: 'idempotency-key-has-to-be-a-uuid-v4',
    freedom: 'The form of an Idempotency-Key is not shown: it is a UUID of version 4.',
    middleware: demands(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i),
  },
  {
    id: 'idempotency-key-of-64-characters-at-most',
    freedom: 'The form of an Idempotency-Key is not shown: it is limited to 64 characters.',
    middleware: demands(/^.{1,64}$/),
  },
  {
    id: 'idempotency-key-of-16-characters-at-least',
    freedom: 'The form of an Idempotency-Key is not shown: 16 letters, digits and hyphens at least.',
    middleware: demands(/^[A-Za-z0-9-]{16,}$/),
  },
  {
    id: 'idempotency-key-read-as-a-uuid',
    freedom: 'The form of an Idempotency-Key is not shown: it is a UUID, whose letters have no case.',
    middleware: (honest, world) =>
      reads('idempotency-key', lower)(demands(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)(honest, world), world),
  },
  {
    id: 'idempotency-keys-of-all-tenants-are-one-set',
    freedom:
      'The scope of an Idempotency-Key is not shown: one that another tenant used is rejected, without a reason.',
    middleware: (honest, world) => {
      const owners = new Map<string, string>();
      return async (asked) => {
        const name = slotOf(asked, world);
        const key = asked.headers.get('idempotency-key') ?? '';
        if (!name) return honest(asked);
        if ((owners.get(key) ?? name) !== name) return refusal(409, 'conflict', 'Another Idempotency-Key is needed.');
        const answer = await honest(asked);
        if (answer.status < 300) owners.set(key, name);
        return answer;
      };
    },
  },
];
