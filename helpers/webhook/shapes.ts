import { isNamedByData } from '../identity/leaves.js';
import { inferSchema } from '../observation/schema.js';

/** What of one body is looked at: what goes beyond it is made to be large, not to be read. */
const deepest = 12;
const mostMembers = 100;
const mostItems = 20;
const longestName = 80;
/** Scalars, objects and arrays that a schema is inferred from, in one event and in all of a kind. */
const mostNodes = 500;
const mostNodesOfAll = 10_000;

/**
 * The schema of events of one kind. Each shape takes part once, in a fixed order, so that how many there were and
 * which came first changes nothing.
 */
export function schemaOfShapes(values: readonly unknown[]): unknown {
  const shapes = new Map<string, { value: unknown; nodes: number }>();
  for (const value of values) {
    const bound = bounded(value);
    shapes.set(shapeOf(bound.value), bound);
  }
  let nodes = 0;
  const chosen = [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, shape]) => {
      nodes += shape.nodes;
      return nodes <= mostNodesOfAll;
    });
  return inferSchema(chosen.map(([, { value }]) => value));
}

function bounded(value: unknown): { value: unknown; nodes: number } {
  let nodes = 0;
  const bound = (item: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest) return null;
    if (Array.isArray(item)) return item.slice(0, mostItems).map((one) => bound(one, depth + 1));
    if (item === null || typeof item !== 'object') return item;
    const members = Object.entries(item)
      .filter(([name]) => name.length <= longestName)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, mostMembers);
    return Object.fromEntries(members.map(([name, one]) => [name, bound(one, depth + 1)]));
  };
  return { value: bound(value, 0), nodes };
}

/** A text that is the same for values of one shape: names and types, not values, counts or order. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join('|')}]`;
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(
    ([name, item]) => `${isNamedByData(name) ? '{}' : JSON.stringify(name)}:${shapeOf(item)}`,
  );
  return `{${[...new Set(members)].sort().join()}}`;
}
