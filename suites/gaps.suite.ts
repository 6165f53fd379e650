/**
 * Errors, Limits, Versioning, and transport beyond the specification: what it says is not shown, and what it leaves out.
 * Most is read off the responses of the run at its end, and costs no request.
 */

import { lookAtConnection } from '../helpers/client/connection-state.js';
import { context } from '../helpers/client/context.js';
import type { Response } from '../helpers/client/message.js';
import { isSuccess } from '../helpers/client/response.js';
import { sendPlain } from '../helpers/client/send.js';
import { TransportError } from '../helpers/client/transport-error.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { howOften } from '../helpers/json/how-often.js';
import { inferSchema, memberList } from '../helpers/json/infer-schema.js';
import { byKey } from '../schemas/by-key.js';
import { catalogue, type OpenId } from '../schemas/fsapi/catalogue.js';
import { createCustomer, listAccounts } from '../schemas/fsapi/operations.js';
import { listed } from '../schemas/listed.js';
import { code } from '../schemas/marked.js';
import { area } from './area.js';
import { unknownPath } from './baselines.js';
import { conflictOfAddresses, conflictUnderOneKey, creationBaseline } from './creation-baseline.js';
import { freshCustomer, withMember } from './customers/customer.js';
import {
  allObserved,
  headersByKind,
  headersLike,
  inWords,
  isAnswer,
  kinds,
  namesInWords,
  normalWithStatus,
  type Outcome,
  observed,
  observedBeside,
  oneOf,
  outcomeByStatus,
  outcomeOf,
  someSeen,
  statuses,
  tried,
} from './observing.js';
import { baselineListing, requireAcceptedKey } from './requests.js';

export const gaps = area();
const { observe, observeEach, inPassing } = gaps;

// Requests must be sent over HTTPS: what one over plain HTTP gets is not said.
observe('HTTP-02', 'GET /accounts by plain HTTP, without a key', async () => {
  if (context().connection.base.protocol !== 'https:')
    throw new Skipped('The base address is plain HTTP. Set `CONFORMANCE_BASE_URL` to an https address.');
  const response = await sendPlain(listAccounts, 'by plain HTTP, without a key');
  if (response instanceof TransportError)
    return { observation: { answer: 'none' }, sentences: ['A plain-HTTP request got no response.'] };
  const { status } = response;
  const location = response.headers.get('location') ?? '';
  const to = /^https:/i.test(location) ? 'https' : location === '' ? 'nowhere' : 'another address';
  const answer = status >= 300 && status < 400 ? `redirected to ${to}` : isSuccess(response) ? 'accepted' : 'rejected';
  return { observation: { answer, status }, sentences: [`A plain-HTTP request was ${answer} (${status}).`] };
});

// Request bodies for writes are JSON (Content-Type: application/json): what another type gets is not said.
const contentTypes = {
  'as application/json with a charset': 'application/json; charset=utf-8',
  'as text/plain': 'text/plain',
  'as application/xml': 'application/xml',
  'without Content-Type': null,
} as const;
observeEach(
  'HTTP-07',
  'another content type',
  Object.entries(contentTypes).map(([name, contentType]) => ({
    ...{ name, change: { contentType, purpose: `with a JSON body ${name}` } },
  })),
  (became) => allObserved(became, 'A JSON body'),
);

// Methods that are safe by definition (RFC 9110, 9.2.1; RFC 5323, 2): any other may be an undocumented operation.
observe('HTTP-07', 'another method', async ({ send }) => {
  requireAcceptedKey(await baselineListing());
  const observation: Record<string, object> = {};
  const sentences: string[] = [];
  for (const method of ['OPTIONS', 'SEARCH']) {
    const response = await send(listAccounts, { method, purpose: `as ${method}` });
    const allow = (response.headers.get('allow') ?? '').toUpperCase().match(/[A-Z]+/g) ?? [];
    const methods = [...new Set(allow)].sort();
    const outcome = outcomeByStatus(response);
    observation[method] = { ...normalWithStatus(outcome), allow: methods };
    const allowed = methods.length > 0 ? ` (${code(`Allow: ${methods.join(', ')}`)})` : '';
    sentences.push(`${code(`${method} ${listAccounts.path}`)} ${inWords(outcome)}${allowed}.`);
  }
  return { observation, sentences };
});

observe('HTTP-07', 'an unknown path', async () => {
  requireAcceptedKey(await baselineListing());
  return observed('An unknown path with the key', outcomeByStatus(await unknownPath()), normalWithStatus);
});

