import { STATUS_CODES } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import { isNamedByData } from '../json/json-leaves.js';
import { parseJson } from '../json/parse-json.js';

/** How deep a body's structure is shown. */
const deepest = 32;

/** Headers whose values describe behaviour, so that they stay where values are withheld. */
const plain =
  /^(content-(type|length|encoding|language)|date|server|cache-control|connection|keep-alive|transfer-encoding|vary|allow|retry-after|(x-)?ratelimit.*|strict-transport-security|access-control-.*|www-authenticate|accept.*|user-agent|host|api-key|x-tenant-id|idempotency-key|deprecation|sunset)$/i;

/** The structure of a body with its values withheld: members, types and lengths stay. */
export function shapeOf(body: string): string {
  if (body === '') return '';
  const { json, isJson } = parseJson(body);
  return isJson && json !== undefined ? JSON.stringify(withheld(json, 0)) : `‹text of ${body.length} characters›`;
}

function withheld(value: unknown, depth: number): unknown {
  if (depth > deepest) return '‹deeper›';
  if (Array.isArray(value)) return value.map((item) => withheld(item, depth + 1));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [memberName(name), withheld(item, depth + 1)]),
    );
  }
  if (typeof value === 'string') return `‹text ${value.length}›`;
  return typeof value === 'number' ? '‹number›' : value;
}

/** The name of a member may be data, as in a map keyed by identities: such names are withheld too. */
function memberName(name: string): string {
  return isNamedByData(name) ? `‹name ${name.length}›` : name;
}

/** Headers of ours that a service may repeat. */
const ours = /^(api-key|x-tenant-id|idempotency-key)$/i;
/** Words, versions, short numbers and dates, with what separates them: `max-age=60, private`, `nginx/1.25.3`. */
const separators = /[\s,;=:/"'()*+.-]+/;
const isWord = (word: string) => /^\d{1,10}$/.test(word) || !isNamedByData(word);

function isPlain(name: string, value: string): boolean {
  if (!plain.test(name)) return false;
  return ours.test(name) || (!value.includes('@') && value.split(separators).every(isWord));
}

/** Headers, with values that may be data withheld: of a header that describes behaviour only what is no plain word. */
export function shapeOfHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [memberName(name), isPlain(name, value) ? value : `‹text ${value.length}›`]);
}

/** A reason phrase: the usual one of its status, or its length. */
export function shapeOfReason(status: number, reason: string): string {
  return reason === '' || reason === STATUS_CODES[status] ? reason : `‹text ${reason.length}›`;
}
