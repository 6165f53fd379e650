import { requirementOf } from '../specification.js';
import { schemaDocument } from '../validate.js';
import { catalogue, type DecidableId } from './catalogue.js';

/** A member of a customer, or of its address, as the schemas have it. */
export interface Member {
  /** JSON Pointer in the customer: `/address/city`. */
  readonly pointer: string;
  /** `address.city`. */
  readonly name: string;
  readonly requirement: DecidableId;
  readonly type: 'string' | 'object';
  /** The keyword that states a form beyond the type. */
  readonly form?: 'format' | 'pattern';
}

interface MemberSchema {
  readonly type?: Member['type'];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly $ref?: string;
  readonly 'x-requirement'?: DecidableId;
}

const address = schemaDocument('address') as MemberSchema;

function membersOf(schema: MemberSchema, holder: string): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]): Member[] => {
    const { type, format, pattern, properties } = own.$ref === schemaDocument('address').$id ? address : own;
    const pointer = `${holder}/${name}`;
    const { id } = requirementOf({ catalogue }, own['x-requirement'] ?? '');
    if (type === undefined) throw new Error(`the schema of a customer states no type of ${pointer}`);
    const form = format === undefined ? (pattern === undefined ? undefined : 'pattern') : 'format';
    return [
      { pointer, name: nameOf(pointer), requirement: id as DecidableId, type, ...(form && { form }) },
      ...membersOf({ properties: properties ?? {} }, pointer),
    ];
  });
}

/** `address.city` for `/address/city`. */
export function nameOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

/**
 * Every member of the specification's two tables, in the order of the catalogue: the address before its own members.
 * Read from `customer.schema.json` and `address.schema.json`, where `x-requirement` stands beside each.
 */
export const members: readonly Member[] = membersOf(schemaDocument('customer') as MemberSchema, '');
