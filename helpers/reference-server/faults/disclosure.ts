import { createCustomer, listAccounts } from '../../../schemas/fsapi/operations.js';
import type { Answer } from '../answer.js';
import { unauthorized, withAnswerBody, withAnswerHeaders } from '../answered.js';
import { caller, isCreation, isListing, isUsed, keyOf, namedTenant, withHeader, withoutApiKey } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, each } from '../rewrite.js';
import type { Request } from '../service.js';
import { type State, slot } from '../state.js';

/** Some say it only in rejections of a creation, or of a used key. */
const inEachRejection: Pick<Fault, 'with'> = { with: ['AUTH-03', 'AUTH-06'] };

const message = (text: string) => ({ error: { code: 'unauthorized', message: text } });
const accountOf = (asked: Request, world: State) => namedTenant(asked, world)?.accounts[0]?.id;

/** A way to the listing that the guard does not watch. */
const sideDoor =
  (opens: (asked: Request) => boolean, shows = (answer: Answer) => answer): Middleware =>
  (honest, world) =>
  async (asked) => {
    const named = namedTenant(asked, world);
    if (!withoutApiKey(asked) || !named || !opens(asked)) return honest(asked);
    const inside = withHeader(asked, 'api-key', named.apiKey);
    return shows(await honest({ ...inside, method: 'GET', path: listAccounts.path }));
  };

const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];

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

/** A way to creations that the guard does not watch. */
const creationBeside =
  (opens: (asked: Request) => boolean): Middleware =>
  (honest, world) =>
  async (asked) => {
    const named = asked.method === 'POST' && withoutApiKey(asked) ? namedTenant(asked, world) : undefined;
    if (!named || !opens(asked)) return honest(asked);
    return honest({ ...withHeader(asked, 'api-key', named.apiKey), path: createCustomer.path });
  };

/** A spelling of the path that the router reads as the listing, and the guard does not. */
const spelt = (path: string) => sideDoor((asked) => asked.method === 'GET' && asked.target === `/v1/${path}`);

