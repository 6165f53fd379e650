import type { Response } from '../client/message.js';
import { addressLeaves, derived, isLong, type Leaf, leavesOf } from '../json/json-leaves.js';
import { belongsToAnswer, isMoment, rankOf, type Words } from '../json/member-names.js';
import { linkTo } from './link-header.js';

/** The members of a body, as a text: equal for responses of one kind. */
export function shapeOf({ json }: Response): string {
  const pointers = leavesOf(json).map((leaf) => leaf.pointer.replace(/\/\d+(?=\/|$)/g, '/*'));
  return [...new Set(pointers)].sort().join(' ');
}

/** The leaves that may identify, by pointer: no boolean, time or echo, nothing about the response itself. */
export function candidates(response: Response): Map<string, Leaf> {
  const spoken = spokenOf(response);
  const echoes = sentValues(response);
  const mayIdentify = (leaf: Leaf) => {
    const { value } = leaf;
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return false;
    if (belongsToAnswer(leaf, spoken) || isMoment(leaf) || echoes.includes(String(value).toLowerCase())) return false;
    return rankOf(leaf, spoken) > (/\d/.test(String(value)) ? 0 : 1);
  };
  return new Map(leavesOfResponse(response).flatMap((leaf) => (mayIdentify(leaf) ? [[leaf.pointer, leaf]] : [])));
}

export const spokenOf = ({ request: { operation } }: Response): Words => ({
  about: operation.words,
  own: new Set([operation.resource, `${operation.resource}s`]),
});

/** The values of a request, in lower case, that a response may echo. */
export function sentValues({ request }: Response): string[] {
  const body = leavesOf(request.body).map(({ value }) => value);
  // Not the tenant: if tenants are counted, the first customer may have its number.
  const headers = [request.apiKey, request.idempotencyKey].filter((value) => value !== null);
  return [...body, ...headers].map((value) => String(value).toLowerCase());
}

/** An identifier may contain the idempotency key and still identify. */
export function holdsEcho(leaf: Leaf, echoes: readonly string[], rank: number): boolean {
  const value = String(leaf.value).toLowerCase();
  return rank < 3 && echoes.some((echo) => echo.length >= 4 && value.includes(echo));
}

/** The scalars of a response's body, and of the headers that may identify a resource. Addresses stand in parts. */
export const leavesOfResponse = derived((response: Response): readonly Leaf[] => [
  ...headerLeaves(response),
  ...leavesOf(response.json).flatMap(addressLeaves),
]);

/** Location, Content-Location and a link to itself, without the host, and headers named like an identifier. */
function headerLeaves(response: Response) {
  return [...response.headers].flatMap(([name, value]): Leaf[] => {
    if (isLong(value)) return [];
    const leaf = { pointer: `header:${name}`, names: ['header', ...name.split('-')], value };
    const self = name === 'link' ? linkTo('self', value) : undefined;
    if (self !== undefined || name === 'location' || name === 'content-location')
      return addressLeaves({ ...leaf, names: ['header', 'location'], value: withinHost(self ?? value) });
    return /(^|-)(id|uuid)$/.test(name) ? [leaf] : [];
  });
}

function withinHost(value: string) {
  const base = 'http://target.invalid/';
  if (!URL.canParse(value, base)) return value;
  const { pathname, search } = new URL(value, base);
  return `${pathname}${search}`;
}
