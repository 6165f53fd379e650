import { context } from '../client/context.js';
import type { Response } from '../client/message.js';

/** One link of a Link header. */
export interface Link {
  readonly target: string;
  /** Values of its first `rel`, in lower case; empty without one. */
  readonly relations: readonly string[];
}

const [space, separators] = [' \t', ' \t,;='] as const;

/** The links of a Link header (RFC 8288, appendix B.2), read in one pass: a service may send any text. */
export function linksOf(header: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  for (;;) {
    const open = header.indexOf('<', at);
    const close = open < 0 ? -1 : header.indexOf('>', open);
    if (close < 0) return links;
    const { parameters, end } = parametersFrom(header, close + 1);
    const relation = parameters.find(([name]) => name.toLowerCase() === 'rel')?.[1] ?? '';
    const relations = relation.toLowerCase().split(/\s+/).filter(Boolean);
    links.push({ target: header.slice(open + 1, close), relations });
    at = end;
  }
}

/** The first target of a relation such as `next`. */
export function linkTo(relation: string, header: string): string | undefined {
  return linksOf(header).find(({ relations }) => relations.includes(relation))?.target;
}

/** The target of a relation in a response's Link header. None where the header is unread. */
export function linkIn(relation: string, response: Response): string | undefined {
  const header = linkHeader(response);
  return isUnread(header) ? undefined : linkTo(relation, header);
}

/** Whether a response's Link header leads to a next page, or is unread and may lead to one. */
export function leadsOn(response: Response): boolean {
  const header = linkHeader(response);
  return linkTo('next', header) !== undefined || isUnread(header);
}

/**
 * Whether a Link header holds a key: who follows its links would send the key in an address. Evidence withholds such a
 * header, so it is unread there, too.
 */
function isUnread(header: string): boolean {
  return header.includes('‹withheld: ') || (header !== '' && context().redactor.finds(header).length > 0);
}

/** Iterated, since evidence notes who reads what it withheld. */
const linkHeader = ({ headers }: Response) => [...headers].find(([name]) => name === 'link')?.[1] ?? '';

/** The parameters that stand at a place, each after a semicolon, and where they end. */
function parametersFrom(header: string, start: number) {
  const parameters: [name: string, value: string][] = [];
  let at = past(space, header, start);
  while (header[at] === ';') {
    const begin = past(space, header, at + 1);
    const end = upTo(separators, header, begin);
    at = past(space, header, end);
    let value = '';
    if (header[at] === '=') [value, at] = valueAt(header, past(space, header, at + 1));
    parameters.push([header.slice(begin, end), value]);
    at = past(space, header, at);
  }
  return { parameters, end: at };
}

/** A quoted text or a token, and where it ends. A text without its closing quote goes to the end of the header. */
function valueAt(header: string, start: number): [value: string, end: number] {
  if (header[start] !== '"') {
    const end = upTo(' \t,;', header, start);
    return [header.slice(start, end), end];
  }
  let value = '';
  let at = start + 1;
  for (; at < header.length && header[at] !== '"'; at += 1) {
    if (header[at] === '\\') at += 1;
    value += header[at] ?? '';
  }
  return [value, at + 1];
}

/** The first place from `at` on that has none of some characters. */
function past(characters: string, text: string, at: number): number {
  let place = at;
  while (place < text.length && characters.includes(text[place] as string)) place += 1;
  return place;
}

/** The first place from `at` on that has one of some characters, or the end. */
function upTo(characters: string, text: string, at: number): number {
  let place = at;
  while (place < text.length && !characters.includes(text[place] as string)) place += 1;
  return place;
}
