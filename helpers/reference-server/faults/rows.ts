/** A row of a suite makes a valid request invalid, and its fault undoes that: each check can fail, alone. */

import { byKey } from '../../../schemas/common/by-key.js';
import type { RequirementId } from '../../../schemas/fsapi/catalogue.js';
import { type Member, members } from '../../../schemas/fsapi/members.js';
import { createCustomer, type FsapiOperation, listAccounts, operations } from '../../../schemas/fsapi/operations.js';
import type { Customer } from '../../../schemas/types.js';
import { namings, nearMisses } from '../../../suites/accounts/tenant-ids.js';
import { invalidKeys, misreadableKeys } from '../../../suites/authentication/invalid-keys.js';
import * as keyless from '../../../suites/authentication/keyless-requests.js';
import { type Mutation, mutate, mutations } from '../../../suites/customers/invalid-values.js';
import { type Difference, differences } from '../../../suites/idempotency/two-keys.js';
import { memberAt, withMember } from '../../../suites/shared/customer.js';
import type { Variation } from '../../../suites/shared/describe.js';
import { created, stored } from '../answers.js';
import { type Fault, type Middleware, withoutValidKey } from '../changes.js';
import { afterwards, all, storingAsSent, takenFor } from '../middleware.js';
import { otherThan, type Request } from '../request.js';
import { anyone, wrongMembers } from '../service.js';
import { createState, credentialsOf, rejection, type Tenant, withAnswerHeaders } from '../state.js';

type Changed = Exclude<Variation['change'], (...target: never) => unknown>;

/** The change of a row; undefined if it needs a run or follows from the seed: a story serves it. */
function changeOf({ change, when }: Variation, own: Tenant, other: Tenant): Changed | undefined {
  const configurations = [1, 2].map((seed) => ({ ...credentialsOf(own, other), seed }) as never);
  if (when && !configurations.every(when)) return undefined;
  if (typeof change !== 'function') return change;
  try {
    const changes = configurations.map((configuration) => change({ configuration } as never));
    const [first] = changes;
    // A promise needs a run: its outcome does not matter.
    if (first instanceof Promise) void Promise.allSettled(changes);
    else if (JSON.stringify(first) === JSON.stringify(changes[1])) return first;
  } catch {}
  return undefined;
}

