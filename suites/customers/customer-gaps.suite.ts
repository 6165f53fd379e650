/**
 * Resources, gaps; Endpoints, gaps: which members of a customer are required, which values the service accepts, what its
 * responses contain. Each observation changes a valid customer.
 */

import { context, perRun } from '../../helpers/client/context.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import type { Target } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { byKey } from '../../schemas/by-key.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer, headers } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import { area } from '../area.js';
import { creationBaseline } from '../creation-baseline.js';
import * as observing from '../observing.js';
import { needsSecondTenant } from '../requests.js';
import { changeOf } from '../variation.js';
import { freshCustomer, memberAt, withMember, without } from './customer.js';

export const customerGaps = area();
const { observe, inPassing } = customerGaps;

const pointers = members.map(({ pointer }) => pointer);

// Which customer fields are required and which are optional: not shown.
const omissions = pointers.map((at) => ({
  name: at,
  change: () => ({ body: without(freshCustomer(), at), purpose: `without "${nameOf(at)}"` }),
}));

observe('CUST-16', 'each member left out in turn', { creations: omissions.length }, async (target) => {
  const pointersOf = byAcceptance(await observing.triedEach(omissions, target));
  const [required, optional, unclear] = [pointersOf('rejected'), pointersOf('accepted'), pointersOf('unclear')];
  const names = listed(required.map((pointer) => code(nameOf(pointer))));
  const count = `${required.length} of ${members.length} members are required: ${names}.`;
  return {
    observation: { required, optional, ...(unclear.length > 0 && { unclear }) },
    sentences: [required.length === 0 ? 'No member is required.' : count],
  };
});

/** The names of outcomes of one kind. */
const byAcceptance = (became: observing.Outcomes) => (acceptance: observing.Outcome['acceptance']) =>
  Object.keys(became).filter((name) => became[name]?.acceptance === acceptance);

/** Values by the pointers of their members. */
type Values = Readonly<Record<string, unknown>>;

const customerWith = (values: Values) =>
  Object.entries(values).reduce((customer, [at, value]) => withMember(customer, at, value), freshCustomer());

/** Values of which the specification does not say whether a service accepts them. @param what the group in reports */
const openValue = (id: 'CUST-17' | 'CUST-18' | 'CUST-21', what: string, name: string, values: Values) => ({
  ...{ id, what, name, values, pointer: Object.keys(values)[0] ?? '' },
  change: () => ({ body: customerWith(values), purpose: `with ${what}: ${name}` }),
});
type OpenValue = ReturnType<typeof openValue>;

// Complete list of allowed values for type and gender: not shown.
const listOf = (id: OpenValue['id'], what: string, ...values: readonly string[]) =>
  values.map((value) => openValue(id, what, value, { [`/${what}`]: value }));
const lists = [
  ...listOf('CUST-17', 'type', 'individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe'),
  ...listOf('CUST-18', 'gender', 'female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe'),
];

const odd = (what: string, name: string, values: Values) => openValue('CUST-21', what, name, values);
const place = (country: string, state: string) =>
  odd('places', `${country} with ${state}`, { '/address/country': country, '/address/state': state });
const oddities = [
  odd('unknown members', 'in the customer', { '/conformance_probe': 'unknown' }),
  odd('unknown members', 'in the address', { '/address/conformance_probe': 'unknown' }),
  ...pointers.map((at) => odd('null', nameOf(at), { [at]: null })),
  odd('lengths of first_name', 'empty', { '/first_name': '' }),
  odd('lengths of first_name', 'one letter', { '/first_name': 'A' }),
  odd('lengths of first_name', '256 letters', { '/first_name': `Al${'a'.repeat(254)}` }),
  ...['Zoë', 'Ελένη', '李娜'].map((name) => odd('names', name, { '/first_name': name })),
  odd('names', 'O’Neil', { '/last_name': 'O’Neil' }),
  ...['1800-01-01', '2999-01-01'].map((date) => odd('dates of birth', date, { '/date_of_birth': date })),
  ...[place('GB', 'US-CA'), place('US', 'US-ZZ'), place('XX', 'XX-AA')],
  odd('white space around', 'first_name', { '/first_name': ' Ann ' }),
  odd('white space around', 'city', { '/address/city': ' London ' }),
];

/**
 * No operation deletes a customer: one holds the values of different members that have one place in their lists. What the
 * service accepts together it accepts one by one. Without null, which most services reject.
 */
const packable = [...oddities.filter(({ what }) => what !== 'null'), ...lists];
const ofMembers = byKey(packable.map((row) => [row.pointer, row]));
const packs = fixtures<observing.Outcome>();

