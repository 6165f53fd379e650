import type { Header } from '../../schemas/exchange.js';
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
  return isJson ? JSON.stringify(withheld(json, 0)) : `‹text of ${body.length} characters›`;
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
  return /^[a-z_$@][a-z_-]*\d{0,2}$/i.test(name) ? name : `‹name ${name.length}›`;
}

/** Headers, with values that may be data withheld. */
export function shapeOfHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [name, plain.test(name) ? value : `‹text ${value.length}›`]);
}
