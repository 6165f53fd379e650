/** Errors, Limits, Versioning, transport: what the specification says is not shown, and what it leaves out. */

import { lookAtConnection } from '../helpers/client/connection-state.js';
import { context } from '../helpers/client/context.js';
import type { Response } from '../helpers/client/message.js';
import { isSuccess } from '../helpers/client/response.js';
import { send, sendPlain } from '../helpers/client/send.js';
import { TransportError } from '../helpers/client/transport-error.js';
import { Inconclusive, type Observed, Skipped } from '../helpers/client/verdicts.js';
import { mayBeOfFirewall } from '../helpers/runner/in-front.js';
import { listed } from '../schemas/common/listed.js';
import { catalogue } from '../schemas/fsapi/catalogue.js';
import { listAccounts } from '../schemas/fsapi/operations.js';
import { code } from '../schemas/marked.js';
import { freshCustomer, withMember } from './shared/customer.js';
import { describe } from './shared/describe.js';
import { insidesShown } from './shared/insides.js';
import * as observing from './shared/observing.js';
import { howOften, inPassing, lookingBack, withCreation } from './shared/observing.js';
import { requireAcceptedKey, unknownPath } from './shared/right-address.js';
import { sampleByStatus, shapesByStatus } from './shared/shape.js';
import { baselineListing } from './shared/valid-requests.js';
import { withoutKey } from './shared/without-key.js';

// Requests must be sent over HTTPS: what one over plain HTTP gets is not said.
export const HTTP_02 = describe('HTTP-02', ({ observe }) => {
  observe('GET /accounts by plain HTTP, without a key', async ({ connection }) => {
    if (connection.base.protocol !== 'https:')
      throw new Skipped('The base address is plain HTTP. Set `CONFORMANCE_BASE_URL` to an https address.');
    const response = await sendPlain(listAccounts, 'by plain HTTP, without a key');
    if (response instanceof TransportError)
      return { observation: { answer: 'none' }, sentences: ['A plain-HTTP request got no response.'] };
    const { status } = response;
    const answer = isSuccess(response) ? 'accepted' : (redirection(response) ?? 'rejected');
    return { observation: { answer, status }, sentences: [`A plain-HTTP request was ${answer} (${status}).`] };
  });
});

function redirection({ status, headers }: Response): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headers.get('location') ?? '';
  if (location === '') return 'redirected to nowhere';
  return /^https:/i.test(location) ? 'redirected to https' : 'redirected to another address';
}

// Request bodies for writes are JSON (Content-Type: application/json): what another type gets is not said.
const contentTypes = Object.entries({
  'as application/json with a charset': 'application/json; charset=utf-8',
  'as text/plain': 'text/plain',
  'as application/xml': 'application/xml',
  'without Content-Type': null,
}).map(([name, contentType]) => ({ name, change: { contentType, purpose: `with a JSON body ${name}` } }));

// Safe methods alone (RFC 9110, 9.2.1; RFC 5323, 2): any other may be an undocumented operation.
async function otherMethods(): Promise<Observed> {
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
}

const unknownPathWithTheKey = async () => {
  requireAcceptedKey(await baselineListing());
  return unknownPath();
};

const asText = (purpose: string, change: (text: string) => string, encoding?: 'latin1') =>
  observing.tried(() => {
    const body = freshCustomer();
    return { body, text: change(JSON.stringify(body)), purpose, encoding };
  });

/** Extensions that RFC 8259, 9, allows a parser. */
const extensions: Readonly<Record<string, (text: string) => string>> = {
  'something after the JSON value': (text) => `${text} and more`,
  'a trailing comma': (text) => text.replace(/\}$/, ',}'),
  'a comment': (text) => text.replace('{', '{/* a customer */'),
  'names in single quotes': (text) => text.replace(/"([a-z_]+)":/g, "'$1':"),
  'bytes that are not UTF-8': (text) => text.replace(/"(?=[,}])/, '\u00eb"'),
};

const ofInterest = {
  requestId: /^x-(request|correlation|trace)-?id$|^request-id$|^traceparent$/,
  banner: /^(server|x-powered-by|via)$/,
  cors: /^access-control-/,
  security: /^(strict-transport-security|x-content-type-options|content-security-policy)$/,
} as const;

