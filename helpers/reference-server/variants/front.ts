import { randomUUID } from 'node:crypto';
import { rejected, succeeded, unauthorized, withStatus } from '../answers.js';
import { silence, type Variant } from '../changes.js';
import { afterwards, all, beforehand, instead } from '../middleware.js';
import { parsed, type Request } from '../request.js';
import { type Answer, json, rejection, withAnswerBody, withAnswerHeaders } from '../state.js';

const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', server: 'nginx' },
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
});

const isMalformed = (asked: Request): boolean => asked.isCreation && parsed(asked.body) === undefined;

/** Whether such a header has signs that no key has. */
const isOdd = ({ headers }: Request, names: RegExp) =>
  [...headers].some(([name, value]) => names.test(name) && /[^\w.+/=-]/.test(value));

const suspicious = (answer: Answer) =>
  instead(
    (asked) => isOdd(asked, /^(api-key|x-.*|cookie)$/) || /[;%]|\/\//.test(asked.target) || asked.body.includes('<'),
    answer,
  );

const unknownPaths = (answer: Answer) => instead(({ path }) => !['/customers', '/accounts'].includes(path), answer);

export const frontVariants: readonly Variant[] = [
  ...silence('What stands in front of the service is not shown', {
    'front-rejects-authorization-and-cookies': all(
      instead(({ headers }) => headers.has('authorization'), page(401)),
      instead(({ headers }) => headers.has('cookie'), page(403)),
    ),
    'firewall-200-for-suspicious-requests': suspicious({ ...page(200), body: '<h1>The request was rejected.</h1>' }),
    'firewall-drops-suspicious-requests': suspicious({ status: 400, dropped: true }),
    'firewall-403-for-odd-keys': instead((asked) => isOdd(asked, /^(api-key|x-(?!tenant-id).*)$/), page(403)),
    'front-rejects-malformed-json': instead(isMalformed, page(400)),
    'malformed-json-breaks-the-connection': instead(isMalformed, { status: 400, dropped: true }),
    'front-has-small-buffers': instead(
      ({ headers }) => [...headers.values()].some((value) => value.length > 220),
      page(494),
    ),
  }),
  ...silence('Statuses and shapes of rejections are not shown', {
    'refusals-403': afterwards(rejected, withStatus(403)),
    'unauthorized-shows-the-end-of-the-key': afterwards(unauthorized, (answer, asked) => {
      const key = asked.apiKey;
      if (key.length < 24) return answer;
      return withAnswerBody(answer, { message: `Invalid key ****${key.slice(-4)}`, id: randomUUID() });
    }),
  }),
  ...silence('Limits are not shown', {
    'rate-limit-met-now-and-then': (honest, world) => {
      const later = withAnswerHeaders(rejection(429, 'later', 'Try again later.'), { 'retry-after': '1' });
      let requests = 0;
      return instead(({ owner }) => {
        requests += owner ? 1 : 0;
        return owner !== undefined && requests % 40 === 0;
      }, later)(honest, world);
    },
  }),
  ...silence('The policy for new versions is not shown', {
    'deprecation-announced': afterwards(
      (_, answer) => succeeded(answer),
      (answer) => withAnswerHeaders(answer, { deprecation: '@1893456000', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' }),
    ),
  }),
  ...silence('What other paths, methods and content types get is not shown', {
    'paths-are-tidied-before-the-guard': beforehand((asked) => {
      const path = decodeURIComponent(`/${asked.target.split('?')[0]?.replace(/^\/v1\//, '')}`);
      const tidy = path
        .replace(/;[^/]*/g, '')
        .replace(/\/{2,}/g, '/')
        .replace(/\/$/, '')
        .replace(/(\/x)?\.[a-z]+$/, '');
      return asked.with({ path: tidy.replace(/\/[a-z]+(?=\/|$)/gi, (word) => word.toLowerCase()) });
    }),
    'unknown-paths-greet': unknownPaths(json(200, { id: 'accounts-api', name: 'Accounts', version: 3 })),
    'unknown-addresses-404-before-the-key': all(
      unknownPaths(json(404, { message: 'Not found.' })),
      instead((asked) => !asked.isCreation && !asked.isListing, json(405, { message: 'Not allowed.' })),
    ),
    'method-override-obeyed': beforehand((asked) => {
      const method = asked.header('x-http-method-override');
      return method && asked.caller ? asked.with({ method }) : asked;
    }),
    'options-answered-without-a-key': instead(({ method }) => method === 'OPTIONS', {
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Api-Key' },
    }),
    'any-content-type-taken': beforehand((asked) => asked.withHeader('content-type', 'application/json')),
  }),
];
