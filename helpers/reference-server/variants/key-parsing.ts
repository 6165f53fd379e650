import { randomBytes } from 'node:crypto';
import { listingForbidden, succeeded, withAnswerHeaders } from '../answered.js';
import { caller, header, namedTenant, ofItsKey, withHeader } from '../asked.js';
import type { Middleware } from '../middleware.js';
import { afterwards, beforehand, everyHeader, instead } from '../rewrite.js';
import { refusal } from '../service.js';
import { letters } from '../state.js';
import { silences, type Variant } from './variant.js';

/** Reads keys by what they mean: two spellings of one meaning are one key. Undefined for what has none. */
const readAs = (meaning: (key: string) => string | undefined): Middleware =>
  beforehand((asked, world) => {
    const sent = meaning(asked.headers.get('api-key') ?? '');
    const owner = sent === undefined ? undefined : world.tenants.find(({ apiKey }) => meaning(apiKey) === sent);
    return owner ? withHeader(asked, 'api-key', owner.apiKey) : asked;
  });

const lower = (form: RegExp) => (key: string) => (form.test(key) ? key.toLowerCase() : undefined);
const decoded = (form: RegExp) => (key: string) =>
  form.test(key) ? Buffer.from(key, 'base64').toString('hex') : undefined;

/** How a service behaves around its answers, and keys of other forms. */
export const mannerVariants: readonly Variant[] = silences({
  'lock-out-after-bad-keys': [
    'Limits are not shown; after twenty bad keys even the right one is rejected for a while.',
    (honest) => {
      let bad = 0;
      return async (asked) => {
        const answer = await honest(asked);
        if (answer.status === 401 && asked.headers.get('api-key')) bad += 1;
        return bad > 20 ? refusal(401, 'locked', 'Try again later.') : answer;
      };
    },
  ],
  'head-not-allowed': [
    'What an unsupported method gets is not shown; HEAD is one.',
    instead(
      (asked, world) => asked.method === 'HEAD' && caller(asked, world) !== undefined,
      refusal(405, 'method_not_allowed', 'This address takes another method.'),
    ),
  ],
  'method-override-obeyed': [
    'What an unsupported method gets is not shown; a header may name another, for those with a key.',
    beforehand((asked, world) => {
      const method = header(asked, 'x-http-method-override');
      return method && caller(asked, world) ? { ...asked, method } : asked;
    }),
  ],
  'open-to-scripts-of-other-origins': [
    'Headers of answers are not shown; these let scripts of any page read them.',
    everyHeader(() => ({ 'access-control-allow-origin': '*', vary: 'Origin', server: 'bank/1.0' })),
  ],
  'deprecation-announced': [
    'The policy for new versions is not shown; successes announce the end of this one.',
    afterwards(
      (_, answer) => succeeded(answer),
      (answer) => withAnswerHeaders(answer, { deprecation: '@1893456000', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' }),
    ),
  ],
  'key-in-hexadecimal-capitals': [
    'The form of a key is not shown; it is written in capitals and read in either letter case.',
    { secretKey: () => randomBytes(20).toString('hex').toUpperCase() },
    readAs(lower(/^[0-9a-f]{40}$/i)),
  ],
  'key-in-base64url': [
    'The form of a key is not shown; it is base64 for addresses, decoded before it is compared.',
    { secretKey: () => randomBytes(32).toString('base64url') },
    readAs(decoded(/^[A-Za-z0-9_-]{43}$/)),
  ],
  'key-of-many-signs': [
    'The form of a key is not shown; it holds signs of all kinds.',
    { secretKey: () => `k~${letters(6)}!#$&'*+.^|${letters(20)}:/?=@${letters(6)}` },
  ],
  'short-key': ['The form of a key is not shown; it has twelve characters.', { secretKey: () => letters(12) }],
  'tenant-not-needed': [
    'What a request without x-tenant-id gets is not shown; the key tells, and another’s id is rejected.',
    beforehand((asked, world) => (asked.headers.has('x-tenant-id') ? asked : ofItsKey(asked, world))),
  ],
  'unknown-tenant-is-a-bad-request': [
    'What an unknown x-tenant-id gets is not shown; it is malformed.',
    afterwards(listingForbidden, refusal(400, 'tenant_malformed', 'No such thing.')),
  ],
  'only-strangers-are-not-found': [
    'What an unknown x-tenant-id gets is not shown; one that exists is forbidden, others are not found.',
    afterwards(
      (asked, { status }, world) => status === 403 && !namedTenant(asked, world),
      refusal(404, 'tenant_not_found', 'There is none of that name.'),
    ),
  ],
});
