import { randomUUID } from 'node:crypto';
import { crash, created, listed, unauthorized, withAnswerHeaders } from '../answered.js';
import { isCreation, keyOf, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, beforehand, bodyRewritten } from '../rewrite.js';
import type { Answer, Request } from '../service.js';

const typed = (type: string) => (answer: Answer) => withAnswerHeaders(answer, { 'content-type': type });

/** Whether a header of that name came in one of these spellings, or not at all. */
const speltAs = (asked: Request, name: string, ...spellings: string[]) =>
  asked.rawHeaders.every((raw, at) => at % 2 === 1 || raw.toLowerCase() !== name || spellings.includes(raw));

const readsOnly = (name: string, ...spellings: string[]) =>
  beforehand((asked) => (speltAs(asked, name, ...spellings) ? asked : withHeader(asked, name, undefined)));

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

const malformed = (how: string) => `HTTP-05 create customer: a body that is not well-formed JSON: ${how}`;
const inCase = (letters: string) =>
  ['create customer: a used key, and', 'list accounts:'].map(
    (what) => `HTTP-06 ${what} header names in ${letters} case`,
  );

/** HTTP: transport and format. */
export const transportFaults: readonly Fault[] = [
  ...breaking(['HTTP-01'], {
    'certificate-expired': [
      'The job that renews certificates stopped, and nobody looked at its log.',
      { certificate: 'expired' },
      { fails: ['HTTP-01 https, with a certificate that verifies'] },
    ],
  }),
  ...breaking(['HTTP-03'], {
    'creation-labelled-html': [
      'The handler writes a string, so the framework labels it as it labels every string.',
      afterwards(created, typed('text/html; charset=utf-8')),
      { fails: ['HTTP-03 creating a customer'] },
    ],
    'listing-with-an-empty-body': [
      'An empty list is left out by the serializer, and the whole body with it.',
      bodyRewritten(listed, () => ''),
      { fails: ['HTTP-03 listing accounts'] },
    ],
  }),
  ...breaking(['HTTP-04'], {
    'html-401': [
      'The gateway in front rejects by itself, and does so with its own error page.',
      afterwards(unauthorized, (answer) => ({
        ...typed('text/html; charset=utf-8')(answer),
        body: '<!doctype html><title>401</title><h1>Authorization required</h1>',
      })),
      { fails: ['HTTP-04 every 401 of the run'] },
    ],
  }),
  ...breaking(['HTTP-05'], {
    'cut-body-repaired': [
      'A tolerant parser, brought in for one difficult client, closes the brackets that are missing.',
      repairing(isCut, salvaged),
      {
        fails: ['without its last brace', 'cut in the middle', 'cut inside a string'].map(malformed),
      },
    ],
    'bare-text-stored': [
      'What the parser cannot read becomes an empty object, and the store has defaults for everything.',
      repairing(
        (asked, answer) => isMalformed(asked, answer) && !/^\s*[{[]/.test(asked.body),
        () => salvaged(''),
      ),
      { fails: [malformed('bare text')] },
    ],
    'malformed-body-crashes': ['Nobody catches the exception of the parser.', afterwards(isMalformed, crash)],
  }),
  ...breaking(['HTTP-06'], {
    'api-key-in-capitals-not-read': [
      'A proxy hands headers on in a map that compares names by letter, filled with the two usual spellings.',
      readsOnly('api-key', 'Api-Key', 'api-key'),
      { fails: inCase('upper') },
    ],
    'api-key-in-lower-case-not-read': [
      'The guard looks for the name as the documentation spells it; behind HTTP/2 no request gets through.',
      readsOnly('api-key', 'Api-Key', 'API-KEY'),
      { fails: inCase('lower') },
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
    'version-two': [
      'The next version was mounted in the place of the first.',
      { basePath: '/v2/' },
      { fails: ['VER-01 path of the base address'] },
    ],
  }),
];
