import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import type { Middleware } from '../middleware.js';
import { afterwards, beforehand, operationOf, pause, withAnswerHeaders, withHeader } from '../rewrite.js';
import { routesAt } from '../routes.js';
import { json, refusal } from '../service.js';
import { everyObject } from './shapes.js';
import type { Variant } from './variant.js';

const typed = (type: string): Middleware =>
  afterwards(
    (_, { body }) => body !== undefined,
    (answer) => withAnswerHeaders(answer, { 'content-type': type }),
  );

const everyHeader = (headers: (answer: Answer) => Record<string, string>): Middleware =>
  afterwards(
    () => true,
    (answer) => withAnswerHeaders(answer, headers(answer)),
  );

/** Turns away every so many requests that the key allows, before anything is written. */
const turnsAway =
  (every: number, status: number): Middleware =>
  (honest, world) => {
    let requests = 0;
    return async (asked) => {
      if (world.tenantsOf(asked.headers.get('api-key')).length === 0) return honest(asked);
      requests += 1;
      return requests % every === 0
        ? withAnswerHeaders(refusal(status, 'later', 'Try again later.'), { 'retry-after': '1' })
        : honest(asked);
    };
  };

const requestScoped = () => ({
  request_id: randomUUID(),
  timestamp: new Date().toISOString(),
  server_time: Date.now(),
  node: `node-${randomInt(1, 9)}`,
});

/** HTTP: what stands around answers, and how long they take. */
export const transportVariants: readonly Variant[] = [
  {
    id: 'request-scoped-values-in-every-answer',
    freedom: 'Members of answers are not shown: request, time and node stand in each, at several depths.',
    middleware: everyObject((body) => ({
      ...requestScoped(),
      trace: { trace_id: randomBytes(16).toString('hex'), span: { id: randomBytes(8).toString('hex') } },
      ...body,
      debug: { served: { by: requestScoped() } },
    })),
  },
  {
    id: 'meta-with-an-id-in-every-answer',
    freedom: 'Members of answers are not shown: each has an identifier of its own in meta.',
    middleware: everyObject((body) => ({ meta: { id: randomUUID(), generated: Date.now() }, ...body })),
  },
  {
    id: 'data-and-meta-in-every-answer',
    freedom: 'The shape of answers is not shown: data and meta, rejections among them.',
    middleware: everyObject((body) => ({
      data: body.data ?? (body.error ? null : body),
      error: body.error ?? null,
      meta: { id: `req_${randomBytes(9).toString('hex')}`, at: new Date().toUTCString() },
    })),
  },
  {
    id: 'extra-fields-everywhere',
    freedom: 'Members and headers of answers are not shown: there are many more of them.',
    middleware: (honest, world) =>
      everyHeader(() => ({
        'x-extra': 'yes',
        'x-served-by': `cache-${randomInt(1, 9)}`,
        'server-timing': 'app;dur=3',
      }))(
        everyObject((body) => ({
          ...body,
          _extra: [
            { id: 1, code: 'A' },
            { id: 2, code: 'B' },
          ],
          features: { beta: true, flags: [] },
          warnings: [],
          next_steps: ['verify'],
        }))(honest, world),
        world,
      ),
  },
  {
    id: 'signature-and-etag-on-every-answer',
    freedom: 'Headers of answers are not shown: each is signed, tagged, and sets a cookie.',
    middleware: everyHeader(({ body = '' }) => ({
      etag: `"${createHash('sha256').update(body).update(randomBytes(4)).digest('hex').slice(0, 24)}"`,
      'x-signature': randomBytes(32).toString('base64'),
      'set-cookie': `session=${randomUUID()}; HttpOnly; Secure`,
    })),
  },
  {
    id: 'answers-of-json-api-type',
    freedom: 'Answers are JSON, and its media type is not narrowed: application/vnd.api+json.',
    middleware: typed('application/vnd.api+json'),
  },
  {
    id: 'answers-with-a-charset',
    freedom: 'Answers are JSON, and parameters are not excluded: the media type has a charset.',
    middleware: typed('Application/JSON; charset="UTF-8"'),
  },
  {
    id: 'answers-in-escaped-json-over-many-lines',
    freedom: 'Answers are JSON, and how it is written is not shown: indented, with solidus and letters escaped.',
    middleware: afterwards(
      (_, { body }) => body !== undefined,
      ({ body = '', ...answer }) => {
        const text = JSON.stringify(JSON.parse(body), null, 4).replaceAll('/', '\\/').replaceAll('@', '\\u0040');
        return { ...answer, body: `\r\n${text}\r\n` };
      },
    ),
  },
  {
    id: 'answers-take-a-while',
    freedom: 'Time-outs are not shown: each answer takes up to 40 milliseconds.',
    middleware: (honest) => async (asked) => {
      await pause(randomInt(40));
      const answer = await honest(asked);
      await pause(randomInt(40));
      return answer;
    },
  },
  {
    id: 'connection-closed-after-each-answer',
    freedom: 'Connections are not spoken of: each serves one request.',
    middleware: everyHeader(() => ({ connection: 'close' })),
  },
  {
    id: 'plain-http-on-loopback',
    freedom: 'A server under development, on the machine of the suite, has no certificate.',
    server: { plain: true },
  },
  {
    id: 'rate-limit-met-now-and-then',
    freedom: 'Rate limits are not shown: one request in 40 is turned away with 429.',
    middleware: turnsAway(40, 429),
  },
  {
    id: 'rate-limit-told-in-headers',
    freedom: 'Rate limits are not shown: each answer tells what is left.',
    middleware: (honest, world) => {
      let left = 100_000;
      return everyHeader(() => ({ ratelimit: `"default";r=${left--};t=60`, 'x-ratelimit-remaining': String(left) }))(
        honest,
        world,
      );
    },
  },
  {
    id: 'maintenance-now-and-then',
    freedom: 'Statuses of server errors are not shown: one request in 60 is turned away with 503.',
    middleware: turnsAway(60, 503),
  },
  {
    id: 'any-content-type-taken',
    freedom: 'What another content type gets is not shown: the body is read as JSON all the same.',
    middleware: beforehand((asked) => withHeader(asked, 'content-type', 'application/json')),
  },
  {
    id: 'solidus-at-the-end-ignored',
    freedom: 'Other addresses are not shown: one with a solidus at the end is the same.',
    middleware: beforehand((asked) => ({ ...asked, path: asked.path.replace(/(?<=.)\/+$/, '') })),
  },
  {
    id: 'options-answered-without-a-key',
    freedom: 'Other methods are not shown: browsers ask with OPTIONS, and have no key then.',
    middleware: (honest) => async (asked) =>
      asked.method === 'OPTIONS'
        ? { status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Api-Key' } }
        : honest(asked),
  },
  {
    id: 'unknown-addresses-404-before-the-key',
    freedom: 'What an unknown address gets without a key is not shown: 404, and 405 for other methods.',
    middleware: (honest) => async (asked) => {
      if (routesAt(asked.path).length === 0) return json(404, { message: 'Not found.' });
      return operationOf(asked) ? honest(asked) : json(405, { message: 'Not allowed.' });
    },
  },
];
