import { createHash, randomUUID } from 'node:crypto';
import {
  created,
  refused,
  succeeded,
  unauthorized,
  withAnswerBody,
  withAnswerHeaders,
  withMembers,
  withoutAnswerHeader,
} from '../answered.js';
import { isCreation, membersOf } from '../asked.js';
import { afterwards, pause, remembering } from '../rewrite.js';
import { json } from '../service.js';
import { creationAs, everyObject, listingAs, onRefusal, onReplay } from './shapes.js';
import { silences, type Variant } from './variant.js';

/** Shapes of answers that are near to those of a fault: what is new each time, what stands twice, what is missing. */
export const answerVariants: readonly Variant[] = silences({
  'two-identifiers': [
    'Fields of the customer in answers are not shown; there is a reference beside the id.',
    creationAs((customer) => ({
      ...customer,
      reference: `C-${createHash('sha256').update(String(customer.id)).digest('hex').slice(0, 10).toUpperCase()}`,
    })),
  ],
  'echo-of-the-request': [
    'Response shapes are not shown; the answer holds what was sent once more.',
    creationAs((customer, asked) => ({
      request: { body: membersOf(asked.body), tenant: asked.headers.get('x-tenant-id') },
      response: customer,
    })),
  ],
  'idempotency-key-shown': [
    'Response shapes are not shown; the answer names its Idempotency-Key.',
    creationAs((customer, asked) => ({ idempotency_key: asked.headers.get('idempotency-key'), customer })),
  ],
  'moment-of-birth': [
    'What an answer repeats is not shown; dates come back as moments.',
    creationAs((customer) => ({
      ...customer,
      ...(customer.date_of_birth ? { date_of_birth: `${customer.date_of_birth}T00:00:00.000Z` } : {}),
    })),
  ],
  'sequence-of-answers': [
    'Answers may hold what belongs to them; they are counted.',
    (honest, world) => {
      let sequence = 70_000;
      return everyObject((body) => ({ sequence: ++sequence, ...body }))(honest, world);
    },
  ],
  'tries-are-counted': [
    'What a repeat answers is not shown; it says how often the write was tried.',
    remembering<{ tries: number }>(async (asked, memory, honest) => {
      const answer = await honest(asked);
      if (!succeeded(answer)) return answer;
      memory.tries = (memory.tries ?? 0) + 1;
      return withMembers(answer, { attempt: memory.tries });
    }),
  ],
  'job-for-each-try': [
    'Response shapes are not shown; a creation is accepted as a job, a repeat as another one for the same customer.',
    afterwards(created, ({ headers }) => ({
      status: 202,
      headers: { 'content-type': 'application/json', 'x-request-id': headers?.['x-request-id'] ?? '' },
      body: JSON.stringify({ status: 'queued', job: { job_id: randomUUID(), queued_at: new Date().toISOString() } }),
    })),
  ],
  'repeat-says-so': [
    'What a repeat answers is not shown; it is a success that says nothing of the customer.',
    onReplay(() => json(200, { status: 'duplicate', request_id: randomUUID() })),
  ],
  'repeat-shows-less': [
    'What a repeat answers is not shown; it is a success with the id alone.',
    onReplay((answer) => withAnswerBody(answer, { id: membersOf(answer.body)?.id, replayed: true })),
  ],
  'repeat-without-a-mark': [
    'Headers of answers are not shown; a repeat is not marked.',
    onReplay((answer) => withoutAnswerHeader(answer, 'idempotency-replayed')),
  ],
  'broken-connection-undoes-the-write': [
    'What becomes of a broken request is not shown; it is as if it never was.',
    (honest) => async (asked) => {
      if (!isCreation(asked)) return honest(asked);
      await pause(30);
      return asked.gone.aborted ? { status: 499 } : honest(asked);
    },
  ],
  'refusals-in-plain-text': [
    'The shape of an error is not shown; apart from 401 it is text.',
    onRefusal((answer) => ({
      ...withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
      body: 'That cannot be done.',
    })),
  ],
  'refusals-are-200-among-envelopes': [
    'The shape of an error is not shown; success and rejection are one envelope under 200, apart from 401.',
    afterwards(
      (_, answer) => succeeded(answer) || refused(answer),
      (answer) => {
        const ok = succeeded(answer);
        const body = { success: ok, code: ok ? 0 : answer.status, result: ok ? membersOf(answer.body) : null };
        return withAnswerBody({ ...answer, status: 200 }, { ...body, request_id: randomUUID() });
      },
    ),
  ],
  'unauthorized-as-a-problem': [
    'The shape of an error is not shown; a 401 is a problem document.',
    afterwards(unauthorized, (answer) =>
      withAnswerHeaders(withAnswerBody(answer, { type: 'about:blank', title: 'Unauthorized', status: 401 }), {
        'content-type': 'application/problem+json; charset=utf-8',
      }),
    ),
  ],
  'listing-null-for-empty': [
    'That a tenant has accounts is not stated; nobody has one yet, which is null.',
    listingAs(() => ({ data: null, count: 0 })),
  ],
  'listing-of-one-account-each': [
    'How many accounts a tenant has is not stated; each has one.',
    listingAs((accounts) => ({ data: accounts.slice(0, 1) })),
  ],
});
