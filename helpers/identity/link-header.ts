import { context } from '../client/context.js';
import type { Response } from '../client/message.js';

/** One link of a Link header. */
interface Link {
  readonly target: string;
  /** Values of its first `rel`, in lower case; empty without one. */
  readonly relations: readonly string[];
}

/** An address, and what stands behind it up to a comma or the next address that is not quoted. */
const links = /<([^<>]*)>((?:[^<",]|"(?:[^"\\]|\\.)*")*)/gs;
const parameters = /;\s*([\w*-]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*))?/gs;

/** The links of a Link header (RFC 8288, 3). */
export function linksOf(header: string): Link[] {
  return [...header.matchAll(links)].map(([, target = '', behind = '']) => {
    const all = [...behind.matchAll(parameters)];
    const [, , value = ''] = all.find(([, name = '']) => name.toLowerCase() === 'rel') ?? [];
    return { target, relations: value.replaceAll('"', '').toLowerCase().split(/\s+/).filter(Boolean) };
  });
}

/** The first target of a relation such as `next`. */
export function linkTo(relation: string, header: string): string | undefined {
  return linksOf(header).find(({ relations }) => relations.includes(relation))?.target;
}

/** The target of a relation in a response's Link header. None where the header is unread. */
export function linkIn(relation: string, { headers }: Response): string | undefined {
  const header = headers.get('link') ?? '';
  return isUnread(header) ? undefined : linkTo(relation, header);
}

/** Whether a response's Link header leads to a next page, or is unread and may lead to one. */
export function leadsOn({ headers }: Response): boolean {
  const header = headers.get('link') ?? '';
  return linkTo('next', header) !== undefined || isUnread(header);
}

/** Whether a Link header holds a key: who follows its links would send the key in an address. */
const isUnread = (header: string): boolean => header !== '' && context().redactor.finds(header).length > 0;
