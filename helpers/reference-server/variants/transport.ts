import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { withAnswerHeaders } from '../answered.js';
import { operationOf, withHeader } from '../asked.js';
import type { Middleware } from '../middleware.js';
import { afterwards, beforehand, bodyRewritten, both, everyHeader, instead, pause } from '../rewrite.js';
import { routesAt } from '../routes.js';
import { json, type Request, refusal } from '../service.js';
import { everyObject } from './shapes.js';
import { silences, type Variant } from './variant.js';

const hasBody = (_: Request, { body }: Answer) => body !== undefined;
const typed = (type: string): Middleware =>
  afterwards(hasBody, (answer) => withAnswerHeaders(answer, { 'content-type': type }));

/** What an address that there is not gets. */
const unknownPaths = (answer: Answer) => instead(({ path }) => routesAt(path).length === 0, answer);

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
export const transportVariants: readonly Variant[] = silences({
  'request-scoped-values-in-every-answer': [
    'Members of answers are not shown: request, time and node stand in each, at several depths.',
    everyObject((body) => ({
      ...requestScoped(),
      trace: { trace_id: randomBytes(16).toString('hex'), span: { id: randomBytes(8).toString('hex') } },
      ...body,
      debug: { served: { by: requestScoped() } },
    })),
  ],
  'meta-with-an-id-in-every-answer': [
    'Members of answers are not shown: each has an identifier of its own in meta.',
    everyObject((body) => ({ meta: { id: randomUUID(), generated: Date.now() }, ...body })),
  ],
  'data-and-meta-in-every-answer': [
    'The shape of answers is not shown: data and meta, rejections among them.',
    everyObject((body) => ({
      data: body.data ?? (body.error ? null : body),
      error: body.error ?? null,
      meta: { id: `req_${randomBytes(9).toString('hex')}`, at: new Date().toUTCString() },
    })),
  ],
  'extra-fields-everywhere': [
    'Members and headers of answers are not shown: there are many more of them.',
    both(
      everyHeader(() => ({
        'x-extra': 'yes',
        'x-served-by': `cache-${randomInt(1, 9)}`,
        'server-timing': 'app;dur=3',
      })),
      everyObject((body) => ({
        ...body,
        _extra: [
          { id: 1, code: 'A' },
          { id: 2, code: 'B' },
        ],
        features: { beta: true, flags: [] },
        warnings: [],
        next_steps: ['verify'],
      })),
    ),
  ],
  'paths-are-tidied-before-the-guard': [
    'Other spellings of a path are not shown: letter case, encoding, matrix parameters, extensions and slashes are dropped first, and the guard comes after.',
    beforehand((asked) => {
      const path = decodeURIComponent(`/${asked.target.split('?')[0]?.replace(/^\/v1\//, '')}`);
      const tidy = path
        .replace(/;[^/]*/g, '')
        .replace(/\/{2,}/g, '/')
        .replace(/\/$/, '')
        .replace(/\.json$/, '');
      // An identity keeps its letter case.
      return { ...asked, path: tidy.replace(/\/[a-z]+(?=\/|$)/gi, (word) => word.toLowerCase()) };
    }),
  ],
  'unknown-paths-show-a-page': [
    'What an unknown path gets is not shown: the page of the documentation, whoever asks.',
    unknownPaths({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Documentation</title>',
    }),
  ],
  'unknown-paths-greet': [
    'What an unknown path gets is not shown: the name and the version of the service, whoever asks.',
    unknownPaths(json(200, { id: 'accounts-api', name: 'Accounts', version: 3 })),
  ],
  'signature-and-etag-on-every-answer': [
    'Headers of answers are not shown: each is signed, tagged, and sets a cookie.',
    everyHeader(({ body = '' }) => ({
      etag: `"${createHash('sha256').update(body).update(randomBytes(4)).digest('hex').slice(0, 24)}"`,
      'x-signature': randomBytes(32).toString('base64'),
      'set-cookie': `session=${randomUUID()}; HttpOnly; Secure`,
    })),
  ],
  'answers-of-json-api-type': [
    'Answers are JSON, and its media type is not narrowed: application/vnd.api+json.',
    typed('application/vnd.api+json'),
  ],
  'answers-with-a-charset': [
    'Answers are JSON, and parameters are not excluded: the media type has a charset.',
    typed('Application/JSON; charset="UTF-8"'),
  ],
  'answers-in-escaped-json-over-many-lines': [
    'Answers are JSON, and how it is written is not shown: indented, with solidus and letters escaped.',
    bodyRewritten(hasBody, (body) => {
      const text = JSON.stringify(JSON.parse(body), null, 4).replaceAll('/', '\\/').replaceAll('@', '\\u0040');
      return `\r\n${text}\r\n`;
    }),
  ],
  'answers-take-a-while': [
    'Time-outs are not shown: each answer takes up to 40 milliseconds.',
    (honest) => async (asked) => {
      await pause(randomInt(40));
      const answer = await honest(asked);
      await pause(randomInt(40));
      return answer;
    },
  ],
  'connection-closed-after-each-answer': [
    'Connections are not spoken of: each serves one request.',
    everyHeader(() => ({ connection: 'close' })),
  ],
  'plain-http-on-loopback': [
    'A server under development, on the machine of the suite, has no certificate.',
    { plain: true },
  ],
  'rate-limit-met-now-and-then': [
    'Rate limits are not shown: one request in 40 is turned away with 429.',
    turnsAway(40, 429),
  ],
  'rate-limit-reported-in-headers': [
    'Rate limits are not shown: each answer tells what is left.',
    (honest, world) => {
      let left = 100_000;
      const headers = () => ({ ratelimit: `"default";r=${left--};t=60`, 'x-ratelimit-remaining': String(left) });
      return everyHeader(headers)(honest, world);
    },
  ],
  'maintenance-now-and-then': [
    'Statuses of server errors are not shown: one request in 60 is turned away with 503.',
    turnsAway(60, 503),
  ],
  'any-content-type-taken': [
    'What another content type gets is not shown: the body is read as JSON all the same.',
    beforehand((asked) => withHeader(asked, 'content-type', 'application/json')),
  ],
  'solidus-at-the-end-ignored': [
    'Other addresses are not shown: one with a solidus at the end is the same.',
    beforehand((asked) => ({ ...asked, path: asked.path.replace(/(?<=.)\/+$/, '') })),
  ],
  'options-answered-without-a-key': [
    'Other methods are not shown: browsers ask with OPTIONS, and have no key then.',
    instead(({ method }) => method === 'OPTIONS', {
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Api-Key' },
    }),
  ],
  'unknown-addresses-404-before-the-key': [
    'What an unknown address gets without a key is not shown: 404, and 405 for other methods.',
    both(
      unknownPaths(json(404, { message: 'Not found.' })),
      instead((asked) => operationOf(asked) === undefined, json(405, { message: 'Not allowed.' })),
    ),
  ],
});
