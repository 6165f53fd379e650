import { createHash } from 'node:crypto';
import { created, reshaped, succeeded } from '../answered.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { membersOf, otherThan, type Request } from '../request.js';
import { afterwards, all, beforehand, each, joining, remembering, takenFor } from '../rewrite.js';
import { canonical, rejection, wrongMembers } from '../service.js';
import { type Answer, slot, type Tenant } from '../state.js';

const conflict = (message: string, more: Record<string, unknown>) =>
  rejection(409, 'idempotency_key_used', message, more);

/** A server that finds a write by a part of its key: `another` answers what comes under another key of the same part. */
const readsPart = (
  part: (key: string) => string,
  another: (asked: Request, first: Request, honest: (asked: Request) => Promise<Answer>) => Promise<Answer>,
): Middleware =>
  remembering<{ first: Request }>(
    async (asked, memory, honest) => {
      if (memory.first && memory.first.idempotencyKey !== asked.idempotencyKey)
        return another(asked, memory.first, honest);
      const answer = await honest(asked);
      if (succeeded(answer)) memory.first = asked;
      return answer;
    },
    (asked) => asked.withHeader('idempotency-key', part(asked.idempotencyKey)).slot,
  );

/** The first write under such a part answers for all that are valid. */
const takesForOne = (part: (key: string) => string): Middleware =>
  readsPart(part, (asked, first, honest) => honest(wrongMembers(asked.members).length === 0 ? first : asked));

/** So few values that a run of some fifty customers meets one of them twice. */
const shortDigest = (key: string): string => String(createHash('sha256').update(key).digest().readUInt32BE() % 64);

/** What the other tenant wrote under the key of a creation, unless the caller wrote the very same. */
const acrossTenants =
  (answer: (theirs: Answer, isSameBody: boolean) => Answer | undefined): Middleware =>
  (honest, world) =>
  async (asked) => {
    const own = asked.slot === undefined ? undefined : asked.caller;
    const print = canonical(asked.members);
    const write = own && world.writes.get(slot(otherThan(own, world), asked.idempotencyKey));
    if (!write || world.writes.get(slot(own, asked.idempotencyKey))?.print === print) return honest(asked);
    return answer(await write.answer, write.print === print) ?? honest(asked);
  };

/** A creation is the write of the tenant whose id is found in it, whoever's the key is. */
const believes = (idIn: (asked: Request, own: Tenant) => unknown): Middleware =>
  takenFor((asked, world) => {
    const own = asked.isCreation ? asked.owner : undefined;
    return own && world.tenants.find(({ id }) => id === idIn(asked, own));
  });

const lastTenantHeader = ({ rawHeaders }: Request): string | undefined =>
  rawHeaders.findLast((_, at) => at % 2 === 1 && /^x-tenant-id$/i.test(rawHeaders[at - 1] ?? ''));

const sentByTheSecond = (how: string) => `a key of the first tenant, sent by the second with ${how}`;

/** IDEM-04 and IDEM-05: which keys are one, and whose they are. */
export const idempotencyKeyFaults: readonly Fault[] = [
  ...breaking(['IDEM-04'], {
    'key-cut-to-36-characters': ['The column was made for a UUID.', takesForOne((key) => key.slice(0, 36))],
    'key-kept-as-a-short-digest': [
      'A digest of the key is cut to six bits, to save memory; the customer has a reference in place of an id.',
      all(
        afterwards(created, (answer) => {
          const { id: reference, ...members } = membersOf(answer.body) ?? {};
          return reshaped(answer, { reference, ...members });
        }),
        takesForOne(shortDigest),
      ),
      ['keys of the whole run'],
    ],
    'short-digest-of-key-names-the-customer': [
      'A digest of the key is cut to six bits, and a conflict says whom it found.',
      readsPart(shortDigest, async (_, first, honest) =>
        conflict('This key belongs to another write.', { customer_id: membersOf((await honest(first)).body)?.id }),
      ),
      ['keys of the whole run'],
    ],
    'long-keys-have-no-effect': [
      'What the column cannot hold is not stored, and nothing says so.',
      beforehand((asked) =>
        asked.idempotencyKey.length > 64
          ? asked.withHeader('idempotency-key', `${asked.idempotencyKey.slice(0, 8)}${Math.random()}`)
          : asked,
      ),
    ],
  }),
  ...breaking(['IDEM-05'], {
    ...each(acrossTenants, {
      'replay-across-tenants': [
        'The cache of answers is keyed by the Idempotency-Key alone.',
        (theirs) => theirs,
        [...['the same body', 'another body'].map(sentByTheSecond), 'a key that both tenants send at the same time'],
      ],
      'conflict-quotes-the-other-tenants-customer': [
        'The unique index spans all tenants, and the conflict quotes the stored body for comparison.',
        (theirs, isSameBody) =>
          isSameBody
            ? undefined
            : conflict('This key came with another body.', { email: membersOf(theirs.body)?.email }),
        [],
      ],
    }),
    ...each(believes, {
      'tenant-of-the-body-believed-in-creations': [
        'The body is spread over what the guard has found out, and has a member of the same name.',
        ({ body }) => membersOf(body)?.tenant_id,
        [sentByTheSecond('the first one’s tenant id in the query and the body')],
      ],
      'second-tenant-header-believed-in-creations': [
        'The gateway checks the first header of the name, the service reads the last.',
        lastTenantHeader,
        [sentByTheSecond('the first one’s tenant id in a second header')],
      ],
      'tenant-of-the-header-believed-in-creations': [
        'Listings compare key and header; creations, written later, take the tenant from its header.',
        (asked) => asked.tenantId,
        [sentByTheSecond('the first one’s tenant id')],
      ],
    }),
    'tries-under-way-are-joined-by-their-key-alone': [
      'Answers are kept for each tenant; a try that is still being worked on is shared by its Idempotency-Key.',
      joining(
        (asked) => (asked.slot ? asked.idempotencyKey : undefined),
        (asked, first) => asked.apiKey !== first.apiKey,
      ),
      [],
      { isTimed: true },
    ],
  }),
];
