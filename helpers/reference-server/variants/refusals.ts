import { randomUUID } from 'node:crypto';
import { afterwards, membersOf, unauthorized, withAnswerHeaders } from '../rewrite.js';
import { json } from '../service.js';
import { messageOf, onRefusal, onRefusedCreation, withoutBody } from './shapes.js';
import type { Variant } from './variant.js';

const refusals = (status: number): Variant => ({
  id: `refusals-${status}`,
  freedom: `Statuses of refusals other than 401 are not shown: all of them are ${status}.`,
  middleware: onRefusal((answer) => ({ ...answer, status })),
});

/** Errors: shape of the error body, and status codes for other conditions than 401. */
export const refusalVariants: readonly Variant[] = [
  refusals(400),
  refusals(403),
  refusals(404),
  refusals(409),
  refusals(418),
  {
    id: 'refusals-without-a-body',
    freedom: 'The shape of the error body is not shown: there is none.',
    middleware: onRefusal(withoutBody),
  },
  {
    id: 'refusals-as-an-array',
    freedom: 'The shape of the error body is not shown: it is a list.',
    middleware: onRefusal((answer) => ({ ...answer, body: JSON.stringify([{ message: messageOf(answer) }]) })),
  },
  {
    id: 'refusals-as-problems',
    freedom: 'The shape of the error body is not shown: problem details of RFC 9457, each with its own instance.',
    middleware: afterwards(
      (_, { status }) => status >= 400,
      (answer) =>
        json(
          answer.status,
          { type: 'about:blank', title: 'Refused', status: answer.status, instance: `urn:uuid:${randomUUID()}` },
          { ...answer.headers, 'content-type': 'application/problem+json' },
        ),
    ),
  },
  {
    id: 'refusals-in-json-api-with-an-id',
    freedom: 'The shape of the error body is not shown: each error has an identifier of its own.',
    middleware: onRefusal((answer) => ({
      ...answer,
      body: JSON.stringify({ id: randomUUID(), errors: [{ id: randomUUID(), title: messageOf(answer) }] }),
    })),
  },
  {
    id: 'refusals-repeat-what-was-sent',
    freedom: 'The shape of the error body is not shown: it repeats the body that it rejects.',
    middleware: onRefusal((answer, asked) => ({
      ...answer,
      body: JSON.stringify({ message: messageOf(answer), received: membersOf(asked.body) ?? null }),
    })),
  },
  {
    id: 'refusals-200-success-false',
    freedom: 'Statuses of rejections are not shown: 200 with an envelope that says no, to listings and creations.',
    middleware: onRefusal((answer) => json(200, { success: false, message: messageOf(answer) })),
  },
  {
    id: 'refused-creations-200-with-errors-only',
    freedom: 'Statuses of rejections are not shown: a rejected creation returns 200 with a list of errors.',
    middleware: onRefusedCreation((answer) => json(200, { errors: [{ text: messageOf(answer) }] })),
  },
  {
    id: 'refused-creations-200-status-failed',
    freedom: 'Statuses of rejections are not shown: 200 with a word that says no, and the number of the request.',
    middleware: onRefusedCreation((answer) =>
      json(200, { status: 'failed', reason: messageOf(answer), request_id: randomUUID() }),
    ),
  },
  {
    id: 'unauthorized-without-a-body',
    freedom: 'The shape of the error body is not shown: 401 has none.',
    middleware: afterwards(unauthorized, withoutBody),
  },
  {
    id: 'unauthorized-with-a-challenge',
    freedom: 'Headers of a 401 are not shown: it has WWW-Authenticate.',
    middleware: afterwards(unauthorized, (answer) =>
      withAnswerHeaders(answer, { 'www-authenticate': 'ApiKey realm="sandbox", charset="UTF-8"' }),
    ),
  },
  {
    id: 'unauthorized-shows-the-end-of-the-key',
    freedom: 'The shape of the error body is not shown: it shows the last four characters of a long key.',
    middleware: afterwards(unauthorized, (answer, asked) => {
      const key = asked.headers.get('api-key') ?? '';
      return key.length < 24
        ? answer
        : { ...answer, body: JSON.stringify({ message: `Invalid key ****${key.slice(-4)}`, id: randomUUID() }) };
    }),
  },
  {
    id: 'unauthorized-as-a-string',
    freedom: 'The shape of the error body is not shown: 401 is one JSON string.',
    middleware: afterwards(unauthorized, (answer) => ({ ...answer, body: '"Unauthorized"' })),
  },
];
