import { operations } from '../../../schemas/fsapi/operations.js';
import { crash, stored, succeeded, unauthorized } from '../answers.js';
import { type Middleware, ofCreation, ofEach, storiesOf, timed, withoutValidKey } from '../changes.js';
import { openingAccounts } from '../listings.js';
import { afterwards, all, beforehand, caching, joining, remembering, takenFor } from '../middleware.js';
import { parsed, type Request } from '../request.js';
import { hashOf, rejection, type State, slot, type Tenant, withAnswerBody, withAnswerHeaders } from '../state.js';

const insteadOf401 = (
  when: (asked: Request, world: State) => boolean,
  answer: Parameters<typeof afterwards>[1],
): Middleware => afterwards((asked, { status }, world) => status === 401 && when(asked, world), answer);

const isOperation = (asked: Request) => asked.isCreation || asked.isListing;

/** A key elsewhere, a query or an earlier write decides in other faults. */
function isMoreThanKeyless(asked: Request, { tenants }: State) {
  const rest = [asked.target, asked.body, ...[...asked.headers].filter(([name]) => name !== 'api-key').flat()];
  const decoded = rest.concat(rest.map((text) => Buffer.from(text.replace(/^Basic /i, ''), 'base64').toString()));
  const holdsKey = tenants.some(({ apiKey }) => decoded.some((text) => text.includes(apiKey)));
  return holdsKey || asked.target.includes('?') || asked.earlierWrite() !== undefined;
}

/** Accepts a request of the tenant it names, if only its key is wrong. */
function openTo(when: (asked: Request) => boolean): Middleware {
  return (honest, world) => async (asked) => {
    const answer = await honest(asked);
    const { named, idempotencyKey } = asked;
    const isOpen = answer.status === 401 && isOperation(asked) && when(asked) && !isMoreThanKeyless(asked, world);
    if (!isOpen || !named) return answer;
    const keyApart = idempotencyKey && `anonymous ${idempotencyKey}`;
    const opened = await honest(asked.by(named).withHeader('idempotency-key', keyApart));
    return succeeded(opened) ? opened : answer;
  };
}

const isPlain = ({ headers }: Request) =>
  ![...headers.keys()].some((name) => /auth|key|token|cookie|forwarded|real-ip/i.test(name));

const isStranger = (sent: string, { tenants }: State) =>
  sent !== '' && tenants.every((tenant) => ![tenant.apiKey, tenant.publicKey, tenant.revokedKey].includes(sent));

const values = (item: unknown): unknown[] =>
  item !== null && typeof item === 'object' ? Object.values(item).flatMap(values) : [item];

