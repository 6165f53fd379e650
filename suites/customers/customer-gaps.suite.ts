/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, the
 * members of the response, and the handling of values that the specification does not mention. The suite changes one
 * thing at a time in a valid customer, so that the outcome is due to that change.
 */

import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { credentials } from '../../helpers/client/request.js';
import type { Observed } from '../../helpers/client/verdicts.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import type { Acceptance } from '../../helpers/identity/acceptance.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { tenantHeader } from '../probes/accounts/unknown-tenant-ids.js';
import { needsSecondTenant } from '../probes/baseline-requests.js';
import { conflictOfAddresses, creationBaseline } from '../probes/creation-baseline.js';
import {
  acceptances,
  echoedMember,
  inFull,
  inWords,
  type Outcome,
  observed,
  outcomeOf,
  type Shown,
  summary,
  tried,
  whose,
} from '../probes/outcome.js';
import { examples, oneOf, statuses, validCreations } from '../probes/seen-responses.js';
import { freshCustomer } from './test-data/customer.js';
import { memberAt, withMember, without } from './test-data/member.js';

export const customerGaps = suite<typeof fsapi>();
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
    const changed = () => ({ body: change(freshCustomer()), purpose: `with ${what}: ${name}` });
    const outcome = await tried(changed, pointer);
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

/** Sends customers with one change each, and groups the changes by their outcome. */
async function byAcceptance(
  names: readonly string[],
  change: (name: string) => RequestChange,
  pointerOf: (name: string) => string,
): Promise<Record<Acceptance, string[]>> {
  const groups: Record<Acceptance, string[]> = { accepted: [], rejected: [], unclear: [] };
  for (const name of names) groups[(await tried(() => change(name), pointerOf(name))).acceptance].push(name);
  return groups;
}

observe('CUST-16', 'each member left out in turn', { creations: members.length }, async () => {
  const left = (pointer: string) => ({
    body: without(freshCustomer(), pointer),
    purpose: `without "${nameOf(pointer)}"`,
  });
  const { rejected, accepted, unclear } = await byAcceptance(pointers, left, (pointer) => pointer);
  const observation = { required: rejected, optional: accepted, ...(unclear.length > 0 && { unclear }) };
  const names = rejected.map((pointer) => code(nameOf(pointer)));
  const sentence =
    names.length === 0
      ? 'No member is required.'
      : `${names.length} of ${members.length} members are required: ${listed(names)}.`;
  return { observation, sentences: [sentence] };
});

/** Values to try beside the customer's own. The last one has no meaning anywhere. */
for (const [id, name, values] of [
  ['CUST-17', 'type', ['individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe']],
  ['CUST-18', 'gender', ['female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe']],
] as const) {
  observe(id, 'a short list of values', { creations: values.length }, async () => {
    const own = memberAt(context().configuration.customer ?? {}, `/${name}`);
    const list = [...new Set([...values, ...(typeof own === 'string' ? [own] : [])])];
    const valued = (value: string) => ({
      body: withMember(freshCustomer(), `/${name}`, value),
      purpose: `with "${name}": "${value}"`,
    });
    const { accepted, rejected } = await byAcceptance(list, valued, () => `/${name}`);
    return {
      observation: { accepted: accepted.sort(), rejected: rejected.sort() },
      sentences: [`Accepted: ${oneOf(accepted.map(code))}.`, `Rejected: ${oneOf(rejected.map(code))}.`],
    };
  });
}

observe('CUST-19', 'creations in passing', { phase: 'last' }, async () => {
  const creations = validCreations();
  const observation = { statuses: statuses(creations) };
  const sentences = [`A creation returns ${oneOf(observation.statuses)}.`];
  return { observation, sentences, seen: examples(creations) };
});

observe('CUST-20', 'creations in passing', { phase: 'last' }, async () => {
  const creations = validCreations();
  const observation = inferSchema(creations.flatMap((response) => (response.isJson ? [response.json] : [])));
  if (observation === undefined) throw new Inconclusive('No creation returned a JSON body.');
  const sentences = [`The response contains ${memberList(observation)}.`];
  return { observation, sentences, seen: examples(creations) };
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
  observe('CUST-21', name, { creations: Object.keys(changes).length }, () => each(name, changes));
}

observe('CUST-21', 'a second customer with the same e-mail address', { creations: 2 }, async () => {
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
  const { noted } = context();
  if (noted.length === 0) throw new Inconclusive('No invalid member was sent in this run.');
  const normalised = noted.filter(({ became }) => became === 'normalised');
  const observation = [...new Set(normalised.map(({ pointer, mutation }) => `${pointer}: ${mutation}`))].sort();
  const sentences =
    observation.length > 0
      ? observation.map((one) => `The service normalised ${one}.`)
      : ['The service normalised no invalid value.'];
  const seen = examples((normalised.length > 0 ? normalised : noted).map(({ response }) => response));
  return { observation, sentences, seen };
});

observe('CUST-22', 'without x-tenant-id', { creations: 1 }, async () => {
  const outcome = await tried(() => ({ tenant: null, purpose: `without ${tenantHeader()}` }));
  return observed(`A customer without ${code(tenantHeader())}`, outcome);
});

observe('CUST-22', 'with another tenant’s x-tenant-id', { creations: 1 }, async () => {
  needsSecondTenant();
  const { tenant } = credentials(context(), 'second');
  const outcome = await tried(() => ({ tenant, purpose: `with another tenant’s ${tenantHeader()}` }));
  return observed(`A customer with another tenant’s ${code(tenantHeader())}`, outcome);
});
