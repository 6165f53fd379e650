/** Resources, gaps; Endpoints, gaps: which members are required, which values are accepted, what responses contain. */

import { perRun, type Target } from '../../helpers/client/context.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer, headers } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline } from '../shared/creation-baseline.js';
import { freshCustomer, withMember, without } from '../shared/customer.js';
import { describe } from '../shared/describe.js';
import * as observing from '../shared/observing.js';
import { inPassing, lookingBack, withCreation } from '../shared/observing.js';
import { sampleByStatus, shapesByStatus } from '../shared/shape.js';
import { needsSecondTenant } from '../shared/tenants.js';
import { membersShown } from './members-shown.js';

const pointers = members.map(({ pointer }) => pointer);

// Which customer fields are required and which are optional: not shown.
const omissions = pointers.map((at) => ({
  name: at,
  change: () => ({ body: without(freshCustomer(), at), purpose: `without "${nameOf(at)}"` }),
}));

export const CUST_16 = describe('CUST-16', ({ observe }) => {
  observe('each member left out in turn', { creations: omissions.length }, async () => {
    const pointersOf = byAcceptance(await observing.triedEach(omissions));
    const required = pointersOf('rejected');
    const unclear = pointersOf('unclear');
    const observation = { required, optional: pointersOf('accepted'), ...(unclear.length > 0 && { unclear }) };
    if (required.length === 0) return { observation, sentences: ['No member is required.'] };
    const names = listed(required.map((pointer) => code(nameOf(pointer))));
    return { observation, sentences: [`${required.length} of ${members.length} members are required: ${names}.`] };
  });
});

const byAcceptance = (outcomes: observing.Outcomes) => (acceptance: observing.Outcome['acceptance']) =>
  Object.keys(outcomes).filter((name) => outcomes[name]?.acceptance === acceptance);

/** By the pointers of their members. */
type Values = Readonly<Record<string, unknown>>;

const customerWith = (values: Values) =>
  Object.entries(values).reduce((customer, [at, value]) => withMember(customer, at, value), freshCustomer());

/** What the specification neither allows nor forbids. @param what the group in reports */
const openValue = (what: string, name: string, values: Values) => ({
  name,
  values,
  pointer: Object.keys(values)[0] ?? '',
  what,
  change: () => ({ body: customerWith(values), purpose: `with ${what}: ${name}` }),
});
type OpenValue = ReturnType<typeof openValue>;

// Complete list of allowed values for type and gender: not shown.
const listOf = (what: string, ...values: readonly string[]) =>
  values.map((value) => openValue(what, value, { [`/${what}`]: value }));
const types = listOf('type', 'individual', 'business', 'company', 'corporate', 'personal', 'conformanceprobe');
const genders = listOf('gender', 'female', 'male', 'other', 'unknown', 'nonbinary', 'conformanceprobe');

const oddities = [
  openValue('unknown members', 'in the customer', { '/conformance_probe': 'unknown' }),
  openValue('unknown members', 'in the address', { '/address/conformance_probe': 'unknown' }),
  ...pointers.map((at) => openValue('null', nameOf(at), { [at]: null })),
  ...Object.entries({ empty: '', 'one letter': 'A', '256 letters': `Al${'a'.repeat(254)}` }).map(([name, value]) =>
    openValue('lengths of first_name', name, { '/first_name': value }),
  ),
  ...['Zoë', 'Ελένη', '李娜'].map((name) => openValue('names', name, { '/first_name': name })),
  openValue('names', 'O’Neil', { '/last_name': 'O’Neil' }),
  ...['1800-01-01', '2999-01-01'].map((date) => openValue('dates of birth', date, { '/date_of_birth': date })),
  ...Object.entries({ GB: 'US-CA', US: 'US-ZZ', XX: 'XX-AA' }).map(([country, state]) =>
    openValue('places', `${country} with ${state}`, { '/address/country': country, '/address/state': state }),
  ),
  openValue('white space around', 'first_name', { '/first_name': ' Ann ' }),
  openValue('white space around', 'city', { '/address/city': ' London ' }),
];

/** One customer has a value of each member: what is accepted together is accepted alone. Most services reject null. */
const packable = [...oddities.filter(({ what }) => what !== 'null'), ...types, ...genders];
const ofMembers = [...byKey(packable.map((row) => [row.pointer, row])).values()];
const packs = fixtures<observing.Outcome>();

const pack = (at: number) =>
  packs(`open values of different members, ${at + 1}`, async ({ send }) => {
    const rows = ofMembers.flatMap((all) => all[at] ?? []);
    const body = customerWith(Object.assign({}, ...rows.map(({ values }) => values)));
    const purpose = `with ${rows.map(({ pointer, name }) => `${nameOf(pointer)}: ${name}`).join('; ')}`;
    return observing.outcomeOf(await send(createCustomer, { body, purpose }), await creationBaseline());
  });

const reported = perRun(() => new Set<OpenValue>());

/** Of its pack if the service accepts that; alone if not, or in a retest. */
async function outcomeOf(row: OpenValue): Promise<observing.Outcome> {
  const at = reported().has(row) ? -1 : Math.max(...ofMembers.map((all) => all.indexOf(row)));
  reported().add(row);
  const packed = at < 0 ? undefined : await pack(at);
  return packed?.acceptance === 'accepted' ? packed : observing.triedRow(row);
}