function isChangedSo(asked: Request, change: Changed, { path, method }: FsapiOperation) {
  const { query } = change;
  const target = `/v1/${change.path ?? path.slice(1)}${query === undefined ? '' : `?${query}`}`;
  const isSent = (name: string, value: string | null | undefined) =>
    value === undefined || (value === null ? !asked.headers.has(name) : asked.headers.get(name) === value);
  const pairs = asked.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.toLowerCase()}: ${asked.rawHeaders[at + 1]}`] : [],
  );
  const isAddressed = asked.target === target && asked.method === (change.method ?? method);
  const namesTenant = pairs.includes(`x-tenant-id: ${change.tenant}`) || isSent('x-tenant-id', change.tenant);
  const hasKeys = isSent('api-key', change.apiKey) && isSent('idempotency-key', change.idempotencyKey);
  const added = (change.headers ?? []).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const hasBody = isSent('content-type', change.contentType) && (change.text ?? asked.body) === asked.body;
  return isAddressed && namesTenant && hasKeys && hasBody && added.every((pair) => pairs.includes(pair));
}

/** Takes a changed request for a valid one of the tenant named, or of the first. A header shows what HEAD found. */
function undoing(row: Variation, operation: FsapiOperation, more: Changed = {}): Middleware {
  return (honest, { tenants: [own, other] }) => {
    const change = changeOf(row, own, other);
    return async (asked) => {
      if (!change || !isChangedSo(asked, { ...change, ...more }, operation)) return honest(asked);
      const { path, method } = operation;
      const valid = asked.by(asked.named ?? own).with({ path, method, query: new URLSearchParams() });
      const isKeyChanged = change.idempotencyKey !== undefined;
      const answer = await honest(isKeyChanged ? valid.withHeader('idempotency-key', crypto.randomUUID()) : valid);
      return asked.method === 'HEAD' ? withAnswerHeaders(answer, { 'x-body': encodeURI(answer.body ?? '') }) : answer;
    };
  };
}

function slug(text: string) {
  const spelt = text.replaceAll('’', '').replaceAll(/[^\w\s,()-]/g, (sign) => ` ${sign.codePointAt(0)?.toString(16)} `);
  return spelt
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function derived(deed: string, name: string, fails: readonly string[], more: Partial<Fault>): Fault {
  const breaks = [...new Set(fails.map((check) => check.split(' ')[0] as RequirementId))].sort();
  return { id: slug(`${deed} ${name}`), breaks, fails, story: `The service ${deed} ${name}.`, ...more };
}

/** Faults of which each undoes the rows of one name, which operations share. */
function undone(
  table: string,
  deed: string,
  rowsOf: (operation: FsapiOperation) => readonly Variation[],
  failsOf: (operation: FsapiOperation, name: string) => readonly string[],
  undo: (row: Variation, operation: FsapiOperation) => Middleware = undoing,
): Fault[] {
  const [likely, other] = createState().tenants;
  const named = operations.flatMap((operation) =>
    rowsOf(operation).map((row) => [row.name, { row, operation }] as const),
  );
  const undoable = named.filter(([, { row }]) => changeOf(row, likely, other) !== undefined);
  return [...byKey(undoable)].map(([name, shared]) => {
    const fails = shared.flatMap(({ operation }) => failsOf(operation, name));
    const middleware = all(...shared.map(({ row, operation }) => undo(row, operation)));
    return derived(deed, name, fails, { table, middleware });
  });
}

/** AUTH-06: other mistakes count before the key. */
const answeringFirst = (row: Variation, operation: FsapiOperation): Middleware =>
  afterwards(
    (asked, { status }, { tenants: [own, other] }) =>
      status === 401 && isChangedSo(asked, changeOf(row, own, other) ?? {}, operation),
    rejection(400, 'invalid', 'Wrong in another way.'),
  );

const takenForOther = (when: (asked: Request, own: string, other: string) => boolean): Middleware =>
  takenFor(
    (asked, world) => {
      const own = asked.isListing ? asked.owner : undefined;
      const other = otherThan(own, world);
      return own && when(asked, own.id, other.id) && other;
    },
    { query: new URLSearchParams() },
  );

/** ACCT-04: an id like a tenant's opens the other's accounts. */
const openedBy = ({ make }: (typeof nearMisses)[number]): Middleware =>
  takenForOther((asked, own, other) => (asked.headers.get('x-tenant-id') ?? null) === make(own, other));

/** ACCT-03: the named tenant is believed, in any header of several. */
const believed = ({ change, names = [] }: (typeof namings)[number]): Middleware =>
  takenForOther((asked, own, other) =>
    [undefined, ...names.map((name) => [name])].some((headers) =>
      isChangedSo(asked, { tenant: own, ...change(other, own, headers) }, listAccounts),
    ),
  );

/** IDEM-04: a key like an earlier one finds its customer. */
function takenForAnother(near: Difference['near']): Middleware {
  return (honest) => {
    const firsts: Request[] = [];
    return async (asked) => {
      const isNear = ({ owner, idempotencyKey }: Request) =>
        owner === asked.owner &&
        [0, 1, 2, 3, 4].some((attempt) => near(idempotencyKey, attempt) === asked.idempotencyKey);
      const first = asked.isCreation ? firsts.find(isNear) : undefined;
      if (first) return honest(first);
      const answer = await honest(asked);
      if (stored(asked, answer)) firsts.push(asked);
      return answer;
    };
  };
}

/** The kinds of a text's signs, since values are fresh, and of runs of them if lengths differ. */
function shapeOf(text: string, pointer: string) {
  const words = pointer === '/email' ? text.replaceAll(/[A-Za-z0-9]+/g, 'a') : text;
  const letters = words.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A');
  const kinds = letters.replaceAll(/\d/g, '0').replaceAll(/(?!0)\p{Nd}/gu, '٠');
  return pointer === '/gender' ? kinds.replaceAll(/([aA])\1+/g, '$1') : kinds;
}

/** Whether a sent value is the row's. Fresh texts only look alike. */
function isAlike(sent: unknown, invalid: unknown, pointer: string) {
  if (sent === invalid) return true;
  if (typeof sent === 'string' && typeof invalid === 'string')
    return pointer !== '/date_of_birth' && shapeOf(sent, pointer) === shapeOf(invalid, pointer);
  if (Array.isArray(sent) && Array.isArray(invalid)) return (sent.length === 0) === (invalid.length === 0);
  return typeof sent === typeof invalid && typeof sent !== 'boolean' && Array.isArray(sent) === Array.isArray(invalid);
}

/** CUST-02 to CUST-15: an invalid value is stored and shown as sent. */
function storingInvalid(mutation: Mutation): Middleware {
  return (honest, world) => {
    let valid: Customer | undefined;
    return storingAsSent((sent: Customer) => {
      if (wrongMembers(sent).length === 0) valid ??= sent;
      return valid && mended(sent, valid, mutation);
    })(honest, world);
  };
}

/** CUST-02 to CUST-15: rejects every customer with the member, and adds what the service requires. */
function rejecting({ pointer }: Member): Middleware {
  return (honest) => async (asked) => {
    const sent: Customer | undefined = asked.isCreation ? asked.members : undefined;
    if (sent && memberAt(sent, pointer) === undefined) return honest(asked.withBody({ ...anyone, ...sent }));
    const answer = await honest(asked);
    return created(asked, answer) ? rejection(422, 'invalid', `${pointer} is not known.`) : answer;
  };
}

/** With valid values instead of the mutation's; undefined if it has none of these. */
function mended(sent: Customer, valid: Customer, mutation: Mutation): Customer | undefined {
  if (mutation.without !== undefined && memberAt(sent, mutation.without) !== undefined) return undefined;
  const places = [mutation.pointer, ...(mutation.together ? [mutation.together] : [])];
  const isSent = (invalid: Customer) => places.every((at) => isAlike(memberAt(sent, at), memberAt(invalid, at), at));
  if (!mutate(mutation, valid).some(isSent)) return undefined;
  return places.reduce((customer, at) => withMember(customer, at, memberAt(valid, at)), sent);
}

const opening = (row: Variation, operation: FsapiOperation): Middleware => undoing(row, operation, { apiKey: null });

const places = (operation: FsapiOperation) => [...keyless.headerPlaces, ...keyless.keptPlaces(operation)];
const withoutKey =
  (id: RequirementId) =>
  ({ name }: FsapiOperation, row: string) => [`${id} ${name}: no key, and ${row}`];
const ofBoth = (check: (tenant: string) => string) => ['first', 'second'].map(check);

export const faultsOfRows: readonly Fault[] = [
  ...undone(
    'invalid keys',
    'accepts',
    () => [...invalidKeys, ...misreadableKeys],
    ({ name, unauthorized }, row) => [`${unauthorized.invalidKey} ${name}: ${row}`],
  ),
  ...undone('key places', 'reads', places, ({ name }, row) => [`AUTH-05 ${name}: ${row}`]),
  ...undone(
    'mistakes',
    'reports before the key',
    keyless.otherMistakes,
    ({ name }, row) => withoutValidKey(row).map((check) => `AUTH-06 ${name}: ${check}`),
    answeringFirst,
  ),
  ...undone('conditions', 'guards no', keyless.conditions, withoutKey('AUTH-06'), opening),
  ...undone('ways in', 'guards no', keyless.waysIn, withoutKey('AUTH-07'), opening),
  ...nearMisses
    .filter(({ is }) => !is.includes('one'))
    .map((near) => {
      const fails = ofBoth((caller) => `ACCT-04 ${near.name}, with the ${caller} tenant’s key`);
      const failing = near.is.includes('own') ? fails.slice(0, 1) : fails;
      return derived('opens accounts for', near.name, failing, { table: 'tenants', middleware: openedBy(near) });
    }),
  ...namings.map((naming) => {
    const fails = ofBoth((caller) => `ACCT-03 the ${caller} tenant’s key, and the other’s id ${naming.where}`);
    return derived('believes the id', naming.where, fails, { table: 'namings', middleware: believed(naming) });
  }),
  ...Object.entries<Difference>(differences).map(([name, { near }]) => {
    const more = { table: 'neighbours', middleware: takenForAnother(near) };
    return derived('takes for one keys that differ', name, [`IDEM-04 keys that differ ${name}`], more);
  }),
  ...mutations.map((mutation) => {
    const { id, name, pointer } = mutation;
    const more = { table: id, middleware: storingInvalid(mutation) };
    return derived(`stores as ${pointer.slice(1)}`, name, [`${id} ${createCustomer.name}: ${name}`], more);
  }),
  ...members.map((member) => {
    const { name, requirement } = member;
    const fails = ['CUST-01 every member of the table, well-formed', `${requirement} a well-formed value is accepted`];
    return derived('rejects', name, fails, {
      middleware: rejecting(member),
      story: 'The schema of the gateway was written before the member was added, and allows no others.',
      ...(['email', 'phone'].includes(name) && { customer: { type: 'individual' } }),
    });
  }),
];
