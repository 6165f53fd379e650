/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, the
 * members of the response, and the handling of values that the specification does not mention. The suite changes one
 * thing at a time in a valid customer, so that the outcome is due to that change.
 */

import { context } from '../helpers/client/context.js';
import { credentials } from '../helpers/client/request.js';
import { Inconclusive } from '../helpers/client/verdicts.js';
import type { Acceptance } from '../helpers/identity/acceptance.js';
import { inferSchema, memberList } from '../helpers/json/infer-schema.js';
import {
  acceptances,
  echoedMember,
  inFull,
  inWords,
  normal,
  type Outcome,
  outcomeOf,
  type Shown,
  summary,
  tried,
  whose,
} from '../helpers/observation/outcome.js';
import { oneOf, statuses, validCreations } from '../helpers/observation/seen-responses.js';
import { needsSecondTenant } from '../helpers/probes/baseline-requests.js';
import { conflictOfAddresses, creationBaseline } from '../helpers/probes/creation-baseline.js';
import { notes } from '../helpers/probes/side-observations.js';
import { type Observed, suite } from '../helpers/runner/suite.js';
import { freshCustomer } from '../helpers/test-data/customer.js';
import { memberAt, withMember, without } from '../helpers/test-data/member.js';
import { listed } from '../schemas/listed.js';
import { code } from '../schemas/marked.js';
import { members, nameOf } from '../schemas/members.js';
import type { Customer } from '../schemas/types.js';

export const customerGaps = suite();
const { observe } = customerGaps;

const pointers = members.map(({ pointer }) => pointer);

/** One change in a valid customer; where it sets a member, the observation includes how the response shows it. */
interface Change {
  readonly change: (customer: Customer) => Customer;
  readonly pointer?: string;
}

const setting = (pointer: string, value: unknown, ...more: readonly (readonly [string, unknown])[]): Change => ({
  pointer,
  change: (customer) =>
    more.reduce((of, [at, other]) => withMember(of, at, other), withMember(customer, pointer, value)),
});

/** Sends customers with one change each, and reports whether the service accepted them. */
async function each(what: string, changes: Readonly<Record<string, Change>>): Promise<Observed> {
  const outcomes: Record<string, Outcome> = {};
  const answered: Record<string, Shown> = {};
  for (const [name, { change, pointer }] of Object.entries(changes)) {
    const outcome = await tried(() => ({ customer: change(freshCustomer()), purpose: `with ${what}: ${name}` }));
    outcomes[name] = outcome;
    if (pointer !== undefined && outcome.acceptance === 'accepted')
      answered[name] = echoedMember(outcome.response, pointer);
  }
  const changed = Object.keys(answered).filter((name) => answered[name] === 'changed');
  const shown = changed.length > 0 ? [`The response shows another value: ${listed(changed)}.`] : [];
  return {
    observation: { became: acceptances(outcomes), ...(Object.keys(answered).length > 0 && { answered }) },
    sentences: [summary(outcomes, what), ...shown],
  };
}

observe('CUST-16', 'each member left out in turn', { customers: members.length }, async () => {
  const acceptances = new Map<string, Acceptance>();
  for (const pointer of pointers) {
    const { acceptance } = await tried(() => ({
      customer: without(freshCustomer(), pointer),
      purpose: `without "${nameOf(pointer)}"`,
    }));
    acceptances.set(pointer, acceptance);
  }
  const those = (wanted: Acceptance) => pointers.filter((pointer) => acceptances.get(pointer) === wanted);
  const unclear = those('unclear');
  const observation = {
    required: those('rejected'),
    optional: those('accepted'),
    ...(unclear.length > 0 && { unclear }),
  };
  const names = observation.required.map((pointer) => code(nameOf(pointer)));
  return {
    observation,
    sentences: [
      names.length === 0
        ? 'No member is required.'
        : `${names.length} of ${members.length} members are required: ${listed(names)}.`,
    ],
  };
});

/** Values to try beside the customer's own. The last one has no meaning anywhere. */
const values = {
  'CUST-17': ['individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe'],
  'CUST-18': ['female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe'],
} as const;

for (const [id, name] of [
  ['CUST-17', 'type'],
  ['CUST-18', 'gender'],
] as const) {
  observe(id, 'a short list of values', { customers: values[id].length }, async () => {
    const own = memberAt(context().configuration.customer ?? {}, `/${name}`);
    const list = [...new Set([...values[id], ...(typeof own === 'string' ? [own] : [])])];
    const acceptances = new Map<string, Acceptance>();
    for (const value of list) {
      const { acceptance } = await tried(() => ({
        customer: withMember(freshCustomer(), `/${name}`, value),
        purpose: `with "${name}": "${value}"`,
      }));
      acceptances.set(value, acceptance);
    }
    const those = (wanted: Acceptance) => list.filter((value) => acceptances.get(value) === wanted).sort();
    const observation = { accepted: those('accepted'), rejected: those('rejected') };
    return {
      observation,
      sentences: [
        `Accepted: ${oneOf(observation.accepted.map(code))}.`,
        `Rejected: ${oneOf(observation.rejected.map(code))}.`,
      ],
    };
  });
}

