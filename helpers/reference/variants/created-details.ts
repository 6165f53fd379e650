import { createHash, randomUUID } from 'node:crypto';
import type { Wrap } from '../change.js';
import { afterwards, created, type Members, membersOf, slotOf, succeeded, withAnswerBody, withAnswerHeaders } from '../rewrite.js';
import type { Answer } from '../service.js';
import type { Variant } from './variant.js';

const onEvery = (change: (answer: Answer, body: Members) => Answer): Wrap =>
  afterwards(
    (_, answer) => membersOf(answer.body) !== undefined,
    (answer) => change(answer, membersOf(answer.body) ?? {}),
  );

/** Adds to every JSON answer something that is new each time. */
const adds = (id: string, freedom: string, more: (body: Members, answer: Answer) => Members): Variant => ({
  id,
  freedom,
  wrap: onEvery((answer, body) => withAnswerBody(answer, more(body, answer))),
});

const now = () => new Date().toISOString();
const sum = (text: string) => createHash('sha256').update(text).digest('hex');

/** What belongs to the answer and not to the customer: it may differ each time. */
export const createdDetails: readonly Variant[] = [
  adds('request-id-in-the-body', 'Answers may hold what belongs to them; this one shows a request id.', (body) => ({
    ...body,
    request_id: randomUUID(),
  })),
  adds('trace-at-several-depths', 'Answers may hold what belongs to them, at any depth.', (body) => ({
    ...body,
    meta: { trace: { id: randomUUID(), span: sum(randomUUID()).slice(0, 16) }, server_time: now() },
    debug: [{ node: `node-${Math.floor(Math.random() * 3)}`, took_ms: Math.random() }],
  })),
  adds('envelope-with-an-id-of-its-own', 'Answers may hold what belongs to them; the outer id is that of the answer.', (body) => ({
    id: randomUUID(),
    object: 'response',
    timestamp: Date.now(),
    data: body,
  })),
  adds('signature-in-the-body', 'Answers may hold what belongs to them; each is signed anew.', (body) => ({
    ...body,
    signature: sum(`${JSON.stringify(body)}${randomUUID()}`),
    nonce: randomUUID(),
  })),
  {
    id: 'headers-of-all-kinds',
    freedom: 'Headers of answers are not shown; there are many, new each time.',
    wrap: afterwards(
      () => true,
      (answer) =>
        withAnswerHeaders(answer, {
          etag: `"${sum(randomUUID()).slice(0, 20)}"`,
          'x-correlation-id': randomUUID(),
          'x-served-by': `cache-${Math.floor(Math.random() * 9)}`,
          'x-signature': sum(randomUUID()),
          'server-timing': `db;dur=${Math.random()}`,
          'strict-transport-security': 'max-age=31536000',
          'ratelimit-remaining': String(Math.floor(Math.random() * 1000)),
        }),
    ),
  },
  {
    id: 'sequence-of-answers',
    freedom: 'Answers may hold what belongs to them; they are counted.',
    wrap: (honest, world) => {
      let sequence = 70_000;
      return onEvery((answer, body) => {
        sequence += 1;
        return withAnswerBody(answer, { sequence, ...body });
      })(honest, world);
    },
  },
  {
    id: 'tries-are-counted',
    freedom: 'What a repeat answers is not shown; it says how often the write was tried.',
    wrap: (honest, world) => {
      const tries = new Map<string, number>();
      return async (asked) => {
        const answer = await honest(asked);
        const name = slotOf(asked, world);
        if (!name || !created(asked, answer)) return answer;
        const number = (tries.get(name) ?? 0) + 1;
        tries.set(name, number);
        return withAnswerBody(answer, { ...membersOf(answer.body), attempt: number });
      };
    },
  },
  {
    id: 'created-at-is-now',
    freedom: 'What a repeat answers is not shown; moments are those of the answer.',
    wrap: afterwards(created, (answer) => withAnswerBody(answer, { ...membersOf(answer.body), created_at: now(), updated_at: now() })),
  },
  {
    id: 'job-for-each-try',
    freedom: 'Response shapes are not shown; a creation is accepted as a job, a repeat as another one for the same customer.',
    wrap: afterwards(created, ({ headers }) => ({
      status: 202,
      headers: { 'content-type': 'application/json', 'x-request-id': headers?.['x-request-id'] ?? '' },
      body: JSON.stringify({ status: 'queued', job: { job_id: randomUUID(), queued_at: now() } }),
    })),
  },
  {
    id: 'pretty-printed',
    freedom: 'White space of JSON means nothing.',
    wrap: afterwards(
      (_, answer) => succeeded(answer),
      (answer) => ({ ...answer, body: `\n${JSON.stringify(JSON.parse(answer.body ?? 'null'), null, 4)}\n` }),
    ),
  },
  {
    id: 'escaped-json',
    freedom: 'JSON may write any sign as an escape; this one does so with all but letters and digits.',
    wrap: afterwards(
      (_, answer) => succeeded(answer),
      (answer) => ({
        ...answer,
        body: (answer.body ?? '').replaceAll(/[@+/-](?=[^"]*"(?:[^"]*"[^"]*")*[^"]*$)/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
      }),
    ),
  },
];
