import type { Response } from '../client/message.js';
import { isLong, type Leaf, leavesOf } from '../json/json-leaves.js';

/** The scalars of a response: of its body, and of the headers that may identify a resource. */
export function leavesOfResponse(response: Response): Leaf[] {
  return [...headerLeaves(response), ...leavesOf(response.json)];
}

/** Location and Content-Location, path and query apart, and headers that are named like an identifier. */
function headerLeaves(response: Response): Leaf[] {
  return [...response.headers].flatMap(([name, value]): Leaf[] => {
    if (isLong(value)) return [];
    if (name === 'location' || name === 'content-location') return locationLeaves(name, value);
    if (/(^|-)(id|uuid)$/.test(name))
      return [{ pointer: `header:${name}`, names: ['header', ...name.split('-')], value }];
    return [];
  });
}

function locationLeaves(name: string, value: string): Leaf[] {
  const base = 'http://target.invalid/';
  if (!URL.canParse(value, base)) return [];
  const url = new URL(value, base);
  const query = [...url.searchParams].map(([key, item]) => ({
    pointer: `header:${name}?${key}`,
    names: ['header', name, key],
    value: item,
  }));
  return [{ pointer: `header:${name}`, names: ['header', name], value: url.pathname }, ...query];
}