const headersOf = (kind: string) => (responses: readonly Response[]) => {
  const found = Object.entries(ofInterest).map(
    ([name, pattern]) => [name, observing.headersLike(responses, pattern)] as const,
  );
  const cacheControl = howOften(responses.map(({ headers }) => directives(headers.get('cache-control'))));
  const names = found.map(([, headers]) => observing.namesInWords(headers)).filter((names) => names !== 'none');
  return {
    observation: { ...Object.fromEntries(found), cacheControl },
    sentences: [
      `Headers of ${kind}: ${names.join(', ') || 'none of interest'}.`,
      `${code('Cache-Control')} of ${kind}: ${observing.namesInWords(cacheControl)}.`,
    ],
  };
};

/** Without their numbers, which are data. */
const directives = (value = 'no header') =>
  value.split(',').map((directive) => directive.trim().toLowerCase().replace(/=.*/s, ''));

async function insidesAndCertificate(all: readonly Response[]): Promise<Observed> {
  const insides = insidesShown(all);
  const look = await lookAtConnection();
  if (look.state !== 'open' || !look.certificate) return insides;
  const tls = look.certificate.protocol;
  const days = (Date.parse(look.certificate.validTo) - Date.now()) / 86_400_000;
  const certificate = classOf(days, [7, 30], 'days left');
  return {
    ...insides,
    observation: { ...insides.observation, tls, certificate },
    sentences: [...insides.sentences, `${tls}, certificate with ${certificate}.`],
  };
}

export const HTTP_07 = describe('HTTP-07', ({ observe }) => {
  observe('another content type', { creations: contentTypes.length }, async () =>
    observing.allObserved(await observing.triedEach(contentTypes), 'A JSON body'),
  );
  observe('another method', otherMethods);
  observe('an unknown path', async () => {
    const outcome = observing.outcomeByStatus(await unknownPathWithTheKey());
    return observing.observed('An unknown path with the key', outcome, observing.normalWithStatus);
  });
  for (const [name, change] of Object.entries(extensions))
    observe(name, { creations: 1 }, async () => {
      const encoding = name.startsWith('bytes') ? 'latin1' : undefined;
      return observing.observed(`A body with ${name}`, await asText(`with ${name}`, change, encoding));
    });
  for (const [kind, isOfIt] of Object.entries(observing.kinds)) {
    const headers = inPassing(observing.seen(isOfIt), headersOf(kind));
    observe(`headers of ${kind}`, lookingBack, kind === 'creations' ? withCreation('HTTP-07', headers) : headers);
  }
  observe('all responses', lookingBack, inPassing(observing.seen(observing.isAnswer), insidesAndCertificate));
});

/** Classes are stable from run to run. */
function classOf(value: number, bounds: readonly number[], unit: string) {
  const bound = bounds.find((bound) => value < bound);
  return bound === undefined ? `${bounds.at(-1)} ${unit} or more` : `under ${bound} ${unit}`;
}

const errors = (least: number) =>
  observing.seen((response) => response.status >= least && observing.isAnswer(response));

const rejectedMembers = () =>
  context().noted.flatMap(({ became, response }) => (became === 'rejected' ? [response] : []));

/** Those that every run gets from the service itself: the 401 of AUTH-02, and those of CUST-02 to -15. */
async function ownRejections(): Promise<readonly Response[]> {
  const all = [await withoutKey(listAccounts), ...rejectedMembers()];
  return all.filter((response) => response.status >= 400 && !mayBeOfFirewall(response));
}

// Shape of the error body and error codes: not shown.
export const ERR_01 = describe('ERR-01', ({ observe }) => {
  observe('rejections of the run', lookingBack, async () => {
    const sample = sampleByStatus(await ownRejections(), 'rejections');
    return { ...(await inPassing(errors(400), shapesByStatus)()), sample };
  });
});

// Status codes for validation failure, not found, conflict, server error: not shown.
const wrongBodies = Object.entries<() => string>({
  'a malformed member': () => JSON.stringify(withMember(freshCustomer(), '/email', 'no address')),
  'no members': () => '{}',
  'an array': () => '[]',
  'a body that is cut': () => '{"first_name":',
}).map(([name, text]) => ({ name, change: () => ({ text: text() }) }));

export const ERR_02 = describe('ERR-02', ({ observe }) => {
  observe('bodies that are wrong', async () => observing.allObserved(await observing.triedEach(wrongBodies)));
  const statuses = inPassing(rejectedMembers, observing.statusesOf('Invalid members returned'));
  observe('malformed members of the run', lookingBack, statuses);
});

