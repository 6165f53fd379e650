import type { Response } from '../client/message.js';
import { derived } from '../json/derived.js';
import { addressLeaves, isLong, type Leaf, leavesOf } from '../json/json-leaves.js';
import { linkTo } from './link-header.js';

/** The scalars of a response: of its body, and of the headers that may identify a resource. Addresses stand in parts. */
export const leavesOfResponse = derived((response: Response): readonly Leaf[] => [
  ...headerLeaves(response),
  ...leavesOf(response.json).flatMap(addressLeaves),
]);

/** Location, Content-Location and a link to the resource itself, in parts and without the host, and headers that are named like an identifier. */
function headerLeaves(response: Response): Leaf[] {
  return [...response.headers].flatMap(([name, value]): Leaf[] => {
    if (isLong(value)) return [];
    const leaf = { pointer: `header:${name}`, names: ['header', ...name.split('-')], value };
    const self = name === 'link' ? linkTo('self', value) : undefined;
    if (self !== undefined || name === 'location' || name === 'content-location')
      return addressLeaves({ ...leaf, names: ['header', 'location'], value: withinHost(self ?? value) });
    return /(^|-)(id|uuid)$/.test(name) ? [leaf] : [];
  });
}

function withinHost(value: string): string {
  const base = 'http://target.invalid/';
  if (!URL.canParse(value, base)) return value;
  const { pathname, search } = new URL(value, base);
  return `${pathname}${search}`;
}
