import { createHash } from 'node:crypto';
import { succeeded, withAnswerBody } from '../answered.js';
import {
  caller,
  header,
  isCreation,
  keyOf,
  membersOf,
  otherThan,
  owner,
  sentBy,
  slotOf,
  withHeader,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, all, beforehand, believingTheHeader, counter, each, joining } from '../rewrite.js';
import { type Answer, canonical, type Request, rejection, wrongMembers } from '../service.js';
import { type State, slot, type Tenant, type Write } from '../state.js';

const conflict = (message: string, more: Record<string, unknown> = {}) =>
  rejection(409, 'idempotency_key_used', message, more);

/** A server that reads only a part of each key: the first write under that part answers for all that are valid. */
const readsPart =
  (part: (key: string) => string): Middleware =>
  (honest, world) => {
    const firsts = new Map<string, Request>();
    return async (asked) => {
      const name = slotOf(withHeader(asked, 'idempotency-key', part(keyOf(asked))), world);
      const first = name ? firsts.get(name) : undefined;
      const isValid = wrongMembers(membersOf(asked.body)).length === 0;
      if (first && isValid && keyOf(first) !== keyOf(asked)) return honest(first);
      const answer = await honest(asked);
      if (name && succeeded(answer)) firsts.set(name, asked);
      return answer;
    };
  };

/** So few values that a run of some fifty customers meets one of them twice. */
const shortDigest = (key: string): string => String(createHash('sha256').update(key).digest().readUInt32BE() % 128);

/** Creations whose customer is known by a member that does not say so. */
const calledReference = afterwards(
  (asked, answer) => isCreation(asked) && succeeded(answer),
  ({ headers: { location: _, ...headers } = {}, ...answer }) => {
    const { id: reference, ...members } = membersOf(answer.body) ?? {};
    return withAnswerBody({ ...answer, headers }, { reference, ...members });
  },
);

/** A server that finds a write by a part of its key, and rejects another one by the name of the customer that it found. */
const clashing =
  (part: (key: string) => string): Middleware =>
  (honest, world) => {
    const firsts = new Map<string, { readonly key: string; readonly answer: Answer }>();
    return async (asked) => {
      const name = slotOf(withHeader(asked, 'idempotency-key', part(keyOf(asked))), world);
      const first = name ? firsts.get(name) : undefined;
      if (first && first.key !== keyOf(asked))
        return conflict('This key belongs to another write.', { customer_id: membersOf(first.answer.body)?.id });
      const answer = await honest(asked);
      if (name && succeeded(answer)) firsts.set(name, { key: keyOf(asked), answer });
      return answer;
    };
  };

/** What the other tenant wrote under this key, unless the caller wrote the very same. */
function ofTheOther(asked: Request, world: State): Write | undefined {
  const own = caller(asked, world);
  if (!own || !slotOf(asked, world)) return undefined;
  const [mine, theirs] = [own, otherThan(own, world)].map((tenant) => world.writes.get(slot(tenant, keyOf(asked))));
  return mine?.print === canonical(membersOf(asked.body)) ? undefined : theirs;
}

const acrossTenants =
  (answer: (theirs: Answer, asked: Request, print: string, tries: number) => Answer | undefined): Middleware =>
  (honest, world) => {
    const tries = counter();
    return async (asked) => {
      const write = ofTheOther(asked, world);
      if (!write) return honest(asked);
      return answer(await write.answer, asked, write.print, tries(keyOf(asked))) ?? honest(asked);
    };
  };

const acrossKeys = {
  fails: [
    'of the first tenant, sent by the second with the same body',
    'of the first tenant, sent by the second with another body',
    'that both tenants send at the same time',
  ].map((key) => `IDEM-05 a key ${key}`),
};

const isOfAnotherKey = (asked: Request, first: Request) => header(asked, 'api-key') !== header(first, 'api-key');

const sentByTheSecond = (check: string) => ({
  fails: [`IDEM-05 a key of the first tenant, sent by the second with ${check}`],
});

