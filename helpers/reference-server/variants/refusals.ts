import { randomUUID } from 'node:crypto';
import { unauthorized, withAnswerHeaders } from '../answered.js';
import { membersOf } from '../asked.js';
import { afterwards } from '../rewrite.js';
import { json } from '../service.js';
import { messageOf, onRefusal, onRefusedCreation, withoutBody } from './shapes.js';
import { silences, type Variant } from './variant.js';

const refusals = (status: number): Variant => ({
  id: `refusals-${status}`,
  freedom: `Statuses of refusals other than 401 are not shown: all of them are ${status}.`,
  middleware: onRefusal((answer) => ({ ...answer, status })),
});

/** Errors: shape of the error body, and status codes for other conditions than 401. */
export const refusalVariants: readonly Variant[] = [
  ...silences({
    'refusals-without-a-body': ['The shape of the error body is not shown: there is none.', onRefusal(withoutBody)],
    'refusals-as-an-array': [
      'The shape of the error body is not shown: it is a list.',
      onRefusal((answer) => ({ ...answer, body: JSON.stringify([{ message: messageOf(answer) }]) })),
    ],
    'refusals-as-problems': [
      'The shape of the error body is not shown: problem details of RFC 9457, each with its own instance.',
      afterwards(
        (_, { status }) => status >= 400,
        (answer) =>
          json(
            answer.status,
            { type: 'about:blank', title: 'Refused', status: answer.status, instance: `urn:uuid:${randomUUID()}` },
            { ...answer.headers, 'content-type': 'application/problem+json' },
          ),
      ),
    ],
    'refusals-in-json-api-with-an-id': [
      'The shape of the error body is not shown: each error has an identifier of its own.',
      onRefusal((answer) => ({
        ...answer,
        body: JSON.stringify({ id: randomUUID(), errors: [{ id: randomUUID(), title: messageOf(answer) }] }),
      })),
    ],
    'refusals-repeat-what-was-sent': [
      'The shape of the error body is not shown: it repeats the body that it rejects.',
      onRefusal((answer, asked) => ({
        ...answer,
        body: JSON.stringify({ message: messageOf(answer), received: membersOf(asked.body) ?? null }),
      })),
    ],
    'refusals-200-success-false': [
      'Statuses of rejections are not shown: 200 with an envelope that says no, to listings and creations.',
      onRefusal((answer) => json(200, { success: false, message: messageOf(answer) })),
    ],
    'refused-creations-200-with-errors-only': [
      'Statuses of rejections are not shown: a rejected creation returns 200 with a list of errors.',
      onRefusedCreation((answer) => json(200, { errors: [{ text: messageOf(answer) }] })),
    ],
    'refused-creations-200-status-failed': [
      'Statuses of rejections are not shown: 200 with a word that says no, and the number of the request.',
      onRefusedCreation((answer) =>
        json(200, { status: 'failed', reason: messageOf(answer), request_id: randomUUID() }),
      ),
    ],
    'unauthorized-without-a-body': [
      'The shape of the error body is not shown: 401 has none.',
      afterwards(unauthorized, withoutBody),
    ],
    'unauthorized-with-a-challenge': [
      'Headers of a 401 are not shown: it has WWW-Authenticate.',
      afterwards(unauthorized, (answer) =>
        withAnswerHeaders(answer, { 'www-authenticate': 'ApiKey realm="sandbox", charset="UTF-8"' }),
      ),
    ],
    'unauthorized-shows-the-end-of-the-key': [
      'The shape of the error body is not shown: it shows the last four characters of a long key.',
      afterwards(unauthorized, (answer, asked) => {
        const key = asked.headers.get('api-key') ?? '';
        return key.length < 24
          ? answer
          : { ...answer, body: JSON.stringify({ message: `Invalid key ****${key.slice(-4)}`, id: randomUUID() }) };
      }),
    ],
    'unauthorized-as-a-string': [
      'The shape of the error body is not shown: 401 is one JSON string.',
      afterwards(unauthorized, (answer) => ({ ...answer, body: '"Unauthorized"' })),
    ],
  }),
  refusals(400),
  refusals(403),
  refusals(404),
  refusals(409),
  refusals(418),
];
