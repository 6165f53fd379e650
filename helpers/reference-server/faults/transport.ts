import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { crash, created, listed, unauthorized, withAnswerHeaders, withoutAnswerHeader } from '../answered.js';
import { isCreation, isListing, keyOf, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, beforehand, bodyRewritten, instead } from '../rewrite.js';
import { json, type Request } from '../service.js';

const typed = (type: string) => (answer: Answer) => withAnswerHeaders(answer, { 'content-type': type });
const unauthorizedListing = (asked: Request, { status }: Answer) => isListing(asked) && status === 401;

/** Whether a header of that name came in one of these spellings, or not at all. */
const speltAs = (asked: Request, name: string, ...spellings: string[]) =>
  asked.rawHeaders.every((raw, at) => at % 2 === 1 || raw.toLowerCase() !== name || spellings.includes(raw));

const readsOnly = (name: string, ...spellings: string[]) =>
  beforehand((asked) => (speltAs(asked, name, ...spellings) ? asked : withHeader(asked, name, undefined)));

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
const isCut = (asked: Request, answer: Answer) => isMalformed(asked, answer) && asked.body.trimStart().startsWith('{');

/** Stores something all the same where `when` holds of a rejected body. */
const repairing =
  (when: (asked: Request, answer: Answer) => boolean, repaired: (body: string) => string): Middleware =>
  (honest) =>
  async (asked) => {
    const answer = await honest(asked);
    return when(asked, answer) ? honest({ ...asked, body: repaired(asked.body) }) : answer;
  };

/** HTTP: transport and format. */
export const transportFaults: readonly Fault[] = [
  ...breaking(['HTTP-01'], {
    'certificate-of-unknown-authority': [
      'The server sends a certificate of an internal authority that no client knows.',
      { certificate: 'unknown authority' },
    ],
    'certificate-expired': [
      'The job that renews certificates stopped, and nobody looked at its log.',
      { certificate: 'expired' },
    ],
    'certificate-of-another-host': [
      'The load balancer answers with its default certificate, because the new host name is not in its table.',
      { certificate: 'other host' },
    ],
  }),
  ...breaking(['HTTP-03'], {
    'creation-labelled-html': [
      'The handler writes a string, so the framework labels it as it labels every string.',
      afterwards(created, typed('text/html; charset=utf-8')),
    ],
    'creation-without-content-type': [
      'The body is written to the socket by hand, and nobody set a media type.',
      afterwards(created, (answer) => withoutAnswerHeader(answer, 'content-type')),
    ],
    'listing-with-an-empty-body': [
      'An empty list is left out by the serializer, and the whole body with it.',
      bodyRewritten(listed, () => ''),
    ],
    'creation-in-python-quotes': [
      'The dictionary is turned into text by the language and not by a JSON writer.',
      bodyRewritten(created, asPython),
    ],
  }),
  ...breaking(['HTTP-04'], {
    'html-401': [
      'The gateway in front rejects by itself, and does so with its own error page.',
      afterwards(unauthorized, (answer) => ({
        ...typed('text/html; charset=utf-8')(answer),
        body: '<!doctype html><title>401</title><h1>Authorization required</h1>',
      })),
    ],
    'bare-word-401-on-listing': [
      'The guard sends the reason phrase as the body under the media type of the API.',
      bodyRewritten(unauthorizedListing, () => 'Unauthorized'),
    ],
  }),
  ...breaking(['HTTP-05'], {
    'cut-body-repaired': [
      'A tolerant parser, brought in for one difficult client, closes the brackets that are missing.',
      repairing(isCut, salvaged),
    ],
    'bare-text-stored': [
      'What the parser cannot read becomes an empty object, and the store has defaults for everything.',
      repairing(
        (asked, answer) => isMalformed(asked, answer) && !/^\s*[{[]/.test(asked.body),
        () => salvaged(''),
      ),
    ],
    'malformed-body-crashes': ['Nobody catches the exception of the parser.', afterwards(isMalformed, crash)],
  }),
  ...breaking(['HTTP-06'], {
    'api-key-in-capitals-not-read': [
      'A proxy hands headers on in a map that compares names by letter, filled with the two usual spellings.',
      readsOnly('api-key', 'Api-Key', 'api-key'),
    ],
    'api-key-in-lower-case-not-read': [
      'The guard looks for the name as the documentation spells it; behind HTTP/2 no request gets through.',
      readsOnly('api-key', 'Api-Key', 'API-KEY'),
    ],
    'tenant-header-only-as-spelt': [
      'The tenant is read from the raw list of headers, by the one spelling that the tests use.',
      readsOnly('x-tenant-id', 'x-tenant-id'),
    ],
    'tenant-header-only-as-spelt-reported-in-the-body': [
      'The tenant is read by one spelling, and errors come with 200, as the first client wanted it.',
      instead(
        (asked) => !speltAs(asked, 'x-tenant-id', 'x-tenant-id'),
        json(200, { success: false, message: 'The tenant is missing.' }),
      ),
    ],
    'idempotency-key-only-as-spelt': [
      'A gateway keeps the table of Idempotency-Keys and asks for one that it does not see.',
      readsOnly('idempotency-key', 'Idempotency-Key'),
    ],
    'idempotency-key-in-lower-case-ignored': [
      'The repeat filter knows one spelling; the service behind it asks only whether there is a key.',
      beforehand((asked) =>
        speltAs(asked, 'idempotency-key', 'Idempotency-Key', 'IDEMPOTENCY-KEY') || keyOf(asked) === ''
          ? asked
          : withHeader(asked, 'idempotency-key', randomUUID()),
      ),
    ],
  }),
  ...breaking(['VER-01'], {
    'version-two': ['The next version was mounted in the place of the first.', { basePath: '/v2/' }],
    'no-version': ['The gateway strips the version, and hands out addresses without it.', { basePath: '/' }],
  }),
];
