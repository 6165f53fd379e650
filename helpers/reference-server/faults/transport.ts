import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { afterwards, created, isCreation, isListing, unauthorized, withAnswerHeaders, withHeader } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import type { Fault } from './fault.js';

const typed = (type: string) => (answer: Answer) => withAnswerHeaders(answer, { 'content-type': type });
const rewritten = (change: (body: string) => string) => (answer: Answer) => ({
  ...answer,
  body: change(answer.body ?? ''),
});
const html = (answer: Answer): Answer => ({
  ...typed('text/html; charset=utf-8')(answer),
  body: '<!doctype html><title>401</title><h1>Authorization required</h1>',
});

/** Whether a header of that name came in one of these spellings, or not at all. */
const speltAs = (asked: Request, name: string, ...spellings: string[]) =>
  asked.rawHeaders.every((raw, at) => at % 2 === 1 || raw.toLowerCase() !== name || spellings.includes(raw));

/** The pythonic way of writing a value out, which only looks like JSON. */
const asPython = (body: string) => body.replaceAll('"', "'").replaceAll('null', 'None');

/** What a tolerant parser gets out of a text that is no JSON: whole string members, and defaults for the rest. */
const salvaged = (body: string): string =>
  JSON.stringify({
    first_name: 'unknown',
    last_name: 'unknown',
    email: 'unknown@example.com',
    ...Object.fromEntries([...body.matchAll(/"(\w+)"\s*:\s*"([^"\\]*)"/g)].map(([, name, value]) => [name, value])),
  });

const isMalformed = (asked: Request, answer: Answer) =>
  isCreation(asked) && answer.status === 400 && (answer.body ?? '').includes('malformed_json');

/** HTTP: transport and format. */
export const transportFaults: readonly Fault[] = [
  {
    id: 'certificate-of-unknown-authority',
    breaks: ['HTTP-01'],
    story: 'The server sends a certificate of an internal authority that no client was told about.',
    server: { certificate: 'unknown authority' },
  },
  {
    id: 'certificate-expired',
    breaks: ['HTTP-01'],
    story: 'The job that renews certificates stopped, and nobody looked at its log.',
    server: { certificate: 'expired' },
  },
  {
    id: 'certificate-not-yet-valid',
    breaks: ['HTTP-01'],
    story: 'The certificate of the next quarter was rolled out early.',
    server: { certificate: 'not yet valid' },
  },
  {
    id: 'certificate-of-another-host',
    breaks: ['HTTP-01'],
    story: 'The load balancer answers with its default certificate, because the new host name is not in its table.',
    server: { certificate: 'other host' },
  },
  {
    id: 'creation-labelled-html',
    breaks: ['HTTP-03'],
    story: 'The handler writes a string, so the framework labels it as it labels every string.',
    middleware: afterwards(created, typed('text/html; charset=utf-8')),
  },
  {
    id: 'creation-without-content-type',
    breaks: ['HTTP-03'],
    story: 'The body is written to the socket by hand, and nobody set a media type.',
    middleware: afterwards(created, ({ headers = {}, ...answer }) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type')),
    })),
  },
  {
    id: 'creation-in-python-quotes',
    breaks: ['HTTP-03'],
    story: 'The dictionary is turned into text by the language and not by a JSON writer.',
    middleware: afterwards(created, rewritten(asPython)),
  },
  {
    id: 'creation-behind-a-guard-line',
    breaks: ['HTTP-03'],
    story: 'A filter meant for answers to browsers puts a line in front that keeps scripts from reading them.',
    middleware: afterwards(
      created,
      rewritten((body) => `)]}',\n${body}`),
    ),
  },
  {
    id: 'creation-with-trailing-comma',
    breaks: ['HTTP-03'],
    story: 'The JSON is put together by a template with a comma behind every member.',
    middleware: afterwards(
      created,
      rewritten((body) => body.replace(/\}$/, ',}')),
    ),
  },
  {
    id: 'html-401',
    breaks: ['HTTP-04'],
    story: 'The gateway in front rejects by itself, and does so with its own error page.',
    middleware: afterwards(unauthorized, html),
  },
  {
    id: 'html-401-on-creation',
    breaks: ['HTTP-04'],
    with: ['AUTH-01'],
    story: 'Writes pass through another gateway than reads, with its own error page.',
    middleware: afterwards((asked, answer) => isCreation(asked) && answer.status === 401, html),
  },
  {
    id: 'bare-word-401-on-listing',
    breaks: ['HTTP-04'],
    story: 'The guard sends the reason phrase as the body under the media type of the API.',
    middleware: afterwards(
      (asked, answer) => isListing(asked) && answer.status === 401,
      rewritten(() => 'Unauthorized'),
    ),
  },
  {
    id: 'plain-text-401',
    breaks: ['HTTP-04'],
    story: 'The framework turns an exception of the guard into text.',
    middleware: afterwards(unauthorized, (answer) => ({ ...typed('text/plain')(answer), body: 'Unauthorized' })),
  },
  {
    id: 'cut-body-repaired',
    breaks: ['HTTP-05'],
    story: 'A tolerant parser, brought in for one difficult client, closes the brackets that are missing.',
    middleware: (honest) => async (asked) => {
      const answer = await honest(asked);
      const cut = isMalformed(asked, answer) && asked.body.trimStart().startsWith('{');
      return cut ? honest({ ...asked, body: salvaged(asked.body) }) : answer;
    },
  },
  {
    id: 'bare-text-stored',
    breaks: ['HTTP-05'],
    story: 'What the parser cannot read becomes an empty object, and the store has defaults for everything.',
    middleware: (honest) => async (asked) => {
      const answer = await honest(asked);
      const bare = isMalformed(asked, answer) && !/^\s*[{[]/.test(asked.body);
      return bare ? honest({ ...asked, body: salvaged('') }) : answer;
    },
  },
  {
    id: 'malformed-body-crashes',
    breaks: ['HTTP-05'],
    story: 'Nobody catches the exception of the parser.',
    middleware: afterwards(isMalformed, () => refusal(500, 'internal', 'Something went wrong here.')),
  },
  {
    id: 'cut-in-a-string-crashes',
    breaks: ['HTTP-05'],
    story: 'The parser reports an unexpected end by an error of another class than the one that is caught.',
    middleware: afterwards(
      (asked, answer) => isMalformed(asked, answer) && asked.body.trimStart().startsWith('{'),
      () => refusal(500, 'internal', 'Something went wrong here.'),
    ),
  },
  {
    id: 'api-key-in-capitals-not-read',
    breaks: ['HTTP-06'],
    story: 'A proxy hands headers on in a map that compares names by letter, filled with the two usual spellings.',
    middleware: (honest) => (asked) =>
      honest(speltAs(asked, 'api-key', 'Api-Key', 'api-key') ? asked : withHeader(asked, 'api-key', undefined)),
  },
  {
    id: 'api-key-in-lower-case-not-read',
    breaks: ['HTTP-06'],
    story: 'The guard looks for the name as the documentation spells it; behind HTTP/2 no request gets through.',
    middleware: (honest) => (asked) =>
      honest(speltAs(asked, 'api-key', 'Api-Key', 'API-KEY') ? asked : withHeader(asked, 'api-key', undefined)),
  },
  {
    id: 'tenant-header-only-as-spelt',
    breaks: ['HTTP-06'],
    story: 'The tenant is read from the raw list of headers, by the one spelling that the tests use.',
    middleware: (honest) => (asked) =>
      honest(speltAs(asked, 'x-tenant-id', 'x-tenant-id') ? asked : withHeader(asked, 'x-tenant-id', undefined)),
  },
  {
    id: 'idempotency-key-only-as-spelt',
    breaks: ['HTTP-06'],
    story: 'A gateway keeps the table of Idempotency-Keys and asks for one that it does not see.',
    middleware: (honest) => (asked) =>
      honest(
        speltAs(asked, 'idempotency-key', 'Idempotency-Key') ? asked : withHeader(asked, 'idempotency-key', undefined),
      ),
  },
  {
    id: 'idempotency-key-in-lower-case-ignored',
    breaks: ['HTTP-06'],
    story: 'The repeat filter knows one spelling; the service behind it asks only whether there is a key.',
    middleware: (honest) => (asked) =>
      honest(
        speltAs(asked, 'idempotency-key', 'Idempotency-Key', 'IDEMPOTENCY-KEY') || !asked.headers.get('idempotency-key')
          ? asked
          : withHeader(asked, 'idempotency-key', randomUUID()),
      ),
  },
  {
    id: 'version-two',
    breaks: ['VER-01'],
    story: 'The next version was mounted in the place of the first.',
    server: { basePath: '/v2/' },
  },
  {
    id: 'version-behind-a-prefix',
    breaks: ['VER-01'],
    story: 'The gateway puts every service below a prefix of its own.',
    server: { basePath: '/api/v1/' },
  },
  {
    id: 'no-version',
    breaks: ['VER-01'],
    story: 'The gateway strips the version, and hands out addresses without it.',
    server: { basePath: '/' },
  },
  {
    id: 'minor-version-in-the-path',
    breaks: ['VER-01'],
    story: 'The release train writes its own number into the address.',
    server: { basePath: '/v1.1/' },
  },
];
