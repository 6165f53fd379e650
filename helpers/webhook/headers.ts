import { type HowOften, howOften } from '../json/how-often.js';
import { wordsOf } from '../json/member-names.js';
import type { Notification } from './receiver.js';

/** Headers of HTTP itself, and those that a proxy, a tunnel or an ingress adds on the way. */
const transport =
  /^(host|connection|keep-alive|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|accept|accept-.*|via|forwarded|x-forwarded-.*|x-real-ip|x-envoy-.*|cdn-loop|cf-.*|ngrok-.*|max-forwards|cache-control|pragma)$/;

/** Most names of headers in an observation: a sender may invent any number. */
const mostNames = 50;

/** How often something occurs. With fewer than three samples nothing counts as `always`. */
export type Presence = 'always' | 'sometimes';

export function presence(having: number, of: number): Presence {
  return having === of && of >= 3 ? 'always' : 'sometimes';
}

/** The sender's own headers of a notification, names in lower case, without names that are data. */
export function ownHeaders({ headers }: Notification): [name: string, value: string][] {
  return [...headers].filter(([name]) => {
    // Of words, with digits only in names of algorithms.
    const bare = name.replace(/(sha|md|ed|rsa|hmac)-?\d{1,5}/g, '$1').replace(/-(256|384|512)\b/g, '');
    const isName = name.length <= 60 && !/\d{3}|\d[a-z]{1,3}\d/.test(bare);
    return isName && !transport.test(name) && wordsOf(name).every((word) => word.length <= 24);
  });
}

/** Names of the sender's own headers, by how often notifications have them. */
export function headerNames(notifications: readonly Notification[]): HowOften {
  const { always, sometimes } = howOften(notifications.map((each) => ownHeaders(each).map(([name]) => name)));
  return { always: always.slice(0, mostNames), sometimes: sometimes.slice(0, mostNames) };
}
