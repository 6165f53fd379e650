import { randomUUID } from 'node:crypto';
import { succeeded, unauthorized, withAnswerBody } from '../answered.js';
import { isCreation, membersOf, parsed } from '../asked.js';
import { silence, type Variant } from '../middleware.js';
import { afterwards, each, instead } from '../rewrite.js';
import type { Answer } from '../service.js';
import { json, type Request } from '../service.js';
import { onRejection } from '../shapes.js';

/** The page of something in front, as nginx has it. */
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', server: 'nginx' },
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
});

/** Whether the body of a creation is none that JSON knows. */
const isMalformed = (asked: Request): boolean => isCreation(asked) && parsed(asked.body) === undefined;

const rejects = (name: string) => (answer: Answer) => instead((asked) => asked.headers.has(name), answer);

const hasSigns = (asked: Request, names: RegExp) =>
  [...asked.headers].some(([name, value]) => names.test(name) && /[^\w.+/=-]/.test(value));

/** Something in front that answers a header of the application with signs which no key has, before the service sees it. */
const firewall = (answer: Answer) => instead((asked) => hasSigns(asked, /^(api-key|x-(?!tenant-id).*)$/), answer);

/** Something in front that answers so what looks like an injection to it, whatever else the request is. */
const suspicious = (answer: Answer) =>
  instead(
    (asked) => hasSigns(asked, /^(api-key|x-.*|cookie)$/) || /[;%]|\/\//.test(asked.target) || asked.body.includes('<'),
    answer,
  );

const blocked = { headers: { 'content-type': 'text/html' }, body: '<html><h1>The request was rejected.</h1></html>' };

/** Errors: the shape of the error body, status codes for other conditions than 401, and what stands in front of a service. */
export const refusalVariants: readonly Variant[] = [
  ...silence('The shape of the error body is not shown', {
    'refusals-are-200-among-envelopes': [
      'success and rejection are one envelope under 200, apart from 401.',
      afterwards(
        (_, { status }) => status !== 401,
        (answer) => {
          const ok = succeeded(answer);
          const body = { success: ok, code: ok ? 0 : answer.status, result: ok ? membersOf(answer.body) : null };
          return withAnswerBody({ ...answer, status: 200 }, { ...body, request_id: randomUUID() });
        },
      ),
    ],
    'unauthorized-shows-the-end-of-the-key': [
      'it shows the last four characters of a long key.',
      afterwards(unauthorized, (answer, asked) => {
        const key = asked.headers.get('api-key') ?? '';
        return key.length < 24
          ? answer
          : withAnswerBody(answer, { message: `Invalid key ****${key.slice(-4)}`, id: randomUUID() });
      }),
    ],
  }),
  ...silence('Statuses of rejections are not shown', {
    ...Object.fromEntries(
      [400, 403, 404, 409, 418].map((status) => [
        `refusals-${status}`,
        [`all but 401 are ${status}.`, onRejection((answer) => ({ ...answer, status }))] as const,
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
    }),
  }),
];
