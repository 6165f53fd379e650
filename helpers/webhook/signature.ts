import { byKey } from '../../schemas/by-key.js';
import { sorted } from '../json/infer-schema.js';
import { wordsOf } from '../json/member-names.js';
import type { Event } from './events.js';
import { ownHeaders, type Presence, presence } from './headers.js';
import type { Notification } from './receiver.js';

/** A possible proof of a notification: its form, and how often it occurs. Never a value. */
export interface Proof {
  readonly forms: readonly string[];
  readonly present: Presence;
}

const mostPlaces = 20;
const mostForms = 5;

/** Names of signatures and of values that are signed with the body: its time, its number, a secret. */
const proving =
  /^(signature|signatures|sig|signed|hmac|digest|checksum|timestamp|nonce|svix|webhook|token|secret|authorization|auth|jws)$/;
/** Headers of webhooks that name the event. */
const ofEvents = /^(event|topic|type|kind|name|action)$/;

/** Headers and members that may verify a notification, by place, sorted: `header:webhook-signature`, `/signature`. */
export function proofsIn(notifications: readonly Notification[], events: readonly Event[]): Record<string, Proof> {
  const headers = notifications.flatMap((notification) =>
    ownHeaders(notification)
      .filter(([name]) => isProof(name, proving))
      .map(([name, value]) => [`header:${name}`, value] as const),
  );
  const members = events.flatMap(({ at, leaves }) =>
    leaves
      .filter(({ names }) => names.length <= 2 && isProof(names.at(-1) ?? '', /^(signature|sig|hmac|digest|jws)$/))
      .map(({ pointer, value }) => [at + pointer, String(value)] as const),
  );
  return sorted({ ...placed(headers, notifications.length), ...placed(members, events.length) }) as Record<
    string,
    Proof
  >;
}

function isProof(name: string, pattern: RegExp): boolean {
  const words = wordsOf(name);
  return words.some((word) => pattern.test(word)) && !words.some((word) => ofEvents.test(word));
}

function placed(found: readonly (readonly [at: string, value: string])[], of: number): Record<string, Proof> {
  const places = [...byKey(found)].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostPlaces);
  return Object.fromEntries(
    places.map(([at, all]) => {
      // An id proves nothing by itself; it may be signed together with the body.
      const forms = wordsOf(at).at(-1) === 'id' ? ['id'] : formsOf(all);
      return [at, { forms, present: presence(all.length, of) }];
    }),
  );
}

/** The forms of several values. If they differ in length alone, as encoded numbers do, the form has no length. */
function formsOf(values: readonly string[]): string[] {
  const all = new Set(values.map(formOf));
  // A hexadecimal number may have no letter by chance, and one in base64 none beyond f.
  const forms = [...all].filter((form) => !wider(form).some((other) => all.has(other))).sort();
  const bare = [...new Set(forms.map(withoutLengths))].sort();
  return (bare.length < forms.length ? bare : forms).slice(0, mostForms);
}

function wider(form: string): string[] {
  const [, name, length] = /^(digits|hex) (\d+)$/.exec(form) ?? [];
  if (name === undefined) return [];
  return name === 'digits' ? [`hex ${length}`, `base64 ${length}`] : [`base64 ${length}`];
}

const withoutLengths = (form: string) => form.replace(/ \d+(?=,|$)/g, '');

/** Words of signature headers that an observation may show: names of algorithms, versions and parts. */
const plain =
  /^(v\d{1,2}|t|ts|s|sig|signature|signatures|timestamp|time|nonce|alg|algorithm|keyid|key|id|kid|headers|created|expires|bearer|basic|digest|hmac|hmac-?sha-?\d{1,3}|hmac_?sha\d{1,3}|sha-?\d{1,3}|md5|ed25519|rsa-?sha\d{1,3}|rsa|ecdsa)$/i;
const mostParts = 8;

/**
 * The form of a value with its content left out: `hex 64`, `base64 44`, `digits 10`, `t=digits 10,v1=hex 64`. Either
 * alphabet of base64 is one, since a value need not contain a character that distinguishes them.
 */
export function formOf(value: string): string {
  const whole = formOfToken(value.trim());
  if (whole !== 'text') return whole;
  const tokens = value.split(/[,;\s]+/).filter((token) => token !== '');
  if (tokens.length > mostParts) return 'text';
  // During the rotation of a secret a header has two signatures of one form.
  const forms = [...new Set(tokens.map(formOfPart))];
  return forms.every((form) => form === 'text') ? 'text' : forms.join(',');
}

function formOfPart(token: string): string {
  const [, name = '', rest = ''] = /^([A-Za-z][\w-]{0,20})[=:](.+)$/.exec(token) ?? [];
  if (plain.test(name)) return `${name}=${formOfToken(rest.replace(/^"|"$/g, ''))}`;
  return plain.test(token) ? token : formOfToken(token);
}

function formOfToken(token: string): string {
  const { length } = token;
  if (length === 0) return 'empty';
  if (/^\d+$/.test(token)) return `digits ${length}`;
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(token)) return 'uuid';
  if (/^[0-9a-f]+$/i.test(token) && length >= 16) return `hex ${length}`;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(token)) return 'date-time';
  if (/^[\w-]{10,}\.[\w-]*\.[\w-]{10,}$/.test(token)) return 'jws';
  if (/^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(token)) return `base64 ${length}`;
  return 'text';
}
