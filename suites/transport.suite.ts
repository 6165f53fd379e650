/** What the service does, items 1 to 3; Endpoints, common request headers; Versioning. */

import { lookAtConnection, requireConnection } from '../helpers/client/connection-state.js';
import type { Response } from '../helpers/client/message.js';
import { describeResponse, hasJsonType, isServerError, isSuccess, returned } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../helpers/client/verdicts.js';
import { isOdd } from '../helpers/runner/in-front.js';
import { isLoopback } from '../helpers/settings/loopback.js';
import { createCustomer, listAccounts, operations } from '../schemas/fsapi/operations.js';
import { code, unmarked } from '../schemas/marked.js';
import { creationBaseline } from './shared/creation-baseline.js';
import { freshCustomer } from './shared/customer.js';
import { type Beside, describe, sendChanged, type Variation } from './shared/describe.js';
import { customersAreAccepted, operationIsThere, operationsExist } from './shared/facts.js';
import { isOrdinarySuccess } from './shared/observing.js';
import { again, customerOfRetry, requireKeysTakeEffect } from './shared/retries.js';
import { requireAcceptedKey, requireAcceptedTenant, requireRightAddress } from './shared/right-address.js';
import { againOf, baselineListing, baselineOf, createValidCustomer, isTrueSuccess } from './shared/valid-requests.js';
import { all401, withoutKey } from './shared/without-key.js';

// Requests must be sent over HTTPS.
export const HTTP_01 = describe('HTTP-01', ({ test }) => {
  test('https, with a certificate that verifies', async ({ connection: { base } }) => {
    if (base.protocol === 'http:') {
      if (isLoopback(base.hostname))
        throw new Skipped(
          'Plain HTTP on loopback never leaves the machine. Set `CONFORMANCE_BASE_URL` to an https address to test this.',
        );
      const found = `The service returns responses over plain HTTP, at ${code(base.href)}.`;
      throw new Failed({ found, expected: 'an https address', response: await baselineListing() });
    }
    const look = await lookAtConnection();
    if (look.state === 'unreachable') await requireConnection();
    if (look.state !== 'untrusted') return { outside: true };
    const reason = unmarked(look.reason);
    throw new Failed({
      found: `The target’s certificate failed verification: ${reason}. For a private certificate authority set ${code('CONFORMANCE_CA_FILE')}.`,
      expected: 'a certificate with a valid chain, name and dates',
      received: `${reason}\nThe suite sent no key and no other request.`,
      outside: true,
    });
  });
});

// It returns JSON responses.

export const HTTP_03 = describe('HTTP-03', ({ test }) => {
  for (const operation of operations)
    test(operation.activity, { phase: 'last', given: [operationIsThere(operation)] }, async ({ responses }) => {
      const response = await baselineOf(operation);
      requireAcceptedKey(response);
      // What is sent to be rejected may get a page from in front, under any status.
      const isPlain = (success: Response) => isOrdinarySuccess(success, operation) && !success.request.change.mayBreak;
      const successes = responses.filter(isPlain);
      if (successes.length === 0) {
        // The baseline of creations says why the valid customer is rejected.
        await requireAcceptedTenant(response);
        if (operation.name === createCustomer.name) await creationBaseline();
        throw new Inconclusive(`${returned(response)}, and no success was observed in this run.`);
      }
      const proof = mustBeJson(successes);
      if (!proof) throw new Skipped(`${returned(response)} without a body, so there is none to check.`);
      return proof;
    });
});

/** @returns undefined if no response has a body @throws Failed for one that is no JSON */
function mustBeJson(responses: readonly Response[]): Proof | undefined {
  // An empty list is JSON too: a listing without a body needs 204.
  const needsBody = ({ request, status }: Response) => request.operation.method === 'GET' && status === 200;
  const withBody = responses.filter((response) => response.text !== '' || needsBody(response));
  const wrong = withBody.find((response) => !hasJsonType(response) || !(response.isJson || response.cut));
  const [response] = withBody;
  if (!wrong) return response && { received: `JSON in each of ${withBody.length} responses with a body`, response };
  const type = code((wrong.headers.get('content-type') ?? 'no Content-Type').slice(0, 60));
  const kind = hasJsonType(wrong) ? 'not well-formed JSON' : `not labelled as JSON: ${type}`;
  throw new Failed({
    found: `${returned(wrong)} with ${wrong.text === '' ? 'an empty body' : `a body that is ${kind}`}.`,
    expected: '`application/json`\nOr a type that ends in `+json`, and a body that parses.',
    received: `${type}\n${wrong.isJson ? 'JSON' : 'The body does not parse.'}`,
    response: wrong,
  });
}

export const HTTP_04 = describe('HTTP-04', ({ test }) => {
  test('every 401 of the run', { phase: 'last' }, async () => {
    const listing = await baselineListing();
    requireAcceptedKey(listing);
    // Something in front may answer an odd request in its own way.
    const rejections = (await all401()).filter(({ request }) => !isOdd(request.change));
    return mustBeJson(rejections) ?? { response: listing };
  });
});

// Request bodies for writes are JSON. Text after a complete value is left to HTTP-07.
const broken = (name: string, breakOff: (body: string) => string): Variation => ({
  name: `a body that is not well-formed JSON: ${name}`,
  change: () => ({ text: breakOff(JSON.stringify(freshCustomer('', 'rejected'))) }),
});