/** AUTH-07: what a rejection, or a door beside the guard, gives away. */
export const disclosureFaults: readonly Fault[] = [
  ...breaking(['AUTH-02'], {
    'cache-does-not-look-at-the-key': [
      'The cache in front of the guard keeps listings by address and tenant; once one was good, all are.',
      (honest, world) => {
        const kept = new Map<string, Answer>();
        return async (asked) => {
          const tenant = isListing(asked) && !asked.target.includes('?') ? asked.headers.get('x-tenant-id') : undefined;
          const plain = ![...asked.headers.keys()].some((name) => /api-key|authorization|cookie/.test(name));
          const held = tenant && plain ? kept.get(tenant) : undefined;
          if (held) return withAnswerHeaders(held, { age: '7', via: '1.1 cache' });
          const answer = await honest(asked);
          if (tenant && caller(asked, world)) kept.set(tenant, answer);
          return answer;
        };
      },
    ],
  }),
  ...breaking(['AUTH-07'], {
    'refusal-names-an-account': [
      'The error page for developers prints what was loaded for the tenant before the guard ran.',
      afterwards(unauthorized, (answer, asked, world) =>
        isListing(asked) && accountOf(asked, world)
          ? withAnswerBody(answer, { ...message('Not allowed.'), loaded: [{ account: accountOf(asked, world) }] })
          : answer,
      ),
      inEachRejection,
    ],
    'refusal-names-the-known-customer': [
      'The filter of Idempotency-Keys adds what it knows to every answer, rejections included.',
      afterwards(unauthorized, async (answer, asked, world) => {
        const tenant = namedTenant(asked, world);
        if (!tenant || !isCreation(asked) || !isUsed(asked, world)) return answer;
        const known = await world.writes.get(slot(tenant, keyOf(asked)))?.answer;
        return withAnswerHeaders(answer, { location: known?.headers?.location ?? '' });
      }),
      inEachRejection,
    ],
    'refusal-echoes-the-key': [
      'The message quotes what it rejects, and ends in the logs of everybody in between.',
      afterwards(unauthorized, (answer, asked) => {
        const sent = asked.headers.get('api-key');
        return sent ? withAnswerBody(answer, message(`The key ${sent} is not known.`)) : answer;
      }),
      inEachRejection,
    ],
    'head-is-not-guarded': [
      'The guard is put on GET and POST; HEAD is answered by the handler of GET, whose links stand in the headers.',
      sideDoor(
        (asked) => asked.method === 'HEAD' && asked.path === listAccounts.path,
        (answer) => {
          const ids = [...(answer.body ?? '').matchAll(/"id":"([^"]+)"/g)].map(
            ([, id]) => `</v1${listAccounts.path}/${id}>; rel="item"`,
          );
          return withAnswerHeaders(answer, { link: ids.join(', ') });
        },
      ),
    ],
    'slash-at-the-end-is-not-guarded': [
      'The guard compares paths, the router forgives a slash.',
      sideDoor((asked) => asked.method === 'GET' && asked.path === `${listAccounts.path}/`),
    ],
    'doubled-slash-is-not-guarded': [
      'The guard compares paths as they were sent, the router tidies them first.',
      sideDoor(
        (asked) =>
          asked.method === 'GET' &&
          /\/\//.test(asked.target) &&
          asked.target.replaceAll(/\/{2,}/g, '/') === `/v1${listAccounts.path}`,
      ),
    ],
    'options-is-not-guarded': [
      'The guard lets every preflight request pass, and the router answers it with the handler of GET.',
      sideDoor((asked) => asked.method === 'OPTIONS' && asked.path === listAccounts.path),
    ],
    'method-override-is-not-guarded': [
      'The guard lets preflight requests pass, and looks at the method that a header claims.',
      sideDoor(
        (asked) =>
          asked.path.replace(/\/$/, '') === listAccounts.path && overrides.some((name) => asked.headers.has(name)),
      ),
    ],
    'query-is-not-guarded': [
      'Pages were added later, as a route of their own, without the guard.',
      sideDoor((asked) => isListing(asked) && asked.query.has('limit')),
    ],
    'export-is-not-guarded': [
      'The export for spreadsheets has a handler of its own, without the guard.',
      sideDoor(
        (asked) => isListing(asked) && /text\/csv/.test(asked.headers.get('accept') ?? ''),
        (answer) => ({
          ...answer,
          headers: { 'content-type': 'text/csv' },
          body: (answer.body ?? '').replaceAll('},', '\n'),
        }),
      ),
    ],
    'this-machine-is-not-guarded': [
      'Requests from the machine itself need no key, and a header says where they are from.',
      sideDoor((asked) => isListing(asked) && asked.headers.get('x-forwarded-for') === '127.0.0.1'),
    ],
    'origin-is-not-guarded': [
      'The dashboard runs at the same address, and browsers say where a request is from.',
      sideDoor(
        (asked) => isListing(asked) && asked.headers.get('origin')?.includes(asked.headers.get('host') ?? '?') === true,
      ),
    ],
    'headers-of-a-preflight-are-not-guarded': [
      'The guard lets preflight requests pass, and knows them by a header, whatever the method.',
      sideDoor((asked) => isListing(asked) && asked.headers.has('access-control-request-method')),
    ],
    'what-is-below-the-listing-is-not-guarded': [
      'The guard compares the path, the router takes whatever begins with it.',
      sideDoor((asked) => asked.method === 'GET' && asked.path.startsWith(`${listAccounts.path}/`)),
    ],
    'authenticated-once-per-connection': [
      'The guard runs when a connection opens, as it did for sockets, and what follows is trusted.',
      (honest, world) => {
        const keys = new Map<number, string>();
        return async (asked) => {
          const own = asked.headers.get('api-key') ?? '';
          if (world.tenantsOf(own).length > 0) keys.set(asked.connection, keys.get(asked.connection) ?? own);
          const known = keys.get(asked.connection);
          const isTrusted = known !== undefined && world.tenantsOf(own).length === 0;
          return honest(isTrusted ? withHeader(asked, 'api-key', known) : asked);
        };
      },
    ],
    ...each(creationBeside, {
      'slash-at-the-end-of-a-creation-is-not-guarded': [
        'The guard compares paths, the router forgives a slash.',
        ({ path }) => path === `${createCustomer.path}/`,
      ],
      'what-is-below-creations-is-not-guarded': [
        'The guard compares the path, the router takes whatever begins with it.',
        ({ path }) => path.startsWith(`${createCustomer.path}/`),
      ],
      'origin-of-a-creation-is-not-guarded': [
        'The form for new customers is a page in a browser, and the service accepts it by its Origin.',
        (asked) => isCreation(asked) && asked.headers.has('origin'),
      ],
    }),
    'refusal-over-what-the-connection-held': [
      'The buffer of a connection is used again, and the guard sets a status without clearing it.',
      stale,
    ],
    ...each(spelt, {
      'capitals-are-not-guarded': ['The guard compares paths with letter case, the router without.', 'ACCOUNTS'],
      'a-capital-is-not-guarded': ['The guard compares paths with letter case, the router without.', 'Accounts'],
      'encoded-letter-is-not-guarded': [
        'The guard compares paths as they were sent, the router decodes.',
        '%61ccounts',
      ],
      'encoded-slash-is-not-guarded': [
        'The guard compares before decoding, the router strips after it.',
        'accounts%2F',
      ],
      'matrix-parameter-is-not-guarded': [
        'The router cuts a path at its semicolon, the guard does not.',
        'accounts;v=1',
      ],
      'semicolon-at-the-end-is-not-guarded': ['The router drops empty parameters of a path.', 'accounts;'],
      'extension-is-not-guarded': ['The framework reads an extension as the media type.', 'accounts.json'],
    }),
  }),
];
