/**
 * Faults derived from the rows of suites: a row makes a valid request invalid, and the server undoes that. They prove
 * that each check can fail, alone; the stories show whether a table is right.
 */

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
import { created } from '../answers.js';
import type { Fault, Middleware } from '../changes.js';
import { afterwards, all, storingAsSent, takenFor } from '../middleware.js';
import { otherThan, type Request } from '../request.js';
import { wrongMembers } from '../service.js';
import { createState, credentialsOf, rejection, type Tenant, withAnswerHeaders } from '../state.js';

type Changed = Exclude<Variation['change'], (...target: never) => unknown>;

/** The change of a row; undefined where it needs a run, or follows from the seed: a story serves it. */
function changeOf({ change, when }: Variation, own: Tenant, other: Tenant): Changed | undefined {
  const make = (seed: number): unknown => {
    const configuration = { ...credentialsOf(own, other), seed } as never;
    if (when && !when(configuration)) return undefined;
    return typeof change === 'function' ? change({ configuration } as never) : change;
  };
  try {
    const [made, again] = [make(1), make(2)];
    // A promise needs a run: its outcome does not matter.
    if (made instanceof Promise) void Promise.allSettled([made, again]);
    else if (JSON.stringify(made) === JSON.stringify(again)) return made as Changed | undefined;
  } catch {}
  return undefined;
}

