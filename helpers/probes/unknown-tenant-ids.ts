import { context } from '../client/context.js';
import { type Caller, credentials } from '../client/request.js';
import { seededBytes } from '../runner/seeded-random.js';
import { randomOfShape } from './invalid-keys.js';
import { anotherCharacter } from './near-miss-keys.js';

/** Characters from which on a tenant id cannot be hit by chance. */
const long = 12;

/** An x-tenant-id that names no tenant, and resembles one that does. */
export interface UnknownTenantId {
  readonly name: string;
  /** Whether it may name another customer's tenant where ids are short. */
  readonly needsLongIds: boolean;
  readonly make: (caller: Caller) => string;
}

let made: { random: string; near: UnknownTenantId[] } | undefined;

/** Unknown tenant ids: a random one, and near misses of the configured ones. The same throughout a run. */
export function unknownTenantIds(): { readonly random: string; readonly near: readonly UnknownTenantId[] } {
  made ??= make();
  return made;
}

function make(): { random: string; near: UnknownTenantId[] } {
  const { tenantId, otherTenantId } = context().configuration;
  const id = (caller: Caller) => credentials(context(), caller).tenant;
  const changed = (text: string) => text.slice(0, -1) + anotherCharacter(text.at(-1) ?? 'a');
  const other = (caller: Caller) => (caller === 'first' ? (otherTenantId ?? tenantId) : tenantId);
  const near: UnknownTenantId[] = [
    {
      name: 'the caller’s id with its last character changed',
      needsLongIds: true,
      make: (caller) => changed(id(caller)),
    },
    {
      name: 'the caller’s id cut to half and a wildcard',
      needsLongIds: false,
      make: (caller) => `${half(id(caller))}*`,
    },
    {
      name: 'the caller’s id cut to half and a percent sign',
      needsLongIds: false,
      make: (caller) => `${half(id(caller))}%`,
    },
    { name: 'a quote that ends a query', needsLongIds: false, make: () => "' OR '1'='1" },
    { name: 'a wildcard', needsLongIds: false, make: () => '*' },
    { name: 'a percent sign', needsLongIds: false, make: () => '%' },
  ];
  if (otherTenantId !== undefined) {
    near.push(
      {
        name: 'the other’s id with its last character changed',
        needsLongIds: true,
        make: (caller) => changed(other(caller)),
      },
      {
        name: 'the other’s id cut to half and a wildcard',
        needsLongIds: false,
        make: (caller) => `${half(other(caller))}*`,
      },
      {
        name: 'the other’s id cut to half and a percent sign',
        needsLongIds: false,
        make: (caller) => `${half(other(caller))}%`,
      },
      {
        name: 'the other’s id with an underscore for its last character',
        needsLongIds: true,
        make: (caller) => `${other(caller).slice(0, -1)}_`,
      },
      { name: 'both ids in a list', needsLongIds: false, make: (caller) => `${id(caller)},${other(caller)}` },
    );
  } else {
    near.push({
      name: 'the caller’s id twice in a list',
      needsLongIds: false,
      make: (caller) => `${id(caller)},${id(caller)}`,
    });
  }
  const more = tenantId.length >= long ? '' : `-${seededBytes(context(), `more than ${tenantId}`, 6).toString('hex')}`;
  return { random: randomOfShape(tenantId) + more, near };
}

function half(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

/** Whether near misses may be sent: ids are long enough that none is a stranger's, or it is allowed. */
export function mayGuess(): boolean {
  const { tenantId, otherTenantId, allowGuesses } = context().configuration;
  return allowGuesses || [tenantId, otherTenantId ?? tenantId].every((id) => id.length >= long);
}
