import { crash, succeeded, withAnswerHeaders } from '../answered.js';
import { caller, header, isCreation, isListing, withHeader } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { afterwards, all, beforehand, each, instead } from '../rewrite.js';
import type { Answer } from '../service.js';
import { json, rejection } from '../service.js';
import { everyObject } from '../shapes.js';

const unknownPaths = (answer: Answer) => instead(({ path }) => !['/customers', '/accounts'].includes(path), answer);

/** Turns away every so many requests that the key allows, before anything is written. */
const turnsAway =
  (every: number, status: number): Middleware =>
  (honest, world) => {
    let requests = 0;
    return async (asked) => {
      if (world.tenantsOf(asked.headers.get('api-key')).length === 0) return honest(asked);
      requests += 1;
      return requests % every === 0
        ? withAnswerHeaders(rejection(status, 'later', 'Try again later.'), { 'retry-after': '1' })
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

/** HTTP: what stands in and around answers, how long they take, and what other requests get. */
export const transportVariants: readonly Variant[] = [
  ...silence('Members of answers are not shown', {
    'sequence-of-answers': [
      'answers are counted.',
      (honest, world) => {
        let sequence = 70_000;
        return everyObject((body) => ({ sequence: ++sequence, ...body }))(honest, world);
      },
    ],
  }),
  ...silence('The policy for new versions is not shown', {
    'deprecation-announced': [
      'successes announce the end of this one.',
      afterwards(
        (_, answer) => succeeded(answer),
        (answer) => withAnswerHeaders(answer, { deprecation: '@1893456000', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' }),
      ),
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
    }),
  ),
  ...silence('What an unknown path gets is not shown', {
    ...each(unknownPaths, {
      'unknown-paths-greet': [
        'the name and the version of the service, whoever asks.',
        json(200, { id: 'accounts-api', name: 'Accounts', version: 3 }),
      ],
    }),
    'unknown-addresses-404-before-the-key': [
      '404 without a key too, and 405 for other methods.',
      all(
        unknownPaths(json(404, { message: 'Not found.' })),
        instead((asked) => !isCreation(asked) && !isListing(asked), json(405, { message: 'Not allowed.' })),
      ),
    ],
  }),
  ...silence('What an unsupported method gets is not shown', {
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
  ...silence('Rate limits are not shown', {
    'rate-limit-met-now-and-then': ['one request in 40 is turned away with 429.', turnsAway(40, 429)],
  }),
  ...silence('Statuses of server errors are not shown', {
    'server-errors-now-and-then': ['one request in 20 gets a 500, its work done or not.', crashesAtTimes(35)],
  }),
];