const whereAccepted = { given: [customersAreAccepted] };

const brokenBodies: readonly Variation[] = [
  broken('cut inside a string', (body) => body.slice(0, body.indexOf(':') + 4)),
  broken('cut in the middle', (body) => body.slice(0, body.lastIndexOf('{') + 1)),
  broken('without its last brace', (body) => body.slice(0, -1)),
  broken('bare text', () => 'one customer'),
];

export const HTTP_05 = describe('HTTP-05', ({ test }) => {
  test.each(brokenBodies)('create customer: $name', whereAccepted, sendChanged(createCustomer, mustNotBeAccepted));
});

async function mustNotBeAccepted(response: Response, { row }: Beside<Variation>): Promise<Proof> {
  const baseline = await creationBaseline();
  const acceptance = baseline.acceptance(response);
  const control = { request: 'with a complete body', response: baseline.original };
  const sides = { expected: 'rejection (any 4xx)', control, response };
  if (acceptance === 'rejected') return sides;
  if (acceptance === 'unclear' && !isServerError(response))
    throw new Inconclusive(`${returned(response)}: neither accepted nor rejected.`);
  const what = acceptance === 'accepted' ? 'accepted' : `returned ${response.status} for`;
  throw new Failed({ found: `The service ${what} ${row.name}.`, ...sides });
}

// It uses standard HTTP: names of headers have no letter case (RFC 9110, 5.1).
const spellings = [
  { name: 'header names in lower case', change: { spell: (name: string) => name.toLowerCase() } },
  { name: 'header names in upper case', change: { spell: (name: string) => name.toUpperCase() } },
];

async function mustBeListed(response: Response, { control, row }: Beside<Variation>): Promise<Proof> {
  if (!isTrueSuccess(control)) throw new Inconclusive(`${returned(control)}, so there is no success to compare with.`);
  if (!isTrueSuccess(response)) {
    // A firewall that blocks the client blocks every spelling.
    const usual = await send(listAccounts, { purpose: 'spelt as usual' });
    throw notRead(response, row.name, usual, isTrueSuccess(usual));
  }
  if (isTrueSuccess(await withoutKey(listAccounts)))
    throw new Inconclusive(
      'The listing also succeeds without `Api-Key`, so it is unclear whether the service read the header.',
      listAccounts.unauthorized.missingKey,
    );
  return { ...asSpelt(control), response };
}

const spelledRetries = spellings.map(({ name, change }) => ({
  name: `a used key, and ${name}`,
  change: async () => ({ ...againOf((await creationBaseline()).original), ...change }),
}));

async function mustBeCreated(response: Response, { row }: Beside<Variation>): Promise<Proof> {
  const baseline = await creationBaseline();
  const { original, acceptance } = baseline;
  if (isSuccess(response)) {
    if (customerOfRetry(original, response, baseline) !== 'other') return { ...asSpelt(original), response };
    await requireKeysTakeEffect(baseline);
    // Another customer: the spelling is the cause only if a retry with the usual spelling returns the first.
    const usual = await again(original, ', spelt as usual');
    throw notRead(response, row.name, usual, customerOfRetry(original, usual, baseline) === 'same');
  }
  // The service may reject repeats: a fresh write shows whether it read the headers.
  const { spell } = response.request.change;
  const fresh = await createValidCustomer({ spell, purpose: `with a fresh key, and ${row.name}` });
  if (acceptance(fresh) === 'accepted') return { ...asSpelt(original), response: fresh };
  const usual = await createValidCustomer({ purpose: 'spelt as usual' });
  throw notRead(fresh, row.name, usual, acceptance(usual) === 'accepted' && !isSuccess(fresh));
}

export const HTTP_06 = describe('HTTP-06', ({ test }) => {
  test.each(spellings)('list accounts: $name', sendChanged(listAccounts, mustBeListed));
  test.each(spelledRetries)('create customer: $name', whereAccepted, sendChanged(createCustomer, mustBeCreated));
});

const asSpelt = (response: Response) => ({
  expected: 'success, as with the spelling of the specification',
  control: { request: 'with names as in the specification', response },
});

/** @param usual the response to the usual spelling, sent later @param isBetter whether that succeeded */
function notRead(response: Response, name: string, usual: Response, isBetter: boolean): Failed | Inconclusive {
  if (!isBetter)
    return new Inconclusive(`${returned(response)}, and ${returned(usual)}, so the spelling need not be the cause.`);
  const found = `With ${name}, ${describeResponse(usual)} failed as if a header were missing.`;
  return new Failed({ found, ...asSpelt(usual), response });
}

// The version is part of the base path: the path segment /v1/ follows the host.
export const VER_01 = describe('VER-01', ({ test }) => {
  test('path of the base address', { shown: [operationsExist] }, async ({ connection: { base } }) => {
    const response = await baselineListing();
    await requireRightAddress();
    const path = code(base.pathname);
    const sides = {
      expected: '`/v1/`\nRight after the host.',
      received: `${response.status}, below ${path}`,
      response,
    };
    if (base.pathname === '/v1/') return sides;
    throw new Failed({ found: `The path of the base address is ${path} instead of ${code('/v1/')}.`, ...sides });
  });
});