const pack = (at: number) =>
  packs(`open values of different members, ${at + 1}`, async () => {
    const rows = [...ofMembers.values()].flatMap((all) => all[at] ?? []);
    const body = customerWith(Object.assign({}, ...rows.map(({ values }) => values)));
    const purpose = `with ${rows.map(({ pointer, name }) => `${nameOf(pointer)}: ${name}`).join('; ')}`;
    return observing.outcomeOf(await send(createCustomer, { body, purpose }), await creationBaseline());
  });

const reported = perRun(() => new Set<OpenValue>());

/** The outcome of each value: with others where the service accepts them together, else alone; a retest sends it alone. */
async function becameOf(rows: readonly OpenValue[], target: Target): Promise<observing.Outcomes> {
  const outcomes: Record<string, observing.Outcome> = {};
  for (const row of rows) {
    const at = reported().has(row) ? -1 : (ofMembers.get(row.pointer)?.indexOf(row) ?? -1);
    reported().add(row);
    const packed = at < 0 ? undefined : await pack(at);
    outcomes[row.name] =
      packed?.acceptance === 'accepted' ? packed : await observing.tried(() => changeOf(row, target));
  }
  return outcomes;
}

for (const [id, rows] of byKey(lists.map((row) => [row.id, row])))
  observe(id, 'a short list of values', { creations: rows.length + 1 }, async (target) => {
    const [{ what, pointer }] = rows as [OpenValue];
    const configured = memberAt(target.configuration.customer, pointer);
    const isListed = typeof configured !== 'string' || rows.some(({ name }) => name === configured);
    const all = isListed ? rows : [...rows, ...listOf(id, what, configured)];
    const valuesOf = byAcceptance(await becameOf(all, target));
    const [accepted, rejected] = [valuesOf('accepted').sort(), valuesOf('rejected').sort()];
    const named = (values: readonly string[]) => observing.oneOf(values.map(code));
    const sentences = [`Accepted: ${named(accepted)}.`, `Rejected: ${named(rejected)}.`];
    return { observation: { accepted, rejected }, sentences };
  });

// Whether the service accepted each value, and how its response shows the member that was set.
for (const [what, rows] of byKey(oddities.map((row) => [row.what, row])))
  observe('CUST-21', what, { creations: rows.length }, async (target) => {
    const became = await becameOf(rows, target);
    const answered = rows.flatMap(({ name, pointer }) => {
      const { acceptance, response } = became[name] as observing.Outcome;
      return acceptance === 'accepted' ? [[name, observing.echoedMember(response, pointer)] as const] : [];
    });
    const changed = answered.flatMap(([name, shown]) => (shown === 'changed' ? [name] : []));
    return {
      observation: {
        became: observing.acceptances(became),
        ...(answered.length > 0 && { answered: Object.fromEntries(answered) }),
      },
      sentences: [
        observing.summary(became, what),
        ...(changed.length > 0 ? [`The response shows another value: ${listed(changed)}.`] : []),
      ],
    };
  });

// Success status codes of each operation: not shown.
const creations = observing.seen(observing.kinds.creations);
inPassing('CUST-19', 'creations of the run', creations, observing.statusesOf('A creation returns'));

// Fields of the customer record in responses: not shown.
inPassing('CUST-20', 'creations of the run', creations, (all) => {
  const observation = inferSchema(all.flatMap(({ isJson, json }) => (isJson ? [json] : [])));
  if (observation === undefined) throw new Inconclusive('No creation returned a JSON body.');
  return { observation, sentences: [`The response contains ${memberList(observation)}.`] };
});

observe('CUST-21', 'what the answer repeats', { phase: 'last' }, async () => {
  const { original } = await creationBaseline();
  const strings = members.flatMap(({ type, pointer }) => (type === 'string' ? [pointer] : []));
  const shown = strings.map((pointer) => observing.echoedMember(original, pointer));
  const count = (how: observing.Shown) => shown.filter((one) => one === how).length;
  const sentence = `Of ${strings.length} members sent, the response repeats ${count('unchanged')} unchanged and ${count('changed')} changed.`;
  return { observation: Object.fromEntries(strings.map((at, place) => [at, shown[place]])), sentences: [sentence] };
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
    seen: observing.examples((normalised.length > 0 ? normalised : noted).map(({ response }) => response)),
  };
});

// x-tenant-id is shown in the accounts request; the general header list includes it.
for (const what of ['without', 'with another tenant’s'] as const)
  observe('CUST-22', `${what} x-tenant-id`, { creations: 1 }, async ({ configuration: { otherTenantId = null } }) => {
    if (what !== 'without') needsSecondTenant();
    const tenant = what === 'without' ? null : otherTenantId;
    const outcome = await observing.tried(() => ({ tenant, purpose: `${what} ${headers.tenant}` }));
    return observing.observed(`A customer ${what} ${code(headers.tenant)}`, outcome);
  });
