import { createCustomer, listAccounts, operations } from '../../../schemas/fsapi/operations.js';
import { crash, unauthorized, withAnswerBody, withAnswerHeaders } from '../answered.js';
import {
  caller,
  header,
  isCreation,
  isListing,
  isUsed,
  keyOf,
  namedTenant,
  onlyTheKeyDecides,
  sentBy,
  withHeader,
  withoutApiKey,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards } from '../rewrite.js';
import { type Answer, type Request, rejection, unauthorized401 } from '../service.js';
import { type State, slot, type Tenant } from '../state.js';

type Condition = (asked: Request, world: State) => boolean;

const insteadOf401 = (when: Condition, answer: Parameters<typeof afterwards>[1]): Middleware =>
  afterwards((asked, { status }, world) => status === 401 && when(asked, world), answer);

const isOperation = (asked: Request) => isCreation(asked) || isListing(asked);

const isEmpty = (asked: Request) => asked.headers.get('api-key') === '';

const keyless =
  (operation: (asked: Request) => boolean, how: (asked: Request) => boolean = withoutApiKey): Condition =>
  (asked, world) =>
    operation(asked) && how(asked) && onlyTheKeyDecides(asked, world);

/** Accepts a request as the tenant that it names; the Idempotency-Key of a stranger is kept apart. */
const accepted =
  (when: Condition): Middleware =>
  (honest, world) =>
    insteadOf401(when, (_, asked) => {
      const apart = keyOf(asked) ? withHeader(asked, 'idempotency-key', `anonymous ${keyOf(asked)}`) : asked;
      return honest(withHeader(apart, 'api-key', namedTenant(asked, world)?.apiKey));
    })(honest, world);

const message = (text: string) => ({ error: { code: 'unauthorized', message: text } });

/** A way beside the guard to what an operation does. */
const sideDoor =
  (
    { method, path }: { readonly method: string; readonly path: string },
    opens: (asked: Request) => boolean,
  ): Middleware =>
  (honest, world) =>
  (asked) => {
    const named = namedTenant(asked, world);
    const isOpen = withoutApiKey(asked) && named && opens(asked);
    return honest(isOpen ? { ...withHeader(asked, 'api-key', named.apiKey), method, path } : asked);
  };

/** Keeps the last good listing of a connection, and puts it under a 401. */
const stale: Middleware = (honest, world) => {
  const kept = new Map<number, Answer>();
  return async (asked) => {
    const answer = await honest(asked);
    if (isListing(asked) && caller(asked, world)) kept.set(asked.connection, answer);
    const left = isListing(asked) && answer.status === 401 && withoutApiKey(asked) && kept.get(asked.connection);
    return left ? { ...answer, body: left.body ?? '' } : answer;
  };
};

const oncePerConnection: Middleware = (honest, world) => {
  const keys = new Map<number, string>();
  return async (asked) => {
    const own = header(asked, 'api-key');
    const isValid = world.tenantsOf(own).length > 0;
    if (isValid) keys.set(asked.connection, keys.get(asked.connection) ?? own);
    const known = keys.get(asked.connection);
    return honest(known === undefined || isValid ? asked : withHeader(asked, 'api-key', known));
  };
};

const cachedByTenant: Middleware = (honest, world) => {
  const kept = new Map<string, Answer>();
  return async (asked) => {
    const tenant = isListing(asked) && !asked.target.includes('?') ? asked.headers.get('x-tenant-id') : undefined;
    const isPlain = ![...asked.headers.keys()].some((name) => /api-key|authorization|cookie/.test(name));
    const held = tenant && isPlain ? kept.get(tenant) : undefined;
    if (held) return withAnswerHeaders(held, { age: '7', via: '1.1 cache' });
    const answer = await honest(asked);
    if (tenant && caller(asked, world)) kept.set(tenant, answer);
    return answer;
  };
};

