import { randomUUID } from 'node:crypto';
import type { Wrap } from '../change.js';
import { afterwards, created, isCreation, membersOf, pause, slotOf, succeeded, withAnswerBody } from '../rewrite.js';
import { type Answer, type Asked, json, refusal } from '../service.js';
import type { Variant } from './variant.js';

/** Changes the answer of a repeat. */
const onReplay = (change: (answer: Answer) => Answer): Wrap =>
  afterwards((asked, answer) => created(asked, answer) && answer.headers?.['idempotency-replayed'] === 'true', change);

const repeats = (id: string, freedom: string, change: (answer: Answer) => Answer): Variant => ({
  id,
  freedom: `What a repeat answers is not shown; ${freedom}`,
  wrap: onReplay(change),
});
const already = (status: number) => () => refusal(status, 'already_done', 'This write was done before.');

/** What a second try of a write gets: none of it is shown. */
export const repeatVariants: readonly Variant[] = [
  repeats('repeat-answers-200', 'it is the first answer under 200.', (answer) => ({ ...answer, status: 200 })),
  repeats('repeat-answers-204', 'there is nothing to say.', () => ({ status: 204 })),
  repeats('repeat-answers-412', 'a precondition does not hold.', already(412)),
  repeats('repeat-answers-409', 'it is a conflict.', already(409)),
  repeats('repeat-answers-422', 'it cannot be processed.', already(422)),
  repeats('repeat-answers-425', 'it is too early.', already(425)),
  repeats('repeat-names-the-customer-in-a-conflict', 'it is a conflict that names the customer.', (answer) =>
    refusal(409, 'already_done', 'This write was done before.', { customer_id: membersOf(answer.body)?.id }),
  ),
  repeats('repeat-says-so', 'it is a success that says nothing of the customer.', () =>
    json(200, { status: 'duplicate', request_id: randomUUID() }),
  ),
  repeats('repeat-shows-less', 'it is a success with the id alone.', (answer) =>
    withAnswerBody(answer, { id: membersOf(answer.body)?.id, replayed: true }),
  ),
  {
    id: 'repeat-without-a-mark',
    freedom: 'Headers of answers are not shown; a repeat is not marked.',
    wrap: onReplay(({ headers = {}, ...answer }) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'idempotency-replayed')),
    })),
  },
  {
    id: 'concurrent-try-is-a-conflict',
    freedom: 'What a repeat answers is not shown; while the first try runs it is a conflict.',
    wrap: (honest, world) => {
      const running = new Set<string>();
      return async (asked) => {
        const name = slotOf(asked, world);
        if (!name) return honest(asked);
        if (running.has(name)) return refusal(409, 'in_progress', 'The first try is still running.');
        running.add(name);
        try {
          await pause(20);
          return await honest(asked);
        } finally {
          running.delete(name);
        }
      };
    },
  },
  {
    id: 'broken-connection-undoes-the-write',
    freedom: 'What becomes of a broken request is not shown; it is as if it never was.',
    wrap: (honest) => async (asked) => {
      if (!isCreation(asked)) return honest(asked);
      await pause(30);
      return asked.gone.aborted ? { status: 499 } : honest(asked);
    },
  },
  {
    id: 'refusals-are-stored-too',
    freedom: 'What a repeat answers is not shown; a refusal is given again, whatever comes under its key.',
    wrap: (honest, world) => {
      const stored = new Map<string, Answer>();
      return async (asked) => {
        const name = slotOf(asked, world);
        const known = name ? stored.get(name) : undefined;
        if (known) return known;
        const answer = await honest(asked);
        if (name && !succeeded(answer)) stored.set(name, answer);
        return answer;
      };
    },
  },
  {
    id: 'other-body-gets-the-first-answer',
    freedom: 'What the same key with another body gets is not shown; it is the first answer.',
    wrap: (honest, world) => {
      const firsts = new Map<string, Asked>();
      return async (asked) => {
        const name = slotOf(asked, world);
        const first = name ? firsts.get(name) : undefined;
        const answer = await honest(first ?? asked);
        if (name && !first && succeeded(answer)) firsts.set(name, asked);
        return answer;
      };
    },
  },
  {
    id: 'idempotency-key-optional',
    freedom: 'What a POST without Idempotency-Key gets is not shown; it is let in.',
    wrap: (honest) => (asked) =>
      honest(asked.headers.get('idempotency-key') ? asked : { ...asked, headers: new Map([...asked.headers, ['idempotency-key', randomUUID()]]) }),
  },
  ...[
    ['idempotency-key-a-uuid', 'it has to be a UUID of version 4.', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i] as const,
    ['idempotency-key-of-36-characters', 'it has 36 characters at most.', /^.{1,36}$/] as const,
    ['idempotency-key-of-64-characters', 'it has 64 characters at most.', /^.{1,64}$/] as const,
  ].map(
    ([id, rule, form]): Variant => ({
      id,
      freedom: `The form of an Idempotency-Key is not shown; ${rule}`,
      wrap: (honest, world) => async (asked) =>
        slotOf(asked, world) && !form.test(asked.headers.get('idempotency-key') ?? '')
          ? refusal(400, 'idempotency_key_malformed', 'This Idempotency-Key is not of the form that is taken here.')
          : honest(asked),
    }),
  ),
  {
    id: 'idempotency-key-read-as-a-uuid',
    freedom: 'The form of an Idempotency-Key is not shown; a UUID is one in either letter case.',
    wrap: (honest) => (asked) => {
      const key = asked.headers.get('idempotency-key');
      return honest(key && /^[0-9a-f-]{36}$/i.test(key) ? { ...asked, headers: new Map([...asked.headers, ['idempotency-key', key.toLowerCase()]]) } : asked);
    },
  },
];
