/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, the
 * members of the response, and the handling of values that the specification does not mention. The suite changes one
 * thing at a time in a valid customer, so that the outcome is due to that change.
 */

import { context, perRun } from '../../helpers/client/context.js';
import { credentials } from '../../helpers/client/request.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { Target } from '../../helpers/runner/target.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer, headers } from '../../schemas/fsapi/operations.js';
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
import { freshCustomer, memberAt, withMember, without } from './customer.js';

export const customerGaps = area();
const { observe, observeEach } = customerGaps;

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

/** Values of members, of which the specification does not say whether a service accepts them. */
interface OpenValue extends Written {
  readonly id: 'CUST-17' | 'CUST-18' | 'CUST-21';
  /** Values by the pointers of their members. */
  readonly values: Readonly<Record<string, unknown>>;
}

const customerWith = (values: OpenValue['values']): Customer =>
  Object.entries(values).reduce((customer, [at, value]) => withMember(customer, at, value), freshCustomer());

const openValue = (id: OpenValue['id'], name: string, values: OpenValue['values'], purpose: string): OpenValue => ({
  ...{ id, name, values, pointer: Object.keys(values)[0] ?? '' },
  change: () => ({ body: customerWith(values), purpose }),
});

const listedValue = (id: 'CUST-17' | 'CUST-18', name: string, value: string) =>
  openValue(id, value, { [`/${name}`]: value }, `with "${name}": "${value}"`);

// Complete list of allowed values for type and gender: not shown. The last has no meaning anywhere.
const lists = (
  [
    ['CUST-17', 'type', ['individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe']],
    ['CUST-18', 'gender', ['female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe']],
  ] as const
).map(([id, name, values]) => ({ id, name, rows: values.map((value) => listedValue(id, name, value)) }));

// What a service does with values that the table of fields says nothing of, in groups that are reported separately.
const groups: Readonly<Record<string, Readonly<Record<string, OpenValue['values']>>>> = {
  'unknown members': {
    'in the customer': { '/conformance_probe': 'unknown' },
    'in the address': { '/address/conformance_probe': 'unknown' },
  },
  null: Object.fromEntries(pointers.map((at) => [nameOf(at), { [at]: null }])),
  'lengths of first_name': {
    empty: { '/first_name': '' },
    'one letter': { '/first_name': 'A' },
    '256 letters': { '/first_name': `Al${'a'.repeat(254)}` },
  },
  names: {
    ...Object.fromEntries(['Zoë', 'Ελένη', '李娜'].map((name) => [name, { '/first_name': name }])),
    'O’Neil': { '/last_name': 'O’Neil' },
  },
  'dates of birth': {
    '1800-01-01': { '/date_of_birth': '1800-01-01' },
    '2999-01-01': { '/date_of_birth': '2999-01-01' },
  },
  places: Object.fromEntries(
    [
      ['GB', 'US-CA'],
      ['US', 'US-ZZ'],
      ['XX', 'XX-AA'],
    ].map(([country, state]) => [`${country} with ${state}`, { '/address/country': country, '/address/state': state }]),
  ),
  'white space around': { first_name: { '/first_name': ' Ann ' }, city: { '/address/city': ' London ' } },
};

const oddities = Object.entries(groups).map(([what, rows]) => ({
  what,
  rows: Object.entries(rows).map(([name, values]) => openValue('CUST-21', name, values, `with ${what}: ${name}`)),
}));

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
      pack.every(({ values }) => !Object.keys(row.values).some((at) => at in values));
    const free = all.find(isFree);
    if (free) free.push(row);
    else all.push([row]);
  }
  return all;
}

const packed = packs.map((pack, at) =>
  fixture(`open values of different members, ${at + 1}`, async (): Promise<Became> => {
    // Only those of observations that this run makes.
    const own = pack.filter(({ id }) => context().definitions.some((definition) => definition.id === id));
    const body = customerWith(Object.assign({}, ...own.map(({ values }) => values)));
    const purpose = `with ${own.map(({ pointer, name }) => `${nameOf(pointer ?? '')}: ${name}`).join('; ')}`;
    const response = await send(createCustomer, { body, purpose });
    return { ...outcomeOf(response, await creationBaseline()), response };
  }),
);

const reported = perRun(() => new Set<OpenValue>());

/** What became of each value: among others where the service accepts those together, else alone; asked once more, alone. */
async function becameOf(rows: readonly OpenValue[], target: Target): Promise<Readonly<Record<string, Became>>> {
  const together = new Map<string, Became>();
  for (const row of rows) {
    const among = packed[packs.findIndex((pack) => pack.includes(row))];
    if (!among || reported().has(row)) continue;
    reported().add(row);
    const outcome = await among();
    if (outcome.acceptance === 'accepted') together.set(row.name, outcome);
  }
  const alone = await triedEach(
    rows.filter(({ name }) => !together.has(name)),
    target,
  );
  return Object.fromEntries(rows.map(({ name }) => [name, (together.get(name) ?? alone[name]) as Became]));
}

for (const { id, name, rows } of lists) {
  observe(id, 'a short list of values', { creations: rows.length + 1 }, async (target) => {
    const own = memberAt(target.configuration.customer ?? {}, `/${name}`);
    // The customer's own value, too.
    const isListed = typeof own !== 'string' || rows.some((row) => row.name === own);
    const { accepted, rejected } = byAcceptance(
      await becameOf(isListed ? rows : [...rows, listedValue(id, name, own)], target),
    );
    return {
      observation: { accepted: accepted.sort(), rejected: rejected.sort() },
      sentences: [`Accepted: ${oneOf(accepted.map(code))}.`, `Rejected: ${oneOf(rejected.map(code))}.`],
    };
  });
}

for (const { what, rows } of oddities)
  observe('CUST-21', what, { creations: rows.length }, async (target) =>
    whatBecame(what, rows, await becameOf(rows, target)),
  );

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
