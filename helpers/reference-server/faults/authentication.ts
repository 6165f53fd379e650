import type { Answer } from '../answer.js';
import { crash, keyNeeded } from '../answered.js';
import {
  caller,
  customerWith,
  header,
  isCreation,
  isListing,
  isUsed,
  keyOf,
  membersOf,
  namedTenant,
  onlyTheKeyDecides,
  parsed,
  withHeader,
  withoutApiKey,
} from '../asked.js';
import { wrongMembers } from '../customer-form.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, both, instead } from '../rewrite.js';
import { json, type Request, refusal } from '../service.js';
import { type State, slot } from '../state.js';

type Condition = (asked: Request, world: State) => boolean;

const insteadOf401 = (when: Condition, answer: Parameters<typeof afterwards>[1]): Middleware =>
  afterwards((asked, { status }, world) => status === 401 && when(asked, world), answer);

const isOperation = (asked: Request) => isCreation(asked) || isListing(asked);
const empty = (asked: Request) => asked.headers.get('api-key') === '';
const one = (status: number, code: string) => refusal(status, code, 'This request was refused.');

const withoutKey =
  (operation: (asked: Request) => boolean, how: (asked: Request) => boolean = withoutApiKey): Condition =>
  (asked, world) =>
    operation(asked) && how(asked) && onlyTheKeyDecides(asked, world);

/** Accepts a request as the tenant that it names; the Idempotency-Key of a stranger is kept apart. */
const letIn =
  (when: Condition): Middleware =>
  (honest, world) =>
    insteadOf401(when, (_, asked) => {
      const apart = keyOf(asked) ? withHeader(asked, 'idempotency-key', `anonymous ${keyOf(asked)}`) : asked;
      return honest(withHeader(apart, 'api-key', namedTenant(asked, world)?.apiKey));
    })(honest, world);

const isJson = (asked: Request) => /^application\/json/i.test(header(asked, 'content-type'));
const malformed = (asked: Request) =>
  isCreation(asked) && isJson(asked) && asked.body !== '' && parsed(asked.body) === undefined;

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
    if (answer.status === 401 && tenant && isCreation(asked))
      await honest(store(withHeader(asked, 'api-key', tenant.apiKey)));
    return answer;
  };

const uniqueAddresses = instead(
  (asked, world) => {
    const tenant = isCreation(asked) && !isUsed(asked, world) ? caller(asked, world) : undefined;
    return tenant !== undefined && customerWith('email', asked, tenant) !== undefined;
  },
  refusal(409, 'email_taken', 'Known already.'),
);

