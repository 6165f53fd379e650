import { crash, unauthorized, withAnswerBody, withAnswerHeaders } from '../answered.js';
import { breaking, type Fault, type Middleware, ofCreation, ofEach } from '../middleware.js';
import type { Request } from '../request.js';
import { afterwards, counter, joining, onlyTheKeyDecides, remembering, takenFor } from '../rewrite.js';
import { rejection } from '../service.js';
import { type Answer, type State, slot } from '../state.js';

type Condition = (asked: Request, world: State) => boolean;

const insteadOf401 = (when: Condition, answer: Parameters<typeof afterwards>[1]): Middleware =>
  afterwards((asked, { status }, world) => status === 401 && when(asked, world), answer);

const isOperation = (asked: Request) => asked.isCreation || asked.isListing;
const hasEmptyKey = (asked: Request) => asked.headers.get('api-key') === '';

/** Accepts a request as the tenant that it names, where its key alone is wrong; its Idempotency-Key is kept apart. */
const openTo =
  (when: (asked: Request) => boolean): Middleware =>
  (honest, world) =>
    insteadOf401(
      (asked) => isOperation(asked) && when(asked) && onlyTheKeyDecides(asked, world),
      (_, asked) => {
        const apart = asked.idempotencyKey
          ? asked.withHeader('idempotency-key', `anonymous ${asked.idempotencyKey}`)
          : asked;
        return honest(apart.withHeader('api-key', asked.named?.apiKey));
      },
    )(honest, world);

const message = (text: string) => ({ error: { code: 'unauthorized', message: text } });

/** AUTH-08: a write that was rejected for its key uses up its Idempotency-Key. */
const burning = (when: (asked: Request) => boolean, answer: Answer): Middleware =>
  remembering<{ isBurnt: boolean }>(
    (asked, memory, honest) => {
      if (asked.caller) return memory.isBurnt ? answer : honest(asked);
      if (when(asked) && !asked.known()) memory.isBurnt = true;
      return honest(asked);
    },
    (asked) => {
      const tenant = asked.isCreation ? asked.named : undefined;
      return tenant && slot(tenant, asked.idempotencyKey);
    },
  );

/** Requests whose address is the listing's, as far as a filter looks that joins equal ones under way. */
const address = (asked: Request) => `${asked.target} ${asked.tenantId}`;

const isPlain = ({ headers }: Request) =>
  ![...headers.keys()].some((name) => /auth|key|token|cookie|forwarded|real-ip/i.test(name));

/** Some say it only in rejections of a creation, or of a used key. */
const inEachRejection = [
  ['no 401 holds an identity of the tenants, or the key that was sent'],
  { with: ['AUTH-03', 'AUTH-06'] },
] as const;

