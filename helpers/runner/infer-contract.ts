import { byKey } from '../../schemas/common/by-key.js';
import { settledBy } from '../../schemas/validate.js';
import { deepest, membersOf, mostMembers, typeOf } from '../json/infer-schema.js';
import { isLong, isNamedByData, wordsOf } from '../json/json-leaves.js';

export type Schema = Readonly<Record<string, unknown>>;

type Place = Readonly<{
  /** A JSON Pointer, without places in arrays. */
  pointer: string;
  depth: number;
  /** Below items of an array, or values of a map: some responses have one of them, some a hundred. */
  isBelowItems: boolean;
  /** A member that came and went, or pages: its values may be null. */
  isOptional: boolean;
  /** Below a member that pages: nothing is required. */
  isPaging: boolean;
  /** Forms of documented members, by the JSON Pointer that ends theirs. */
  forms: Readonly<Record<string, Schema>>;
  examples: number;
}>;

/** So many examples of an item decide its type, its format and what is required. */
const enough = 3;
const formats = ['date-time', 'date', 'uuid', 'email', 'uri'].map((format) => ({ format }));
/** Words of names of members that lead to another page, and of those that tell whether there is one. */
const paging = /^(next|prev|previous|after|before|cursor|links?|page|pages|paging|pagination)$/;
const keys = '[\\d@]';

/**
 * The JSON Schema of bodies of one kind, to be settled: it states what holds of all, and requires nothing that later ones
 * may lack. It never rejects a new member, and no number is an integer. `$comment` tells how many examples a part has, if
 * not as many as the whole. Empty if they show nothing.
 */
export function inferContract(bodies: readonly unknown[], forms: Place['forms'] = {}): Schema {
  const top = { pointer: '', depth: 0, isBelowItems: false, isOptional: false, isPaging: false };
  return schemaOf(bodies, { ...top, forms, examples: 0 });
}

function schemaOf(values: readonly unknown[], place: Place): Schema {
  const seen = values.filter((value) => value !== null && value !== undefined);
  if (seen.length === 0 || place.depth > deepest) return {};
  const isCertain = !place.isBelowItems || seen.length >= enough;
  const isNullable = place.isOptional || !isCertain || seen.length < values.length;
  const ofType = byKey(seen.map((value) => [typeOf(value), value]));
  const types = [...[...ofType.keys()].sort(), ...(isNullable ? ['null'] : [])];
  const below = { ...place, depth: place.depth + 1, isOptional: place.isPaging, examples: seen.length };
  const { $comment, ...form } = isCertain ? formOf((ofType.get('string') ?? []) as string[], place) : {};
  const comments = [$comment, seen.length !== place.examples && examplesIn(seen.length)].filter(Boolean);
  return {
    ...(comments.length > 0 && { $comment: comments.join(', ') }),
    type: types.length === 1 ? types[0] : types,
    ...form,
    ...ofObjects((ofType.get('object') ?? []) as object[], below, isCertain),
    ...ofArrays((ofType.get('array') ?? []) as unknown[][], below),
  };
}

const examplesIn = (count: number) => (count === 1 ? '1 example' : `${count} examples`);

function ofObjects(objects: readonly object[], place: Place, isCertain: boolean): Schema {
  const all = membersOf(objects);
  const members = [...byKey(all.filter(([name]) => !isNamedByData(name)))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, mostMembers);
  const required: string[] = [];
  const properties = members.map(([name, values]) => {
    const isPaging = place.isPaging || wordsOf(name).some((word) => paging.test(word));
    const isOptional = isPaging || values.length < objects.length || values.includes(null);
    if (!isOptional && isCertain) required.push(name);
    return [name, schemaOf(values, { ...place, pointer: `${place.pointer}/${name}`, isPaging, isOptional })] as const;
  });
  const data = all.filter(([name]) => isNamedByData(name)).map(([, value]) => value);
  const isMap = members.every(([name]) => !new RegExp(keys).test(name));
  const ofMap = isMap ? schemaOf(distinct(data), { ...place, isBelowItems: true }) : {};
  const said = properties.filter(([, schema]) => says(schema));
  return {
    ...(said.length > 0 && { properties: Object.fromEntries(said) }),
    ...(required.length > 0 && { required }),
    ...(says(ofMap) && { patternProperties: { [keys]: ofMap } }),
  };
}

/** One account that is listed five times is one example. */
function ofArrays(arrays: readonly (readonly unknown[])[], place: Place): Schema {
  const items = schemaOf(distinct(arrays.flat()), { ...place, isBelowItems: true });
  return says(items) ? { items } : {};
}

const distinct = (all: readonly unknown[]) => [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];

/** Whether a schema restricts anything. */
export const says = (schema: Schema): boolean => Object.keys(schema).length > 0;

/** The form that texts at one place have in common: the documented one, or a format. */
function formOf(texts: readonly string[], { pointer, forms }: Place): Schema {
  if (texts.length === 0 || texts.some(isLong)) return {};
  const isOfAll = (form: Schema) => texts.every((text) => settledBy(form)(text));
  const documented = Object.entries(forms).find(([end, form]) => pointer.endsWith(end) && isOfAll(form))?.[1];
  if (documented) return { ...documented, $comment: 'the documented form' };
  const format = formats.find(
    (form) => isOfAll(form) && (form.format !== 'uri' || texts.every((text) => text.includes('//'))),
  );
  return format ?? {};
}
