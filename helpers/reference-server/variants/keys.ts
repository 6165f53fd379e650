import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { header, isCreation, isListing, keyOf, slotOf, withHeader } from '../asked.js';
import type { Middleware } from '../middleware.js';
import { beforehand, both, instead } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import { letters, type State } from '../state.js';
import { silences, type Variant } from './variant.js';

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
const demands = (form: RegExp) =>
  instead(
    (asked, world) => slotOf(asked, world) !== undefined && !form.test(keyOf(asked)),
    refusal(400, 'idempotency_key_malformed', 'The Idempotency-Key is not of the form that is taken here.'),
  );

/** Something in front that answers a key with signs which no key has, before the service sees it. */
const firewall = (answer: Answer) => instead((asked) => /[^\w.+/=-]/.test(header(asked, 'api-key')), answer);
const blocked = { headers: { 'content-type': 'text/html' }, body: '<html><h1>The request was rejected.</h1></html>' };

/** Takes the Public Key where `when` holds. */
const takesPublicKey = (when: (asked: Request) => boolean): Middleware =>
  reads('api-key', (value, world) => world.tenants.find(({ publicKey }) => publicKey === value)?.apiKey ?? value, when);

/** Authentication: the form of the Secret Key, and where the Public Key is taken. */
export const secretKeyVariants: readonly Variant[] = silences({
  'secret-key-in-hexadecimal': [
    'The form of a key is not shown: it is a number in hexadecimal, read in either letter case.',
    { secretKey: () => randomBytes(32).toString('hex') },
    readsKey(lower),
  ],
  'secret-key-in-hexadecimal-after-a-prefix': [
    'The form of a key is not shown: a prefix, and a number in hexadecimal that is read in either letter case.',
    { secretKey: () => `sk_test_${randomBytes(24).toString('hex')}` },
    readsKey(lower),
  ],
  'secret-key-as-a-uuid': [
    'The form of a key is not shown: it is a UUID, which is read in either letter case.',
    { secretKey: randomUUID },
    readsKey(lower),
  ],
  'secret-key-in-base64': [
    'The form of a key is not shown: it is base64 of 32 bytes, which are compared.',
    { secretKey: () => randomBytes(32).toString('base64') },
    readsKey(respelled),
  ],
  'firewall-403-for-odd-keys': [
    'What stands in front of the service is not shown: a firewall answers 403 with a page where a key has signs like those of an injection.',
    firewall({ status: 403, ...blocked }),
  ],
  'firewall-400-for-odd-keys': [
    'What stands in front of the service is not shown: a firewall answers 400 with nothing where a key has signs like those of an injection.',
    firewall({ status: 400 }),
  ],
  'firewall-redirects-odd-keys': [
    'What stands in front of the service is not shown: a firewall redirects to a page where a key has signs like those of an injection.',
    firewall({ status: 302, headers: { location: '/blocked' } }),
  ],
  'firewall-200-for-odd-keys': [
    'What stands in front of the service is not shown: a firewall answers 200 with a page where a key has signs like those of an injection.',
    firewall({ status: 200, ...blocked }),
  ],
  'secret-key-of-sixteen-digits': [
    'The form of a key is not shown: it is a number of 16 digits.',
    {
      secretKey: () =>
        BigInt(`0x${randomBytes(8).toString('hex')}`)
          .toString()
          .padStart(20, '4')
          .slice(-16),
    },
  ],
  'secret-key-in-three-parts': [
    'The form of a key is not shown: it is three parts of a long token.',
    { secretKey: () => `${letters(36)}.${letters(120)}.${letters(43)}` },
  ],
  'public-key-lists-accounts': [
    'Which endpoints accept the Public Key is not shown: the listing does.',
    takesPublicKey(isListing),
  ],
  'public-key-creates-customers': [
    'Which endpoints accept the Public Key is not shown: the creation does, for forms in a browser.',
    takesPublicKey(isCreation),
  ],
});

/** Errors: behaviour without an Idempotency-Key. Limits: its scope. */
export const idempotencyKeyVariants: readonly Variant[] = silences({
  'idempotency-key-optional': [
    'What a creation without an Idempotency-Key gets is not shown: it is accepted, and cannot be repeated.',
    beforehand((asked) =>
      isCreation(asked) && keyOf(asked) === '' ? withHeader(asked, 'idempotency-key', randomUUID()) : asked,
    ),
  ],
  'idempotency-key-has-to-be-a-uuid-v4': [
    'The form of an Idempotency-Key is not shown: it is a UUID of version 4.',
    demands(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i),
  ],
  'idempotency-key-of-64-characters-at-most': [
    'The form of an Idempotency-Key is not shown: it is limited to 64 characters.',
    demands(/^.{1,64}$/),
  ],
  'idempotency-key-of-16-characters-at-least': [
    'The form of an Idempotency-Key is not shown: 16 letters, digits and hyphens at least.',
    demands(/^[A-Za-z0-9-]{16,}$/),
  ],
  'idempotency-key-read-as-a-uuid': [
    'The form of an Idempotency-Key is not shown: it is a UUID, whose letters have no case.',
    both(reads('idempotency-key', lower), demands(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)),
  ],
  'idempotency-keys-of-all-tenants-are-one-set': [
    'The scope of an Idempotency-Key is not shown: one that another tenant used is rejected, without a reason.',
    (honest, world) => {
      const owners = new Map<string, string>();
      return async (asked) => {
        const name = slotOf(asked, world);
        const key = keyOf(asked);
        if (!name) return honest(asked);
        if ((owners.get(key) ?? name) !== name) return refusal(409, 'conflict', 'Another Idempotency-Key is needed.');
        const answer = await honest(asked);
        if (answer.status < 300) owners.set(key, name);
        return answer;
      };
    },
  ],
});