/** Whether a request is a valid one with this change. */
function isChangedSo(asked: Request, change: Changed, { path, method }: FsapiOperation): boolean {
  const { query, contentType } = change;
  const target = `/v1/${change.path ?? path.slice(1)}${query === undefined ? '' : `?${query}`}`;
  const isSent = (name: string, value: string | null | undefined) =>
    value === undefined || (value === null ? !asked.headers.has(name) : asked.headers.get(name) === value);
  const pairs = asked.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.toLowerCase()}: ${asked.rawHeaders[at + 1]}`] : [],
  );
  return (
    asked.target === target &&
    asked.method === (change.method ?? method) &&
    isSent('api-key', change.apiKey) &&
    (pairs.includes(`x-tenant-id: ${change.tenant}`) || isSent('x-tenant-id', change.tenant)) &&
    isSent('idempotency-key', change.idempotencyKey) &&
    isSent('content-type', contentType) &&
    (change.headers ?? []).every(([name, value]) => pairs.includes(`${name.toLowerCase()}: ${value}`)) &&
    (change.text === undefined || asked.body === change.text)
  );
}

/** Takes a changed request for a valid one of the tenant named, or of the first. A header shows what HEAD found. */
const undoing =
  (row: Variation, operation: FsapiOperation, more: Changed = {}): Middleware =>
  (honest, world) => {
    const [own, other] = world.tenants;
    const change = changeOf(row, own, other);
    if (!change) return honest;
    return async (asked) => {
      if (!isChangedSo(asked, { ...change, ...more }, operation)) return honest(asked);
      const { path, method } = operation;
      const valid = asked.by(asked.named ?? own).with({ path, method, query: new URLSearchParams() });
      const isKeyChanged = change.idempotencyKey !== undefined;
      const answer = await honest(isKeyChanged ? valid.withHeader('idempotency-key', crypto.randomUUID()) : valid);
      return asked.method === 'HEAD' ? withAnswerHeaders(answer, { 'x-body': encodeURI(answer.body ?? '') }) : answer;
    };
  };

/** In kebab-case, signs by their numbers. */
const slug = (text: string) =>
  text
    .replaceAll('’', '')
    .replaceAll(/[^\w\s,()-]/g, (sign) => ` ${sign.codePointAt(0)?.toString(16)} `)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface Derived extends Partial<Fault> {
  readonly does: string;
  readonly name: string;
  readonly fails: readonly string[];
}

const derived = ({ does, name, fails, ...more }: Derived): Fault => ({
  id: slug(`${does} ${name}`),
  breaks: [...new Set(fails.map((check) => check.split(' ')[0] as RequirementId))].sort(),
  fails,
  story: `The service ${does} ${name}.`,
  ...more,
});

/** One server undoes all rows of a name, which operations share. */
function undone(
  table: string,
  does: string,
  rowsOf: (operation: FsapiOperation) => readonly Variation[],
  idOf: (operation: FsapiOperation) => string,
  checksOf: (name: string) => readonly string[] = (name) => [name],
  undo: (row: Variation, operation: FsapiOperation) => Middleware = undoing,
): Fault[] {
  const rows = operations.flatMap((operation) => rowsOf(operation).map((row) => ({ operation, row })));
  const [likely, other] = createState().tenants;
  const made = rows.filter(({ row }) => changeOf(row, likely, other) !== undefined);
  return [...new Set(made.map(({ row }) => row.name))].map((name) => {
    const own = made.filter(({ row }) => row.name === name);
    const fails = own.flatMap(({ operation }) =>
      checksOf(name).map((check) => `${idOf(operation)} ${operation.name}: ${check}`),
    );
    const middleware = all(...own.map(({ row, operation }) => undo(row, operation)));
    return derived({ table, does, name, fails, middleware });
  });
}

/** AUTH-06: reports other mistakes before the key. */
const answeringFirst = (row: Variation, operation: FsapiOperation): Middleware =>
  afterwards(
    (asked, { status }, { tenants: [own, other] }) =>
      status === 401 && isChangedSo(asked, changeOf(row, own, other) ?? {}, operation),
    rejection(400, 'invalid', 'This request is wrong in another way.'),
  );

/** ACCT-04: an id like a tenant's opens the other tenant's accounts. */
const openedBy = ({ make }: (typeof nearMisses)[number]): Middleware =>
  takenFor((asked, world) => {
    const own = asked.isListing ? asked.owner : undefined;
    const other = otherThan(own, world);
    return own && (asked.headers.get('x-tenant-id') ?? null) === make(own.id, other.id) && other;
  });

/** ACCT-03: the named tenant is believed, in any header of several. */
const believed = ({ change, names = [] }: (typeof namings)[number]): Middleware =>
  takenFor(
    (asked, world) => {
      const own = asked.owner;
      const other = otherThan(own, world);
      const isNamed = (some?: readonly string[]) =>
        own && isChangedSo(asked, { tenant: own.id, ...change(other.id, own.id, some) }, listAccounts);
      return (isNamed() || names.some((name) => isNamed([name]))) && other;
    },
    { query: new URLSearchParams() },
  );

/** IDEM-04: a key like a known one finds its customer. */
const takenForAnother =
  (near: Difference['near']): Middleware =>
  (honest) => {
    const firsts: Request[] = [];
    return async (asked) => {
      const isNear = (first: Request) =>
        first.owner === asked.owner &&
        [0, 1, 2, 3, 4].some((attempt) => near(first.idempotencyKey, attempt) === asked.idempotencyKey);
      const first = asked.isCreation ? firsts.find(isNear) : undefined;
      if (first) return honest(first);
      const answer = await honest(asked);
      if (created(asked, answer) && !firsts.some((one) => one.idempotencyKey === asked.idempotencyKey))
        firsts.push(asked);
      return answer;
    };
  };

/** A text by the kinds of its signs, since values are fresh; by runs of them where lengths differ. */
const shapeOf = (text: string, pointer: string): string => {
  const words = pointer === '/email' ? text.replaceAll(/[A-Za-z0-9]+/g, 'a') : text;
  const kinds = words
    .replaceAll(/[a-z]/g, 'a')
    .replaceAll(/[A-Z]/g, 'A')
    .replaceAll(/\d/g, '0')
    .replaceAll(/(?!0)\p{Nd}/gu, '٠');
  return pointer === '/gender' ? kinds.replaceAll(/([aA])\1+/g, '$1') : kinds;
};

/** Whether a sent value is the row's: texts are equal, or alike where each request has fresh ones. */
function isAlike(sent: unknown, made: unknown, pointer: string): boolean {
  if (typeof sent === 'string' && typeof made === 'string')
    return sent === made || (pointer !== '/date_of_birth' && shapeOf(sent, pointer) === shapeOf(made, pointer));
  if (typeof sent !== typeof made || Array.isArray(sent) !== Array.isArray(made)) return false;
  if (typeof sent === 'boolean') return sent === made;
  return !Array.isArray(sent) || (sent.length === 0) === ((made as unknown[]).length === 0);
}

/** CUST-02 to CUST-15: an invalid value is stored and shown as sent. */
const stored =
  (mutation: Mutation): Middleware =>
  (honest, world) => {
    let valid: Customer | undefined;
    return storingAsSent((sent: Customer) => {
      if (wrongMembers(sent).length === 0) valid ??= sent;
      return valid && undoneIn(sent, valid, mutation);
    })(honest, world);
  };

/** CUST-02 to CUST-15: rejects every customer with the member, and adds what the service requires. */
const rejecting =
  ({ pointer }: Member): Middleware =>
  (honest) =>
  async (asked) => {
    const sent: Customer | undefined = asked.isCreation ? asked.members : undefined;
    const wanted = { first_name: 'Any', last_name: 'Any', email: 'any@example.com' };
    const isWithout = sent !== undefined && memberAt(sent, pointer) === undefined;
    const answer = await honest(isWithout ? asked.withBody({ ...wanted, ...sent }) : asked);
    return !isWithout && created(asked, answer) ? rejection(422, 'invalid', `${pointer} is not known.`) : answer;
  };

/** A customer with valid values in place of one of a mutation's; undefined where it has none of those. */
function undoneIn(sent: Customer, valid: Customer, mutation: Mutation): Customer | undefined {
  const places = [mutation.pointer, ...(mutation.together ? [mutation.together] : [])];
  const lacks = mutation.without === undefined || memberAt(sent, mutation.without) === undefined;
  const isMade = (made: Customer) => places.every((at) => isAlike(memberAt(sent, at), memberAt(made, at), at));
  if (!lacks || !mutate(mutation, valid).some(isMade)) return undefined;
  return places.reduce((mended, at) => withMember(mended, at, memberAt(valid, at)), sent);
}

const opening = (row: Variation, operation: FsapiOperation): Middleware => undoing(row, operation, { apiKey: null });

const places = (operation: FsapiOperation) => [...keyless.headerPlaces, ...keyless.keptPlaces(operation)];
const withoutKey = (name: string) => [`no key, and ${name}`];
const withoutValidKey = (name: string) => [`no key, and ${name}`, `a random key, and ${name}`];

export const faultsOfRows: readonly Fault[] = [
  ...undone(
    'invalid keys',
    'accepts',
    () => [...invalidKeys, ...misreadableKeys],
    ({ unauthorized }) => unauthorized.invalidKey,
  ),
  ...undone('key places', 'reads', places, () => 'AUTH-05'),
  ...undone(
    'mistakes',
    'reports before the key',
    keyless.otherMistakes,
    () => 'AUTH-06',
    withoutValidKey,
    answeringFirst,
  ),
  ...undone('conditions', 'guards no', keyless.conditions, () => 'AUTH-06', withoutKey, opening),
  ...undone('ways in', 'guards no', keyless.waysIn, () => 'AUTH-07', withoutKey, opening),
  ...nearMisses
    .filter(({ is }) => !is.includes('one'))
    .map((near) =>
      derived({
        ...{ table: 'tenants', does: 'opens accounts for', name: near.name, middleware: openedBy(near) },
        fails: (near.is.includes('own') ? ['first'] : ['first', 'second']).map(
          (caller) => `ACCT-04 ${near.name}, with the ${caller} tenant’s key`,
        ),
      }),
    ),
  ...namings.map((naming) =>
    derived({
      ...{ table: 'namings', does: 'believes the id', name: naming.where, middleware: believed(naming) },
      fails: ['first', 'second'].map(
        (caller) => `ACCT-03 the ${caller} tenant’s key, and the other’s id ${naming.where}`,
      ),
    }),
  ),
  ...Object.entries<Difference>(differences).map(([name, { near }]) =>
    derived({
      ...{ table: 'neighbours', does: 'takes for one keys that differ', name, middleware: takenForAnother(near) },
      fails: [`IDEM-04 keys that differ ${name}`],
    }),
  ),
  ...mutations.map((mutation) =>
    derived({
      table: mutation.id,
      ...{ does: `stores as ${mutation.pointer.slice(1)}`, name: mutation.name, middleware: stored(mutation) },
      fails: [`${mutation.id} ${createCustomer.name}: ${mutation.name}`],
    }),
  ),
  ...members.map((member) =>
    derived({
      ...{ does: 'rejects', name: member.name, middleware: rejecting(member) },
      story: 'The schema of the gateway was written before the member was added, and allows no others.',
      fails: [
        'CUST-01 every member of the table, well-formed',
        `${member.requirement} a well-formed value is accepted`,
      ],
      ...(['email', 'phone'].includes(member.name) && { customer: { type: 'individual' } }),
    }),
  ),
];