const accepts =
  (what: 'type' | 'gender', rows: readonly OpenValue[]) =>
  async ({ configuration }: Target): Promise<Observed> => {
    const configured = configuration.customer?.[what];
    const isListed = typeof configured !== 'string' || rows.some(({ name }) => name === configured);
    const all = isListed ? rows : [...rows, ...listOf(what, configured)];
    const valuesOf = byAcceptance(await observing.triedEach(all, outcomeOf));
    const accepted = valuesOf('accepted').sort();
    const rejected = valuesOf('rejected').sort();
    const listedOr = (values: readonly string[]) => observing.oneOf(values.map(code));
    const sentences = [`Accepted: ${listedOr(accepted)}.`, `Rejected: ${listedOr(rejected)}.`];
    return { observation: { accepted, rejected }, sentences };
  };

export const CUST_17 = describe('CUST-17', ({ observe }) => {
  observe('a short list of values', { creations: types.length + 1 }, accepts('type', types));
});

export const CUST_18 = describe('CUST-18', ({ observe }) => {
  observe('a short list of values', { creations: genders.length + 1 }, accepts('gender', genders));
});

async function observeOddities(what: string, rows: readonly OpenValue[]): Promise<Observed> {
  const outcomes = await observing.triedEach(rows, outcomeOf);
  const answered = rows.flatMap(({ name, pointer }) => {
    const { acceptance, response } = outcomes[name] as observing.Outcome;
    return acceptance === 'accepted' ? [[name, observing.echoedMember(response, pointer)] as const] : [];
  });
  const changed = answered.flatMap(([name, echo]) => (echo === 'changed' ? [name] : []));
  const sentences = [observing.summary(outcomes, what)];
  if (changed.length > 0) sentences.push(`The response shows another value: ${listed(changed)}.`);
  const echoes = answered.length > 0 && { answered: Object.fromEntries(answered) };
  return { observation: { became: observing.acceptances(outcomes), ...echoes }, sentences };
}

// Success status codes of each operation: not shown.
const creations = observing.seen(observing.kinds.creations);

export const CUST_19 = describe('CUST-19', ({ observe }) => {
  const statuses = inPassing(creations, observing.statusesOf('A creation returns'));
  observe('creations of the run', lookingBack, withCreation('CUST-19', statuses));
});

// Fields of the customer record in responses: not shown.
const forms = Object.fromEntries(members.flatMap(({ pointer, form }) => (form ? [[pointer, form]] : [])));

const shapesOfCreations = inPassing(observing.unchangedCreations, (all) => ({
  ...shapesByStatus(all),
  sample: sampleByStatus(all, 'creations', forms),
}));

export const CUST_20 = describe('CUST-20', ({ observe }) => {
  observe('creations of the run', lookingBack, withCreation('CUST-20', shapesOfCreations));
});

async function putRight({ noted }: Target): Promise<Observed> {
  if (noted.length === 0) throw new Inconclusive('No invalid member was sent in this run.');
  const normalised = noted.filter(({ became }) => became === 'normalised');
  const observation = [...new Set(normalised.map(({ pointer, mutation }) => `${pointer}: ${mutation}`))].sort();
  const names = observation.length > 0 ? observation : ['no invalid value'];
  return {
    observation,
    sentences: names.map((name) => `The service normalised ${name}.`),
    seen: observing.examples((normalised.length > 0 ? normalised : noted).map(({ response }) => response)),
  };
}

export const CUST_21 = describe('CUST-21', ({ observe }) => {
  for (const [what, rows] of byKey(oddities.map((row) => [row.what, row])))
    observe(what, { creations: rows.length }, () => observeOddities(what, rows));
  observe('what is put right', lookingBack, putRight);
  observe('a second customer with the same e-mail address', { creations: 2 }, observing.ofOneAddress.observe);
});

// x-tenant-id is shown in the accounts request; the general header list includes it.
export const CUST_22 = describe('CUST-22', ({ observe }) => {
  for (const what of ['without', 'with another tenant’s'] as const)
    observe(`${what} x-tenant-id`, { creations: 1 }, async ({ configuration }) => {
      if (what !== 'without') needsSecondTenant();
      const tenant = what === 'without' ? null : configuration.otherTenantId;
      const outcome = await observing.tried(() => ({ tenant, purpose: `${what} ${headers.tenant}` }));
      return observing.observed(`A customer ${what} ${code(headers.tenant)}`, outcome);
    });
});

/** `As sent: 12. Masked: phone.` */
const inWords = (formOf: ReturnType<typeof membersShown>) =>
  [...byKey(Object.entries(formOf).map(([name, form]) => [form, code(name)]))]
    .map(([form, names]) => `${form}: ${names.length > 3 ? names.length : listed(names)}`)
    .join('; ');

async function formsOfMembers(): Promise<Observed> {
  const creations = observing.unchangedCreations().filter(({ isJson }) => isJson);
  if (creations.length === 0) throw new Inconclusive('No creation returned a JSON body.');
  const repeats = observing.plainRepeats(creations);
  const observation = {
    creations: membersShown(creations),
    ...(repeats.length > 0 && { repeats: membersShown(repeats) }),
  };
  const sentences = Object.entries(observation).map(([kind, formOf]) => `Members in ${kind}: ${inWords(formOf)}.`);
  return { observation, sentences, seen: observing.examples(creations) };
}

export const CUST_24 = describe('CUST-24', ({ observe }) => {
  observe('creations of the run', lookingBack, withCreation('CUST-24', formsOfMembers));
});