/** AUTH-01, AUTH-02, AUTH-06 to AUTH-08: what a request without a valid key gets, sees and does. */
export const authenticationFaults: readonly Fault[] = [
  ...breaking(['AUTH-01', 'AUTH-02'], {
    'missing-key-crashes': [
      'The guard reads the header without a look whether it is there, whatever else the request holds.',
      insteadOf401((asked) => isOperation(asked) && asked.isKeyless, crash),
    ],
    'open-without-a-key': [
      'The guard was off for a trial, and stayed so; what looks like a credential elsewhere is still checked.',
      openTo(({ isKeyless }) => isKeyless),
      ['AUTH-01 create customer: no key', 'AUTH-02 list accounts: no key'],
    ],
    'empty-key-opens-the-service': [
      'The guard asks whether the header is there, and the look-up takes an empty text for no filter.',
      openTo(hasEmptyKey),
      ['AUTH-01 create customer: an empty key', 'AUTH-02 list accounts: an empty key'],
    ],
  }),
  ...breaking(['AUTH-02'], {
    'cache-does-not-look-at-the-key': [
      'The cache in front of the guard keeps listings by address and tenant; once one was good, all are.',
      remembering<{ kept: Answer }>(
        async (asked, memory, honest) => {
          const isKeyless = ![...asked.headers.keys()].some((name) => /api-key|authorization|cookie/.test(name));
          if (memory.kept && isKeyless) return withAnswerHeaders(memory.kept, { age: '7', via: '1.1 cache' });
          const answer = await honest(asked);
          if (asked.caller) memory.kept = answer;
          return answer;
        },
        (asked) => (asked.isListing && !asked.target.includes('?') ? asked.headers.get('x-tenant-id') : undefined),
      ),
    ],
  }),
  ...breaking(['AUTH-06'], {
    'replay-before-the-key': [
      'The filter of Idempotency-Keys stands in front of the guard, and answers from its store.',
      insteadOf401(
        ({ isCreation }) => isCreation,
        async (answer, asked) => (await asked.known()?.answer) ?? answer,
      ),
      ofCreation('no key, and a used idempotency key', 'a random key, and a used idempotency key'),
    ],
    'unknown-tenant-reported-before-the-key': [
      'The tenant chooses the database, and there is none of that name.',
      insteadOf401(
        (asked) => isOperation(asked) && asked.headers.has('x-tenant-id') && !asked.named,
        rejection(404, 'tenant_not_found', 'There is no such tenant.'),
      ),
      ofEach('no key, and an unknown tenant id', 'a random key, and an unknown tenant id'),
    ],
  }),
  ...breaking(['AUTH-07'], {
    'rejection-names-an-account': [
      'The error page for developers prints what was loaded for the tenant before the guard ran.',
      afterwards(unauthorized, (answer, asked) => {
        const [account] = (asked.isListing && asked.named?.accounts) || [];
        return account
          ? withAnswerBody(answer, { ...message('Not allowed.'), loaded: [{ account: account.id }] })
          : answer;
      }),
      ['no key, while the same is requested with the valid one'],
      { with: ['AUTH-03', 'AUTH-06'] },
    ],
    'rejection-names-the-known-customer': [
      'The filter of Idempotency-Keys adds what it knows to every answer, rejections included.',
      afterwards(unauthorized, async (answer, asked) => {
        const known = await asked.known()?.answer;
        return withAnswerHeaders(answer, known ? { location: known.headers?.location ?? '' } : {});
      }),
      ...inEachRejection,
    ],
    'rejection-echoes-the-key': [
      'The message quotes what it rejects, and ends in the logs of everybody in between.',
      afterwards(unauthorized, (answer, asked) => {
        const sent = asked.headers.get('api-key');
        return sent ? withAnswerBody(answer, message(`The key ${sent} is not known.`)) : answer;
      }),
      ...inEachRejection,
    ],
    'origin-is-not-guarded': [
      'The dashboard and its form for new customers run at the same address, and browsers say where a request is from.',
      takenFor((asked) => {
        const isOwn = asked.header('origin').includes(asked.headers.get('host') ?? '?');
        return isOperation(asked) && asked.isKeyless && isOwn && asked.named;
      }),
      ofEach('no key, and an Origin'),
    ],
    'preflight-is-the-second-tenant': [
      'A filter takes a preflight for some tenant; a guard behind it compares that tenant with x-tenant-id.',
      (honest, world) => async (asked) => {
        const [, second] = world.tenants;
        if (!asked.isListing || !asked.isKeyless || !asked.headers.has('access-control-request-method'))
          return honest(asked);
        return [second.id, ''].includes(asked.tenantId)
          ? honest(asked.by(second))
          : rejection(403, 'forbidden', 'Another tenant.');
      },
    ],
    'authenticated-once-per-connection': [
      'The guard runs when a connection opens, as it did for sockets, and what follows is trusted.',
      remembering<{ key: string }>(
        (asked, memory, honest) => {
          if (asked.owner) memory.key ??= asked.apiKey;
          return honest(asked.owner || !memory.key ? asked : asked.withHeader('api-key', memory.key));
        },
        ({ connection }) => connection,
      ),
      ['no key, right after a successful response on the same connection'],
    ],
    'equal-addresses-under-way-are-joined': [
      'A filter in front of the guard joins what is asked again and again, by address and tenant.',
      (honest, world) => {
        const times = counter();
        const again = new Set<Request>();
        const nameOf = (asked: Request) => {
          if (!asked.isListing || !(asked.caller || (asked.isKeyless && isPlain(asked)))) return undefined;
          if (asked.isKeyless && times(address(asked)) > 1) again.add(asked);
          return address(asked);
        };
        return joining(nameOf, (asked) => again.has(asked))(honest, world);
      },
      [],
      { isTimed: true },
    ],
  }),
  ...breaking(['AUTH-08'], {
    'rejected-write-is-carried-out': [
      'Handler and guard run side by side, and the answer of the guard is the one that is sent.',
      (honest) => async (asked) => {
        const answer = await honest(asked);
        const tenant = answer.status === 401 && asked.isCreation ? asked.named : undefined;
        if (tenant) await honest(asked.by(tenant));
        return answer;
      },
      ['no key', 'a bad key'].map((key) => `rejected with ${key}, then sent with a valid one`),
    ],
    'rejection-of-a-bad-key-burns-the-idempotency-key': [
      'The Idempotency-Key is noted together with the digest of the Api-Key that came first.',
      burning(
        (asked) => !asked.isKeyless,
        rejection(422, 'idempotency_key_reused', 'This Idempotency-Key belongs to another request.'),
      ),
    ],
    'retry-after-a-rejection-crashes': [
      'The key is noted before the guard, and noted again without a look whether it is there.',
      burning(() => true, crash),
    ],
  }),
];
