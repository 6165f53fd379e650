import { schemas } from '../validate.js';
import type { DecidableId } from './catalogue.js';

export type Member = Readonly<{
  /** JSON Pointer: `/address/city`. */
  pointer: string;
  /** `address.city`. */
  name: string;
  requirement: DecidableId;
  type: 'string' | 'object';
  form?: Readonly<Partial<Record<'format' | 'pattern', string>>>;
}>;

interface MemberSchema
  extends Pick<Member, 'type'>,
    Readonly<Partial<Record<'$id' | '$ref' | 'format' | 'pattern', string>>> {
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly 'x-requirement': DecidableId;
}

const address = schemas.address as unknown as MemberSchema;

function membersOf({ properties = {} }: MemberSchema, holder = ''): Member[] {
  return Object.entries(properties).flatMap(([name, own]): Member[] => {
    const schema = own.$ref === address.$id ? address : own;
    const pointer = `${holder}/${name}`;
    const { type, format, pattern, 'x-requirement': requirement } = { ...schema, ...own };
    const form = (format ?? pattern) && { ...(format && { format }), ...(pattern && { pattern }) };
    return [
      { pointer, name: nameOf(pointer), requirement, type, ...(form && { form }) },
      ...membersOf(schema, pointer),
    ];
  });
}

/** `address.city` for `/address/city`. */
export const nameOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.');

/** Members of the specification's two tables in catalogue order, read from the schemas. */
export const members: readonly Member[] = membersOf(schemas.customer as unknown as MemberSchema);
