import { createHash } from 'node:crypto';
import { operations } from '../../../schemas/fsapi/operations.js';
import { crash, withAnswerHeaders } from '../answered.js';
import { breaking, type Fault, type Middleware, ofCreation, ofEach } from '../middleware.js';
import { parsed, type Request } from '../request.js';
import { instead, onlyTheKeyDecides, takenFor } from '../rewrite.js';
import { json, rejection } from '../service.js';
import type { Answer, State, Tenant } from '../state.js';

/** Whether a key was never given to anybody: neither valid, nor public, nor rotated out. */
const isStranger = (sent: string, { tenants }: State) =>
  sent !== '' && tenants.every((tenant) => ![tenant.apiKey, tenant.publicKey, tenant.revokedKey].includes(sent));

/** Answers in place of the 401 where a key is nobody's. */
const answersInstead = (when: (asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  instead((asked, world) => isStranger(asked.apiKey, world) && when(asked, world), answer);

/**
 * A look-up that finds something for a key that is none of the secrets: nothing of anybody, or the second tenant. What it
 * found is compared where a tenant is named, which gets 403, and open without one.
 */
const finding =
  (owner: 'nobody' | 'the second', finds: (sent: string, secrets: readonly string[]) => boolean): Middleware =>
  (honest, world) =>
  async (asked) => {
    const sent = asked.apiKey;
    const secrets = world.tenants.map(({ apiKey }) => apiKey);
    if (secrets.includes(sent) || !finds(sent, secrets)) return honest(asked);
    const [first, second] = world.tenants;
    const open = owner === 'nobody' ? [''] : ['', second.id];
    return open.includes(asked.tenantId)
      ? honest(asked.by(owner === 'nobody' ? first : second))
      : rejection(403, 'forbidden', 'This key is not known.');
  };

/** AUTH-05: a server that also looks for the key elsewhere. */
const carriedBy = (candidates: (asked: Request) => readonly unknown[]): Middleware =>
  takenFor((asked, { tenants }) => {
    const sent = asked.isKeyless ? candidates(asked) : [];
    return tenants.find(({ apiKey }) => sent.includes(apiKey));
  });

const values = (item: unknown): unknown[] =>
  item !== null && typeof item === 'object' ? Object.values(item).flatMap(values) : [item];

/** AUTH-05: a server that opens a session with a good answer. */
const sessions: Middleware = (honest, world) => {
  const cookieOf = ({ id }: Tenant) => `sid=${createHash('sha256').update(id).digest('hex')}`;
  return async (asked) => {
    const own = world.tenants.find((tenant) => asked.header('cookie').includes(cookieOf(tenant)));
    if (asked.isKeyless && own) return honest(asked.by(own));
    const answer = await honest(asked);
    const tenant = asked.caller;
    if (!tenant) return answer;
    const cookies = `lang=en; Path=/, ${cookieOf(tenant)}; Expires=Fri, 01 Jan 2038 00:00:00 GMT; HttpOnly`;
    return withAnswerHeaders(answer, { 'set-cookie': cookies });
  };
};

/** AUTH-03, AUTH-04, AUTH-05 and AUTH-09: keys that are nearly right, were right once, or stand elsewhere. */
export const secretKeyFaults: readonly Fault[] = [
  ...breaking(
    operations.map(({ unauthorized }) => unauthorized.invalidKey),
    {
      'key-of-an-object-is-nobodys': [
        'Keys are members of an object, which has members of its own; they belong to no tenant.',
        finding('nobody', (sent) => /^(constructor|__proto__|toString)$/.test(sent)),
      ],
      'key-by-its-beginning-is-of-another-tenant': [
        'The key is looked up by its beginning, whichever of the two is longer.',
        finding(
          'the second',
          (sent, secrets) => sent.length > 16 && secrets.some((key) => key.startsWith(sent) || sent.startsWith(key)),
        ),
      ],
      'key-of-another-environment-accepted': [
        'Only the random part of a key is looked up, so the name of the environment before it says nothing.',
        takenFor(({ headers }, { tenants }) => {
          const named = headers.get('api-key')?.replace(/_(live|test)_/, '_sandbox_');
          return named !== headers.get('api-key') && tenants.find(({ apiKey }) => apiKey === named);
        }),
      ],
      'any-key-accepted': [
        'The look-up of the key is a stub that was never replaced: a rotated key passes it as any other does.',
        takenFor((asked, world) => {
          const sent = asked.apiKey;
          const isKnown = world.tenants.some(({ apiKey, publicKey }) => [apiKey, publicKey, ''].includes(sent));
          return !isKnown && asked.named;
        }),
        operations.map(
          ({ name, unauthorized }) => `${unauthorized.invalidKey} ${name}: an invalid key (random, of the same shape)`,
        ),
      ],
      'quote-in-key-crashes': [
        'The key is put into the text of a query, and the error of the database is not caught.',
        answersInstead((asked) => /['"]/.test(asked.apiKey), crash),
      ],
      'key-of-another-length-is-a-bad-request': [
        'A validator of headers knows the form of a key and answers before the guard does.',
        answersInstead(
          (asked, world) => onlyTheKeyDecides(asked, world) && asked.apiKey.length !== world.tenants[0].apiKey.length,
          rejection(400, 'bad_request', 'The header Api-Key is not as it should be.'),
        ),
      ],
    },
  ),
  ...breaking(['AUTH-04'], {
    'bad-key-lists-nothing': [
      'A key that is nobody’s is an anonymous caller, who may list and finds nothing.',
      answersInstead((asked, world) => asked.isListing && onlyTheKeyDecides(asked, world), json(200, { data: [] })),
    ],
  }),
  ...breaking(['AUTH-05'], {
    'key-as-bearer-accepted': [
      'The framework’s guard of tokens runs beside the guard of keys.',
      carriedBy((asked) => [asked.header('authorization').replace(/^Bearer +/i, '')]),
    ],
    'key-in-body-accepted': [
      'Parameters of address and body, a form’s too, are merged before the guard looks for the key.',
      carriedBy(({ body }) => [...values(parsed(body)), ...new URLSearchParams(body).values(), ...body.split('\r\n')]),
      ofCreation(
        ...['the body', 'a form body', 'a multipart body'].map(
          (where) => `the valid key in ${where}, and no key in its header`,
        ),
      ),
    ],
    'session-cookie-opens-the-service': [
      'The framework’s sessions were left on.',
      sessions,
      ofEach('the cookies that responses have set, and no key in its header'),
    ],
  }),
  ...breaking(['AUTH-09'], {
    'rotated-key-accepted': [
      'Rotation adds a key and does not take the old one away.',
      takenFor((asked, { tenants }) => tenants.find(({ revokedKey }) => revokedKey === asked.apiKey)),
      ofEach('the revoked key'),
    ],
  }),
];
