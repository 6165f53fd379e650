/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, the
 * members of the response, and the handling of values that the specification does not mention. The suite changes one
 * thing at a time in a valid customer, so that the outcome is due to that change.
 */

import { context, perRun } from '../../helpers/client/context.js';
import { credentials } from '../../helpers/client/request.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import type { Acceptance } from '../../helpers/identity/acceptance.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { Target } from '../../helpers/runner/target.js';
import { byKey } from '../../schemas/by-key.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer, headers } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { area } from '../area.js';
import { creationBaseline } from '../creation-baseline.js';
import {
  acceptances,
  echoedMember,
  examples,
  type Outcome,
  type Outcomes,
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
} from '../observing.js';
import { needsSecondTenant } from '../requests.js';
import { freshCustomer, memberAt, withMember, without } from './customer.js';

export const customerGaps = area();
const { observe, observeEach, inPassing } = customerGaps;

const pointers = members.map(({ pointer }) => pointer);

// Which customer fields are required and which are optional: not shown.
observeEach(
  'CUST-16',
  'each member left out in turn',
  pointers.map((at) => ({
    ...{ name: at, pointer: at },
    change: () => ({ body: without(freshCustomer(), at), purpose: `without "${nameOf(at)}"` }),
  })),
  (became) => {
    const { accepted: optional = [], rejected: required = [], unclear } = namesByAcceptance(became);
    const names = required.map((pointer) => code(nameOf(pointer)));
    const count = `${names.length} of ${members.length} members are required: ${listed(names)}.`;
    return {
      observation: { required, optional, ...(unclear && { unclear }) },
      sentences: [names.length === 0 ? 'No member is required.' : count],
    };
  },
);

/** The names of the outcomes of each kind. */
function namesByAcceptance(became: Outcomes): { readonly [kind in Acceptance]?: string[] } {
  return Object.fromEntries(byKey(Object.entries(became).map(([name, { acceptance }]) => [acceptance, name])));
}

/** Values by the pointers of their members. */
type Values = Readonly<Record<string, unknown>>;

/** Values of members, of which the specification does not say whether a service accepts them. */
interface OpenValue extends Written {
  readonly id: 'CUST-17' | 'CUST-18' | 'CUST-21';
  readonly values: Values;
}

const customerWith = (values: Values): Customer =>
  Object.entries(values).reduce((customer, [at, value]) => withMember(customer, at, value), freshCustomer());

/** Open values that are reported together, by their names. */
const group = (id: OpenValue['id'], what: string, named: Readonly<Record<string, Values>>) => ({
  ...{ id, what },
  rows: Object.entries(named).map(
    ([name, values]): OpenValue => ({
      ...{ id, name, values, pointer: Object.keys(values)[0] ?? '' },
      change: () => ({ body: customerWith(values), purpose: `with ${what}: ${name}` }),
    }),
  ),
});

/** Values of one member, each by itself. */
const each = (at: string, ...values: readonly string[]): Record<string, Values> =>
  Object.fromEntries(values.map((value) => [value, { [at]: value }]));

const place = (country: string, state: string) => ({ '/address/country': country, '/address/state': state });

// Complete list of allowed values for type and gender: not shown. The last has no meaning anywhere.
const types = each('/type', 'individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe');
const genders = each('/gender', 'female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe');
const lists = [group('CUST-17', 'type', types), group('CUST-18', 'gender', genders)];

// What a service does with values that the table of fields says nothing of.
const oddities = [
  group('CUST-21', 'unknown members', {
    'in the customer': { '/conformance_probe': 'unknown' },
    'in the address': { '/address/conformance_probe': 'unknown' },
  }),
  group('CUST-21', 'null', Object.fromEntries(pointers.map((at) => [nameOf(at), { [at]: null }]))),
  group('CUST-21', 'lengths of first_name', {
    empty: { '/first_name': '' },
    'one letter': { '/first_name': 'A' },
    '256 letters': { '/first_name': `Al${'a'.repeat(254)}` },
  }),
  group('CUST-21', 'names', { ...each('/first_name', 'Zoë', 'Ελένη', '李娜'), ...each('/last_name', 'O’Neil') }),
  group('CUST-21', 'dates of birth', each('/date_of_birth', '1800-01-01', '2999-01-01')),
  group('CUST-21', 'places', {
    'GB with US-CA': place('GB', 'US-CA'),
    'US with US-ZZ': place('US', 'US-ZZ'),
    'XX with XX-AA': place('XX', 'XX-AA'),
  }),
  group('CUST-21', 'white space around', {
    first_name: { '/first_name': ' Ann ' },
    city: { '/address/city': ' London ' },
  }),
];

/**
 * Customers that hold as many values as there are for different members, since no operation deletes one: what the service
 * accepts together it accepts one by one. Not null, which most services reject.
 */
const packs: readonly (readonly OpenValue[])[] = packsOf(
  [...oddities.filter(({ what }) => what !== 'null'), ...lists].flatMap(({ rows }) => rows),
);