/** A customer as a JSON text that something is done to. */
const asText = (purpose: string, change: (text: string) => string) => () => {
  const body = freshCustomer();
  return { body, text: change(JSON.stringify(body)), purpose };
};

observe('HTTP-07', 'something after the JSON value', { creations: 1 }, async () => {
  const change = asText('with something after the JSON value', (text) => `${text} and more`);
  return observed('A body with text after the JSON value', await tried(change));
});

/** Headers that are recorded and never judged. */
const ofInterest = {
  requestId: /^x-(request|correlation|trace)-?id$|^request-id$|^traceparent$/,
  banner: /^(server|x-powered-by|via)$/,
  cors: /^access-control-/,
  security: /^(strict-transport-security|x-content-type-options|content-security-policy)$/,
} as const;

for (const [kind, isOfIt] of Object.entries(kinds)) {
  const those = () => someSeen(isOfIt, `A response (${kind})`);
  inPassing('HTTP-07', `headers of ${kind}`, those, (responses) => {
    const found = Object.entries(ofInterest).map(([name, pattern]) => [name, headersLike(responses, pattern)] as const);
    const cacheControl = howOften(responses.map((response) => directives(response.headers.get('cache-control'))));
    const names = found.map(([, headers]) => namesInWords(headers)).filter((one) => one !== 'none');
    return {
      observation: { ...Object.fromEntries(found), cacheControl },
      sentences: [
        `Headers of ${kind}: ${names.length > 0 ? names.join(', ') : 'none of interest'}.`,
        `${code('Cache-Control')} of ${kind}: ${namesInWords(cacheControl)}.`,
      ],
    };
  });
}

/** Directives of a Cache-Control header, by name: their numbers are data. */
function directives(value: string | undefined): string[] {
  if (value === undefined) return ['no header'];
  return value.split(',').map((one) => one.trim().split('=')[0]?.toLowerCase() ?? '');
}