observe('CUST-19', 'creations in passing', { phase: 'last' }, async () => {
  const observation = { statuses: statuses(validCreations()) };
  return { observation, sentences: [`A creation returns ${oneOf(observation.statuses)}.`] };
});

observe('CUST-20', 'creations in passing', { phase: 'last' }, async () => {
  const observation = inferSchema(validCreations().flatMap((response) => (response.isJson ? [response.json] : [])));
  if (observation === undefined) throw new Inconclusive('No creation returned a JSON body.');
  return { observation, sentences: [`The response contains ${memberList(observation)}.`] };
});

/** The changes of CUST-21, in groups that are reported separately. */
const oddities: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  'unknown members': {
    'in the customer': { change: (customer) => ({ ...customer, conformance_probe: 'unknown' }) },
    'in the address': setting('/address/conformance_probe', 'unknown'),
  },
  null: Object.fromEntries(pointers.map((at) => [nameOf(at), setting(at, null)])),
  'lengths of first_name': {
    empty: setting('/first_name', ''),
    'one letter': setting('/first_name', 'A'),
    '256 letters': setting('/first_name', `Al${'a'.repeat(254)}`),
  },
  names: {
    Zoë: setting('/first_name', 'Zoë'),
    Ελένη: setting('/first_name', 'Ελένη'),
    李娜: setting('/first_name', '李娜'),
    'O’Neil': setting('/last_name', 'O’Neil'),
  },
  'dates of birth': {
    '1800-01-01': setting('/date_of_birth', '1800-01-01'),
    '2999-01-01': setting('/date_of_birth', '2999-01-01'),
  },
  places: {
    'GB with US-CA': setting('/address/country', 'GB', ['/address/state', 'US-CA']),
    'US with US-ZZ': setting('/address/country', 'US', ['/address/state', 'US-ZZ']),
    'XX with XX-AA': setting('/address/country', 'XX', ['/address/state', 'XX-AA']),
  },
  'white space around': {
    first_name: setting('/first_name', ' Ann '),
    city: setting('/address/city', ' London '),
  },
};

for (const [name, changes] of Object.entries(oddities)) {
  observe('CUST-21', name, { customers: Object.keys(changes).length }, () => each(name, changes));
}

observe('CUST-21', 'a second customer with the same e-mail address', { customers: 2 }, async () => {
  const { known, first, response } = await conflictOfAddresses();
  const outcome = outcomeOf(response, known);
  const { acceptance: became } = outcome;
  const about = became === 'accepted' ? whose(known, first, response) : undefined;
  return {
    observation: about === undefined ? { became } : { became, about },
    sentences: [`A second customer with the same e-mail address ${inWords(outcome)}${inFull(about)}.`],
  };
});

observe('CUST-21', 'what the answer repeats', { phase: 'last' }, async () => {
  const { original } = await creationBaseline();
  const strings = members.flatMap(({ type, pointer }) => (type === 'string' ? [pointer] : []));
  const observation = Object.fromEntries(strings.map((pointer) => [pointer, echoedMember(original, pointer)]));
  const count = (what: Shown) => Object.values(observation).filter((one) => one === what).length;
  const sentence = `Of ${strings.length} members sent, the response repeats ${count('unchanged')} unchanged and ${count('changed')} changed.`;
  return { observation, sentences: [sentence] };
});

observe('CUST-21', 'what is put right', { phase: 'last' }, async () => {
  const normalised = notes('normalised');
  if (normalised.length + notes('rejected').length === 0) {
    throw new Inconclusive('No invalid member was sent in this run.');
  }
  const observation = [...new Set(normalised.map(({ pointer, mutation }) => `${pointer}: ${mutation}`))].sort();
  const sentences =
    observation.length > 0
      ? observation.map((one) => `The service normalised ${one}.`)
      : ['The service normalised no invalid value.'];
  return { observation, sentences };
});

observe('CUST-22', 'without x-tenant-id', { customers: 1 }, async () => {
  const outcome = await tried(() => ({ tenant: null, purpose: 'without x-tenant-id' }));
  return {
    observation: normal(outcome),
    sentences: [`A customer without ${code('x-tenant-id')} ${inWords(outcome)}.`],
  };
});

observe('CUST-22', 'with another tenant’s x-tenant-id', { customers: 1 }, async () => {
  needsSecondTenant();
  const { tenant } = credentials(context(), 'second');
  const outcome = await tried(() => ({ tenant, purpose: 'with another tenant’s x-tenant-id' }));
  return {
    observation: normal(outcome),
    sentences: [`A customer with another tenant’s ${code('x-tenant-id')} ${inWords(outcome)}.`],
  };
});
