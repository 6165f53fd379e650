import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { created, isRepeated, refused, withMembers, withoutAnswerHeader } from '../answered.js';
import { isUsed, keyOf, membersOf, withBody } from '../asked.js';
import { afterwards, both, counter, pause, remembering } from '../rewrite.js';
import { json, refusal } from '../service.js';
import { creationAs, onReplay, reshaped, withoutBody } from './shapes.js';
import { silences, type Variant } from './variant.js';

const repeatRefused = (status: number) =>
  onReplay(() => refusal(status, 'repeated', 'This Idempotency-Key was used before.'));

const inProgress = refusal(409, 'in_progress', 'Another try is running.');

/** Errors: behaviour when a POST request repeats an Idempotency-Key. */
export const replayVariants: readonly Variant[] = silences({
  'replay-200': [
    'What a repeat gets is not shown: 200 where the first try got 201.',
    onReplay((answer) => ({ ...answer, status: 200 })),
  ],
  'creation-202-replay-200': [
    'What a repeat gets is not shown: 202 at first, and 200 with the same customer once it is there.',
    afterwards(created, (answer) => ({ ...answer, status: isRepeated(answer) ? 200 : 202 })),
  ],
  'creation-as-a-job-replay-as-the-customer': [
    'What a repeat gets is not shown: 202 with a job at first, and 200 with the customer once it is there.',
    afterwards(created, (answer) => {
      if (isRepeated(answer)) return { ...answer, status: 200 };
      return { ...reshaped(answer, { id: `job_${randomUUID()}`, state: 'queued' }), status: 202 };
    }),
  ],
  'replay-204': [
    'What a repeat gets is not shown: 204, since there is nothing new to tell.',
    onReplay((answer) => ({ ...withoutBody(reshaped(answer, '')), status: 204 })),
  ],
  'replay-409': ['What a repeat gets is not shown: a conflict.', repeatRefused(409)],
  'replay-422': ['What a repeat gets is not shown: 422.', repeatRefused(422)],
  'replay-425': ['What a repeat gets is not shown: 425, too early.', repeatRefused(425)],
  'replay-409-that-names-the-customer': [
    'What a repeat gets is not shown: a conflict with the customer that is there already.',
    onReplay((answer) => refusal(409, 'repeated', 'Created before.', { customer_id: membersOf(answer.body)?.id })),
  ],
  'replay-in-another-shape': [
    'What a repeat gets is not shown: a note, with the first customer within it.',
    onReplay((answer) => ({
      ...withoutAnswerHeader(
        reshaped(answer, { replayed: true, original: { customer: { id: membersOf(answer.body)?.id } } }),
        'location',
      ),
      status: 200,
    })),
  ],
  'replay-names-the-customer-in-a-link': [
    'What a repeat gets is not shown: a note with the address of the first customer, and a request id.',
    onReplay((answer) => ({
      ...withoutAnswerHeader(
        reshaped(answer, {
          note: 'done',
          resource: `/v1/customers/${membersOf(answer.body)?.id}`,
          requestId: randomUUID(),
        }),
        'location',
      ),
      status: 200,
    })),
  ],
  'replay-in-another-shape-after-a-while': [
    'What a repeat gets is not shown: the first answer while it is in a cache, and then a note of the customer.',
    (honest, world) => {
      const tries = counter();
      const note = onReplay((answer) => reshaped(answer, { known_as: membersOf(answer.body)?.id }))(honest, world);
      return (asked) => (tries(keyOf(asked)) > 4 ? note(asked) : honest(asked));
    },
  ],
  'replay-says-so-in-its-body': [
    'What a repeat gets is not shown: the first answer with a member that says that it is one.',
    onReplay((answer) => withMembers(answer, { replayed: true })),
  ],
  'replay-with-the-time-as-created-at': [
    'What a repeat gets is not shown: the record as it is read now, with the time of reading.',
    creationAs((customer) => ({ ...customer, created_at: new Date().toISOString() })),
  ],
  'replay-with-a-request-id-of-its-own': [
    'Members of answers are not shown: each answer has an identifier of its own beside the customer.',
    creationAs((customer) => ({ id: randomUUID(), request_id: randomUUID(), customer })),
  ],
  'replay-shows-the-present-state': [
    'States and what a repeat gets are not shown: the customer moves on between the tries.',
    afterwards(created, (answer) =>
      withMembers(answer, isRepeated(answer) ? { status: 'active', version: 2 } : { status: 'pending', version: 1 }),
    ),
  ],
  'replay-with-another-body-answered-as-the-first': [
    'The same key with another body is not shown: the first answer is given, the body is not looked at.',
    remembering<{ first: string }>(async (asked, memory, honest) => {
      if (memory.first && membersOf(asked.body)) return honest(withBody(asked, membersOf(memory.first)));
      const answer = await honest(asked);
      if (answer.status === 201) memory.first = asked.body;
      return answer;
    }),
  ],
  'concurrent-tries-409': [
    'What a repeat gets is not shown: while the first try runs, a conflict at once.',
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
    'What a repeat gets is not shown: a rejection is kept like any other answer, whatever is sent next.',
    remembering<{ kept: Answer }>(async (asked, memory, honest, world) => {
      if (memory.kept) return memory.kept;
      const answer = await honest(asked);
      // The rejection of a second body is none of the first write, whose answer stays.
      if (refused(answer) && !isUsed(asked, world)) memory.kept = answer;
      return answer;
    }),
  ],
  'replay-409-for-a-while': [
    'What a repeat gets is not shown: a conflict for a while, and each answer has an id of its own beside the customer’s.',
    { customerId: (uuid) => `C-${uuid}` },
    both(
      creationAs(({ id: reference }) => ({ id: randomUUID(), reference })),
      remembering<{ since: number }>(async (asked, memory, honest) => {
        if (memory.since !== undefined && performance.now() - memory.since < 300) return inProgress;
        const answer = await honest(asked);
        if (answer.status === 201) memory.since ??= performance.now();
        return answer;
      }),
    ),
  ],
  // The customer goes by the identity of its job, so that what was handed out can be read back.
  'creation-and-replay-as-a-job': [
    'The answer’s shape is not shown: 202 with a job, which is the same for each try.',
    { customerId: (uuid) => `job_${uuid}` },
    afterwards(created, (answer) => json(202, { job: { id: membersOf(answer.body)?.id, state: 'queued' } })),
  ],
});
