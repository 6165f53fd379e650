import { randomUUID } from 'node:crypto';
import { created, isRepeated, rejected, reshaped } from '../answered.js';
import { isCreation, isUsed, keyOf, membersOf, slotOf, withBody, withHeader } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { afterwards, all, beforehand, counter, each, instead, pause, remembering } from '../rewrite.js';
import type { Answer } from '../service.js';
import { rejection } from '../service.js';
import { creationAs, onReplay } from '../shapes.js';

const repeatRefused = (status: number) =>
  onReplay(() => rejection(status, 'repeated', 'This Idempotency-Key was used before.'));

const inProgress = rejection(409, 'in_progress', 'Another try is running.');

/** Rejects creations whose Idempotency-Key is not of the form. */
const demands = (form: RegExp) =>
  instead(
    (asked, world) => slotOf(asked, world) !== undefined && !form.test(keyOf(asked)),
    rejection(400, 'idempotency_key_malformed', 'The Idempotency-Key is not of the form that is taken here.'),
  );

/** Errors: a POST request that repeats an Idempotency-Key. Limits: the scope of a key. */
export const replayVariants: readonly Variant[] = [
  ...silence('What a repeat gets is not shown', {
    'creation-202-replay-200': [
      '202 at first, and 200 with the same customer once it is there.',
      afterwards(created, (answer) => ({ ...answer, status: isRepeated(answer) ? 200 : 202 })),
    ],
    'creation-as-a-job-replay-as-the-customer': [
      '202 with a job at first, and 200 with the customer once it is there.',
      afterwards(created, (answer) => {
        if (isRepeated(answer)) return { ...answer, status: 200 };
        return { ...reshaped(answer, { id: `job_${randomUUID()}`, state: 'queued' }), status: 202 };
      }),
    ],
    ...each(repeatRefused, {
      'replay-422': ['422.', 422],
    }),
    'replay-409-and-no-identity': [
      'a conflict, and a creation says that all went well, and nothing else.',
      all(
        repeatRefused(409),
        creationAs(() => ({ status: 'ok' })),
      ),
    ],
    'replay-in-another-shape-after-a-while': [
      'the first answer while it is in a cache, and then a note of the customer.',
      (honest, world) => {
        const tries = counter();
        const note = onReplay((answer) => reshaped(answer, { known_as: membersOf(answer.body)?.id }))(honest, world);
        return (asked) => (tries(keyOf(asked)) > 4 ? note(asked) : honest(asked));
      },
    ],
    ...each(creationAs, {
      'replay-with-a-request-id-of-its-own': [
        'each answer has an identifier of its own beside the customer.',
        (customer) => ({ id: randomUUID(), request_id: randomUUID(), customer }),
      ],
    }),
    'replay-with-another-body-answered-as-the-first': [
      'the first answer is given to another body too, which is not looked at.',
      remembering<{ first: string }>(async (asked, memory, honest) => {
        if (memory.first && membersOf(asked.body)) return honest(withBody(asked, membersOf(memory.first)));
        const answer = await honest(asked);
        if (answer.status === 201) memory.first = asked.body;
        return answer;
      }),
    ],
    'concurrent-tries-409': [
      'while the first try runs, a conflict at once.',
      remembering<{ isRunning: boolean }>(async (asked, memory, honest) => {
        if (memory.isRunning) return inProgress;
        memory.isRunning = true;
        await pause(40);
        return honest(asked).finally(() => {
          memory.isRunning = false;
        });
      }),
    ],
    'refusals-kept-under-the-key': [
      'a rejection is kept like any other answer, whatever is sent next.',
      remembering<{ kept: Answer }>(async (asked, memory, honest, world) => {
        if (memory.kept) return memory.kept;
        const answer = await honest(asked);
        // The rejection of a second body is none of the first write, whose answer stays.
        if (rejected(asked, answer) && !isUsed(asked, world)) memory.kept = answer;
        return answer;
      }),
    ],
    'replay-409-for-a-while': [
      'a conflict for a while, and each answer has an id of its own beside the customer’s.',
      { customerId: (uuid) => `C-${uuid}` },
      all(
        creationAs(({ id: reference }) => ({ id: randomUUID(), reference })),
        remembering<{ since: number }>(async (asked, memory, honest) => {
          if (memory.since !== undefined && performance.now() - memory.since < 300) return inProgress;
          const answer = await honest(asked);
          if (answer.status === 201) memory.since ??= performance.now();
          return answer;
        }),
      ),
    ],
  }),
  ...silence('What becomes of a broken request is not shown', {
    'broken-connection-undoes-the-write': [
      'it is as if it never was.',
      (honest) => async (asked) => {
        if (!isCreation(asked)) return honest(asked);
        await pause(30);
        return asked.gone.aborted ? { status: 499 } : honest(asked);
      },
    ],
  }),
  ...silence('What gets lost between the service and its client is not shown', {
    'answers-lost-after-a-rejected-key': [
      'four times the answer to a write is lost whose first try had an invalid Api-Key.',
      (honest) => {
        const rejected = new Set<string>();
        let lost = 0;
        return async (asked) => {
          const answer = await honest(asked);
          if (isCreation(asked) && answer.status === 401) rejected.add(keyOf(asked));
          const isLost = created(asked, answer) && lost < 4 && rejected.delete(keyOf(asked));
          lost += isLost ? 1 : 0;
          return isLost ? { ...answer, dropped: true } : answer;
        };
      },
    ],
  }),
  ...silence('The form of an Idempotency-Key is not shown', {
    'idempotency-key-optional': [
      'a creation without one is accepted, and cannot be repeated.',
      beforehand((asked) =>
        isCreation(asked) && keyOf(asked) === '' ? withHeader(asked, 'idempotency-key', randomUUID()) : asked,
      ),
    ],
    ...each(demands, {
      'idempotency-key-has-to-be-a-uuid-v4': [
        'it is a UUID of version 4.',
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
      ],
    }),
  }),
  ...silence('The scope of an Idempotency-Key is not shown', {
    'idempotency-keys-of-all-tenants-are-one-set': [
      'one that another tenant used is rejected, without a reason.',
      (honest, world) => {
        const owners = new Map<string, string>();
        return async (asked) => {
          const name = slotOf(asked, world);
          const key = keyOf(asked);
          if (!name) return honest(asked);
          if ((owners.get(key) ?? name) !== name)
            return rejection(409, 'conflict', 'Another Idempotency-Key is needed.');
          const answer = await honest(asked);
          if (answer.status < 300) owners.set(key, name);
          return answer;
        };
      },
    ],
  }),
];