/** AUTH-08: a write that was rejected for its key uses up its Idempotency-Key. */
const burnt =
  (when: (asked: Request) => boolean, answer: Answer): Middleware =>
  (honest, world) => {
    const noted = new Set<string>();
    return async (asked) => {
      const tenant = namedTenant(asked, world);
      const name = tenant && isCreation(asked) ? slot(tenant, keyOf(asked)) : '';
      if (caller(asked, world)) return noted.has(name) ? answer : honest(asked);
      if (name && when(asked) && !isUsed(asked, world)) noted.add(name);
      return honest(asked);
    };
  };

/** A creation that is rejected for its key, but carried out, as `store` does it. */
const carriedOut =
  (store: (asked: Request) => Request = (asked) => asked): Middleware =>
  (honest, world) =>
  async (asked) => {
    const answer = await honest(asked);
    const tenant = namedTenant(asked, world);
    if (answer.status === 401 && tenant && isCreation(asked)) await honest(store(sentBy(asked, tenant)));
    return answer;
  };

const both = (id: string, check: string) => operations.map(({ name }) => `${id} ${name}: ${check}`);

const atListing = (id: string, check: string) => [`${id} ${listAccounts.name}: ${check}`];
const atCreation = (id: string, check: string) => [`${id} ${createCustomer.name}: ${check}`];

/** Some say it only in rejections of a creation, or of a used key. */
const inEachRejection = {
  with: ['AUTH-03', 'AUTH-06'],
  fails: ['AUTH-07 no 401 holds an identity of the tenants, or the key that was sent'],
} as const;

