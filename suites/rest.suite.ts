/**
 * Errors, Limits, Versioning: what the specification does not show of them, mostly as the other suites saw it on their
 * way.
 */

import { context } from '../helpers/client/context.js';
import { isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import {
  allNormal,
  inWords,
  listed,
  normal,
  type Outcome,
  outcomeOf,
  summary,
  tried,
} from '../helpers/observation/outcome.js';
import { inferSchema, memberList } from '../helpers/observation/schema.js';
import {
  headersByKind,
  isAnswer,
  namesByKind,
  oneOf,
  someSeen,
  statuses,
} from '../helpers/observation/seen-responses.js';
import { baselineListing, requireAcceptedKey } from '../helpers/probes/baseline-requests.js';
import { conflictOfAddresses, conflictUnderOneKey } from '../helpers/probes/conflicts.js';
import { creationBaseline } from '../helpers/probes/creation-baseline.js';
import { requestUnknownPath } from '../helpers/probes/unknown-path.js';
import { notes } from '../helpers/runner/side-observations.js';
import { suite } from '../helpers/runner/suite.js';
import { freshCustomer } from '../helpers/test-data/customer.js';
import { withMember } from '../helpers/test-data/member.js';
import { catalogue } from '../schemas/catalogue.js';
import { createCustomer } from '../schemas/operations.js';

export const rest = suite();
const { observe } = rest;

observe(
  'ERR-01',
  'refusals in passing',
  async () => {
    const refusals = someSeen((response) => response.status >= 400 && isAnswer(response), 'A refusal');
    const observation = Object.fromEntries(
      statuses(refusals).map((status) => {
        const bodies = refusals
          .filter((response) => response.status === status && response.isJson)
          .map((response) => response.json);
        return [status, inferSchema(bodies) ?? 'no JSON body'];
      }),
    );
    // Statuses whose bodies are alike are told together.
    const alike = new Map<string, string[]>();
    for (const [status, schema] of Object.entries(observation)) {
      const members = memberList(schema);
      alike.set(members, [...(alike.get(members) ?? []), status]);
    }
    const told = [...alike].map(
      ([members, those]) => `${listed(those)} ${those.length === 1 ? 'has' : 'have'} ${members}.`,
    );
    return { observation, sentences: told };
  },
  { phase: 'last' },
);

/** Bodies that are wrong in one way each, and of which no customer is meant to come. */
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

observe(
  'ERR-02',
  'malformed members in passing',
  async () => {
    const refused = notes('refused');
    if (refused.length === 0) throw new Inconclusive('No refusal of a malformed member was seen in this run.');
    const all = [...new Set(refused.map(({ status }) => status))].sort((a, b) => a - b);
    return { observation: { statuses: all }, sentences: [`Malformed members were answered ${oneOf(all)}.`] };
  },
  { phase: 'last' },
);

observe('ERR-03', 'an unknown path', async () => {
  requireAcceptedKey(await baselineListing());
  const response = await requestUnknownPath('with the key');
  if (isSuccess(response))
    throw new Inconclusive(`An unknown path is answered ${response.status}: nothing was not found.`);
  return {
    observation: { statuses: [response.status] },
    sentences: [`What is not found is answered ${response.status}.`],
  };
});

for (const [name, conflict] of [
  ['another body under one Idempotency-Key', conflictUnderOneKey],
  ['two customers with one e-mail address', conflictOfAddresses],
] as const) {
  observe(
    'ERR-04',
    name,
    async () => {
      const { reply: response, known } = await conflict();
      const outcome = outcomeOf(response, known);
      return {
        observation: normal(outcome),
        sentences: [`${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${inWords(outcome)}.`],
      };
    },
    { customers: 2 },
  );
}

observe(
  'ERR-05',
  'server errors in passing',
  async () => {
    const errors = someSeen((response) => response.status >= 500 && isAnswer(response), 'A server error');
    // Server errors come and go: none of them is said to be there always.
    const observation = { statuses: { always: [], sometimes: statuses(errors).map(String) } };
    return { observation, sentences: [`A server error was answered ${oneOf(statuses(errors))}.`] };
  },
  { phase: 'last' },
);

observe(
  'LIMIT-01',
  'answers in passing',
  async () => {
    const headers = headersByKind(/^(x-)?rate-?limit|^retry-after$/);
    const tooMany = context().limited;
    // Whether a limit is met depends on the pace of the run, so it is no behaviour that two runs have in common.
    const observation = { ...headers, tooMany: { always: [], sometimes: tooMany ? ['429'] : [] } };
    return {
      observation,
      sentences: [
        `Headers of rate limits: ${namesByKind(headers)}.`,
        tooMany ? '429 was answered.' : 'No 429 was answered.',
      ],
    };
  },
  { phase: 'last' },
);

/** Bytes of a body, in KiB. What makes it long is white space, which means nothing in JSON. */
const sizes = [16, 128, 1024, 8192];

observe(
  'LIMIT-02',
  'bodies made long by white space',
  async () => {
    const { only } = context().configuration;
    if (only.length === catalogue.length) {
      throw new Skipped('It sends large bodies, so it has to be named. Give `--only LIMIT-02`.');
    }
    let accepted = 0;
    for (const size of sizes) {
      const told = await tried(() => {
        const customer = freshCustomer();
        return { customer, text: JSON.stringify(customer).padEnd(size * 1024), purpose: `with a body of ${size} KiB` };
      });
      if (told.became === 'let in') accepted = size;
      else {
        const observation = { acceptedKiB: accepted, refusedKiB: size, status: told.status };
        return {
          observation,
          sentences: [`A body of ${accepted} KiB is accepted.`, `One of ${size} KiB is ${inWords(told)}.`],
        };
      }
    }
    return {
      observation: { acceptedKiB: accepted },
      sentences: [`A body of ${accepted} KiB is accepted.`, 'None longer was sent.'],
    };
  },
  { customers: sizes.length },
);

observe(
  'LIMIT-03',
  'answers in passing',
  async () => {
    const longest = Math.max(...someSeen(() => true, 'An answer').map((response) => response.durationMs));
    const bound = [10, 30, 60, 300].find((seconds) => longest < seconds * 1000);
    const observation = { longestAnswer: bound === undefined ? '300 s or more' : `under ${bound} s` };
    return { observation, sentences: [`The longest answer took ${observation.longestAnswer}.`] };
  },
  { phase: 'last' },
);

observe(
  'VER-02',
  'answers in passing',
  async () => {
    const observation = headersByKind(/^(deprecation|sunset)$/);
    return { observation, sentences: [`Headers of deprecation: ${namesByKind(observation)}.`] };
  },
  { phase: 'last' },
);