/** AUTH-01, AUTH-02, AUTH-06 and AUTH-08. */
export const authenticationFaults: readonly Fault[] = [
  ...breaking(['AUTH-01'], {
    'creation-open-without-key': [
      'The route was added without the guard; what looks like a credential elsewhere is still checked.',
      letIn(withoutKey(isCreation)),
    ],
    'empty-key-creates': [
      'The guard asks whether the header is there, and the look-up takes an empty text for no filter.',
      letIn(withoutKey(isCreation, empty)),
    ],
  }),
  ...breaking(['AUTH-01', 'AUTH-02'], {
    'missing-key-is-a-bad-request': [
      'Required headers are checked by a validator, which answers 400 for all of them.',
      insteadOf401(withoutKey(isOperation), one(400, 'header_missing')),
    ],
    'missing-key-crashes': [
      'The guard reads the header without a look whether it is there, whatever else the request holds.',
      insteadOf401((asked) => isOperation(asked) && withoutApiKey(asked), crash),
    ],
  }),
  ...breaking(['AUTH-02'], {
    'listing-open-without-key': [
      'The listing went through a trial without a guard, and the tenant id alone opens it.',
      letIn(withoutKey(isListing)),
    ],
    'empty-key-lists': [
      'The guard asks whether the header is there, and the look-up takes an empty text for no filter.',
      letIn(withoutKey(isListing, empty)),
    ],
    'listing-without-key-is-empty': [
      'Without a caller the query finds no rows, which is taken for protection enough.',
      insteadOf401(withoutKey(isListing), json(200, { data: [] })),
    ],
  }),
  ...breaking(['AUTH-06'], {
    'malformed-json-reported-before-the-key': [
      'The parser of bodies runs before the guard.',
      insteadOf401(malformed, one(400, 'malformed_json')),
    ],
    'malformed-json-reported-before-a-bad-key': [
      'The gateway asks for a key, the service behind it parses, and only then looks the key up.',
      insteadOf401((asked) => malformed(asked) && !withoutApiKey(asked), one(400, 'malformed_json')),
    ],
    'invalid-members-reported-before-the-key': [
      'The schema of the body belongs to the route, and the guard to the handler behind it.',
      insteadOf401(
        (asked) => isCreation(asked) && wrongMembers(membersOf(asked.body) ?? {}).length > 3,
        one(422, 'invalid'),
      ),
    ],
    'empty-body-reported-before-the-key': [
      'The gateway rejects writes without a body.',
      insteadOf401((asked) => isCreation(asked) && asked.body === '', one(400, 'body_missing')),
    ],
    'content-type-reported-before-the-key': [
      'The router picks handlers by media type, before any guard.',
      insteadOf401(
        (asked) => isCreation(asked) && asked.body !== '' && !isJson(asked),
        one(415, 'unsupported_media_type'),
      ),
    ],
    'missing-idempotency-key-reported-before-the-key': [
      'The filter of Idempotency-Keys stands in front of the guard.',
      insteadOf401(
        (asked) => isCreation(asked) && !asked.headers.has('idempotency-key'),
        one(400, 'idempotency_key_missing'),
      ),
    ],
    'replay-before-the-key': [
      'The filter of Idempotency-Keys stands in front of the guard, and answers from its store.',
      insteadOf401(
        (asked, world) => isCreation(asked) && isUsed(asked, world),
        async (_, asked, world) => {
          const tenant = namedTenant(asked, world);
          const known = tenant && world.writes.get(slot(tenant, keyOf(asked)));
          return (await known?.answer) ?? keyNeeded;
        },
      ),
    ],
    'missing-tenant-reported-before-the-key': [
      'The tenant chooses the database, so it is asked for first.',
      insteadOf401((asked) => isOperation(asked) && !asked.headers.has('x-tenant-id'), one(400, 'tenant_missing')),
    ],
    'unknown-tenant-reported-before-the-key': [
      'The tenant chooses the database, and there is none of that name.',
      insteadOf401(
        (asked, world) => isOperation(asked) && asked.headers.has('x-tenant-id') && !namedTenant(asked, world),
        one(404, 'tenant_not_found'),
      ),
    ],
  }),
  ...breaking(['AUTH-08'], {
    'rejected-write-is-carried-out': [
      'Handler and guard run side by side, and the answer of the guard is the one that is sent.',
      carriedOut(),
    ],
    'rejected-write-takes-the-address': [
      'The customer is stored by another service, which trusts whoever calls it, and knows an address once.',
      both(
        carriedOut((asked) => withHeader(asked, 'idempotency-key', `unchecked ${keyOf(asked)}`)),
        uniqueAddresses,
      ),
    ],
    'refusal-of-a-bad-key-burns-the-idempotency-key': [
      'The Idempotency-Key is noted together with the digest of the Api-Key that came first.',
      burnt(
        (asked) => !withoutApiKey(asked),
        refusal(422, 'idempotency_key_reused', 'This Idempotency-Key belongs to another request.'),
      ),
    ],
    'retry-after-a-refusal-crashes': [
      'The key is noted before the guard, and noted again without a look whether it is there.',
      burnt(() => true, crash),
    ],
    'refusal-is-replayed-to-the-valid-key': [
      'Answers are stored whatever their status, and the store is asked before the guard.',
      burnt(() => true, keyNeeded),
    ],
  }),
];