/** AUTH-01, AUTH-02, AUTH-06 to AUTH-08: what a request without a valid key gets, sees and does. */
export const authenticationFaults: readonly Fault[] = [
  ...breaking(['AUTH-01'], {
    'creation-open-without-key': [
      'The route was added without the guard; what looks like a credential elsewhere is still checked.',
      accepted(keyless(isCreation)),
      { fails: atCreation('AUTH-01', 'no key') },
    ],
    'empty-key-creates': [
      'The guard asks whether the header is there, and the look-up takes an empty text for no filter.',
      accepted(keyless(isCreation, isEmpty)),
      { fails: atCreation('AUTH-01', 'an empty key') },
    ],
  }),
  ...breaking(['AUTH-01', 'AUTH-02'], {
    'missing-key-crashes': [
      'The guard reads the header without a look whether it is there, whatever else the request holds.',
      insteadOf401((asked) => isOperation(asked) && withoutApiKey(asked), crash),
    ],
  }),
  ...breaking(['AUTH-02'], {
    'listing-open-without-key': [
      'The listing went through a trial without a guard, and the tenant id alone opens it.',
      accepted(keyless(isListing)),
      { fails: atListing('AUTH-02', 'no key') },
    ],
    'empty-key-lists': [
      'The guard asks whether the header is there, and the look-up takes an empty text for no filter.',
      accepted(keyless(isListing, isEmpty)),
      { fails: atListing('AUTH-02', 'an empty key') },
    ],
    'cache-does-not-look-at-the-key': [
      'The cache in front of the guard keeps listings by address and tenant; once one was good, all are.',
      cachedByTenant,
    ],
  }),
  ...breaking(['AUTH-06'], {
    'replay-before-the-key': [
      'The filter of Idempotency-Keys stands in front of the guard, and answers from its store.',
      insteadOf401(
        (asked, world) => isCreation(asked) && isUsed(asked, world),
        async (_, asked, world) => {
          const tenant = namedTenant(asked, world);
          const known = tenant && world.writes.get(slot(tenant, keyOf(asked)));
          return (await known?.answer) ?? unauthorized401;
        },
      ),
      {
        fails: ['no key', 'a random key'].flatMap((key) => atCreation('AUTH-06', `${key}, and a used idempotency key`)),
      },
    ],
    'unknown-tenant-reported-before-the-key': [
      'The tenant chooses the database, and there is none of that name.',
      insteadOf401(
        (asked, world) => isOperation(asked) && asked.headers.has('x-tenant-id') && !namedTenant(asked, world),
        rejection(404, 'tenant_not_found', 'There is no such tenant.'),
      ),
      { fails: ['no key', 'a random key'].flatMap((key) => both('AUTH-06', `${key}, and an unknown tenant id`)) },
    ],
  }),
  ...breaking(['AUTH-07'], {
    'rejection-names-an-account': [
      'The error page for developers prints what was loaded for the tenant before the guard ran.',
      afterwards(unauthorized, (answer, asked, world) => {
        const [account] = namedTenant(asked, world)?.accounts ?? [];
        return isListing(asked) && account
          ? withAnswerBody(answer, { ...message('Not allowed.'), loaded: [{ account: account.id }] })
          : answer;
      }),
      { ...inEachRejection, fails: ['AUTH-07 no key, while the same is requested with the valid one'] },
    ],
    'rejection-names-the-known-customer': [
      'The filter of Idempotency-Keys adds what it knows to every answer, rejections included.',
      afterwards(unauthorized, async (answer, asked, world) => {
        const tenant = namedTenant(asked, world);
        if (!tenant || !isCreation(asked) || !isUsed(asked, world)) return answer;
        const known = await world.writes.get(slot(tenant, keyOf(asked)))?.answer;
        return withAnswerHeaders(answer, { location: known?.headers?.location ?? '' });
      }),
      inEachRejection,
    ],
    'rejection-echoes-the-key': [
      'The message quotes what it rejects, and ends in the logs of everybody in between.',
      afterwards(unauthorized, (answer, asked) => {
        const sent = asked.headers.get('api-key');
        return sent ? withAnswerBody(answer, message(`The key ${sent} is not known.`)) : answer;
      }),
      inEachRejection,
    ],
    'origin-is-not-guarded': [
      'The dashboard runs at the same address, and browsers say where a request is from.',
      sideDoor(
        listAccounts,
        (asked) => isListing(asked) && header(asked, 'origin').includes(asked.headers.get('host') ?? '?'),
      ),
      { fails: atListing('AUTH-07', 'no key, and an Origin') },
    ],
    'preflight-is-the-second-tenant': [
      'A filter takes a preflight for some tenant; a guard behind it compares that tenant with x-tenant-id.',
      (honest, world) => async (asked) => {
        const { id, apiKey } = world.tenants[1] as Tenant;
        if (!isListing(asked) || !withoutApiKey(asked) || !asked.headers.has('access-control-request-method'))
          return honest(asked);
        if (![id, ''].includes(header(asked, 'x-tenant-id'))) return rejection(403, 'forbidden', 'Another tenant.');
        return honest(withHeader(withHeader(asked, 'api-key', apiKey), 'x-tenant-id', id));
      },
    ],
    'origin-of-a-creation-is-not-guarded': [
      'The form for new customers is a page in a browser, and the service accepts it by its Origin.',
      sideDoor(createCustomer, (asked) => isCreation(asked) && asked.headers.has('origin')),
      { fails: atCreation('AUTH-07', 'no key, and an Origin') },
    ],
    'authenticated-once-per-connection': [
      'The guard runs when a connection opens, as it did for sockets, and what follows is trusted.',
      oncePerConnection,
    ],
    'rejection-over-what-the-connection-held': [
      'The buffer of a connection is used again, and the guard sets a status without clearing it.',
      stale,
      { fails: ['AUTH-07 no key, right after a successful response on the same connection'] },
    ],
  }),
  ...breaking(['AUTH-08'], {
    'rejected-write-is-carried-out': [
      'Handler and guard run side by side, and the answer of the guard is the one that is sent.',
      carriedOut(),
      { fails: ['no key', 'a bad key'].map((key) => `AUTH-08 rejected with ${key}, then sent with a valid one`) },
    ],
    'rejection-of-a-bad-key-burns-the-idempotency-key': [
      'The Idempotency-Key is noted together with the digest of the Api-Key that came first.',
      burnt(
        (asked) => !withoutApiKey(asked),
        rejection(422, 'idempotency_key_reused', 'This Idempotency-Key belongs to another request.'),
      ),
    ],
    'retry-after-a-rejection-crashes': [
      'The key is noted before the guard, and noted again without a look whether it is there.',
      burnt(() => true, crash),
    ],
  }),
];
