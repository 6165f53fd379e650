import { randomBytes } from 'node:crypto';
import type { Middleware } from '../middleware.js';
import {
  afterwards,
  beforehand,
  caller,
  isListing,
  namedTenant,
  succeeded,
  withAnswerHeaders,
  withHeader,
} from '../rewrite.js';
import { refusal } from '../service.js';
import { letters } from '../state.js';
import type { Variant } from './variant.js';

/** Reads keys by what they mean: two spellings of one meaning are one key. Undefined for what has none. */
const readAs = (meaning: (key: string) => string | undefined): Middleware =>
  beforehand((asked, world) => {
    const sent = meaning(asked.headers.get('api-key') ?? '');
    const owner = sent === undefined ? undefined : world.tenants.find(({ apiKey }) => meaning(apiKey) === sent);
    return owner ? withHeader(asked, 'api-key', owner.apiKey) : asked;
  });

const keyed = (id: string, freedom: string, secretKey: () => string, wrap?: Middleware): Variant => ({
  id,
  freedom: `The form of a key is not shown; ${freedom}`,
  server: { secretKey },
  ...(wrap && { middleware: wrap }),
});

const lower = (form: RegExp) => (key: string) => (form.test(key) ? key.toLowerCase() : undefined);
const decoded = (form: RegExp) => (key: string) =>
  form.test(key) ? Buffer.from(key, 'base64').toString('hex') : undefined;

const ownTenant: Middleware = beforehand((asked, world) => {
  const [own] = world.tenantsOf(asked.headers.get('api-key'));
  return own ? withHeader(asked, 'x-tenant-id', own.id) : asked;
});

/** How a service behaves around its answers, and keys of other forms. */
export const mannerVariants: readonly Variant[] = [
  {
    id: 'lock-out-after-bad-keys',
    freedom: 'Limits are not shown; after twenty bad keys even the right one is rejected for a while.',
    middleware: (honest) => {
      let bad = 0;
      return async (asked) => {
        const answer = await honest(asked);
        if (answer.status === 401 && asked.headers.get('api-key')) bad += 1;
        return bad > 20 ? refusal(401, 'locked', 'Try again later.') : answer;
      };
    },
  },
  {
    id: 'head-not-allowed',
    freedom: 'What an unsupported method gets is not shown; HEAD is one.',
    middleware: (honest, world) => async (asked) =>
      asked.method === 'HEAD' && caller(asked, world)
        ? refusal(405, 'method_not_allowed', 'This address takes another method.')
        : honest(asked),
  },
  {
    id: 'method-override-obeyed',
    freedom: 'What an unsupported method gets is not shown; a header may name another, for those with a key.',
    middleware: (honest, world) => (asked) => {
      const method = asked.headers.get('x-http-method-override');
      return honest(method && caller(asked, world) ? { ...asked, method } : asked);
    },
  },
  {
    id: 'open-to-scripts-of-other-origins',
    freedom: 'Headers of answers are not shown; these let scripts of any page read them.',
    middleware: afterwards(
      () => true,
      (answer) => withAnswerHeaders(answer, { 'access-control-allow-origin': '*', vary: 'Origin', server: 'bank/1.0' }),
    ),
  },
  {
    id: 'deprecation-announced',
    freedom: 'The policy for new versions is not shown; successes announce the end of this one.',
    middleware: afterwards(
      (_, answer) => succeeded(answer),
      (answer) => withAnswerHeaders(answer, { deprecation: '@1893456000', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' }),
    ),
  },
  keyed(
    'key-in-hexadecimal-capitals',
    'it is written in capitals and read in either letter case.',
    () => randomBytes(20).toString('hex').toUpperCase(),
    readAs(lower(/^[0-9a-f]{40}$/i)),
  ),
  keyed(
    'key-in-base64url',
    'it is base64 for addresses, decoded before it is compared.',
    () => randomBytes(32).toString('base64url'),
    readAs(decoded(/^[A-Za-z0-9_-]{43}$/)),
  ),
  keyed(
    'key-of-many-signs',
    'it holds signs of all kinds.',
    () => `k~${letters(6)}!#$&'*+.^|${letters(20)}:/?=@${letters(6)}`,
  ),
  keyed('short-key', 'it has twelve characters.', () => letters(12)),
  {
    id: 'tenant-not-needed',
    freedom: 'What a request without x-tenant-id gets is not shown; the key tells, and another’s id is rejected.',
    middleware: (honest, world) => (asked) =>
      asked.headers.has('x-tenant-id') ? honest(asked) : ownTenant(honest, world)(asked),
  },
  {
    id: 'unknown-tenant-is-a-bad-request',
    freedom: 'What an unknown x-tenant-id gets is not shown; it is malformed.',
    middleware: afterwards(
      (asked, { status }) => isListing(asked) && status === 403,
      () => refusal(400, 'tenant_malformed', 'No such thing.'),
    ),
  },
  {
    id: 'only-strangers-are-not-found',
    freedom: 'What an unknown x-tenant-id gets is not shown; one that exists is forbidden, others are not found.',
    middleware: (honest, world) => async (asked) => {
      const answer = await honest(asked);
      const stranger = answer.status === 403 && !namedTenant(asked, world);
      return stranger ? refusal(404, 'tenant_not_found', 'There is none of that name.') : answer;
    },
  },
];
