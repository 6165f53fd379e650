import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { crash, succeeded, withAnswerHeaders } from '../answered.js';
import { caller, header, operationOf, withHeader } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { afterwards, beforehand, bodyRewritten, both, each, everyHeader, instead, pause } from '../rewrite.js';
import { routesAt } from '../routes.js';
import { json, type Request, refusal } from '../service.js';
import { everyObject } from './shapes.js';

const hasBody = (_: Request, { body }: Answer) => body !== undefined;

const typed = (type: string): Middleware =>
  afterwards(hasBody, (answer) => withAnswerHeaders(answer, { 'content-type': type }));

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

/** Answers one request in twenty with a 500, by a seed: half of them after the work was done. */
export const crashesAtTimes =
  (seed: number): Middleware =>
  (honest) => {
    let state = seed;
    return async (asked) => {
      // Numerical Recipes, 7.1: its upper bits are even enough.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const drawn = state / 2 ** 32;
      if (drawn < 0.025) return crash;
      const answer = await honest(asked);
      return drawn < 0.05 ? crash : answer;
    };
  };

const requestScoped = () => ({
  request_id: randomUUID(),
  timestamp: new Date().toISOString(),
  server_time: Date.now(),
  node: `node-${randomInt(1, 9)}`,
});

/** HTTP: what stands in and around answers, how long they take, and what other requests get. */
export const transportVariants: readonly Variant[] = [
  ...silence('Members of answers are not shown', {
    ...each(everyObject, {
      'request-scoped-values-in-every-answer': [
        'request, time and node stand in each, at several depths.',
        (body) => ({
          ...requestScoped(),
          trace: { trace_id: randomBytes(16).toString('hex'), span: { id: randomBytes(8).toString('hex') } },
          ...body,
          debug: { served: { by: requestScoped() } },
        }),
      ],
      'data-and-meta-in-every-answer': [
        'data and meta, rejections among them.',
        (body) => ({
          data: body.data ?? (body.error ? null : body),
          error: body.error ?? null,
          meta: { id: `req_${randomBytes(9).toString('hex')}`, at: new Date().toUTCString() },
        }),
      ],
    }),
    'sequence-of-answers': [
      'answers are counted.',
      (honest, world) => {
        let sequence = 70_000;
        return everyObject((body) => ({ sequence: ++sequence, ...body }))(honest, world);
      },
    ],
    'extra-fields-everywhere': [
      'there are many more of them, and of headers.',
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
  }),
  ...silence(
    'Headers of answers are not shown',
    each(everyHeader, {
      'signature-and-etag-on-every-answer': [
        'each is signed, tagged, and sets a cookie.',
        ({ body = '' }) => ({
          etag: `"${createHash('sha256').update(body).update(randomBytes(4)).digest('hex').slice(0, 24)}"`,
          'x-signature': randomBytes(32).toString('base64'),
          'set-cookie': `session=${randomUUID()}; HttpOnly; Secure`,
        }),
      ],
      'open-to-scripts-of-other-origins': [
        'these let scripts of any page read them.',
        () => ({ 'access-control-allow-origin': '*', vary: 'Origin', server: 'bank/1.0' }),
      ],
    }),
  ),
  ...silence('The policy for new versions is not shown', {
    'deprecation-announced': [
      'successes announce the end of this one.',
      afterwards(
        (_, answer) => succeeded(answer),
        (answer) => withAnswerHeaders(answer, { deprecation: '@1893456000', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' }),
      ),
    ],
  }),
  ...silence('Answers are JSON, and how it is written and labelled is not shown', {
    ...each(typed, {
      'answers-of-json-api-type': ['application/vnd.api+json.', 'application/vnd.api+json'],
      'answers-with-a-charset': ['the media type has a charset.', 'Application/JSON; charset="UTF-8"'],
    }),
    'answers-in-escaped-json-over-many-lines': [
      'indented, with solidus and letters escaped.',
      bodyRewritten(hasBody, (body) => {
        const text = JSON.stringify(JSON.parse(body), null, 4).replaceAll('/', '\\/').replaceAll('@', '\\u0040');
        return `\r\n${text}\r\n`;
      }),
    ],
  }),
  ...silence(
    'Other spellings of a path are not shown',
    each(beforehand, {
      'paths-are-tidied-before-the-guard': [
        'letter case, encoding, matrix parameters, extensions and slashes are dropped first, and the guard comes after.',
        (asked) => {
          const path = decodeURIComponent(`/${asked.target.split('?')[0]?.replace(/^\/v1\//, '')}`);
          const tidy = path
            .replace(/;[^/]*/g, '')
            .replace(/\/{2,}/g, '/')
            .replace(/\/$/, '')
            .replace(/\.json$/, '');
          // An identity keeps its letter case.
          return { ...asked, path: tidy.replace(/\/[a-z]+(?=\/|$)/gi, (word) => word.toLowerCase()) };
        },
      ],
      'solidus-at-the-end-ignored': [
        'one with a solidus at the end is the same.',
        (asked) => ({ ...asked, path: asked.path.replace(/(?<=.)\/+$/, '') }),
      ],
    }),
  ),
  ...silence('What an unknown path gets is not shown', {
    ...each(unknownPaths, {
      'unknown-paths-show-a-page': [
        'the page of the documentation, whoever asks.',
        {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<!doctype html><title>Documentation</title>',
        },
      ],
      'unknown-paths-greet': [
        'the name and the version of the service, whoever asks.',
        json(200, { id: 'accounts-api', name: 'Accounts', version: 3 }),
      ],
    }),
    'unknown-addresses-404-before-the-key': [
      '404 without a key too, and 405 for other methods.',
      both(
        unknownPaths(json(404, { message: 'Not found.' })),
        instead((asked) => operationOf(asked) === undefined, json(405, { message: 'Not allowed.' })),
      ),
    ],
  }),
  ...silence('What an unsupported method gets is not shown', {
    'head-not-allowed': [
      'HEAD is not allowed.',
      instead(
        (asked, world) => asked.method === 'HEAD' && caller(asked, world) !== undefined,
        refusal(405, 'method_not_allowed', 'This address takes another method.'),
      ),
    ],
    'method-override-obeyed': [
      'a header may name another, for those with a key.',
      beforehand((asked, world) => {
        const method = header(asked, 'x-http-method-override');
        return method && caller(asked, world) ? { ...asked, method } : asked;
      }),
    ],
    'options-answered-without-a-key': [
      'browsers ask with OPTIONS, and have no key then.',
      instead(({ method }) => method === 'OPTIONS', {
        status: 204,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Api-Key' },
      }),
    ],
  }),
  ...silence('What another content type gets is not shown', {
    'any-content-type-taken': [
      'the body is read as JSON all the same.',
      beforehand((asked) => withHeader(asked, 'content-type', 'application/json')),
    ],
  }),
  ...silence('How connections and time-outs are handled is not shown', {
    'answers-take-a-while': [
      'each answer takes up to 40 milliseconds.',
      (honest) => async (asked) => {
        await pause(randomInt(40));
        const answer = await honest(asked);
        await pause(randomInt(40));
        return answer;
      },
    ],
    'connection-closed-after-each-answer': ['each serves one request.', everyHeader(() => ({ connection: 'close' }))],
    'plain-http-on-loopback': [
      'a server under development, on the machine of the suite, has no certificate.',
      { plain: true },
    ],
  }),
  ...silence('Rate limits are not shown', {
    'rate-limit-met-now-and-then': ['one request in 40 is turned away with 429.', turnsAway(40, 429)],
    'rate-limit-reported-in-headers': [
      'each answer tells what is left.',
      (honest, world) => {
        let left = 100_000;
        const headers = () => ({ ratelimit: `"default";r=${left--};t=60`, 'x-ratelimit-remaining': String(left) });
        return everyHeader(headers)(honest, world);
      },
    ],
  }),
  ...silence('Statuses of server errors are not shown', {
    'maintenance-now-and-then': ['one request in 60 is turned away with 503.', turnsAway(60, 503)],
    'server-errors-now-and-then': ['one request in 20 gets a 500, its work done or not.', crashesAtTimes(35)],
  }),
];
