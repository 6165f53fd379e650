import { wordsOf } from '../identity/names.js';
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

/** Names of the sender's own headers, sorted, apart by how often they stood in the notifications. */
export function headerNames(notifications: readonly Notification[]): Record<Presence, string[]> {
  const counts = new Map<string, number>();
  for (const [name] of notifications.flatMap(ownHeaders)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const those = (wanted: Presence) =>
    names.filter(([, count]) => presence(count, notifications.length) === wanted).map(([name]) => name);
  return { always: those('always').slice(0, mostNames), sometimes: those('sometimes').slice(0, mostNames) };
}
