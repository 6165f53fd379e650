import { isObject } from '../../is-object.js';

/** Any part of the document. */
export type Part = Record<string, unknown>;

/** Observations as the document reads them. What is not of the form that is looked for counts as not there. */

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Stands for the names of a map that are identities. */
const anyName = '{}';

/** Names that readers of a document act upon, wherever they stand: no member of a target's may bear them here. */
const acting = ['$ref', '$dynamicRef', '$id', '$schema', '$anchor', '$dynamicAnchor'];
const isTellable = (name: string): boolean => !acting.includes(name);

/** The same value without members that readers would act upon. */
export function tellable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tellable);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => isTellable(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, tellable(inner)]));
}

/** A member of an observation, where it is an object that has it. */
export function member(observation: unknown, name: string): unknown {
  return isObject(observation) && Object.hasOwn(observation, name) ? observation[name] : undefined;
}

/** The statuses of an observation `{ statuses }` between two, both included. */
export function statusesIn(observation: unknown, from: number, to: number): number[] {
  const statuses = member(observation, 'statuses');
  const whole = (Array.isArray(statuses) ? statuses : []).filter((one): one is number => Number.isInteger(one));
  return [...new Set(whole)].filter((status) => status >= from && status <= to).sort((a, b) => a - b);
}

/** A list of strings; anything else in it is left out. */
export function words(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).filter((one) => typeof one === 'string');
}

/**
 * An inferred schema as a schema of OpenAPI: types, members, items and alternatives, and nothing else that may stand in
 * it. A map keyed by identities becomes an object with members of one kind.
 */
export function schemaOf(inferred: unknown): Part | undefined {
  if (!isObject(inferred)) return undefined;
  const { properties, items, anyOf } = inferred;
  const type = typesOf(inferred.type);
  const required = words(inferred.required).filter((name) => name !== anyName);
  const named = isObject(properties)
    ? Object.entries(properties).filter(([name]) => name !== anyName && isTellable(name))
    : [];
  const others = schemaOf(member(properties, anyName) ?? inferred.additionalProperties);
  const alternatives = (Array.isArray(anyOf) ? anyOf : []).flatMap((one) => schemaOf(one) ?? []);
  const inner = schemaOf(items);
  return {
    ...(type !== undefined && { type }),
    ...(named.length > 0 && {
      properties: Object.fromEntries(named.map(([name, one]) => [name, schemaOf(one) ?? {}])),
    }),
    ...(required.length > 0 && { required }),
    ...(others && { additionalProperties: others }),
    ...(inner && { items: inner }),
    ...(alternatives.length > 0 && { anyOf: alternatives }),
  };
}

function typesOf(type: unknown): string | string[] | undefined {
  const known = [...new Set(words([type].flat()))].filter((one) => types.includes(one));
  return known.length > 1 ? known : known[0];
}

/** Steps of a JSON Pointer; none for what is no pointer to a member that can be named. */
export function stepsOf(pointer: string): string[] {
  const [, ...steps] = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.every(isTellable) ? steps : [];
}
