/**
 * Errors, Limits, Versioning: behaviour that the specification does not define, mostly observed in the traffic of the
 * other suites.
 */

import { context } from '../../helpers/client/context.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { suite } from '../../helpers/runner/suite.js';
import { byKey } from '../../schemas/by-key.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { withMember } from '../customers/test-data/member.js';
import { baselineListing, requireAcceptedKey } from '../probes/baseline-requests.js';
import { conflictOfAddresses, conflictUnderOneKey, creationBaseline } from '../probes/creation-baseline.js';
import { allNormal, inWords, type Outcome, observed, outcomeOf, summary, tried } from '../probes/outcome.js';
import { examples, headersByKind, isAnswer, namesByKind, oneOf, someSeen, statuses } from '../probes/seen-responses.js';
import { unknownPath } from '../probes/unknown-path.js';

export const rest = suite<typeof fsapi>();
const { observe } = rest;

observe('ERR-01', 'refusals in passing', { phase: 'last' }, async () => {
  const rejections = someSeen((response) => response.status >= 400 && isAnswer(response), 'A rejection');
  const observation = Object.fromEntries(
    statuses(rejections).map((status) => {
      const bodies = rejections
        .filter((response) => response.status === status && response.isJson)
        .map((response) => response.json);
      return [status, inferSchema(bodies) ?? 'no JSON body'];
    }),
  );
  // Statuses with the same members share a sentence.
  const alike = byKey(Object.entries(observation).map(([status, schema]) => [memberList(schema), status]));
  const sentences = [...alike].map(([members, those]) => `The body of ${listed(those)} contains ${members}.`);
  return { observation, sentences, seen: examples(rejections) };
});

/** Invalid bodies, none of which should create a customer. */
const wrongBodies = {
  'a malformed member': () => JSON.stringify(withMember(freshCustomer(), '/email', 'no address')),
  'no members': () => '{}',
  'an array': () => '[]',
  'a body that is cut': () => '{"first_name":',
} as const;

observe('ERR-02', 'bodies that are wrong', async () => {
  const known = await creationBaseline();
  const outcomes: Record<string, Outcome> = {};
  for (const [name, make] of Object.entries(wrongBodies)) {
    outcomes[name] = outcomeOf(await send(createCustomer, { text: make(), purpose: `with ${name}` }), known);
  }
  return { observation: allNormal(outcomes), sentences: [summary(outcomes)] };
});

observe('ERR-02', 'malformed members in passing', { phase: 'last' }, async () => {
  const rejected = context().noted.flatMap(({ became, response }) => (became === 'rejected' ? [response] : []));
  if (rejected.length === 0) throw new Inconclusive('No rejection of an invalid member was observed in this run.');
  const all = statuses(rejected);
  const sentences = [`Invalid members returned ${oneOf(all)}.`];
  return { observation: { statuses: all }, sentences, seen: examples(rejected) };
});

observe('ERR-03', 'an unknown path', async () => {
  requireAcceptedKey(await baselineListing());
  const response = await unknownPath();
  if (isSuccess(response))
    throw new Inconclusive(`An unknown path returned ${response.status}, so no not-found response was observed.`);
  return {
    observation: { statuses: [response.status] },
    sentences: [`An unknown path returns ${response.status}.`],
  };
});

for (const [name, subject, conflict] of [
  ['another body under one Idempotency-Key', 'Another body under one `Idempotency-Key`', conflictUnderOneKey],
  ['two customers with one e-mail address', 'A second customer with the same e-mail address', conflictOfAddresses],
] as const) {
  observe('ERR-04', name, { creations: 2 }, async () => {
    const { response, known } = await conflict();
    return observed(subject, outcomeOf(response, known));
  });
}

observe('ERR-05', 'server errors in passing', { phase: 'last' }, async () => {
  const errors = someSeen((response) => response.status >= 500 && isAnswer(response), 'A server error');
  // Server errors come and go: none of them counts as permanent.
  const observation = { statuses: { always: [], sometimes: statuses(errors).map(String) } };
  return {
    observation,
    sentences: [`The service returned the server errors ${listed(statuses(errors).map(String))}.`],
    seen: examples(errors),
  };
});

observe('LIMIT-01', 'answers in passing', { phase: 'last' }, async () => {
  const { headers, seen } = headersByKind(/^(x-)?rate-?limit|^retry-after$/);
  const tooMany = context().limited;
  // Whether the run reaches a limit depends on its request rate, so two runs need not agree in it.
  const observation = { ...headers, tooMany: { always: [], sometimes: tooMany ? ['429'] : [] } };
  return {
    observation,
    sentences: [
      `Headers of rate limits: ${namesByKind(headers)}.`,
      tooMany ? 'The service returned 429.' : 'The service returned no 429.',
    ],
    seen,
  };
});

/** Sizes of bodies in KiB, padded with white space, which has no meaning in JSON. */
const sizes = [16, 128, 1024, 8192];

observe('LIMIT-02', 'bodies made long by white space', { creations: sizes.length }, async () => {
  const { only } = context().configuration;
  if (only.length === catalogue.length) {
    throw new Skipped('This probe sends large bodies, so it runs only by name. Pass `--only LIMIT-02`.');
  }
  let accepted = 0;
  for (const size of sizes) {
    const outcome = await tried(() => {
      const customer = freshCustomer();
      return {
        body: customer,
        text: JSON.stringify(customer).padEnd(size * 1024),
        purpose: `with a body of ${size} KiB`,
      };
    });
    if (outcome.acceptance === 'accepted') accepted = size;
    else {
      const observation = { acceptedKiB: accepted, refusedKiB: size, status: outcome.status };
      return {
        observation,
        sentences: [`A body of ${accepted} KiB was accepted.`, `One of ${size} KiB ${inWords(outcome)}.`],
      };
    }
  }
  return {
    observation: { acceptedKiB: accepted },
    sentences: [`A body of ${accepted} KiB was accepted.`, 'No longer body was sent.'],
  };
});

observe('LIMIT-03', 'answers in passing', { phase: 'last' }, async () => {
  const all = someSeen(() => true, 'A response');
  const longest = Math.max(...all.map((response) => response.durationMs));
  const bound = [10, 30, 60, 300].find((seconds) => longest < seconds * 1000);
  const observation = { longestAnswer: bound === undefined ? '300 s or more' : `under ${bound} s` };
  return {
    observation,
    sentences: [`The slowest response took ${observation.longestAnswer}.`],
    seen: examples(all),
  };
});

observe('VER-02', 'answers in passing', { phase: 'last' }, async () => {
  const { headers, seen } = headersByKind(/^(deprecation|sunset)$/);
  return { observation: headers, sentences: [`Headers of deprecation: ${namesByKind(headers)}.`], seen };
});
