import { type HowOften, howOften } from '../json/how-often.js';
import { wordsOf } from '../json/member-names.js';
import type { Notification } from './receiver.js';

/** Headers of HTTP itself, and those that a proxy, a tunnel or an ingress adds on the way. */
const transport =
  /^(host|connection|keep-alive|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|accept|accept-.*|via|forwarded|x-forwarded-.*|x-real-ip|x-envoy-.*|cdn-loop|cf-.*|ngrok-.*|max-forwards|cache-control|pragma)$/;

/** Names of headers that are told, at most: nobody needs more, and a sender may make up any. */
const mostNames = 50;

/** How often something stood in samples. Fewer than three say nothing of always. */
export type Presence = 'always' | 'sometimes';

export function presence(having: number, of: number): Presence {
  return having === of && of >= 3 ? 'always' : 'sometimes';
}

/** The sender's own headers of a notification: names in lower case, that of none of them data. */
export function ownHeaders({ headers }: Notification): [name: string, value: string][] {
  return [...headers].filter(([name]) => !transport.test(name) && isName(name));
}

/** Whether a header's name looks made by people: letters and words, digits at most of an algorithm. */
function isName(name: string): boolean {
  const bare = name.replace(/(sha|md|ed|rsa|hmac)-?\d{1,5}/g, '$1').replace(/-(256|384|512)\b/g, '');
  return name.length <= 60 && !/\d{3}|\d[a-z]{1,3}\d/.test(bare) && wordsOf(name).every((word) => word.length <= 24);
}

/** Names of the sender's own headers, apart by how often they stood in the notifications. */
export function headerNames(notifications: readonly Notification[]): HowOften {
  const { always, sometimes } = howOften(notifications.map((each) => ownHeaders(each).map(([name]) => name)));
  return { always: always.slice(0, mostNames), sometimes: sometimes.slice(0, mostNames) };
}
