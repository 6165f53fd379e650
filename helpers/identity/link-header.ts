import { context } from '../client/context.js';
import type { Response } from '../client/message.js';

/** An address, and its parameters up to a comma or the next address that is not quoted. */
const links = /<([^<>]*)>((?:[^<",]|"(?:[^"\\]|\\.)*")*)/gs;

/** The first target of a relation such as `next` in a Link header (RFC 8288, 3). */
export function linkTo(relation: string, header: string): string | undefined {
  const isOfRelation = (parameters: string) => {
    const [, value = ''] = /;\s*rel\s*=\s*"?([^",;]*)/i.exec(parameters) ?? [];
    return value.toLowerCase().split(/\s+/).includes(relation);
  };
  return [...header.matchAll(links)].find(([, , parameters = '']) => isOfRelation(parameters))?.[1];
}

/** The target of a relation in a response's Link header, unless that is unread. */
export function linkIn(relation: string, { headers }: Response): string | undefined {
  const header = headers.get('link') ?? '';
  return isUnread(header) ? undefined : linkTo(relation, header);
}

/** Whether a response's Link header leads to a next page, or is unread. */
export function leadsOn({ headers }: Response): boolean {
  const header = headers.get('link') ?? '';
  return linkTo('next', header) !== undefined || isUnread(header);
}

/** A header that holds a key is unread: its links would send the key in an address. */
const isUnread = (header: string) => header !== '' && context().redactor.finds(header).length > 0;