/** Takes the tenant from where `nameOf` finds one, and asks of the key only that it is somebody's. */
const actsFor = (when: (asked: Request) => boolean, nameOf: (asked: Request, own: Tenant) => unknown): Middleware =>
  beforehand((asked, world) => {
    const own = when(asked) ? owner(asked, world) : undefined;
    const named = own && world.tenants.find(({ id }) => id === nameOf(asked, own));
    return named ? sentBy(asked, named) : asked;
  });

const tenantHeaders = ({ rawHeaders }: Request): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && /^x-tenant-id$/i.test(rawHeaders[at - 1] ?? ''));

const secondTenantHeader = (asked: Request) => tenantHeaders(asked).slice(1).at(-1);

/** IDEM-04 and IDEM-05: which keys are one, and whose they are. */
export const idempotencyKeyFaults: readonly Fault[] = [
  ...breaking(['IDEM-04'], {
    'key-cut-to-36-characters': ['The column was made for a UUID.', readsPart((key) => key.slice(0, 36))],
    'key-kept-as-a-short-digest': ['A digest of the key is cut to seven bits, to save memory.', readsPart(shortDigest)],
    'key-kept-as-a-short-digest-beside-a-reference': [
      'The same, where the customer has a number of its own in place of an id.',
      all(calledReference, readsPart(shortDigest)),
      { fails: ['IDEM-04 keys of the whole run'] },
    ],
    'short-digest-of-key-names-the-customer': [
      'A digest of the key is cut to seven bits, and a conflict says whom it found.',
      clashing(shortDigest),
      { fails: ['IDEM-04 keys of the whole run'] },
    ],
    'long-keys-have-no-effect': [
      'What the column cannot hold is not stored, and nothing says so.',
      beforehand((asked) =>
        keyOf(asked).length > 64
          ? withHeader(asked, 'idempotency-key', `${keyOf(asked).slice(0, 8)}${Math.random()}`)
          : asked,
      ),
    ],
  }),
  ...breaking(['IDEM-05'], {
    ...each(acrossTenants, {
      'replay-across-tenants': [
        'The cache of answers is keyed by the Idempotency-Key alone.',
        (theirs) => theirs,
        acrossKeys,
      ],
      'replay-across-tenants-of-the-same-body': [
        'The cache of answers is keyed by the Idempotency-Key and a digest of the body.',
        (theirs, asked, print) => (canonical(membersOf(asked.body)) === print ? theirs : undefined),
      ],
      'conflict-names-the-other-tenants-customer': [
        'The unique index spans all tenants, and the conflict says what it collided with.',
        (theirs) => conflict('This key belongs to another write.', { resource: theirs.headers?.location }),
      ],
      'conflict-quotes-the-other-tenants-customer': [
        'The unique index spans all tenants, and the conflict quotes the stored body for comparison.',
        (theirs, asked, print) =>
          canonical(membersOf(asked.body)) === print
            ? undefined
            : conflict('This key came with another body.', { email: membersOf(theirs.body)?.email }),
      ],
    }),
    'tenant-of-the-body-believed-in-creations': [
      'The body is spread over what the guard has found out, and has a member of the same name.',
      actsFor(isCreation, ({ body }) => membersOf(body)?.tenant_id),
      sentByTheSecond('the first one’s tenant id in the query and the body'),
    ],
    'second-tenant-header-believed-in-creations': [
      'The gateway checks the first header of the name, the service reads the last.',
      actsFor(isCreation, secondTenantHeader),
      sentByTheSecond('the first one’s tenant id in a second header'),
    ],
    'tenant-of-the-header-believed-in-creations': [
      'Listings compare key and header; creations, written later, take the tenant from its header.',
      believingTheHeader(isCreation),
      sentByTheSecond('the first one’s tenant id'),
    ],
    'tries-under-way-are-joined-by-their-key-alone': [
      'Answers are kept for each tenant; a try that is still being worked on is shared by its Idempotency-Key.',
      joining((asked, world) => (slotOf(asked, world) ? keyOf(asked) : undefined), isOfAnotherKey),
      { isTimed: true },
    ],
  }),
];
