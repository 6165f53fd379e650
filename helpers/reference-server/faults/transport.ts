import { randomUUID } from 'node:crypto';
import { crash, created, type Kind, listed, unauthorized } from '../answers.js';
import { ofCreation, storiesOf } from '../changes.js';
import { afterwards, beforehand } from '../middleware.js';
import type { Request } from '../request.js';
import { anyone } from '../service.js';
import { type Answer, withAnswerHeaders } from '../state.js';

const typed = (type: string) => (answer: Answer) => withAnswerHeaders(answer, { 'content-type': type });

/** A header that did not come counts, too. */
const speltAs = (asked: Request, name: string, spellings: readonly string[]) =>
  asked.rawHeaders.every((raw, at) => at % 2 === 1 || raw.toLowerCase() !== name || spellings.includes(raw));

const readsOnly = (name: string, ...spellings: readonly string[]) =>
  beforehand((asked) => (speltAs(asked, name, spellings) ? asked : asked.withHeader(name, undefined)));

const isMalformed: Kind = (asked, { status, body = '' }) =>
  asked.isCreation && status === 400 && body.includes('malformed_json');

const inCase = (letters: string) => [
  `create customer: a used key, and header names in ${letters} case`,
  `list accounts: header names in ${letters} case`,
];

export const transportFaults = storiesOf({
  'HTTP-01 certificate-expired': [
    'The job that renews certificates stopped.',
    { server: { certificate: 'expired' } },
    ['https, with a certificate that verifies'],
  ],
  'HTTP-03 creation-labelled-html': [
    'The handler returns a string, and the framework labels it so.',
    afterwards(created, typed('text/html; charset=utf-8')),
    ['creating a customer'],
  ],
  'HTTP-03 listing-with-an-empty-body': [
    'The serializer leaves out an empty list, and the whole body with it.',
    afterwards(listed, (answer) => ({ ...answer, body: '' })),
    ['listing accounts'],
  ],
  'HTTP-04 html-401': [
    'The gateway rejects with its own error page.',
    afterwards(unauthorized, (answer) => ({
      ...typed('text/html; charset=utf-8')(answer),
      body: '<!doctype html><title>401</title><h1>Authorization required</h1>',
    })),
    ['every 401 of the run'],
  ],
  'HTTP-05 malformed-body-repaired': [
    'A tolerant parser reads an empty object, and defaults fill it.',
    (honest) => async (asked) => {
      const answer = await honest(asked);
      return isMalformed(asked, answer) ? honest(asked.withBody(anyone)) : answer;
    },
    ['without its last brace', 'cut in the middle', 'cut inside a string', 'bare text'].flatMap((how) =>
      ofCreation(`a body that is not well-formed JSON: ${how}`),
    ),
  ],
  'HTTP-05 malformed-body-crashes': ['Nobody catches the exception of the parser.', afterwards(isMalformed, crash)],
  'HTTP-06 api-key-in-capitals-not-read': [
    'A proxy’s map of headers has the two usual spellings only.',
    readsOnly('api-key', 'Api-Key', 'api-key'),
    inCase('upper'),
  ],
  'HTTP-06 api-key-in-lower-case-not-read': [
    'The guard looks for the documented spelling; HTTP/2 never sends it.',
    readsOnly('api-key', 'Api-Key', 'API-KEY'),
    inCase('lower'),
  ],
  'HTTP-06 idempotency-key-in-lower-case-ignored': [
    'The repeat filter knows one spelling; the service only checks that there is a key.',
    beforehand((asked) => {
      const isRead = speltAs(asked, 'idempotency-key', ['Idempotency-Key', 'IDEMPOTENCY-KEY']);
      return isRead || asked.idempotencyKey === '' ? asked : asked.withHeader('idempotency-key', randomUUID());
    }),
  ],
  'VER-01 version-two': [
    'The next version replaced the first.',
    { server: { basePath: '/v2/' } },
    ['path of the base address'],
  ],
});