export const ERR_03 = describe('ERR-03', ({ observe }) => {
  observe('an unknown path', async () => {
    const response = await unknownPathWithTheKey();
    if (!isSuccess(response)) return observing.statusesOf('An unknown path returns')([response]);
    throw new Inconclusive(`An unknown path returned ${response.status}, so no not-found response was observed.`);
  });
});

// It is open twice: as a status, and as a rule (IDEM-08).
export const ERR_04 = describe('ERR-04', ({ observe }) => {
  observe('another body under one Idempotency-Key', { creations: 2 }, observing.underOneKey.observe);
  observe('two customers with one e-mail address', { creations: 2 }, observing.ofOneAddress.observe);
});

/** Also those of something in front, and those that were repeated. */
const serverErrors = () => context().responses.filter((response) => response.status >= 500);

function statusesOfErrors(errors: readonly Response[]): Observed {
  const statuses = observing.statuses(errors).map(String);
  const sentences = [`Server errors of this run: ${listed(statuses)} (${errors.length} in all).`];
  return { observation: { statuses: observing.atTimes(statuses) }, sentences };
}

export const ERR_05 = describe('ERR-05', ({ observe }) => {
  observe('server errors of the run', lookingBack, inPassing(serverErrors, statusesOfErrors));
});

// Rate limits, request size limits and time-outs: not shown.
export const LIMIT_01 = describe('LIMIT-01', ({ observe }) => {
  observe('all responses', lookingBack, async ({ responses }) => {
    const headers = observing.headersByKind('Headers of rate limits', /^(x-)?rate-?limit|^retry-after$/);
    const tooMany = responses.some(({ status }) => status === 429);
    return {
      ...headers,
      observation: { ...headers.observation, tooMany: observing.atTimes(tooMany ? ['429'] : []) },
      sentences: [...headers.sentences, `The service returned ${tooMany ? '' : 'no '}429.`],
    };
  });
});

/** Of bodies, in KiB. */
const sizes = [16, 128, 1024, 8192];

export const LIMIT_02 = describe('LIMIT-02', ({ observe }) => {
  observe('bodies made long by white space', { creations: sizes.length }, async ({ configuration }) => {
    if (configuration.only.length === catalogue.length)
      throw new Skipped('It sends large bodies, so it runs only by name (`--only LIMIT-02`).');
    const sentences: string[] = [];
    let acceptedKiB = 0;
    for (const size of sizes) {
      const outcome = await asText(`with a body of ${size} KiB`, (text) => text.padEnd(size * 1024));
      const { acceptance, response } = outcome;
      sentences.push(`A body of ${size} KiB ${observing.inWords(outcome)}.`);
      if (acceptance !== 'accepted')
        return { observation: { acceptedKiB, refusedKiB: size, status: response.status }, sentences };
      acceptedKiB = size;
    }
    return { observation: { acceptedKiB }, sentences };
  });
});

function slowestOf(responses: readonly Response[]): Observed {
  const longest = Math.max(...responses.map(({ durationMs }) => durationMs)) / 1000;
  const longestAnswer = classOf(longest, [10, 30, 60, 300], 's');
  return { observation: { longestAnswer }, sentences: [`The slowest response took ${longestAnswer}.`] };
}

export const LIMIT_03 = describe('LIMIT-03', ({ observe }) => {
  observe('all responses', lookingBack, inPassing(observing.seen(Boolean), slowestOf));
});

// Policy for new versions, deprecation and compatibility: not shown.
export const VER_02 = describe('VER-02', ({ observe }) => {
  observe('all responses', lookingBack, async () =>
    observing.headersByKind('Headers of deprecation', /^(deprecation|sunset)$/),
  );
});

// Parts of the service that the specification names, and for which it defines no operation.
export const AREA_01 = describe.todo('AREA-01');
export const AREA_02 = describe.todo('AREA-02');
export const AREA_03 = describe.todo('AREA-03');
export const AREA_04 = describe.todo('AREA-04');
export const AREA_05 = describe.todo('AREA-05');
export const AREA_06 = describe.todo('AREA-06');
export const AREA_07 = describe.todo('AREA-07');
export const AREA_08 = describe.todo('AREA-08');
export const RES_01 = describe.todo('RES-01');
export const STATE_01 = describe.todo('STATE-01');
