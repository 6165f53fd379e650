/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, the
 * members of the response, and the handling of values that the specification does not mention. The suite changes one
 * thing at a time in a valid customer, so that the outcome is due to that change.
 */

import { context } from '../../helpers/client/context.js';
import { credentials } from '../../helpers/client/request.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { headers } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { area } from '../area.js';
import { conflictOfAddresses, creationBaseline } from '../creation-baseline.js';
import {
  acceptances,
  type Became,
  echoedMember,
  examples,
  inFull,
  inWords,
  observed,
  oneOf,
  outcomeOf,
  type Shown,
  statuses,
  summary,
  tried,
  triedEach,
  validCreations,
  type Written,
  whose,
} from '../observing.js';
import { needsSecondTenant } from '../requests.js';
import { freshCustomer } from './test-data/customer.js';
import { memberAt, withMember, without } from './test-data/member.js';

export const customerGaps = area();
const { observe, observeEach } = customerGaps;

const pointers = members.map(({ pointer }) => pointer);

const written = (
  name: string,
  purpose: string,
  change: (customer: Customer) => Customer,
  pointer?: string,
): Written => ({
  ...{ name, change: () => ({ body: change(freshCustomer()), purpose }) },
  ...(pointer !== undefined && { pointer }),
});

// Which customer fields are required and which are optional: not shown.
observeEach(
  'CUST-16',
  'each member left out in turn',
  pointers.map((at) => written(at, `without "${nameOf(at)}"`, (customer) => without(customer, at), at)),
  (became) => {
    const { accepted: optional, rejected: required, unclear } = byAcceptance(became);
    const names = required.map((pointer) => code(nameOf(pointer)));
    const sentence =
      names.length === 0
        ? 'No member is required.'
        : `${names.length} of ${members.length} members are required: ${listed(names)}.`;
    return {
      observation: { required, optional, ...(unclear.length > 0 && { unclear }) },
      sentences: [sentence],
    };
  },
);

function byAcceptance(became: Readonly<Record<string, Became>>) {
  const of = (wanted: Became['acceptance']) =>
    Object.entries(became).flatMap(([name, { acceptance }]) => (acceptance === wanted ? [name] : []));
  return { accepted: of('accepted'), rejected: of('rejected'), unclear: of('unclear') };
}

// Complete list of allowed values for type and gender: not shown. Beside the customer's own; the last has no meaning anywhere.
for (const [id, name, values] of [
  ['CUST-17', 'type', ['individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe']],
  ['CUST-18', 'gender', ['female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe']],
] as const) {
  observe(id, 'a short list of values', { creations: values.length }, async (target) => {
    const at = `/${name}`;
    const own = memberAt(target.configuration.customer ?? {}, at);
    const list = [...new Set([...values, ...(typeof own === 'string' ? [own] : [])])];
    const rows = list.map((value) =>
      written(value, `with "${name}": "${value}"`, (customer) => withMember(customer, at, value), at),
    );
    const { accepted, rejected } = byAcceptance(await triedEach(rows, target));
    return {
      observation: { accepted: accepted.sort(), rejected: rejected.sort() },
      sentences: [`Accepted: ${oneOf(accepted.map(code))}.`, `Rejected: ${oneOf(rejected.map(code))}.`],
    };
  });
}

// Success status codes of each operation: not shown.
observe('CUST-19', 'creations in passing', { phase: 'last' }, async () => {
  const creations = validCreations();
  const observation = { statuses: statuses(creations) };
  const sentences = [`A creation returns ${oneOf(observation.statuses)}.`];
  return { observation, sentences, seen: examples(creations) };
});

// Fields of the customer record in responses: not shown.
observe('CUST-20', 'creations in passing', { phase: 'last' }, async () => {
  const creations = validCreations();
  const observation = inferSchema(creations.flatMap((response) => (response.isJson ? [response.json] : [])));
  if (observation === undefined) throw new Inconclusive('No creation returned a JSON body.');
  const sentences = [`The response contains ${memberList(observation)}.`];
  return { observation, sentences, seen: examples(creations) };
});

// What a service does with values that the table of fields says nothing of, in groups that are reported separately.
type Oddity = (what: string) => Written;

const oddity =
  (name: string, change: (customer: Customer) => Customer, pointer?: string): Oddity =>
  (what) =>
    written(name, `with ${what}: ${name}`, change, pointer);

const setting = (name: string, pointer: string, value: unknown, state?: string): Oddity =>
  oddity(
    name,
    (customer) => {
      const changed = withMember(customer, pointer, value);
      return state === undefined ? changed : withMember(changed, '/address/state', state);
    },
    pointer,
  );

const country = (own: string, state: string) => setting(`${own} with ${state}`, '/address/country', own, state);

const oddities: Readonly<Record<string, readonly Oddity[]>> = {
  'unknown members': [
    oddity('in the customer', (customer) => ({ ...customer, conformance_probe: 'unknown' })),
    setting('in the address', '/address/conformance_probe', 'unknown'),
  ],
  null: pointers.map((at) => setting(nameOf(at), at, null)),
  'lengths of first_name': [
    setting('empty', '/first_name', ''),
    setting('one letter', '/first_name', 'A'),
    setting('256 letters', '/first_name', `Al${'a'.repeat(254)}`),
  ],
  names: [
    ...['Zoë', 'Ελένη', '李娜'].map((name) => setting(name, '/first_name', name)),
    setting('O’Neil', '/last_name', 'O’Neil'),
  ],
  'dates of birth': ['1800-01-01', '2999-01-01'].map((date) => setting(date, '/date_of_birth', date)),
  places: [country('GB', 'US-CA'), country('US', 'US-ZZ'), country('XX', 'XX-AA')],
  'white space around': [setting('first_name', '/first_name', ' Ann '), setting('city', '/address/city', ' London ')],
};

for (const [what, rows] of Object.entries(oddities)) {
  const own = rows.map((row) => row(what));
  observeEach('CUST-21', what, own, (became) => whatBecame(what, own, became));
}

/** Whether the service accepted each change, and how its response shows the member that was set. */
function whatBecame(what: string, rows: readonly Written[], became: Readonly<Record<string, Became>>): Observed {
  const answered: Record<string, Shown> = {};
  for (const { name, pointer } of rows) {
    const one = became[name];
    if (one?.acceptance === 'accepted' && pointer !== undefined) answered[name] = echoedMember(one.response, pointer);
  }
  const changed = Object.keys(answered).filter((name) => answered[name] === 'changed');
  const shown = changed.length > 0 ? [`The response shows another value: ${listed(changed)}.`] : [];
  return {
    observation: { became: acceptances(became), ...(Object.keys(answered).length > 0 && { answered }) },
    sentences: [summary(became, what), ...shown],
  };
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

// x-tenant-id is shown in the accounts request; the general header list includes it.
observe('CUST-22', 'without x-tenant-id', { creations: 1 }, async () => {
  const outcome = await tried(() => ({ tenant: null, purpose: `without ${headers.tenant}` }));
  return observed(`A customer without ${code(headers.tenant)}`, outcome);
});

observe('CUST-22', 'with another tenant’s x-tenant-id', { creations: 1 }, async () => {
  needsSecondTenant();
  const { tenant } = credentials(context(), 'second');
  const outcome = await tried(() => ({ tenant, purpose: `with another tenant’s ${headers.tenant}` }));
  return observed(`A customer with another tenant’s ${code(headers.tenant)}`, outcome);
});
