import type { Exchange } from '../../schemas/exchange.js';
import { clip } from '../text/printable.js';

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

/** The parts of a text, of which every other one is a value that was withheld, in ‹ ›. */
export function aroundWithheld(text: string): readonly string[] {
  return text.split(/(‹[^‹›\n]{1,60}›)/);
}

/** Ids in the order given, neighbours as a span: `[x0412, x0423], [x0031]`. */
export function spansOf(ids: readonly string[]): readonly (readonly [first: string, last?: string])[] {
  const spans: [first: string, last?: string][] = [];
  for (const id of ids) {
    const span = spans.at(-1);
    const before = span?.[1] ?? span?.[0];
    if (span && before !== undefined && numberOf(id) === numberOf(before) + 1) span[1] = id;
    else spans.push([id]);
  }
  return spans;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
