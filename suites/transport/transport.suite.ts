/**
 * What the service does, items 1 to 3; Endpoints, common request headers; Versioning: requests go over HTTPS, responses
 * are JSON, bodies of writes are JSON, header names are those of standard HTTP, and the version stands in the path.
 */

import { lookAtConnection, requireConnection } from '../../helpers/client/connection-state.js';
import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, hasJsonType, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isLoopback } from '../../helpers/configuration/loopback.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer, listAccounts, operations } from '../../schemas/fsapi/operations.js';
import { code, unmarked } from '../../schemas/marked.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { baselineListing, createValidCustomer, requireAcceptedKey } from '../probes/baseline-requests.js';
import { baselines, ofOne } from '../probes/baselines.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import { createsCustomer } from '../probes/customers/creation.js';
import { isOdd } from '../probes/gateways.js';
import { withoutKey } from '../probes/keys/expect-401.js';
import { all401 } from '../probes/keys/invalid-keys.js';
import { requireAcceptedTenant } from '../probes/rejection-cause.js';
import { againOf, requireKeysTakeEffect } from '../probes/retries.js';
import { isOrdinarySuccess } from '../probes/seen-responses.js';
import { requireRightAddress } from '../probes/unknown-path.js';
import { operationsExist } from '../probes/witnesses.js';

export const transport = suite<typeof fsapi>();
const { check } = transport;

check('HTTP-01', 'https, with a certificate that verifies', { witnesses: [] }, async () => {
  const { base } = context().connection;
  if (base.protocol === 'http:') {
    if (isLoopback(base.hostname)) {
      throw new Skipped(
        'The target is plain HTTP on loopback, where traffic never leaves the machine. Set `CONFORMANCE_BASE_URL` to an https address.',
      );
    }
    const response = await baselineListing();
    throw new Failed({
      found: 'The service returns responses over plain HTTP, at a host other than loopback.',
      expected: 'an https address',
      received: `${response.status}, from ${code(base.href)}`,
      response,
    });
  }
  const look = await lookAtConnection();
  if (look.state === 'unreachable') await requireConnection();
  if (look.state === 'untrusted') {
    throw new Failed({
      found: `The target’s certificate failed verification: ${unmarked(look.reason)}. For a private certificate authority set ${code('CONFORMANCE_CA_FILE')}.`,
      expected: 'a certificate with a valid chain, name and dates',
      received: `${unmarked(look.reason)}\nThe suite sent no key and no other request.`,
      outside: true,
    });
  }
  return { outside: true };
});

for (const operation of operations) {
  check(
    'HTTP-03',
    operation.activity,
    { phase: 'last', witnesses: [] },
    ofOne(operation, async () => {
      const response = await baselines[operation.name]();
      requireAcceptedKey(response);
      // What is sent to be rejected may get a page of what stands in front, under any status.
      const successes = context().responses.filter(
        (one) => isOrdinarySuccess(one, operation) && !one.request.change.mayBreak,
      );
      if (successes.length === 0) {
        // The baseline of creations says why the valid customer is rejected.
        await requireAcceptedTenant(response);
        if (createsCustomer(operation)) await creationBaseline();
        throw new Inconclusive(
          `${describeResponse(response)} returned ${response.status}, and no success was observed in this run.`,
        );
      }
      const empty = successes.find(({ status, text }) => operation.effect === 'lists' && status === 200 && text === '');
      if (empty) throw withoutBody(empty);
      const withBody = successes.filter(({ text }) => text !== '');
      if (withBody.length === 0)
        throw new Skipped(`The response to ${describeResponse(response)} has no body to check.`);
      for (const one of withBody) requireJson(one, `A success (${one.status})`);
      return provenByJson(withBody) ?? { response };
    }),
  );
}

function withoutBody(response: Response): Failed {
  return new Failed({
    found: `${describeResponse(response)} returned ${response.status} with an empty body.`,
    expected: 'JSON\nAn empty list is JSON too; a response without a body is a 204.',
    received: `${response.status}, no body`,
    response,
  });
}

const jsonExpected = '`application/json`\nOr a type that ends in `+json`, and a body that parses.';

/** Undefined for no response. */
function provenByJson(responses: readonly Response[]): Proof | undefined {
  const [response] = responses;
  if (!response) return undefined;
  const received = `JSON in ${responses.length === 1 ? 'the response' : `all ${responses.length} responses`} with a body`;
  return { expected: jsonExpected, received, response };
}

function requireJson(response: Response, what: string): void {
  if (hasJsonType(response) && (response.isJson || response.cut)) return;
  const type = response.headers.get('content-type') ?? 'no Content-Type';
  throw new Failed({
    found: hasJsonType(response)
      ? `${what} has a body that is not well-formed JSON.`
      : `${what} is not labelled as JSON: ${code(type.slice(0, 60))}.`,
    expected: jsonExpected,
    received: `${code(type.slice(0, 60))}\n${response.isJson ? 'JSON' : 'The body does not parse.'}`,
    response,
  });
}

check('HTTP-04', 'every 401 of the run', { phase: 'last', witnesses: [] }, async () => {
  const listing = await baselineListing();
  requireAcceptedKey(listing);
  // Something in front may answer an odd request in its own way.
  const withBody = (await all401()).filter(({ text, request }) => text !== '' && !isOdd(request.change));
  for (const response of withBody) requireJson(response, 'A 401');
  return provenByJson(withBody) ?? { response: listing };
});

