import { STATUS_CODES } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import { isNamedByData } from '../json/json-leaves.js';
import { parseJson } from '../json/parse-json.js';

/** Their values describe behaviour, so they stay. */
const plain =
  /^(content-(type|length|encoding|language)|date|server|cache-control|connection|keep-alive|transfer-encoding|vary|allow|retry-after|(x-)?ratelimit.*|strict-transport-security|access-control-.*|www-authenticate|accept.*|user-agent|host|deprecation|sunset)$/i;

/** Members, types and lengths of a body, no values. */
export function shapeOf(body: string) {
  if (body === '') return '';
  const { json } = parseJson(body);
  return json === undefined ? `‹text of ${body.length} characters›` : JSON.stringify(withheld(json));
}

function withheld(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withheld);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [shapeOfName(name), withheld(item)]));
  if (typeof value === 'string') return `‹text ${value.length}›`;
  return typeof value === 'number' ? '‹number›' : value;
}

const shapeOfName = (name: string) => (isNamedByData(name) ? `‹name ${name.length}›` : name);

/** Between words, versions, short numbers and dates: `max-age=60, private`, `nginx/1.25.3`. */
const separators = /[\s,;=:/"'()*+.-]+/;
const isWord = (word: string) => /^\d{1,10}$/.test(word) || !isNamedByData(word);

/** Withholds values that may be data. @param own the specification's headers, which a service may repeat */
export function shapeOfHeaders(headers: readonly Header[], own: Readonly<Record<string, string>>): Header[] {
  const names = Object.values(own).map((name) => name.toLowerCase());
  const describes = (name: string, value: string) =>
    plain.test(name) && !value.includes('@') && value.split(separators).every(isWord);
  return headers.map(([name, value]) => [
    shapeOfName(name),
    names.includes(name.toLowerCase()) || describes(name, value) ? value : `‹text ${value.length}›`,
  ]);
}

export const shapeOfReason = (status: number, reason: string) =>
  reason === '' || reason === STATUS_CODES[status] ? reason : `‹text ${reason.length}›`;

/** Stands for a value of a request that came from a response. */
const fromResponse = '‹from a response›';

type Sent = { readonly path: string; readonly headers: readonly Header[] };

/** A request as it may be shown: unless `--evidence` is full, without values that come from a response. */
export function withoutTaken(
  evidence: 'full' | 'shape' | 'none',
  { raw, change }: { raw: Sent; change: { taken?: readonly string[]; headers?: readonly Header[] } },
): Sent {
  const taken = new Set(change.taken);
  taken.delete('');
  if (evidence === 'full' || taken.size === 0) return raw;
  const masked = (part: string) => (taken.has(part) || taken.has(decoded(part)) ? fromResponse : part);
  const inPair = (pair: string) => pair.split(/=(.*)/s, 2).map(masked).join('=');
  const [address = '', query] = raw.path.split(/\?(.*)/s, 2);
  const shownQuery = query === undefined ? '' : `?${query.split('&').map(inPair).join('&')}`;
  const longestFirst = [...taken].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`(?<![^=;,\\s"])(?:${escaped.join('|')})(?![^;,\\s"])`, 'g');
  const headers = raw.headers.map((header): Header => {
    const [name, value] = header;
    return change.headers?.includes(header) ? [name, value.replace(whole, fromResponse)] : header;
  });
  return { path: address.split('/').map(masked).join('/') + shownQuery, headers };
}

/** The address of a shown request, its placeholder not escaped. */
export const shownUrl = (base: URL, path: string) =>
  new URL(base.href + path).href.replaceAll(encodeURI(fromResponse), fromResponse);

const decoded = (part: string) => new URLSearchParams(`=${part.replaceAll('&', '%26')}`).get('') ?? part;
