/** Errors, Limits, Versioning, transport: what the specification says is not shown, and what it leaves out. */

import { lookAtConnection } from '../helpers/client/connection-state.js';
import type { Target } from '../helpers/client/context.js';
import { isSuccess } from '../helpers/client/response.js';
import { sendPlain } from '../helpers/client/send.js';
import { TransportError } from '../helpers/client/transport-error.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { howOften } from '../helpers/json/how-often.js';
import { inferSchema, memberList } from '../helpers/json/infer-schema.js';
import { byKey } from '../schemas/by-key.js';
import { catalogue } from '../schemas/fsapi/catalogue.js';
import { listAccounts } from '../schemas/fsapi/operations.js';
import { listed } from '../schemas/listed.js';
import { code } from '../schemas/marked.js';
import { area } from './area.js';
import { unknownPath } from './baselines.js';
import { conflictOfAddresses, conflictUnderOneKey } from './creation-baseline.js';
import { freshCustomer, withMember } from './customers/customer.js';
import * as observing from './observing.js';
import { baselineListing, requireAcceptedKey } from './requests.js';

export const gaps = area();
const { observe, inPassing } = gaps;

// Requests must be sent over HTTPS: what one over plain HTTP gets is not said.
observe('HTTP-02', 'GET /accounts by plain HTTP, without a key', async ({ connection }) => {
  if (connection.base.protocol !== 'https:')
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
const contentTypes = Object.entries({
  'as application/json with a charset': 'application/json; charset=utf-8',
  'as text/plain': 'text/plain',
  'as application/xml': 'application/xml',
  'without Content-Type': null,
}).map(([name, contentType]) => ({ name, change: { contentType, purpose: `with a JSON body ${name}` } }));

observe('HTTP-07', 'another content type', { creations: contentTypes.length }, async (target) =>
  observing.allObserved(await observing.triedEach(contentTypes, target), 'A JSON body'),
);

// Safe methods alone (RFC 9110, 9.2.1; RFC 5323, 2): any other may be an undocumented operation.
observe('HTTP-07', 'another method', async ({ send }) => {
  requireAcceptedKey(await baselineListing());
  const observation: Record<string, object> = {};
  const sentences: string[] = [];
  for (const method of ['OPTIONS', 'SEARCH']) {
    const response = await send(listAccounts, { method, purpose: `as ${method}` });
    const allowed = response.headers.get('allow') ?? '';
    const allow = [...new Set(allowed.toUpperCase().match(/[A-Z]+/g))].sort();
    const outcome = observing.outcomeByStatus(response);
    observation[method] = { ...observing.normalWithStatus(outcome), allow };
    const header = allow.length > 0 ? ` (${code(`Allow: ${allow.join(', ')}`)})` : '';
    sentences.push(`${code(`${method} ${listAccounts.path}`)} ${observing.inWords(outcome)}${header}.`);
  }
  return { observation, sentences };
});

const unknownPathWithTheKey = async () => {
  requireAcceptedKey(await baselineListing());
  return unknownPath();
};

observe('HTTP-07', 'an unknown path', async () => {
  const outcome = observing.outcomeByStatus(await unknownPathWithTheKey());
  return observing.observed('An unknown path with the key', outcome, observing.normalWithStatus);
});

/** @param change of a customer's JSON text */
const asText = (target: Target, purpose: string, change: (text: string) => string) =>
  observing.tried(target, () => {
    const body = freshCustomer();
    return { body, text: change(JSON.stringify(body)), purpose };
  });

observe('HTTP-07', 'something after the JSON value', { creations: 1 }, async (target) => {
  const outcome = await asText(target, 'with something after the JSON value', (text) => `${text} and more`);
  return observing.observed('A body with text after the JSON value', outcome);
});

const ofInterest = {
  requestId: /^x-(request|correlation|trace)-?id$|^request-id$|^traceparent$/,
  banner: /^(server|x-powered-by|via)$/,
  cors: /^access-control-/,
  security: /^(strict-transport-security|x-content-type-options|content-security-policy)$/,
} as const;

for (const [kind, isOfIt] of Object.entries(observing.kinds))
  inPassing('HTTP-07', `headers of ${kind}`, observing.seen(isOfIt), (responses) => {
    const found = Object.entries(ofInterest).map(
      ([name, pattern]) => [name, observing.headersLike(responses, pattern)] as const,
    );
    const cacheControl = howOften(responses.map(({ headers }) => directives(headers.get('cache-control'))));
    const names = found.map(([, headers]) => observing.namesInWords(headers)).filter((one) => one !== 'none');
    return {
      observation: { ...Object.fromEntries(found), cacheControl },
      sentences: [
        `Headers of ${kind}: ${names.join(', ') || 'none of interest'}.`,
        `${code('Cache-Control')} of ${kind}: ${observing.namesInWords(cacheControl)}.`,
      ],
    };
  });

/** Without their numbers, which are data. */
const directives = (value = 'no header') =>
  value.split(',').map((directive) => directive.trim().toLowerCase().replace(/=.*/s, ''));

// Spaces and tabs alone: a body of empty lines would be searched from each of them anew.
const stackTrace = /\n[ \t]+at .+:\d+:\d+\)?|Traceback \(most recent call last\)|\tat [\w.$]+\(/;

inPassing('HTTP-07', 'all responses', observing.seen(observing.isAnswer), async (all) => {
  const stackTraces = all.some(({ text }) => stackTrace.test(text)) ? 'seen' : 'none seen';
  const sentences = [`Stack traces: ${stackTraces}.`];
  const look = await lookAtConnection();
  if (look.state !== 'open' || !look.certificate) return { observation: { stackTraces }, sentences };
  const tls = look.certificate.protocol;
  const days = (Date.parse(look.certificate.validTo) - Date.now()) / 86_400_000;
  const certificate = classOf(days, [7, 30], 'days left');
  return {
    observation: { stackTraces, tls, certificate },
    sentences: [...sentences, `${tls}, certificate with ${certificate}.`],
  };
});

/** In classes that are stable from run to run. */
function classOf(value: number, bounds: readonly number[], unit: string): string {
  const bound = bounds.find((one) => value < one);
  return bound === undefined ? `${bounds.at(-1)} ${unit} or more` : `under ${bound} ${unit}`;
}

const errors = (least: number) =>
  observing.seen((response) => response.status >= least && observing.isAnswer(response));

// Shape of the error body and error codes: not shown.
inPassing('ERR-01', 'rejections of the run', errors(400), (all) => {
  const schemas = observing.statuses(all).map((status) => {
    const ofStatus = all.filter((response) => response.status === status && response.isJson);
    return [status, inferSchema(ofStatus.map(({ json }) => json)) ?? 'no JSON body'] as const;
  });
  const alike = byKey(schemas.map(([status, schema]) => [memberList(schema), status]));
  return {
    observation: Object.fromEntries(schemas),
    sentences: [...alike].map(([members, those]) => `The body of ${listed(those)} contains ${members}.`),
  };
});

// Status codes for validation failure, not found, conflict, server error: not shown.
const wrongBodies = Object.entries<() => string>({
  'a malformed member': () => JSON.stringify(withMember(freshCustomer(), '/email', 'no address')),
  'no members': () => '{}',
  'an array': () => '[]',
  'a body that is cut': () => '{"first_name":',
}).map(([name, text]) => ({ name, change: () => ({ text: text() }) }));

observe('ERR-02', 'bodies that are wrong', async (target) =>
  observing.allObserved(await observing.triedEach(wrongBodies, target)),
);

const rejectedMembers = ({ noted }: Target) =>
  noted.flatMap(({ became, response }) => (became === 'rejected' ? [response] : []));

inPassing('ERR-02', 'malformed members of the run', rejectedMembers, observing.statusesOf('Invalid members returned'));

observe('ERR-03', 'an unknown path', async () => {
  const response = await unknownPathWithTheKey();
  if (!isSuccess(response)) return observing.statusesOf('An unknown path returns')([response]);
  throw new Inconclusive(`An unknown path returned ${response.status}, so no not-found response was observed.`);
});

// What becomes of a second write that conflicts with a first one is open twice, as a rule and as a status.
const underOneKey = ['Another body under one `Idempotency-Key`', conflictUnderOneKey] as const;
const ofOneAddress = ['A second customer with the same e-mail address', conflictOfAddresses] as const;
for (const [id, name, [what, conflict]] of [
  ['IDEM-08', 'the same key with another body', underOneKey],
  ['ERR-04', 'another body under one Idempotency-Key', underOneKey],
  ['CUST-21', 'a second customer with the same e-mail address', ofOneAddress],
  ['ERR-04', 'two customers with one e-mail address', ofOneAddress],
] as const)
  observe(id, name, { creations: 2 }, async () => {
    const { known, first, response } = await conflict();
    return observing.observedBeside(what, known, first, response);
  });

inPassing('ERR-05', 'server errors of the run', errors(500), (all) => {
  const sometimes = observing.statuses(all).map(String);
  // They come and go: none of them counts as permanent.
  const observation = { statuses: { always: [], sometimes } };
  return { observation, sentences: [`The service returned the server errors ${listed(sometimes)}.`] };
});

// Rate limits, request size limits and time-outs: not shown.
observe('LIMIT-01', 'all responses', { phase: 'last' }, async (target) => {
  const headers = observing.headersByKind(target, 'Headers of rate limits', /^(x-)?rate-?limit|^retry-after$/);
  const tooMany = target.responses.some(({ status }) => status === 429);
  return {
    ...headers,
    // It depends on the rate of requests, so two runs need not agree in it.
    observation: { ...headers.observation, tooMany: { always: [], sometimes: tooMany ? ['429'] : [] } },
    sentences: [...headers.sentences, `The service returned ${tooMany ? '' : 'no '}429.`],
  };
});

/** In KiB: white space has no meaning in JSON. */
const sizes = [16, 128, 1024, 8192];

observe('LIMIT-02', 'bodies made long by white space', { creations: sizes.length }, async (target) => {
  if (target.configuration.only.length === catalogue.length)
    throw new Skipped('It sends large bodies, so it runs only by name (`--only LIMIT-02`).');
  const sentences: string[] = [];
  let acceptedKiB = 0;
  for (const size of sizes) {
    const outcome = await asText(target, `with a body of ${size} KiB`, (text) => text.padEnd(size * 1024));
    const { acceptance, response } = outcome;
    sentences.push(`A body of ${size} KiB ${observing.inWords(outcome)}.`);
    if (acceptance !== 'accepted')
      return { observation: { acceptedKiB, refusedKiB: size, status: response.status }, sentences };
    acceptedKiB = size;
  }
  return { observation: { acceptedKiB }, sentences };
});

inPassing('LIMIT-03', 'all responses', observing.seen(Boolean), (all) => {
  const longest = Math.max(...all.map(({ durationMs }) => durationMs)) / 1000;
  const longestAnswer = classOf(longest, [10, 30, 60, 300], 's');
  return { observation: { longestAnswer }, sentences: [`The slowest response took ${longestAnswer}.`] };
});

// Policy for new versions, deprecation and compatibility: not shown.
observe('VER-02', 'all responses', { phase: 'last' }, async (target) =>
  observing.headersByKind(target, 'Headers of deprecation', /^(deprecation|sunset)$/),
);