const sessions: Middleware = (honest, world) => {
  const cookieOf = ({ id }: Tenant) => `sid=${hashOf(id).toString('hex')}`;
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

const ofKeys = (key: string) =>
  operations.map(({ name, unauthorized: { invalidKey } }) => `${invalidKey} ${name}: an invalid key (${key})`);

export const authenticationFaults = storiesOf({
  'AUTH-01 AUTH-02 missing-key-crashes': [
    'The guard reads a header that is not there.',
    insteadOf401((asked) => isOperation(asked) && asked.isKeyless, crash),
  ],
  'AUTH-01 AUTH-02 open-without-a-key': [
    'The guard was switched off for a trial; other credentials are still checked.',
    openTo(({ isKeyless }) => isKeyless),
    ['AUTH-01 create customer: no key', 'AUTH-02 list accounts: no key'],
  ],
  'AUTH-01 AUTH-02 empty-key-opens-the-service': [
    'The header exists, and the look-up takes an empty text for no filter.',
    openTo(({ headers }) => headers.get('api-key') === ''),
    ['AUTH-01 create customer: an empty key', 'AUTH-02 list accounts: an empty key'],
  ],
  'AUTH-02 cache-does-not-look-at-the-key': [
    'The cache before the guard keeps listings by address and tenant.',
    caching(
      (asked) => (asked.isListing && !asked.target.includes('?') ? asked.tenantId : undefined),
      ({ caller }) => caller !== undefined,
      isPlain,
    ),
  ],
  'AUTH-06 replay-before-the-key': [
    'The filter of Idempotency-Keys answers from its store, before the guard.',
    insteadOf401(
      ({ isCreation }) => isCreation,
      async (answer, asked) => (await asked.earlierWrite()?.answer) ?? answer,
    ),
    ofCreation(...withoutValidKey('a used idempotency key')),
  ],
  'AUTH-06 unknown-tenant-reported-before-the-key': [
    'The tenant chooses the database, and there is none of that name.',
    insteadOf401(
      (asked) => isOperation(asked) && asked.headers.has('x-tenant-id') && !asked.named,
      rejection(404, 'tenant_not_found', 'There is no such tenant.'),
    ),
    ofEach(...withoutValidKey('an unknown tenant id')),
  ],
  'AUTH-06 conditions-answered-before-the-key': [
    'The cache compares what a client has before it asks the guard.',
    insteadOf401((asked) => isOperation(asked) && /if-|range/.test([...asked.headers.keys()].join()), { status: 304 }),
    ['If-None-Match', 'If-Modified-Since', 'Range'].flatMap((name) => ofEach(`a random key, and ${name}`)),
  ],
  'AUTH-07 origin-is-not-guarded': [
    'The dashboard and its form run at the same address, so requests from there are trusted.',
    takenFor((asked) => {
      const isOwn = asked.header('origin').includes(asked.headers.get('host') ?? '?');
      return isOperation(asked) && asked.isKeyless && isOwn && asked.named;
    }),
    ofEach('no key, and an Origin'),
  ],
  'AUTH-07 rejection-names-an-account': [
    'The error page shows developers what was loaded before the guard ran.',
    insteadOf401(
      ({ isListing, named }) => isListing && named !== undefined,
      (answer, { named }) => withAnswerBody(answer, { loaded: [{ account: named?.accounts[0]?.id }] }),
    ),
    ['no key, while the same is requested with the valid one'],
  ],
  'AUTH-07 rejection-names-the-known-customer': [
    'The filter of Idempotency-Keys adds what it knows to every response.',
    afterwards(unauthorized, async (answer, asked) => {
      const earlier = await asked.earlierWrite()?.answer;
      return earlier ? withAnswerHeaders(answer, { location: earlier.headers?.location ?? '' }) : answer;
    }),
    ['no 401 holds an identity of the tenants, or the key that was sent'],
  ],
  'AUTH-07 rejection-echoes-the-key': [
    'The message quotes what it rejects, and ends in the logs of proxies.',
    insteadOf401(
      ({ apiKey }) => apiKey !== '',
      (answer, { apiKey }) => withAnswerBody(answer, { message: `The key ${apiKey} is not known.` }),
    ),
  ],
  'AUTH-07 preflight-is-the-second-tenant': [
    'A filter takes a preflight for some tenant; the guard only compares that with x-tenant-id.',
    (honest, { tenants: [, second] }) =>
      async (asked) => {
        const isPreflight = asked.isListing && asked.isKeyless && asked.headers.has('access-control-request-method');
        if (!isPreflight) return honest(asked);
        if (['', second.id].includes(asked.tenantId)) return honest(asked.by(second));
        return rejection(403, 'forbidden', 'Another tenant.');
      },
  ],
  'AUTH-07 authenticated-once-per-connection': [
    'The guard runs once a connection, as it did for sockets.',
    remembering<{ key: string }>(
      (asked, memory, honest) => {
        if (asked.owner) memory.key ??= asked.apiKey;
        return honest(asked.owner || !memory.key ? asked : asked.withHeader('api-key', memory.key));
      },
      ({ socket }) => socket,
    ),
    ['no key, right after a successful response on the same connection'],
  ],
  'AUTH-07 equal-addresses-under-way-are-joined': [
    'A filter before the guard joins them by address and tenant, each the first on its connection.',
    (honest, world) => {
      const used = new WeakSet<object>();
      const seen = new Set<string>();
      const again = new Set<Request>();
      const nameOf = (asked: Request) => {
        const isFirst = !used.has(asked.socket);
        used.add(asked.socket);
        if (!isFirst || !asked.isListing || !(asked.caller || isPlain(asked))) return undefined;
        const address = `${asked.target} ${asked.tenantId}`;
        if (asked.isKeyless && seen.has(address)) again.add(asked);
        if (asked.isKeyless) seen.add(address);
        return address;
      };
      return joining(nameOf, (asked) => again.has(asked))(honest, world);
    },
    ...timed,
  ],
  'AUTH-07 ACCT-02 edge-keeps-what-looks-static': [
    'The router drops what looks like the name of a file; the edge keeps it for everybody.',
    all(
      caching(
        ({ method, target }) => (method === 'GET' && /\.(css|js|png|ico)\b/.test(target) ? target : undefined),
        (_, answer) => succeeded(answer),
      ),
      beforehand((asked) => asked.with({ path: asked.path.replace(/(\/\w+)?\.\w+$/, '') })),
    ),
    [
      'no key, at addresses that an edge may keep, right after the valid one',
      'ACCT-02 at addresses that an edge may keep, right after the first tenant',
    ],
  ],
  'AUTH-08 rejected-write-is-carried-out': [
    'Handler and guard run side by side; the response is the guard’s.',
    (honest) => async (asked) => {
      const answer = await honest(asked);
      const tenant = answer.status === 401 && asked.isCreation ? asked.named : undefined;
      if (tenant) await honest(asked.by(tenant));
      return answer;
    },
    ['no key', 'a bad key'].map((key) => `rejected with ${key}, then sent with a valid one`),
  ],
  'AUTH-08 rejected-write-opens-an-account': [
    'The guard answers, and lacks a return: the handler writes the customer, and its answer is dropped.',
    openingAccounts((asked, answer) => stored(asked, answer) || (asked.isCreation && answer.status === 401)),
    ['accounts that a rejected write opens'],
  ],
  'AUTH-08 retry-after-a-rejection-crashes': [
    'The key is noted before the guard, and inserted again after it.',
    remembering<{ isNoted: boolean }>(
      (asked, memory, honest) => {
        if (!asked.caller) memory.isNoted ||= !asked.earlierWrite();
        return asked.caller && memory.isNoted ? crash : honest(asked);
      },
      ({ isCreation, named, idempotencyKey }) => (isCreation && named ? slot(named, idempotencyKey) : undefined),
    ),
  ],
  'AUTH-03 AUTH-04 any-key-accepted': [
    'The look-up of the key is a stub that was never replaced.',
    takenFor((asked, { tenants }) => {
      const keys = ['', ...tenants.flatMap(({ apiKey, publicKey }) => [apiKey, publicKey])];
      return !keys.includes(asked.apiKey) && asked.named;
    }),
    ofKeys('random, of the same shape'),
  ],
  'AUTH-03 AUTH-04 quote-in-key-crashes': [
    'The key is put into the query’s text, for a column of 200 characters. Nobody catches the error.',
    insteadOf401(({ apiKey }, world) => isStranger(apiKey, world) && /['"]|.{200}/.test(apiKey), crash),
    [...ofKeys('in single quotes'), ...ofKeys('before 256 more characters')],
  ],
  'AUTH-03 AUTH-04 key-of-another-length-is-a-bad-request': [
    'A validator of headers knows the form of a key, and runs before the guard.',
    insteadOf401(
      (asked, world) => isStranger(asked.apiKey, world) && asked.apiKey.length !== world.tenants[0].apiKey.length,
      rejection(400, 'bad_request', 'The Api-Key has another form.'),
    ),
  ],
  'AUTH-05 key-in-body-accepted': [
    'Parameters of address, body and forms are merged before the guard looks for the key.',
    takenFor(({ isKeyless, body }, { tenants }) => {
      const sent = [...values(parsed(body)), ...new URLSearchParams(body).values(), ...body.split('\r\n')];
      return isKeyless && tenants.find(({ apiKey }) => sent.includes(apiKey));
    }),
    ['the body', 'a form body', 'a multipart body'].flatMap((where) =>
      ofCreation(`the valid key in ${where}, and no key in its header`),
    ),
  ],
  'AUTH-05 session-cookie-opens-the-service': [
    'The framework’s sessions were left on.',
    sessions,
    ofEach('the cookies that responses have set, and no key in its header'),
  ],
  'AUTH-09 rotated-key-accepted': [
    'Rotation adds a key and does not remove the old one.',
    takenFor((asked, { tenants }) => tenants.find(({ revokedKey }) => revokedKey === asked.apiKey)),
    ofEach('the revoked key'),
  ],
});