// Spaces and tabs alone: a body of empty lines would be searched from each of them anew.
const stackTrace = /\n[ \t]+at .+:\d+:\d+\)?|Traceback \(most recent call last\)|\tat [\w.$]+\(/;

const answers = () => someSeen(isAnswer, 'An answer');

inPassing('HTTP-07', 'all responses', answers, async (all) => {
  const look = await lookAtConnection();
  const certificate = look.state === 'open' ? look.certificate : undefined;
  const observation = {
    stackTraces: all.some(({ text }) => stackTrace.test(text)) ? 'seen' : 'none seen',
    ...(certificate && { tls: certificate.protocol, certificate: lifetime(certificate.validTo) }),
  };
  const tls = certificate ? [`${certificate.protocol}, certificate with ${observation.certificate}.`] : [];
  return { observation, sentences: [`Stack traces: ${observation.stackTraces}.`, ...tls] };
});

/** Days left of a certificate, in classes that are stable from run to run. */
function lifetime(validTo: string): string {
  const days = (Date.parse(validTo) - Date.now()) / 86_400_000;
  return days < 7 ? 'under 7 days left' : days < 30 ? 'under 30 days left' : '30 days left or more';
}

// Shape of the error body and error codes: not shown.
const rejections = () => someSeen((response) => response.status >= 400 && isAnswer(response), 'A rejection');

inPassing('ERR-01', 'rejections of the run', rejections, (all) => {
  const observation = Object.fromEntries(
    statuses(all).map((status) => {
      const ofStatus = all.filter((response) => response.status === status && response.isJson);
      return [status, inferSchema(ofStatus.map((response) => response.json)) ?? 'no JSON body'];
    }),
  );
  // Statuses with the same members share a sentence.
  const alike = byKey(Object.entries(observation).map(([status, schema]) => [memberList(schema), status]));
  const sentences = [...alike].map(([members, those]) => `The body of ${listed(those)} contains ${members}.`);
  return { observation, sentences };
});

// Status codes for validation failure, not found, conflict, server error: not shown.
const wrongBodies = {
  'a malformed member': () => JSON.stringify(withMember(freshCustomer(), '/email', 'no address')),
  'no members': () => '{}',
  'an array': () => '[]',
  'a body that is cut': () => '{"first_name":',
} as const;

observe('ERR-02', 'bodies that are wrong', async ({ send }) => {
  const known = await creationBaseline();
  const outcomes: Record<string, Outcome> = {};
  for (const [name, make] of Object.entries(wrongBodies))
    outcomes[name] = outcomeOf(await send(createCustomer, { text: make(), purpose: `with ${name}` }), known);
  return allObserved(outcomes);
});

/** Responses to invalid members that were rejected. @throws Inconclusive where there are none */
function rejectedMembers(): readonly Response[] {
  const rejected = context().noted.flatMap(({ became, response }) => (became === 'rejected' ? [response] : []));
  if (rejected.length > 0) return rejected;
  throw new Inconclusive('No rejection of an invalid member was observed in this run.');
}

inPassing('ERR-02', 'malformed members of the run', rejectedMembers, (rejected) => {
  const observation = { statuses: statuses(rejected) };
  return { observation, sentences: [`Invalid members returned ${oneOf(observation.statuses)}.`] };
});

observe('ERR-03', 'an unknown path', async () => {
  requireAcceptedKey(await baselineListing());
  const response = await unknownPath();
  const { status } = response;
  if (isSuccess(response))
    throw new Inconclusive(`An unknown path returned ${status}, so no not-found response was observed.`);
  return { observation: { statuses: [status] }, sentences: [`An unknown path returns ${status}.`] };
});

// Two writes of which the second conflicts with the first: what becomes of it is open twice, as a rule and as a status.
for (const [what, conflict, names] of [
  [
    'Another body under one `Idempotency-Key`',
    conflictUnderOneKey,
    { 'IDEM-08': 'the same key with another body', 'ERR-04': 'another body under one Idempotency-Key' },
  ],
  [
    'A second customer with the same e-mail address',
    conflictOfAddresses,
    { 'CUST-21': 'a second customer with the same e-mail address', 'ERR-04': 'two customers with one e-mail address' },
  ],
] as const) {
  for (const [id, name] of Object.entries(names) as [OpenId, string][])
    observe(id, name, { creations: 2 }, async () => {
      const { known, first, response } = await conflict();
      return observedBeside(what, known, first, response);
    });
}

const serverErrors = () => someSeen((response) => response.status >= 500 && isAnswer(response), 'A server error');

inPassing('ERR-05', 'server errors of the run', serverErrors, (errors) => {
  const sometimes = statuses(errors).map(String);
  // Server errors come and go: none of them counts as permanent.
  const observation = { statuses: { always: [], sometimes } };
  return { observation, sentences: [`The service returned the server errors ${listed(sometimes)}.`] };
});

// Rate limits, request size limits and time-outs: not shown.
observe('LIMIT-01', 'all responses', { phase: 'last' }, async () => {
  const { headers, sentence, seen } = headersByKind('Headers of rate limits', /^(x-)?rate-?limit|^retry-after$/);
  const tooMany = context().responses.some(({ status }) => status === 429);
  return {
    // Whether the run reaches a limit depends on its request rate, so two runs need not agree in it.
    observation: { ...headers, tooMany: { always: [], sometimes: tooMany ? ['429'] : [] } },
    sentences: [sentence, tooMany ? 'The service returned 429.' : 'The service returned no 429.'],
    seen,
  };
});

/** Sizes of bodies in KiB, padded with white space, which has no meaning in JSON. */
const sizes = [16, 128, 1024, 8192];

observe('LIMIT-02', 'bodies made long by white space', { creations: sizes.length }, async ({ configuration }) => {
  if (configuration.only.length === catalogue.length)
    throw new Skipped('This probe sends large bodies, so it runs only by name. Pass `--only LIMIT-02`.');
  let acceptedKiB = 0;
  for (const size of sizes) {
    const outcome = await tried(asText(`with a body of ${size} KiB`, (text) => text.padEnd(size * 1024)));
    if (outcome.acceptance !== 'accepted')
      return {
        observation: { acceptedKiB, refusedKiB: size, status: outcome.response.status },
        sentences: [`A body of ${acceptedKiB} KiB was accepted.`, `A body of ${size} KiB ${inWords(outcome)}.`],
      };
    acceptedKiB = size;
  }
  const sentences = [`A body of ${acceptedKiB} KiB was accepted.`, 'No longer body was sent.'];
  return { observation: { acceptedKiB }, sentences };
});

const responses = () => someSeen(() => true, 'A response');

inPassing('LIMIT-03', 'all responses', responses, (all) => {
  const longest = Math.max(...all.map((response) => response.durationMs));
  const bound = [10, 30, 60, 300].find((seconds) => longest < seconds * 1000);
  const longestAnswer = bound === undefined ? '300 s or more' : `under ${bound} s`;
  return { observation: { longestAnswer }, sentences: [`The slowest response took ${longestAnswer}.`] };
});

// Policy for new versions, deprecation and compatibility: not shown.
observe('VER-02', 'all responses', { phase: 'last' }, async () => {
  const { headers, sentence, seen } = headersByKind('Headers of deprecation', /^(deprecation|sunset)$/);
  return { observation: headers, sentences: [sentence], seen };
});