/** Bodies under application/json that are not well-formed JSON. Text after a complete value is left to HTTP-07. */
const brokenBodies: readonly (readonly [name: string, mutate: (body: string) => string])[] = [
  ['cut inside a string', (body) => body.slice(0, body.indexOf(':') + 4)],
  ['cut in the middle', (body) => body.slice(0, body.lastIndexOf('{') + 1)],
  ['without its last brace', (body) => body.slice(0, -1)],
  ['bare text', () => 'one customer'],
];

for (const [name, mutation] of brokenBodies) {
  check('HTTP-05', `a body ${name}`, { witnesses: [] }, async () => {
    const known = await creationBaseline();
    const text = mutation(JSON.stringify(freshCustomer('', 'rejected')));
    const response = await send(createCustomer, {
      text,
      purpose: `with a body that is not well-formed JSON: ${name}`,
    });
    const acceptance = known.acceptance(response);
    const control = { request: 'with a complete body', response: known.original };
    const sides = { expected: 'rejection (any 4xx)', control, response };
    if (acceptance === 'rejected') return { ...sides, received: `${response.status}, rejected` };
    if (acceptance === 'accepted' || isServerError(response)) {
      const what = acceptance === 'accepted' ? 'accepted' : `returned ${response.status} for`;
      throw new Failed({
        found: `The service ${what} a body that is not well-formed JSON (${name}).`,
        received: String(response.status),
        ...sides,
      });
    }
    throw new Inconclusive(`${describeResponse(response)} returned ${response.status}: neither accepted nor rejected.`);
  });
}

const spellings: readonly (readonly [name: string, spell: (name: string) => string])[] = [
  ['lower case', (name) => name.toLowerCase()],
  ['upper case', (name) => name.toUpperCase()],
];

const isGiven = (response: Response) => isSuccess(response) && !reportsRejection(response);

for (const [name, spell] of spellings) {
  check('HTTP-06', `listing accounts with names in ${name}`, { witnesses: [] }, async () => {
    const control = await baselineListing();
    requireAcceptedKey(control);
    await requireAcceptedTenant(control);
    const response = await send(listAccounts, { spell, purpose: `with header names in ${name}` });
    if (!isGiven(control))
      throw new Inconclusive(
        `${describeResponse(control)} returned ${control.status}, so there is no success to compare with.`,
      );
    if (!isGiven(response)) throw spelled(response, name, control);
    if (isGiven(await withoutKey(listAccounts)))
      throw new Inconclusive(
        'The listing also succeeds without `Api-Key`, so it is unclear whether the service read the header.',
        listAccounts.unauthorized.missingKey,
      );
    return provenBySpelling(response, control);
  });

  check('HTTP-06', `a retry with names in ${name}`, { witnesses: [] }, async () => {
    const known = await creationBaseline();
    const { original, identity, acceptance } = known;
    const same = againOf(original);
    const response = await send(createCustomer, {
      ...same,
      spell,
      purpose: `again, same key, with header names in ${name}`,
    });
    if (isSuccess(response)) {
      if (!identity || sameResource(original, response, identity) !== false)
        return provenBySpelling(response, original);
      await requireKeysTakeEffect(known);
      // Another customer: the spelling is the cause only if a retry with the usual spelling returns the first.
      const usual = await send(createCustomer, { ...same, purpose: 'again, same key, spelt as usual' });
      if (isSuccess(usual) && sameResource(original, usual, identity) === true) throw spelled(response, name, usual);
      throw new Inconclusive('A retry with the usual spelling does not return the first customer either.');
    }
    // The service may reject a repeat, at one time and not at another: a fresh write shows whether it read the headers.
    const fresh = await createValidCustomer({ spell, purpose: `with header names in ${name}` });
    if (acceptance(fresh) === 'accepted') return provenBySpelling(fresh, original);
    const usual = await createValidCustomer({ purpose: 'spelt as usual' });
    if (acceptance(usual) === 'accepted' && !isSuccess(fresh)) throw spelled(fresh, name, usual);
    throw new Inconclusive(
      `${describeResponse(fresh)} returned ${fresh.status}, and with the usual spelling ${usual.status}.`,
    );
  });
}

function spelled(response: Response, name: string, control: Response): Failed {
  return new Failed({
    found: `With header names in ${name}, ${describeResponse(control)} failed as if a header were missing.`,
    expected: `${control.status}, as with the spelling of the specification`,
    received: isSuccess(response) ? `${response.status}, another customer` : String(response.status),
    control: { request: 'with names as in the specification', response: control },
    response,
  });
}

function provenBySpelling(response: Response, control: Response): Proof {
  const expected = 'success, as with the spelling of the specification';
  return { expected, control: { request: 'with names as in the specification', response: control }, response };
}

check('VER-01', 'path of the base address', { witnesses: [operationsExist] }, async () => {
  const { base } = context().connection;
  const response = await baselineListing();
  await requireRightAddress();
  const received = `${response.status}, below ${code(base.pathname)}`;
  const sides = { expected: '`/v1/`\nRight after the host.', received, response };
  if (base.pathname !== '/v1/')
    throw new Failed({
      found: `The path of the base address is ${code(base.pathname)} instead of ${code('/v1/')}.`,
      ...sides,
    });
  return sides;
});
