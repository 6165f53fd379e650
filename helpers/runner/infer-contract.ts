import { byKey } from '../../schemas/common/by-key.js';
import { settledBy } from '../../schemas/validate.js';
import { deepest, longestName, mostMembers, typeOf } from '../json/infer-schema.js';
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

type Found = Readonly<{ body: number; value: unknown }>;

/** So many examples of an item decide about it. */
const enough = 3;
const formats = ['date-time', 'date', 'uuid', 'email', 'uri'].map((format) => ({ format }));
/** Words of members that lead to another page, or tell whether there is one. */
const paging = /^(next|prev|previous|after|before|cursor|links?|page|pages|paging|pagination)$/;
const keys = '[\\d@]';

/**
 * The JSON Schema of bodies of one kind, to be settled: it states what holds of all, and requires nothing that later ones
 * may lack. It never rejects a new member, and no number is an integer. `$comment` tells how many examples a part has, if
 * not as many as the whole. Empty if they show nothing.
 */
export function inferContract(bodies: readonly unknown[], forms: Place['forms'] = {}): Schema {
  const top = { pointer: '', depth: 0, isBelowItems: false, isOptional: false, isPaging: false };
  const found = bodies.map((value, body) => ({ body, value }));
  return schemaOf(found, { ...top, forms, examples: 0 });
}

function schemaOf(found: readonly Found[], place: Place): Schema {
  const seen = found.filter(({ value }) => value !== null && value !== undefined);
  if (seen.length === 0 || place.depth > deepest) return {};
  // One account in five listings, each time with another balance, is one example.
  const inOneBody = () =>
    Math.max(...[...byKey(seen.map(({ body }) => [body, body])).values()].map((all) => all.length));
  const examples = place.isBelowItems ? inOneBody() : seen.length;
  const isCertain = !place.isBelowItems || examples >= enough;
  const isNullable = place.isOptional || !isCertain || seen.length < found.length;
  const ofType = byKey(seen.map((one) => [typeOf(one.value), one]));
  const texts = (ofType.get('string') ?? []).map(({ value }) => value as string);
  const types = [...[...ofType.keys()].sort(), ...(isNullable ? ['null'] : [])];
  const below = { ...place, depth: place.depth + 1, isOptional: place.isPaging, examples };
  const { $comment, ...form } = isCertain ? formOf(texts, place) : {};
  const comments = [$comment, examples !== place.examples && examplesIn(examples)].filter(Boolean);
  return {
    ...(comments.length > 0 && { $comment: comments.join(', ') }),
    type: types.length === 1 ? types[0] : types,
    ...form,
    ...ofObjects(ofType.get('object') ?? [], below, isCertain),
    ...ofArrays(ofType.get('array') ?? [], below),
  };
}

const examplesIn = (count: number) => (count === 1 ? '1 example' : `${count} examples`);

const inside = (found: readonly Found[]) =>
  found.flatMap(({ body, value }) =>
    Object.entries(value as object).map(([name, inner]) => [name, { body, value: inner }] as const),
  );

function ofObjects(objects: readonly Found[], place: Place, isCertain: boolean): Schema {
  const all = inside(objects).filter(([name]) => name.length <= longestName);
  const [plain, data] = [false, true].map((isData) => all.filter(([name]) => isNamedByData(name) === isData));
  const members = [...byKey(plain ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostMembers);
  const required: string[] = [];
  const properties = members.map(([name, values]) => {
    const isPaging = place.isPaging || wordsOf(name).some((word) => paging.test(word));
    const isOptional = isPaging || values.length < objects.length || values.some(({ value }) => value === null);
    if (!isOptional && isCertain) required.push(name);
    return [name, schemaOf(values, { ...place, pointer: `${place.pointer}/${name}`, isPaging, isOptional })] as const;
  });
  const isMap = members.every(([name]) => !new RegExp(keys).test(name));
  const ofMap = isMap ? ofItems(data ?? [], place) : {};
  const said = properties.filter(([, schema]) => says(schema));
  return {
    ...(said.length > 0 && { properties: Object.fromEntries(said) }),
    ...(required.length > 0 && { required }),
    ...(says(ofMap) && { patternProperties: { [keys]: ofMap } }),
  };
}

function ofArrays(arrays: readonly Found[], place: Place): Schema {
  const items = ofItems(inside(arrays), place);
  return says(items) ? { items } : {};
}

/** What a body holds several times is one example. */
function ofItems(all: ReturnType<typeof inside>, place: Place): Schema {
  const distinct = new Map(all.map(([, found]) => [JSON.stringify(found), found]));
  return schemaOf([...distinct.values()], { ...place, isBelowItems: true });
}

/** Whether a schema restricts anything. */
export const says = (schema: Schema): boolean => Object.keys(schema).length > 0;

/** The form that texts have in common: the documented one, or a format. */
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
