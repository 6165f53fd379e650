/**
 * Transport beyond the specification: the responses to plain HTTP, another content type, another method and an unknown
 * path. And the headers of all responses of the run.
 */

import { lookAtConnection } from '../../helpers/client/connection-state.js';
import { context } from '../../helpers/client/context.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send, sendPlain } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { howOften } from '../../helpers/json/how-often.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { baselineListing, requireAcceptedKey } from '../probes/baseline-requests.js';
import {
  allNormal,
  inWords,
  type Normal,
  normalWithStatus,
  type Outcome,
  observed,
  outcomeByStatus,
  summary,
  tried,
} from '../probes/outcome.js';
import { examples, headersLike, isAnswer, kinds, namesInWords, someSeen } from '../probes/seen-responses.js';
import { unknownPath } from '../probes/unknown-path.js';

export const transportGaps = suite<typeof fsapi>();
const { observe } = transportGaps;

observe('HTTP-02', 'GET /accounts by plain HTTP, without a key', async () => {
  if (context().connection.base.protocol !== 'https:') {
    throw new Skipped('The base address is plain HTTP. Set `CONFORMANCE_BASE_URL` to an https address.');
  }
  const response = await sendPlain(listAccounts, 'by plain HTTP, without a key');
  if (response instanceof TransportError) {
    return { observation: { answer: 'none' }, sentences: ['A plain-HTTP request got no response.'] };
  }
  const { status } = response;
  const location = response.headers.get('location') ?? '';
  if (status >= 300 && status < 400) {
    const to = /^https:/i.test(location) ? 'https' : location === '' ? 'nowhere' : 'another address';
    return {
      observation: { answer: 'redirected', status, to },
      sentences: [`The service redirected a plain-HTTP request to ${to} (${status}).`],
    };
  }
  const answer = isSuccess(response) ? 'served' : 'rejected';
  return {
    observation: { answer, status },
    sentences: [`The service ${answer === 'rejected' ? 'rejected' : 'accepted'} a plain-HTTP request (${status}).`],
  };
});

/** Content types beside application/json, each with a JSON body; null for none. */
const contentTypes = {
  'as application/json with a charset': 'application/json; charset=utf-8',
  'as text/plain': 'text/plain',
  'as application/xml': 'application/xml',
  'without Content-Type': null,
} as const;

observe('HTTP-07', 'another content type', { creations: Object.keys(contentTypes).length }, async () => {
  const outcomes: Record<string, Outcome> = {};
  for (const [name, contentType] of Object.entries(contentTypes)) {
    outcomes[name] = await tried(() => ({ contentType, purpose: `with a JSON body ${name}` }));
  }
  return { observation: allNormal(outcomes), sentences: [summary(outcomes, 'A JSON body')] };
});

/** Methods that are safe by definition (RFC 9110, 9.2.1; RFC 5323, 2): any other may be an undocumented operation. */
const safeMethods = ['OPTIONS', 'SEARCH'] as const;

observe('HTTP-07', 'another method', async () => {
  requireAcceptedKey(await baselineListing());
  const observation: Record<string, Required<Normal> & { allow: string[] }> = {};
  const sentences: string[] = [];
  for (const method of safeMethods) {
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
  const response = await unknownPath();
  return observed('An unknown path with the key', outcomeByStatus(response), normalWithStatus);
});

observe('HTTP-07', 'something after the JSON value', { creations: 1 }, async () => {
  const outcome = await tried(() => {
    const customer = freshCustomer();
    return {
      body: customer,
      text: `${JSON.stringify(customer)} and more`,
      purpose: 'with something after the JSON value',
    };
  });
  return observed('A body with text after the JSON value', outcome);
});

for (const [kind, isOfIt] of Object.entries(kinds)) {
  observe('HTTP-07', `headers of ${kind}`, { phase: 'last' }, async () => {
    const responses = someSeen(isOfIt, `A response (${kind})`);
    const observation = {
      requestId: headersLike(responses, /^x-(request|correlation|trace)-?id$|^request-id$|^traceparent$/),
      banner: headersLike(responses, /^(server|x-powered-by|via)$/),
      cors: headersLike(responses, /^access-control-/),
      security: headersLike(responses, /^(strict-transport-security|x-content-type-options|content-security-policy)$/),
      cacheControl: howOften(responses.map((response) => directives(response.headers.get('cache-control')))),
    };
    const { requestId, banner, cors, security, cacheControl } = observation;
    const all = [requestId, banner, cors, security].flatMap((one) =>
      namesInWords(one) === 'none' ? [] : [namesInWords(one)],
    );
    const names = all.length > 0 ? all.join(', ') : 'none of interest';
    return {
      observation,
      sentences: [
        `Headers of ${kind}: ${names}.`,
        `${code('Cache-Control')} of ${kind}: ${namesInWords(cacheControl)}.`,
      ],
      seen: examples(responses),
    };
  });
}

observe('HTTP-07', 'seen in passing', { phase: 'last' }, async () => {
  const all = someSeen(isAnswer, 'An answer');
  const look = await lookAtConnection();
  const certificate = look.state === 'open' ? look.certificate : undefined;
  const observation = {
    stackTraces: all.some(({ text }) => stackTrace.test(text)) ? 'seen' : 'none seen',
    ...(certificate && { tls: certificate.protocol, certificate: lifetime(certificate.validTo) }),
  };
  const tls = certificate ? [`${certificate.protocol}, certificate with ${observation.certificate}.`] : [];
  return { observation, sentences: [`Stack traces: ${observation.stackTraces}.`, ...tls], seen: examples(all) };
});

// Spaces and tabs alone: a body of empty lines would be searched from each of them anew.
const stackTrace = /\n[ \t]+at .+:\d+:\d+\)?|Traceback \(most recent call last\)|\tat [\w.$]+\(/;

/** Directives of a Cache-Control header, by name: their numbers are data. */
function directives(value: string | undefined): string[] {
  if (value === undefined) return ['no header'];
  return value.split(',').map((one) => one.trim().split('=')[0]?.toLowerCase() ?? '');
}

/** Days left of a certificate, in classes that are stable from run to run. */
function lifetime(validTo: string): string {
  const days = (Date.parse(validTo) - Date.now()) / 86_400_000;
  return days < 7 ? 'under 7 days left' : days < 30 ? 'under 30 days left' : '30 days left or more';
}
