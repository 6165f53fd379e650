import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { succeeded, unauthorized, unstated, withAnswerBody, withAnswerHeaders } from '../answered.js';
import { header, isCreation, membersOf, parsed } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { afterwards, each, instead } from '../rewrite.js';
import { json, type Request } from '../service.js';
import { messageOf, onRefusal, onRefusedCreation, withoutBody } from './shapes.js';

/** The page of something in front, as nginx has it. */
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', server: 'nginx' },
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
});

/** Whether the body of a creation is none that JSON knows. */
const isMalformed = (asked: Request): boolean => isCreation(asked) && parsed(asked.body) === undefined;

const rejects = (name: string) => (answer: Answer) => instead((asked) => asked.headers.has(name), answer);

/** Something in front that answers a key with signs which no key has, before the service sees it. */
const firewall = (answer: Answer) => instead((asked) => /[^\w.+/=-]/.test(header(asked, 'api-key')), answer);

/** Something in front that answers so what looks like an injection to it, whatever else the request is. */
const suspicious = (answer: Answer) =>
  instead(
    (asked) =>
      ['api-key', 'x-tenant-id', 'cookie'].some((name) => /[^\w.+/=-]/.test(header(asked, name))) ||
      /[;%]|\/\//.test(asked.target) ||
      asked.body.includes('<'),
    answer,
  );

const blocked = { headers: { 'content-type': 'text/html' }, body: '<html><h1>The request was rejected.</h1></html>' };

