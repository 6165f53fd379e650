import { isObject } from '../../schemas/is-object.js';
import { attempt } from '../configuration/attempt.js';
import { type Leaf, leavesOf } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { parseJson } from '../json/parse-json.js';
import type { Notification } from './receiver.js';

/** One event in a notification: the whole body, or one item of a batch. */
export interface Event {
  readonly notification: Notification;
  /** Where in the body it stands: '' for the whole, '/[]' for an item of an array, '/events/[]' for one in an envelope. */
  readonly at: string;
  readonly format: Format;
  /** JSON, or what a form holds; undefined where the body is neither. */
  readonly value: unknown;
  /** Scalars of the value. */
  readonly leaves: readonly Leaf[];
}

export type Format = 'JSON' | 'form' | 'text' | 'nothing';

/** Events that the suite reads of one notification. */
const mostItems = 20;
/** Scalars that the suite reads of one notification. */
const mostLeaves = 1000;

/** The events in a notification: at least one. */
export function eventsOf(notification: Notification): Event[] {
  const { format, value } = contentOf(notification);
  const { at, items } = itemsOf(value);
  let left = mostLeaves;
  return items.slice(0, mostItems).map((item) => {
    const leaves = leavesOf(item).slice(0, left);
    left -= leaves.length;
    return { notification, at, format, value: item, leaves };
  });
}

/** The media type without parameters, `none` without the header, `other` for an invalid one. */
export function mediaTypeOf({ headers }: Notification): string {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === '') return 'none';
  return /^[a-z]+\/[a-z.+-]{1,60}$/.test(type) ? type : 'other';
}

function contentOf(notification: Notification): { format: Format; value?: unknown } {
  const { body, cut } = notification;
  if (body === '') return { format: 'nothing' };
  if (cut) return { format: 'text' };
  if (isJson(body)) return { format: 'JSON', value: parseJson(body).json };
  if (mediaTypeOf(notification) !== 'application/x-www-form-urlencoded') return { format: 'text' };
  // Forms carry JSON as the text of one member.
  const members = [...new URLSearchParams(body)].map(([name, text]) => {
    return [name, /^\s*[[{]/.test(text) && isJson(text) ? parseJson(text).json : text] as const;
  });
  return { format: 'form', value: Object.fromEntries(members) };
}

/** Called first: reading long integers is slow on text that is not JSON. */
const isJson = (text: string) => attempt(() => JSON.parse(text.replace(/^\u{feff}/u, ''))) !== undefined;

/** Whether an object names its event type. */
const isNamed = (value: Record<string, unknown>) =>
  Object.keys(value).some((name) => wordsOf(name).some((word) => /^(event|type|kind|topic)$/.test(word)));

/** A batch is an array, or stands under a name that says so in an object that is no event itself. */
function itemsOf(value: unknown): { at: string; items: readonly unknown[] } {
  const whole = { at: '', items: [value] };
  if (Array.isArray(value)) return value.length > 0 ? { at: '/[]', items: value } : whole;
  if (!isObject(value)) return whole;
  const [batch, ...others] = Object.entries(value).filter(
    ([name, list]) =>
      /^(events|notifications|items|messages|records|entries|data)$/i.test(name) &&
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((item) => isObject(item) && isNamed(item)),
  );
  const apart = Object.fromEntries(Object.entries(value).filter(([name]) => name !== batch?.[0]));
  if (!batch || others.length > 0 || isNamed(apart)) return whole;
  return { at: `/${batch[0]}/[]`, items: batch[1] as unknown[] };
}