function packsOf(rows: readonly OpenValue[]): OpenValue[][] {
  const all: OpenValue[][] = [];
  for (const row of rows) {
    const isFree = (pack: readonly OpenValue[]) =>
      !pack.some(({ values }) => Object.keys(row.values).some((at) => at in values));
    const free = all.find(isFree);
    if (free) free.push(row);
    else all.push([row]);
  }
  return all;
}

const packed = packs.map((pack, at) =>
  fixture(`open values of different members, ${at + 1}`, async (): Promise<Outcome> => {
    // Only those of observations that this run makes.
    const own = pack.filter(({ id }) => context().definitions.some((definition) => definition.id === id));
    const body = customerWith(Object.assign({}, ...own.map(({ values }) => values)));
    const purpose = `with ${own.map(({ pointer, name }) => `${nameOf(pointer ?? '')}: ${name}`).join('; ')}`;
    const response = await send(createCustomer, { body, purpose });
    return outcomeOf(response, await creationBaseline());
  }),
);

const reported = perRun(() => new Set<OpenValue>());

/** What became of each value: among others where the service accepts those together, else alone; asked once more, alone. */
async function becameOf(rows: readonly OpenValue[], target: Target): Promise<Outcomes> {
  const together: Record<string, Outcome> = {};
  for (const row of rows) {
    const among = packed[packs.findIndex((pack) => pack.includes(row))];
    if (!among || reported().has(row)) continue;
    reported().add(row);
    const outcome = await among();
    if (outcome.acceptance === 'accepted') together[row.name] = outcome;
  }
  const rest = rows.filter(({ name }) => !together[name]);
  const all = { ...together, ...(await triedEach(rest, target)) };
  return Object.fromEntries(rows.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])));
}

for (const { id, what, rows } of lists) {
  observe(id, 'a short list of values', { creations: rows.length + 1 }, async (target) => {
    const own = memberAt(target.configuration.customer ?? {}, `/${what}`);
    // The customer's own value, too.
    const isListed = typeof own !== 'string' || rows.some(({ name }) => name === own);
    const all = isListed ? rows : [...rows, ...group(id, what, each(`/${what}`, own)).rows];
    const { accepted = [], rejected = [] } = namesByAcceptance(await becameOf(all, target));
    return {
      observation: { accepted: accepted.sort(), rejected: rejected.sort() },
      sentences: [`Accepted: ${oneOf(accepted.map(code))}.`, `Rejected: ${oneOf(rejected.map(code))}.`],
    };
  });
}

for (const { id, what, rows } of oddities)
  observe(id, what, { creations: rows.length }, async (target) => whatBecame(what, rows, await becameOf(rows, target)));

// Success status codes of each operation: not shown.
inPassing('CUST-19', 'creations of the run', validCreations, (creations) => {
  const observation = { statuses: statuses(creations) };
  return { observation, sentences: [`A creation returns ${oneOf(observation.statuses)}.`] };
});

// Fields of the customer record in responses: not shown.
inPassing('CUST-20', 'creations of the run', validCreations, (creations) => {
  const observation = inferSchema(creations.flatMap((response) => (response.isJson ? [response.json] : [])));
  if (observation === undefined) throw new Inconclusive('No creation returned a JSON body.');
  return { observation, sentences: [`The response contains ${memberList(observation)}.`] };
});

/** Whether the service accepted each change, and how its response shows the member that was set. */
function whatBecame(what: string, rows: readonly Written[], became: Outcomes): Observed {
  const answered = rows.flatMap(({ name, pointer = '' }): [string, Shown][] => {
    const one = became[name];
    return one?.acceptance === 'accepted' ? [[name, echoedMember(one.response, pointer)]] : [];
  });
  const changed = answered.flatMap(([name, shown]) => (shown === 'changed' ? [name] : []));
  return {
    observation: {
      became: acceptances(became),
      ...(answered.length > 0 && { answered: Object.fromEntries(answered) }),
    },
    sentences: [
      summary(became, what),
      ...(changed.length > 0 ? [`The response shows another value: ${listed(changed)}.`] : []),
    ],
  };
}

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
  const sentences = observation.map((one) => `The service normalised ${one}.`);
  return {
    observation,
    sentences: sentences.length > 0 ? sentences : ['The service normalised no invalid value.'],
    seen: examples((normalised.length > 0 ? normalised : noted).map(({ response }) => response)),
  };
});

// x-tenant-id is shown in the accounts request; the general header list includes it.
for (const [what, tenantOf] of [
  ['without', () => null],
  ['with another tenant’s', () => credentials(context(), 'second').tenant],
] as const)
  observe('CUST-22', `${what} x-tenant-id`, { creations: 1 }, async () => {
    if (what !== 'without') needsSecondTenant();
    const outcome = await tried(() => ({ tenant: tenantOf(), purpose: `${what} ${headers.tenant}` }));
    return observed(`A customer ${what} ${code(headers.tenant)}`, outcome);
  });