/** Errors: the shape of the error body, status codes for other conditions than 401, and what stands in front of a service. */
export const refusalVariants: readonly Variant[] = [
  ...silence('The shape of the error body is not shown', {
    ...each(onRefusal, {
      'refusals-without-a-body': ['there is none.', withoutBody],
      'refusals-as-an-array': ['it is a list.', (answer) => withAnswerBody(answer, [{ message: messageOf(answer) }])],
      'refusals-in-json-api-with-an-id': [
        'each error has an identifier of its own.',
        (answer) =>
          withAnswerBody(answer, { id: randomUUID(), errors: [{ id: randomUUID(), title: messageOf(answer) }] }),
      ],
      'refusals-repeat-what-was-sent': [
        'it repeats the body that it rejects.',
        (answer, asked) =>
          withAnswerBody(answer, { message: messageOf(answer), received: membersOf(asked.body) ?? null }),
      ],
      'refusals-in-plain-text': [
        'apart from 401 it is text.',
        (answer) => ({
          ...withAnswerHeaders(answer, { 'content-type': 'text/plain' }),
          body: 'That cannot be done.',
        }),
      ],
    }),
    'refusals-as-problems': [
      'problem details of RFC 9457, each with its own instance.',
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
    'refusals-are-200-among-envelopes': [
      'success and rejection are one envelope under 200, apart from 401.',
      afterwards(unstated, (answer) => {
        const ok = succeeded(answer);
        const body = { success: ok, code: ok ? 0 : answer.status, result: ok ? membersOf(answer.body) : null };
        return withAnswerBody({ ...answer, status: 200 }, { ...body, request_id: randomUUID() });
      }),
    ],
    'unauthorized-names-the-tenant': [
      'a 401 names the tenant of its request.',
      afterwards(unauthorized, (answer, asked) => withAnswerBody(answer, { tenant: header(asked, 'x-tenant-id') })),
    ],
    'unauthorized-without-a-body': ['401 has none.', afterwards(unauthorized, withoutBody)],
    'unauthorized-shows-the-end-of-the-key': [
      'it shows the last four characters of a long key.',
      afterwards(unauthorized, (answer, asked) => {
        const key = asked.headers.get('api-key') ?? '';
        return key.length < 24
          ? answer
          : withAnswerBody(answer, { message: `Invalid key ****${key.slice(-4)}`, id: randomUUID() });
      }),
    ],
    'unauthorized-as-a-string': [
      '401 is one JSON string.',
      afterwards(unauthorized, (answer) => withAnswerBody(answer, 'Unauthorized')),
    ],
    'unauthorized-as-a-problem': [
      'a 401 is a problem document.',
      afterwards(unauthorized, (answer) =>
        withAnswerHeaders(withAnswerBody(answer, { type: 'about:blank', title: 'Unauthorized', status: 401 }), {
          'content-type': 'application/problem+json; charset=utf-8',
        }),
      ),
    ],
  }),
  ...silence('Headers of a 401 are not shown', {
    'unauthorized-with-a-challenge': [
      'it has WWW-Authenticate.',
      afterwards(unauthorized, (answer) =>
        withAnswerHeaders(answer, { 'www-authenticate': 'ApiKey realm="sandbox", charset="UTF-8"' }),
      ),
    ],
  }),
  ...silence('Statuses of rejections are not shown', {
    'refusals-200-success-false': [
      '200 with an envelope that says no, to listings and creations.',
      onRefusal((answer) => json(200, { success: false, message: messageOf(answer) })),
    ],
    ...each(onRefusedCreation, {
      'refused-creations-200-with-errors-only': [
        'a rejected creation returns 200 with a list of errors.',
        (answer) => json(200, { errors: [{ text: messageOf(answer) }] }),
      ],
      'refused-creations-200-status-failed': [
        '200 with a word that says no, and the number of the request.',
        (answer) => json(200, { status: 'failed', reason: messageOf(answer), request_id: randomUUID() }),
      ],
    }),
    ...Object.fromEntries(
      [400, 403, 404, 409, 418].map((status) => [
        `refusals-${status}`,
        [`all but 401 are ${status}.`, onRefusal((answer) => ({ ...answer, status }))] as const,
      ]),
    ),
  }),
  ...silence('What stands in front is not shown', {
    ...each(rejects('authorization'), {
      'front-rejects-authorization': [
        'a gateway reads Authorization itself, and rejects what it does not know with a page.',
        page(403),
      ],
      'front-asks-for-authorization-in-html': [
        'a gateway reads Authorization itself, and returns its own 401.',
        page(401),
      ],
    }),
    ...each(rejects('cookie'), {
      'front-rejects-cookies': ['a firewall rejects unknown cookies without a body.', { status: 400 }],
      'front-rejects-cookies-in-json': [
        'a gateway rejects unknown cookies in JSON of its own.',
        json(403, { message: 'Forbidden' }),
      ],
    }),
    ...each(suspicious, {
      'firewall-200-for-suspicious-requests': [
        'a firewall answers 200 with a page to what looks like an injection, in a header or a body.',
        { status: 200, ...blocked },
      ],
      'firewall-drops-suspicious-requests': [
        'a firewall drops what looks like an injection, in a header or a body.',
        { status: 400, dropped: true },
      ],
    }),
    'front-rejects-malformed-json': [
      'a firewall parses bodies, and rejects what it cannot read with a page.',
      instead(isMalformed, page(400)),
    ],
    'front-has-small-buffers': [
      'its buffer for a header is short, and it has a status of its own for that.',
      instead((asked) => [...asked.headers.values()].some((value) => value.length > 220), page(494)),
    ],
    'malformed-json-breaks-the-connection': [
      'it closes the connection on a body that is no JSON.',
      instead(isMalformed, { status: 400, dropped: true }),
    ],
    ...each(firewall, {
      'firewall-403-for-odd-keys': [
        'a firewall answers 403 with a page where a key has signs like those of an injection.',
        { status: 403, ...blocked },
      ],
      'firewall-400-for-odd-keys': [
        'a firewall answers 400 with nothing where a key has signs like those of an injection.',
        { status: 400 },
      ],
      'firewall-redirects-odd-keys': [
        'a firewall redirects to a page where a key has signs like those of an injection.',
        { status: 302, headers: { location: '/blocked' } },
      ],
      'firewall-200-for-odd-keys': [
        'a firewall answers 200 with a page where a key has signs like those of an injection.',
        { status: 200, ...blocked },
      ],
    }),
  }),
];
