import type { Exchange } from '../../schemas/exchange.js';
import { clip } from './printable.js';

/** Path and query of an address, for one line. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return clip(url, 200);
  const { pathname, search } = new URL(url);
  return clip(pathname + search, 200);
}

/** The status line of a response; without one, the transport error. */
export function statusLine({ response, fault }: Exchange): string {
  if (!response) return clip(fault ?? 'No response.', 2_000);
  const version = clip(response.httpVersion.replace(/^HTTP\//i, ''), 20);
  return `HTTP/${version} ${response.status} ${clip(response.reason, 200)}`;
}

/** The remark under a response that the suite did not read to its end. */
export const cutHere = '… cut here: the response was longer than the suite reads';

/** Ids in few words, ids apart from what stands between them: `x0412–x0423`, `x0031, x0040 and 7 more`. */
export function fewIds(ids: readonly string[]): readonly (string | { readonly id: string })[] {
  const [first, second, ...rest] = ids.map((id) => ({ id }));
  if (!first) return ['none'];
  if (!second) return [first];
  const numbers = ids.map((id) => Number(id.slice(1)));
  const consecutive = numbers.every((value, index) => index === 0 || value === (numbers[index - 1] ?? 0) + 1);
  const last = rest.at(-1);
  if (last && consecutive) return [first, '–', last];
  return [first, ', ', second, ...(last ? [` and ${rest.length} more`] : [])];
}
