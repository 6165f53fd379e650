import { createHash } from 'node:crypto';
import type { Answer } from '../answer.js';
import { created, succeeded, withMembers } from '../answered.js';
import { caller, keyOf, membersOf, otherThan, slotOf, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, beforehand, counter, each } from '../rewrite.js';
import { canonical, json, type Request, refusal } from '../service.js';
import { type State, slot, type Write } from '../state.js';

const conflict = (message: string, more: Record<string, unknown>) =>
  refusal(409, 'idempotency_key_used', message, more);

/** A server that reads only a part of each key: the first write under that part answers for all. */
const readsPart =
  (part: (key: string) => string): Middleware =>
  (honest, world) => {
    const firsts = new Map<string, Request>();
    return async (asked) => {
      const name = slotOf(withHeader(asked, 'idempotency-key', part(keyOf(asked))), world);
      const first = name ? firsts.get(name) : undefined;
      if (first && keyOf(first) !== keyOf(asked)) return honest(first);
      const answer = await honest(asked);
      if (name && succeeded(answer)) firsts.set(name, asked);
      return answer;
    };
  };

/** So few values that a run of some fifty customers meets one of them twice. */
const shortDigest = (key: string): string => String(createHash('sha256').update(key).digest().readUInt32BE() % 128);

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

/** A server that finds a write by the beginning of its key: the first one found answers. */
const findsByBeginning: Middleware = (honest, world) => {
  const firsts = new Map<string, Request>();
  return async (asked) => {
    const name = slotOf(asked, world);
    const known = name === undefined ? undefined : [...firsts.keys()].find((one) => one.startsWith(name));
    const answer = await honest((known !== undefined && firsts.get(known)) || asked);
    if (name !== undefined && known === undefined && succeeded(answer)) firsts.set(name, asked);
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

/** One try across tenants names the other's customer by its identity alone; the others are rejections. */
const atTheSecondTry = (theirs: Answer, _: Request, __: string, tries: number) =>
  tries === 2
    ? json(201, { id: membersOf(theirs.body)?.id })
    : refusal(425, 'idempotency_key_in_use', 'A request with this Idempotency-Key is being worked on.');

/** IDEM-04 and IDEM-05: which keys are one, and whose they are. */
export const idempotencyKeyFaults: readonly Fault[] = [
  ...breaking(['IDEM-04'], {
    ...each(readsPart, {
      'key-cut-to-36-characters': ['The column was made for a UUID.', (key) => key.slice(0, 36)],
      'key-cut-to-64-characters': ['The column was made for a digest.', (key) => key.slice(0, 64)],
      'key-read-as-a-number': [
        'The key is parsed as a hexadecimal number, which ends at the first hyphen.',
        (key) => key.slice(0, 8),
      ],
      'last-part-of-key-compared': [
        'Keys are shown by their last characters, and stored as they are shown.',
        (key) => key.slice(-8),
      ],
      'last-character-of-idempotency-key-dropped': ['An index that ends one too early.', (key) => key.slice(0, -1)],
      'digits-of-key-alone-compared': [
        'The key is made a number for a column of numbers.',
        (key) => key.replace(/\D/g, ''),
      ],
      'punctuation-of-key-left-out': [
        'Keys are names of files, without the characters that a file may not have.',
        (key) => key.replace(/[^A-Za-z0-9]/g, ''),
      ],
      'key-kept-as-a-short-digest': ['A digest of the key is cut to seven bits, to save memory.', shortDigest],
      'first-character-of-idempotency-key-dropped': [
        'A prefix of one character was stripped, and is no longer sent.',
        (key) => key.slice(1),
      ],
    }),
    'short-digest-of-key-names-the-customer': [
      'A digest of the key is cut to seven bits, and a conflict says whom it found.',
      clashing(shortDigest),
    ],
    'key-found-by-its-beginning': [
      'Keys are searched in the cache by a pattern with a star at its end.',
      findsByBeginning,
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
      'replay-across-tenants': ['The cache of answers is keyed by the Idempotency-Key alone.', (theirs) => theirs],
      'replay-across-tenants-of-the-same-body': [
        'The cache of answers is keyed by the Idempotency-Key and a digest of the body.',
        (theirs, asked, print) => (canonical(membersOf(asked.body)) === print ? theirs : undefined),
      ],
      'conflict-names-the-other-tenants-customer': [
        'The unique index spans all tenants, and the conflict says what it collided with.',
        (theirs) => conflict('This key belongs to another write.', { resource: theirs.headers?.location }),
      ],
      'replay-across-tenants-at-the-second-try': [
        'The first try waits for a replica; once it has caught up, its answer is everybody’s.',
        atTheSecondTry,
      ],
      'conflict-quotes-the-other-tenants-customer': [
        'The unique index spans all tenants, and the conflict quotes the stored body for comparison.',
        (theirs, asked, print) =>
          canonical(membersOf(asked.body)) === print
            ? undefined
            : conflict('This key came with another body.', { email: membersOf(theirs.body)?.email }),
      ],
      'conflict-tells-when-the-other-tenant-used-the-key': [
        'The unique index spans all tenants, and the conflict shows the row without its identifier.',
        (theirs) => conflict('This key belongs to another write.', { at: membersOf(theirs.body)?.created_at }),
      ],
    }),
  }),
  ...breaking(['CUST-23'], {
    'creation-shows-customers-whose-key-two-tenants-used': [
      'A key that two tenants use is logged as suspicious, and a creation shows the log to whoever used none of these.',
      afterwards(created, async (answer, asked, world) => {
        const [first, second] = world.tenants;
        const isOfBoth = (key: string) => [first, second].every((tenant) => world.writes.has(slot(tenant, key)));
        if (caller(asked, world) !== second || isOfBoth(keyOf(asked))) return answer;
        const names = [...world.writes.keys()].filter((name) => name.startsWith(slot(first, '')));
        const shared = names.filter((name) => isOfBoth(name.slice(slot(first, '').length)));
        const answers = await Promise.all(shared.map((name) => world.writes.get(name)?.answer));
        return withMembers(answer, { log: answers.flatMap((one) => membersOf(one?.body)?.id ?? []) });
      }),
      // Only there do both tenants use one key.
      { with: ['IDEM-05'] },
    ],
  }),
];
